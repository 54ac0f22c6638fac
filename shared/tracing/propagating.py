"""Which trace something belongs to: read from the header of a message, and written on what is said because of it.

The context lives in contextvars, as OpenTelemetry keeps it, so tasks that a handler starts inherit it. All of this
works without a tracer: a caller's own trace is passed on, whether or not we record anything ourselves.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from opentelemetry.context import Context
from opentelemetry.trace import format_trace_id, get_current_span, use_span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from .names import LANGFUSE_RUN, RUN

HEADER = "traceparent"

TRACE_BYTES = 16

WANTED: ContextVar[int] = ContextVar("trace id of the next root span", default=0)
"""0: any."""

_W3C = TraceContextTextMapPropagator()


def context_of(header: str) -> Context:
    """Return the context that a W3C header names; an empty one for a header that is none."""
    return _W3C.extract({HEADER: header}, Context())


def header_of(context: Context | None = None) -> str:
    """Return the W3C header of a context, or of what is going on here; nothing outside of any trace."""
    carrier: dict[str, str] = {}
    _W3C.inject(carrier, context)
    return carrier.get(HEADER, "")


def checked(header: str) -> str:
    """Return the header as we pass it on, or nothing for what is no trace context."""
    return header_of(context_of(header))


def traceparent() -> str:
    """Return the W3C header of what is going on here, to be put on a message; nothing outside of any trace."""
    return header_of()


def trace_id() -> str:
    """Return the id of the trace of what is going on here, as collectors show it; nothing outside of any trace."""
    span = get_current_span().get_span_context()
    return format_trace_id(span.trace_id) if span.is_valid else ""


def trace_id_of(seed: str) -> int:
    """Return the id of the trace that is made from *seed*: the same in every replica, at every delivery."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:TRACE_BYTES])


@contextmanager
def within(header: str) -> Iterator[None]:
    """Have what is said inside belong to the span that *header* names; a header that is none changes nothing."""
    span = get_current_span(context_of(header))
    if not span.get_span_context().is_valid:
        yield
        return
    with use_span(span):
        yield


def begun(run_id: str) -> str:
    """Name a run that begins on the span that is being recorded; return the trace context of all its messages."""
    get_current_span().set_attributes({RUN: run_id, LANGFUSE_RUN: run_id})
    return traceparent()
