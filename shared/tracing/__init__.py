"""Traces: which message, model call and tool took how long, and what it cost; one trace for each run.

``configure`` opens them for a service, to any OTLP collector or to Langfuse; where none is named it returns
``NO_TRACING``, which costs nothing. The bus makes a span of each message that is handled. Inside one::

    with tracing.model_call(agent="judge", model=model, most_tokens=4_000, session_id=order.session_id) as span:
        reply = await model.send(request, seconds)
        span.answered(reply.model, reply.usage, usd, reply.stop)
        span.content(prompt, reply.text)  # recorded only where the operator said so

    with tracing.tool_call(agent="retrieval", tool="read_page"):
        page = await read(url)
"""

from . import names
from .calls import ModelCall, ToolCall
from .configuring import configure
from .propagating import begun, checked, trace_id, traceparent, within
from .recording import NO_TRACING, Hearing, Tracing, note

__all__ = [
    "NO_TRACING",
    "Hearing",
    "ModelCall",
    "ToolCall",
    "Tracing",
    "begun",
    "checked",
    "configure",
    "names",
    "note",
    "trace_id",
    "traceparent",
    "within",
]
