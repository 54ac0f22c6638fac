"""Asks the same through a gateway and without it, with Claude's own SDK: request and answer must be the same."""

import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from anthropic import AsyncAnthropic, Omit
from anthropic.types import Message

from tests.claude.world.asking import EVIDENCE, answered, request
from tests.gateway.rows import Row
from tests.gateway.tapping import Json, Tap
from tests.world.control import Control

SECONDS = 30.0
SLOWLY = 0.01
"""Between two deltas, so that one can tell a stream from an answer that comes at its end."""

TOOLS = "strict tools, marked for the cache"

HEADERS = ("authorization", "x-api-key")


@dataclass(frozen=True)
class Place:
    """Somewhere to ask."""

    url: str
    key: str


@dataclass(frozen=True)
class Bench:
    """A gateway before the scripted Claude, a tap between them, and the way round the gateway."""

    gateway: Place
    direct: Place
    tap: Tap
    control: Control


def client(place: Place, header: str) -> AsyncAnthropic:
    """Return the SDK, with the key in one of the headers."""
    own: dict[str, Any] = {"X-Api-Key": place.key, "Authorization": Omit()} if header == "x-api-key" else {}
    return AsyncAnthropic(api_key=place.key, base_url=place.url, max_retries=0, timeout=SECONDS, default_headers=own)


def asked(header: str) -> Mapping[str, Json]:
    """Return requests of every kind that the agents of Vouch make."""
    mark = {"cache_control": {"type": "ephemeral"}}
    json_wanted = request("judge", *EVIDENCE)
    json_wanted["output_config"]["effort"] = "low"
    tools = request("retrieval", *EVIDENCE)
    tools["system"] = [{"type": "text", "text": f"Be honest, by {header}.", **mark}]
    return {
        "prose": request("other", *EVIDENCE),
        "JSON of a schema, with effort": json_wanted,
        TOOLS: tools,
        "a model of its own": request("search", model="claude-haiku-5-5"),
        "an early end": request("judge", *EVIDENCE, max_tokens=20),
    }


async def compared(bench: Bench, header: str) -> AsyncIterator[Row]:
    """Yield whether each kind of request, and its answer, is the same with and without the gateway."""
    async with client(bench.gateway, header) as through, client(bench.direct, "authorization") as around:
        for kind, wanted in asked(header).items():
            yield await _plain(bench, through, around, kind, wanted)
        yield await _conversation(bench, through, around, asked(header)[TOOLS])
        yield await _streamed(bench, through, around)
        yield await _counted(bench, through, around)


async def _plain(bench: Bench, through: AsyncAnthropic, around: AsyncAnthropic, what: str, wanted: Json) -> Row:
    """Compare one answer that comes whole."""
    await bench.control.reset()
    got, body = await through.messages.create(**wanted), bench.tap.bodies[-1]
    await bench.control.reset()
    return _row(what, (got, body), (await around.messages.create(**wanted), bench.tap.bodies[-1]))


async def _conversation(bench: Bench, through: AsyncAnthropic, around: AsyncAnthropic, wanted: Json) -> Row:
    """Compare the turn after tools were used, whose beginning is read from the cache."""
    await bench.control.reset()
    content = (await through.messages.create(**wanted)).content
    results = ["<result>found</result>" for block in content if block.type == "tool_use"]
    later = wanted | {"messages": [*wanted["messages"], *answered(content, *results)]}
    got, body = await through.messages.create(**later), bench.tap.bodies[-1]
    await bench.control.reset()
    await around.messages.create(**wanted)
    row = _row(
        "tools that have answered",
        (got, body),
        (await around.messages.create(**later), bench.tap.bodies[-1]),
    )
    read = got.usage.cache_read_input_tokens or 0
    return Row(row.what, row.well and bool(results) and read > 0, f"{row.said}; {read} tokens from the cache")


async def _streamed(bench: Bench, through: AsyncAnthropic, around: AsyncAnthropic) -> Row:
    """Compare an answer that is streamed: it must come as it is written, not at its end."""
    wanted = request("judge", *EVIDENCE)
    await bench.control.reset()
    await bench.control.pace(pause_seconds=SLOWLY)
    async with through.messages.stream(**wanted) as stream:
        began = time.monotonic()
        times = [time.monotonic() - began async for _ in stream.text_stream]
        got, body = await stream.get_final_message(), bench.tap.bodies[-1]
    await bench.control.reset()
    async with around.messages.stream(**wanted) as stream:
        row = _row("a stream", (got, body), (await stream.get_final_message(), bench.tap.bodies[-1]))
    early = times[0] < times[-1] / 2
    said = f"{row.said}; {len(times)} pieces within {times[-1]:.1f} s, the first after {times[0]:.1f} s"
    return Row(row.what, row.well and early, said)


async def _counted(bench: Bench, through: AsyncAnthropic, around: AsyncAnthropic) -> Row:
    """Compare how many tokens a prompt is said to have."""
    wanted = request("retrieval", *EVIDENCE)
    wanted.pop("max_tokens")
    await bench.control.reset()
    got = (await through.messages.count_tokens(**wanted)).input_tokens
    right = (await around.messages.count_tokens(**wanted)).input_tokens
    by_vendor = (await bench.control.claude()).counted == 2
    return Row("tokens counted", got == right and by_vendor, f"{got}; the vendor says {right}")


def _row(what: str, got: tuple[Message, Json], right: tuple[Message, Json]) -> Row:
    """Compare answers and what the vendor was sent."""
    differing = [
        *(f"the answer's {name}" for name in differences(_told(got[0]), _told(right[0]))),
        *(f"the request's {name}" for name in differences(_sent(got[1]), _sent(right[1]))),
    ]
    same = f"the same, {got[0].usage.output_tokens} tokens, {got[0].stop_reason}"
    return Row(what, not differing, f"differs in {', '.join(differing)}" if differing else same)


def differences(one: Json, other: Json) -> list[str]:
    """Return the names whose values differ."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def _told(message: Message) -> Json:
    """Return an answer without what is left empty."""
    return message.model_dump(mode="json", exclude_none=True)


def _sent(body: Json) -> Json:
    """Return a request without what means the same as nothing."""
    return {name: value for name, value in body.items() if (name, value) != ("stream", False)}
