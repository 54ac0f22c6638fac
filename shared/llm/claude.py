"""Claude through its SDK, and whatever gateway speaks the same API. The only place that calls ``anthropic``."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args

import anthropic
import httpx2
import structlog
from anthropic import AsyncMessageStream
from anthropic.types import Message
from pydantic import ValidationError

from shared.characters import json_of, printable, whole
from shared.errors import CannotDo
from shared.settings import NO_KEY, ClaudeSettings

from .breaking import Garbled, Interrupted
from .failing import translated
from .protocol import OnText
from .values import Block, Reply, Request, StopReason, Tool, ToolUse, Usage

CONNECT_SECONDS = 5.0
KEPT_CONNECTIONS = 20
"""At least: no call that may be in flight should have to connect anew."""

MOST_NAME_CHARACTERS = 200
"""Of a model, as a gateway names it."""

EVENTS = "text/event-stream"

NO_EVENTS = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RuntimeError)
"""What the SDK raises, having no class of its own for it, where the events of a stream are broken or out of order."""

_STOPS = frozenset(get_args(StopReason))

logger = structlog.get_logger()


class Claude:
    """Asks models over an open client; it repeats nothing, for the queue does that."""

    def __init__(self, client: anthropic.AsyncAnthropic, *, streams: bool = False) -> None:
        self._client, self._streams = client, streams

    async def send(self, request: Request, seconds: float, on_text: OnText | None = None) -> Reply:
        """Return the answer; with *on_text* it is streamed. A stream that ends early has the stop ``cut-off``."""
        with translated(request.model):
            async with asyncio.timeout(seconds):  # the client's own bounds the wait for each part, not the whole
                if on_text is None and not self._streams:
                    return _read(await self._client.messages.create(**_call(request), timeout=seconds), request.model)
                return await self._streamed(request, seconds, on_text or _unheard)

    async def _streamed(self, request: Request, seconds: float, on_text: OnText) -> Reply:
        """Return the answer once its stream has ended."""
        async with self._client.messages.stream(**_call(request), timeout=seconds) as stream:
            if EVENTS not in stream.response.headers.get("content-type", EVENTS):
                raise Garbled(request.model)
            try:
                message = await _heard(stream, on_text)
            except NO_EVENTS as error:
                told = f"{request.model} broke off its answer, or what came is no stream of the Messages API"
                raise Interrupted(told) from error
            return _read(message, request.model).model_copy(update={"request_id": stream.request_id or ""})

    async def count(self, request: Request) -> int:
        """Return how many tokens the prompt has, its schema included; this call is free."""
        told = _call(request)
        names = ("model", "system", "messages", "tools", "output_config")
        asked = {name: told[name] for name in names if name in told}
        with translated(request.model):
            counted = await self._client.messages.count_tokens(**asked, timeout=CONNECT_SECONDS)
        tokens = getattr(counted, "input_tokens", None)
        if not isinstance(tokens, int):
            raise Garbled(request.model)
        return tokens


@asynccontextmanager
async def opened(settings: ClaudeSettings) -> AsyncIterator[Claude]:
    """Open a client; raise ``CannotDo`` where there is no key."""
    if not settings.key:
        raise CannotDo(NO_KEY)
    kept = max(KEPT_CONNECTIONS, settings.concurrency)
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=kept)
    with translated("Claude"):
        client = anthropic.AsyncAnthropic(
            api_key=settings.key,
            base_url=settings.url,
            max_retries=0,
            default_headers=_headers(settings),
            http_client=httpx2.AsyncClient(
                timeout=httpx2.Timeout(settings.call_seconds, connect=CONNECT_SECONDS), limits=limits
            ),
            open_telemetry={"propagation": False},
        )
    async with client:
        yield Claude(client, streams=settings.stream)


def _unheard(_text: str) -> None:
    """Let nobody hear what is written."""


def _headers(settings: ClaudeSettings) -> dict[str, Any]:
    """Return the headers that carry the key in place of ``Authorization``, where that is wanted."""
    if settings.key_header == "authorization":
        return {}
    return {"X-Api-Key": settings.key, "Authorization": anthropic.Omit()}


def _call(request: Request) -> dict[str, Any]:
    """Return the arguments of a call."""
    call: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.most_tokens,
        "system": request.system,
        "messages": list(request.messages),
    }
    output = _output(request)
    if output:
        call["output_config"] = output
    if request.tools:
        call["tools"] = [_tool(one) for one in request.tools]
        call |= _cached(request)
    return call


def _output(request: Request) -> dict[str, Any]:
    """Return what the answer must be like."""
    output: dict[str, Any] = {}
    if request.answer_schema:
        output["format"] = {"type": "json_schema", "schema": anthropic.transform_schema(request.answer_schema)}
    if request.effort:
        output["effort"] = request.effort
    return output


def _tool(tool: Tool) -> Block:
    """Return a tool as the API describes it; strict, so that its argument is there and is a text."""
    schema = {
        "type": "object",
        "properties": {tool.argument: {"type": "string"}},
        "required": [tool.argument],
        "additionalProperties": False,
    }
    return {"name": tool.name, "description": tool.description, "input_schema": schema, "strict": True}


def _cached(request: Request) -> dict[str, Any]:
    """Return the prompt of a conversation with marks for the cache: its next turn repeats all of it.

    A single question is not marked: writing to the cache costs a quarter more, and nothing would read it.
    """
    mark = {"cache_control": {"type": "ephemeral"}}
    *before, last = request.messages
    content = last["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
    blocks[-1] = {**blocks[-1], **mark}
    return {
        "system": [{"type": "text", "text": request.system, **mark}],
        "messages": [*before, {**last, "content": blocks}],
    }


async def _heard(stream: AsyncMessageStream[None], on_text: OnText) -> Message:
    """Return the message once its stream has ended; raise ``RuntimeError`` for a second one begun inside of it.

    A gateway may ask another model when the first breaks off: the SDK would put the pieces of both into one.
    """
    begun = False
    async for event in stream:
        if event.type == "text":
            on_text(whole(event.text))
        elif event.type == "message_start":
            if begun and stream.current_message_snapshot.content:
                message = "another message begins"
                raise RuntimeError(message)
            begun = True
    return await stream.get_final_message()


def _read(message: Any, model: str) -> Reply:
    """Return an answer as a value; raise ``Garbled`` where it is none: the SDK passes on whatever came as JSON."""
    try:
        reply = reply_of(message)
    except (AttributeError, TypeError, ValidationError) as error:
        raise Garbled(model) from error
    named = printable(reply.model)[:MOST_NAME_CHARACTERS].strip()
    return reply.model_copy(update={"model": named or model})


def reply_of(message: Message) -> Reply:
    """Return an answer of the SDK as a value."""
    content = tuple(_block(one) for one in message.content)
    usage = message.usage
    return Reply(
        text="".join(str(one.get("text") or "") for one in content if one.get("type") == "text"),
        content=content,
        stop=_stop(message.stop_reason),
        usage=Usage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cache_read_input_tokens or 0,
            cache_write_tokens=usage.cache_creation_input_tokens or 0,
        ),
        model=message.model,
        tool_uses=tuple(
            ToolUse(id=str(one.get("id")), name=str(one.get("name")), arguments=one.get("input"))
            for one in content
            if one.get("type") == "tool_use"
        ),
        request_id=getattr(message, "_request_id", None) or "",
    )


def _block(block: Any) -> Block:
    """Return a content block as the API wrote it, its texts whole, without what the SDK adds for itself."""
    told: Block = json_of(json.dumps(block.model_dump(mode="json", by_alias=True, exclude_unset=True)))
    return told


def _stop(reason: str | None) -> StopReason:
    """Return why an answer ended; none at all means that its stream was cut."""
    if reason is None:
        return "cut-off"
    if reason == "model_context_window_exceeded":
        return "max_tokens"  # another bound, and the same for whoever reads the answer: its end is missing
    if reason in _STOPS:
        return reason  # type: ignore[return-value]  # it is one of the literal's values
    logger.warning("a model stopped for a reason that is new", reason=reason)
    return "other"
