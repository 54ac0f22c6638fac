"""An answer as the Messages API writes it: one message as JSON, or the events of a stream."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from .counting import BYTES_PER_TOKEN, Prompt, answer_tokens, block_tokens
from .shapes import Answer, Block

Json = dict[str, Any]

DELTA_CHARACTERS = 24
"""Of a text or of the JSON of a tool's arguments, in one event."""
DELTAS_PER_PING = 20

_DELTAS: Mapping[str, tuple[str, str]] = {
    "text": ("text_delta", "text"),
    "thinking": ("thinking_delta", "thinking"),
    "tool_use": ("input_json_delta", "partial_json"),
}
"""Of each kind of block: what its deltas are called, and where they hold what is new."""
_REFUSAL = {
    "type": "refusal",
    "category": "cyber",
    "explanation": "This request was not answered, for it may do harm.",
    "recommended_model": None,
}


def limited(answer: Answer, most_tokens: int) -> Answer:
    """Return what fits in *most_tokens* of an answer; what was cut says so by its stop reason."""
    if answer_tokens(answer) <= most_tokens:
        return answer
    kept: list[Block] = []
    left = most_tokens
    for block in answer.blocks:
        if left <= 0:
            break
        kept.append(_cut(block, left) if block_tokens(block) > left else block)
        left -= block_tokens(block)
    return replace(answer, blocks=tuple(kept), stop="max_tokens")


def _cut(block: Block, tokens: int) -> Block:
    """Return the beginning of a block; of a tool's arguments nothing is left that could be read."""
    if block["type"] == "tool_use":
        return {**block, "input": {}}
    name = "thinking" if block["type"] == "thinking" else "text"
    beginning = str(block.get(name, "")).encode()[: tokens * BYTES_PER_TOKEN].decode(errors="ignore")
    return {**block, name: beginning}


def message_of(answer: Answer, model: str, digest: str, prompt: Prompt) -> Json:
    """Return an answer as one message; the same request has the same ids."""
    return {
        "model": model,
        "id": f"msg_01{digest[:22]}",
        "type": "message",
        "role": "assistant",
        "content": [_whole(block, place, digest) for place, block in enumerate(answer.blocks)],
        "stop_reason": answer.stop,
        "stop_sequence": None,
        "stop_details": _REFUSAL if answer.stop == "refusal" else None,
        "usage": _usage(prompt, answer_tokens(answer)),
    }


def _whole(block: Block, place: int, digest: str) -> Json:
    """Return a block with what only the vendor knows: the id of a tool use, and who asked for it."""
    if block["type"] != "tool_use":
        return dict(block)
    name = hashlib.sha256(f"{digest} {place}".encode()).hexdigest()[:22]
    return {**block, "id": f"toolu_01{name}", "caller": {"type": "direct"}}


def _usage(prompt: Prompt, output: int) -> Json:
    """Return what a call cost."""
    return {
        "input_tokens": prompt.fresh,
        "cache_creation_input_tokens": prompt.written,
        "cache_read_input_tokens": prompt.read,
        "cache_creation": {"ephemeral_5m_input_tokens": prompt.written, "ephemeral_1h_input_tokens": 0},
        "output_tokens": output,
        "service_tier": "standard",
        "inference_geo": "not_available",
    }


def events_of(message: Json) -> Iterator[Json]:
    """Yield the events in which a message is streamed, a ping among them here and there."""
    usage = message["usage"]
    first: Json = {"content": [], "stop_reason": None, "stop_details": None, "usage": {**usage, "output_tokens": 1}}
    yield {"type": "message_start", "message": {**message, **first}}
    for index, block in enumerate(message["content"]):
        yield from _block_events(index, block)
    ended = {name: message[name] for name in ("stop_reason", "stop_sequence", "stop_details")}
    spent = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    yield {"type": "message_delta", "delta": ended, "usage": {name: usage[name] for name in spent}}
    yield {"type": "message_stop"}


def _block_events(index: int, block: Json) -> Iterator[Json]:
    """Yield the events of one block."""
    yield {"type": "content_block_start", "index": index, "content_block": _empty(block)}
    for place, delta in enumerate(_deltas(block)):
        if place % DELTAS_PER_PING == 0:
            yield {"type": "ping"}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _empty(block: Json) -> Json:
    """Return a block as its first event shows it."""
    without: Mapping[str, Json] = {
        "text": {"text": ""},
        "thinking": {"thinking": "", "signature": ""},
        "tool_use": {"input": {}},
    }
    return block | without.get(block["type"], {})


def _deltas(block: Json) -> Iterator[Json]:
    """Yield what is said of a block piece by piece."""
    if block["type"] not in _DELTAS:
        return
    kind, name = _DELTAS[block["type"]]
    if kind == "input_json_delta":
        yield {"type": kind, name: ""}
    told = _streamed(block)
    for start in range(0, len(told), DELTA_CHARACTERS):
        yield {"type": kind, name: told[start : start + DELTA_CHARACTERS]}
    if "signature" in block:
        yield {"type": "signature_delta", "signature": block["signature"]}


def _streamed(block: Json) -> str:
    """Return what is streamed of a block: its text, or its arguments as JSON where there are any."""
    if block["type"] == "tool_use":
        return json.dumps(block["input"], ensure_ascii=False) if block["input"] else ""
    return str(block[block["type"]])


def said_in(event: Json) -> str:
    """Return what an event adds to the answer."""
    delta = event.get("delta") or {}
    return str(delta.get("text") or delta.get("thinking") or delta.get("partial_json") or "")
