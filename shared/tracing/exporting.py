"""Sends spans to a collector, in a thread of its own: whatever is wrong with the collector, the work goes on.

The only place that knows OpenTelemetry's SDK; ``configuring.py`` imports it where traces are sent. Requests go through
httpx as all of ours do, so proxies and certificates are found in the same places, and errors have the same words.
No provider is made global, nothing is instrumented by itself.
"""

import asyncio
import contextlib
import gzip
import threading
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import PackageNotFoundError, version

import httpx
import structlog
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import Tracer

from shared import clock
from shared.errors import VouchError
from shared.http import SiteError
from shared.http.failing import translated
from shared.http.opening import check_address, proxy_for, user_agent
from shared.http.refusing import refused

from .destinations import Destination
from .outages import Outage
from .propagating import WANTED
from .wording import Named

EVERY_MILLISECONDS = 1_000
"""Between two batches: what a killed process loses."""

FLUSH_SECONDS = 2.0
"""For what is left when a service stops."""

TIMEOUT = httpx.Timeout(5.0, connect=2.0)

WAITS_SECONDS = (0.5, 2.0)
"""Before sending a batch again; while a collector is known to be away, each is sent once."""

MOST_WAIT_SECONDS = 5.0
"""A batch whose collector asks for more (``Retry-After``) is lost."""

logger = structlog.get_logger()


class RunIds(RandomIdGenerator):
    """Gives a root span the trace id that was asked for, and anything else an id by chance."""

    def generate_trace_id(self) -> int:
        """Return the trace id of the next root span."""
        return WANTED.get() or super().generate_trace_id()

    def is_trace_id_random(self) -> bool:
        """Say no: it may come from a run's id."""
        return False


def opened(service: str, where: Destination) -> tuple[Tracer, Callable[[], Awaitable[None]]]:
    """Return what records the spans of *service*, and what sends the last ones and closes it.

    Raises ``CannotDo`` for an address that no request can be sent to.
    """
    exporter = Exporter(where)
    provider = TracerProvider(resource=_resource(service), id_generator=RunIds(), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=EVERY_MILLISECONDS))

    async def close() -> None:
        await _closed(provider, exporter)

    return provider.get_tracer("vouch"), close


def _resource(service: str) -> Resource:
    """Return who speaks, replica by replica."""
    return Resource.create(
        {
            "service.name": f"vouch-{service}",
            "service.version": _version(),
            "service.instance.id": str(uuid.uuid4()),
        }
    )


def _version() -> str:
    """Return which Vouch this is, or nothing where it is not installed as a package."""
    try:
        return version("vouch")
    except PackageNotFoundError:
        return ""


async def _closed(provider: TracerProvider, exporter: "Exporter") -> None:
    """Send what is left, for a while; a thread that still waits then ends with the process."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def shut() -> None:
        provider.shutdown()
        with contextlib.suppress(RuntimeError):  # the loop is closed, nobody waits any more
            loop.call_soon_threadsafe(done.set)

    exporter.hurry()
    threading.Thread(target=shut, name="last traces", daemon=True).start()
    try:
        async with asyncio.timeout(FLUSH_SECONDS):
            await done.wait()
    except TimeoutError:
        exporter.give_up()
        logger.warning("the last traces are lost: they were not taken in time", seconds=FLUSH_SECONDS)


UNFORESEEN = (httpx.HTTPError, httpx.InvalidURL, OSError, RuntimeError, TypeError, ValueError)
"""What sending and encoding can raise: whatever is wrong with traces, it must not become a flood."""


class Exporter(SpanExporter):
    """Posts batches of spans; called by one thread."""

    def __init__(self, where: Destination) -> None:
        self._where, self._manners = where, Named(headers=where.headers, variables=where.variables)
        check_address(where.name, where.url, self._manners)
        about = {"Content-Type": "application/x-protobuf", "Content-Encoding": "gzip", "User-Agent": user_agent("")}
        self._client = httpx.Client(
            transport=httpx.HTTPTransport(proxy=proxy_for(where.url)),
            headers={**about, **where.headers},
            timeout=TIMEOUT,
        )
        self._outage = Outage()
        self._hurrying, self._given_up = threading.Event(), threading.Event()

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send a batch; what cannot be sent is lost."""
        if self._given_up.is_set():
            return SpanExportResult.FAILURE
        try:
            problem = self._sent(gzip.compress(encode_spans(spans).SerializeToString()))
        except UNFORESEEN as error:
            problem = f"an unexpected {type(error).__name__}"
        if not self._given_up.is_set():  # or that was told already
            self._outage.learn(problem, len(spans), time.monotonic())
        return SpanExportResult.FAILURE if problem else SpanExportResult.SUCCESS

    def hurry(self) -> None:
        """Wait no more between two tries of what is left."""
        self._hurrying.set()

    def give_up(self) -> None:
        """Begin nothing more, and say no more."""
        self._given_up.set()

    def shutdown(self) -> None:
        """Close the connection."""
        self._client.close()

    def _sent(self, body: bytes) -> str:
        """Send a batch, and again where that can help; return what is wrong, or nothing."""
        waits = iter(() if self._outage.problem else WAITS_SECONDS)
        while problem := self._refusal(body):
            seconds = next(waits, None)
            if seconds is None or not self._waited(problem, seconds):
                return str(problem)
        return ""

    def _refusal(self, body: bytes) -> VouchError | None:
        """Send a batch once; return why it was not taken."""
        try:
            self._post(body)
        except VouchError as error:
            return error
        return None

    def _waited(self, problem: VouchError, seconds: float) -> bool:
        """Wait, for longer where the collector asks for that; say whether sending again may help then."""
        if not isinstance(problem, SiteError) or not problem.again:
            return False
        if (wait := max(seconds, problem.wait_seconds or 0.0)) > MOST_WAIT_SECONDS:
            return False
        self._hurrying.wait(wait)
        return not self._given_up.is_set()

    def _post(self, body: bytes) -> None:
        """Send a batch once; raise ``SiteError`` or ``RefusedError`` where it is not taken."""
        with translated(self._where.name, self._manners):
            response = self._client.post(self._where.url, content=body)
        if not response.is_success:
            raise refused(self._where.name, response, response.content, self._manners, clock.now())
