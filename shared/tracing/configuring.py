"""Opens the traces of a service as its settings say."""

from shared.settings import Settings

from .destinations import destination
from .recording import NO_TRACING, Tracing


def configure(service: str, settings: Settings) -> Tracing:
    """Return the traces of *service*, to be closed with ``aclose``; ``NO_TRACING`` where no collector is named.

    Raises ``CannotDo`` where the collector's address is none.
    """
    where = destination(settings)
    if where is None:
        return NO_TRACING
    from .exporting import opened  # noqa: PLC0415 -- 10 MB and a tenth of a second, for those who trace

    tracer, close = opened(service, where)
    return Tracing(tracer, content=settings.telemetry.content, close=close)
