"""A collector of traces: takes OTLP over HTTP as protobuf, gzipped or not, and keeps the spans as plain values."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.trace.v1 import trace_pb2

from .faults import Faults, middleware
from .loopback import served

PATH = "/v1/traces"
PROTOBUF = "application/x-protobuf"
MOST_BYTES = 64 << 20
GRACE_SECONDS = 0.2


@dataclass(frozen=True)
class Span:
    """A span as a collector shows it; ids are written in hexadecimal digits."""

    name: str
    service: str
    trace_id: str
    span_id: str
    parent: str
    """Its id; empty for a root."""
    kind: str
    """``consumer``, ``client`` or ``internal``."""
    attributes: Mapping[str, Any]
    failed: bool
    problem: str
    """What its status says."""
    events: int
    """Exceptions among them, where somebody records those."""


@dataclass
class Kept:
    """What was taken so far."""

    spans: list[Span] = field(default_factory=list)
    requests: list[Mapping[str, str]] = field(default_factory=list)
    """The headers of each request, names in small letters."""

    def named(self, name: str) -> list[Span]:
        """Return the spans of this name, in the order they came."""
        return [span for span in self.spans if span.name == name]

    async def take(self, request: web.Request) -> web.Response:
        """Keep the spans of one request; what is no protobuf is refused, as collectors do."""
        self.requests.append({name.lower(): value for name, value in request.headers.items()})
        try:
            told = ExportTraceServiceRequest.FromString(await request.read())
        except DecodeError:
            return web.Response(status=400, text="no protobuf")
        self.spans.extend(_spans(told))
        return web.Response(body=ExportTraceServiceResponse().SerializeToString(), content_type=PROTOBUF)


class Collector(Kept):
    """A collector on a port of this machine while it is entered; ``faults.set("v1", …)`` spoils its answers."""

    def __init__(self, port: int = 0) -> None:
        super().__init__()
        self.faults = Faults()
        self.port = port
        self._stack = AsyncExitStack()

    @property
    def url(self) -> str:
        """Return where traces are sent."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    async def __aenter__(self) -> Self:
        app = web.Application(middlewares=[middleware(self.faults)], client_max_size=MOST_BYTES)
        app.router.add_post(PATH, self.take)
        at = await self._stack.enter_async_context(served(app, port=self.port, grace_seconds=GRACE_SECONDS))
        self.port = int(at.rpartition(":")[2])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()


def _spans(told: ExportTraceServiceRequest) -> Iterator[Span]:
    """Yield the spans of a request, each with the service that made it."""
    for resource in told.resource_spans:
        service = str(_attributes(resource.resource.attributes).get("service.name", ""))
        for scope in resource.scope_spans:
            yield from (_span(span, service) for span in scope.spans)


def _span(span: trace_pb2.Span, service: str) -> Span:
    """Return a span as a plain value."""
    return Span(
        name=span.name,
        service=service,
        trace_id=span.trace_id.hex(),
        span_id=span.span_id.hex(),
        parent=span.parent_span_id.hex(),
        kind=trace_pb2.Span.SpanKind.Name(span.kind).removeprefix("SPAN_KIND_").lower(),
        attributes=_attributes(span.attributes),
        failed=span.status.code == trace_pb2.Status.STATUS_CODE_ERROR,
        problem=span.status.message,
        events=len(span.events),
    )


def _attributes(pairs: Iterable[KeyValue]) -> dict[str, Any]:
    """Return attributes as Python has them."""
    return {pair.key: _plain(pair.value) for pair in pairs}


def _plain(value: AnyValue) -> Any:
    """Return a value of whatever kind."""
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return tuple(_plain(one) for one in value.array_value.values)
    return getattr(value, kind) if kind else None
