"""Where traces are sent, as the settings say."""

import subprocess
import sys
import threading

import pytest
from pydantic import SecretStr

from shared.errors import CannotDo
from shared.settings import LangfuseSettings, Settings, TelemetrySettings
from shared.tracing import NO_TRACING, configure
from shared.tracing.destinations import destination
from tests.recordings import ROOT

LANGFUSE = LangfuseSettings(url="https://langfuse.test/", public_key="pk", secret_key=SecretStr("sk"))


def settings(telemetry: TelemetrySettings | None = None, langfuse: LangfuseSettings | None = None) -> Settings:
    """Return settings with these two."""
    told = {"telemetry": telemetry or TelemetrySettings(), "langfuse": langfuse or LangfuseSettings()}
    return Settings().model_copy(update=told)


def test_by_default_nothing_is_traced_and_no_thread_is_started() -> None:
    """Nobody pays for what nobody asked for."""
    before = threading.active_count()

    assert configure("judge", settings()) is NO_TRACING
    assert threading.active_count() == before


def test_traces_go_to_the_collector_that_is_named() -> None:
    """Also where Langfuse is set up: its prompts are used, and the traces go elsewhere."""
    headers = {"X-Key": SecretStr("secret")}
    where = destination(
        settings(TelemetrySettings(endpoint="http://127.0.0.1:4318/v1/traces", headers=headers), LANGFUSE)
    )

    assert where is not None
    assert (where.url, where.headers) == ("http://127.0.0.1:4318/v1/traces", {"X-Key": "secret"})


def test_traces_go_to_langfuse_with_both_keys() -> None:
    """By Basic auth, and shown as they come."""
    where = destination(settings(langfuse=LANGFUSE))

    assert where is not None
    assert where.url == "https://langfuse.test/api/public/otel/v1/traces"
    assert where.headers == {"Authorization": "Basic cGs6c2s=", "x-langfuse-ingestion-version": "4"}


@pytest.mark.parametrize(
    "langfuse",
    [
        LANGFUSE.model_copy(update={"traces": False}),
        LANGFUSE.model_copy(update={"url": ""}),
        LANGFUSE.model_copy(update={"public_key": ""}),
        LANGFUSE.model_copy(update={"secret_key": SecretStr("")}),
    ],
)
def test_langfuse_gets_none_that_is_not_set_up_or_not_wanted(langfuse: LangfuseSettings) -> None:
    """A key alone is no place to send anything to."""
    assert destination(settings(langfuse=langfuse)) is None


@pytest.mark.parametrize("endpoint", ["127.0.0.1:4318", "grpc://127.0.0.1:4317", "http://", "http://[::1"])
def test_an_address_that_is_none_stops_the_service_and_names_its_variable(endpoint: str) -> None:
    """At the start, where somebody looks, and not once an hour in the log."""
    with pytest.raises(CannotDo, match=r"the collector of traces .* check VOUCH_TELEMETRY__ENDPOINT"):
        configure("judge", settings(TelemetrySettings(endpoint=endpoint)))


def test_the_library_that_records_is_loaded_only_by_those_who_trace() -> None:
    """It takes a megabyte or ten of each process."""
    look = "import sys, shared.bus.running; print(sorted(n for n in sys.modules if n.startswith('opentelemetry.sdk')))"

    loaded = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True, cwd=ROOT)

    assert loaded.stdout.strip() == "[]"
