"""Where traces are sent: to the collector that an operator names, or to Langfuse where that is set up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from shared.settings import LangfuseSettings, Settings, TelemetrySettings

from . import langfuse

VARIABLES: Mapping[str, str] = MappingProxyType(
    {"URL": "VOUCH_TELEMETRY__ENDPOINT", "API_KEY": "VOUCH_TELEMETRY__HEADERS"}
)

LANGFUSE_PATH = "/api/public/otel/v1/traces"

AT_ONCE = {"x-langfuse-ingestion-version": "4"}
"""Has Langfuse show spans as they come; without it they are merged first, and show up about ten minutes later."""


@dataclass(frozen=True)
class Destination:
    """An OTLP endpoint over HTTP, with what every request to it carries."""

    name: str
    """What a person calls it."""
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    """The settings to look at when its address (``URL``) or our key (``API_KEY``) is wrong."""


def destination(settings: Settings) -> Destination | None:
    """Return where traces are sent, or None where nobody named a place."""
    if settings.telemetry.endpoint:
        return _collector(settings.telemetry)
    if settings.langfuse.traces and langfuse.is_set_up(settings.langfuse):
        return _langfuse(settings.langfuse)
    return None


def _collector(own: TelemetrySettings) -> Destination:
    """Return the collector that is named in ``VOUCH_TELEMETRY__ENDPOINT``."""
    headers = {name: value.get_secret_value() for name, value in own.headers.items()}
    return Destination("the collector of traces", own.endpoint, headers, VARIABLES)


def _langfuse(own: LangfuseSettings) -> Destination:
    """Return Langfuse's endpoint for traces."""
    headers = {"Authorization": langfuse.authorization(own), **AT_ONCE}
    return Destination("Langfuse", own.url.rstrip("/") + LANGFUSE_PATH, headers, langfuse.VARIABLES)
