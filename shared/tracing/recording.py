"""Records spans: of each message that is handled, and of each model call and tool inside it.

Nothing here waits or fails: spans are queued, and ``exporting.py`` sends them. What an error says is recorded only
where it is ours to show, never the text of a bug, which may quote evidence or keys.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from opentelemetry.context import Context, attach, detach, get_value, set_value
from opentelemetry.trace import INVALID_SPAN, Span, SpanKind, Status, StatusCode, Tracer, get_current_span, use_span

from shared.errors import VouchError
from shared.llm.values import Prompt

from . import names
from .calls import Attributes, ModelCall, ToolCall, asked
from .propagating import WANTED, context_of, trace_id_of, within

_OF_RUN = "vouch.of-run"
"""Where the context keeps what spans inherit."""


@dataclass(frozen=True)
class Hearing:
    """A message that is about to be handled, as far as its span tells of it."""

    name: str
    """Who handles what: the service, and the subject without ids."""
    traceparent: str = ""
    """What its header says, whether or not that is a trace context."""
    seed: str = ""
    """What the trace's id is made from where the header names none: the run's id. Without it nothing is recorded."""
    attributes: Mapping[str, str | int] = field(default_factory=dict)


class Tracing:
    """The spans of one service; without a *tracer* nothing is recorded, and trace contexts are only passed on."""

    def __init__(
        self, tracer: Tracer | None = None, *, content: bool = False, close: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self._tracer, self._content, self._close = tracer, content, close

    async def aclose(self) -> None:
        """Send what is left, for as long as ``exporting.FLUSH_SECONDS`` at most."""
        if self._close is not None:
            await self._close()

    @contextmanager
    def handling(self, hearing: Hearing) -> Iterator[Span]:
        """Record the handling of a message inside the trace that its header names, or else in that of its run."""
        if self._tracer is None or not hearing.seed:
            with within(hearing.traceparent):
                yield INVALID_SPAN
            return
        inherited = {name: value for name, value in hearing.attributes.items() if name in names.INHERITED}
        with _attached(set_value(_OF_RUN, inherited, context_of(hearing.traceparent))):
            wanted = WANTED.set(trace_id_of(hearing.seed))
            try:
                span = self._tracer.start_span(hearing.name, kind=SpanKind.CONSUMER, attributes=hearing.attributes)
            finally:
                WANTED.reset(wanted)
            with _recorded(span):
                yield span

    @contextmanager
    def model_call(
        self, *, agent: str, model: str, most_tokens: int, session_id: str = "", prompt: Prompt | None = None
    ) -> Iterator[ModelCall]:
        """Record a call of a model; tell what is yielded how it was answered."""
        attributes = asked(model, most_tokens, session_id, prompt)
        with self._inside(names.CHAT, model, agent, SpanKind.CLIENT, attributes) as span:
            yield ModelCall(span, content=self._content)

    @contextmanager
    def tool_call(self, *, agent: str, tool: str) -> Iterator[ToolCall]:
        """Record the use of a tool."""
        with self._inside(names.EXECUTE_TOOL, tool, agent, SpanKind.INTERNAL, {names.TOOL: tool}) as span:
            yield ToolCall(span, content=self._content)

    @contextmanager
    def _inside(self, operation: str, what: str, agent: str, kind: SpanKind, attributes: Attributes) -> Iterator[Span]:
        """Record what an agent does inside whatever is being recorded."""
        if self._tracer is None:
            yield INVALID_SPAN
            return
        common = {**_of_run(), names.OPERATION: operation, names.AGENT: agent}
        span = self._tracer.start_span(f"{operation} {what}", kind=kind, attributes={**common, **attributes})
        with _recorded(span):
            yield span


NO_TRACING = Tracing()
"""Records nothing."""


def note(facts: Attributes) -> None:
    """Add numbers and names to the span that is being recorded; where none is, nothing happens."""
    get_current_span().set_attributes(facts)


@contextmanager
def _attached(context: Context) -> Iterator[None]:
    """Make *context* the current one."""
    token = attach(context)
    try:
        yield
    finally:
        detach(token)


@contextmanager
def _recorded(span: Span) -> Iterator[None]:
    """Make *span* the current one until what is inside ends, and say how that ended."""
    with use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
        try:
            yield
        except BaseException as error:
            _mark(span, error)
            raise


def _mark(span: Span, error: BaseException) -> None:
    """Say what went wrong; a task that was cancelled has done nothing wrong."""
    span.set_attribute(names.ERROR_TYPE, type(error).__name__)
    if isinstance(error, Exception):
        span.set_status(Status(StatusCode.ERROR, str(error) if isinstance(error, VouchError) else None))


def _of_run() -> Mapping[str, str | int]:
    """Return what is inherited from the message being handled."""
    inherited = get_value(_OF_RUN)
    return inherited if isinstance(inherited, dict) else {}
