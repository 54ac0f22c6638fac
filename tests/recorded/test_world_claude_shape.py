"""What the scripted Claude says has the keys and types that the real one's recorded answers have, and no other."""

import json
from collections.abc import AsyncIterator, Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

import httpx
import pytest

from tests.claude.world.asking import EVIDENCE, request
from tests.recordings import recording
from tests.world.claude import KEY
from tests.world.claude.composing import message_of
from tests.world.claude.counting import Prompt
from tests.world.claude.shapes import Answer
from tests.world.serving import World

Shape = dict[str, set[str]]
"""Path of a key, and the types that its values have."""

OF_ITS_OWN = ("input/", "usage/output_tokens_details", "usage/server_tool_use", "stop_details/")
"""Paths that hang on what was asked, or on tools that run at the vendor's."""
HEADERS = {"x-api-key": KEY, "anthropic-version": "2023-06-01"}

SEARCHING = request("search")
MARKED = request("retrieval", cache_control={"type": "ephemeral"}, thinking={"type": "adaptive"})
"""Tools in parallel, behind thinking, with a mark for the cache."""
CUT = request("judge", *EVIDENCE, max_tokens=20)


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """Connect to a world without literature."""
    async with World((), ()) as world, httpx.AsyncClient(base_url=world.url("claude"), headers=HEADERS) as plain:
        yield plain


@cache
def recorded() -> tuple[dict[str, Any], ...]:
    """Return the recorded exchanges with the Messages API, the older API left out."""
    files = sorted(recording("anthropic/interactions").glob("*/*.json"))
    kept = (json.loads(file.read_text(encoding="utf-8")) for file in files)
    return tuple(one for one in kept if one["request"]["url"].split("?")[0].endswith("/v1/messages"))


def events(text: str) -> Iterator[dict[str, Any]]:
    """Yield the events of a stream."""
    yield from (json.loads(line[5:]) for line in text.splitlines() if line.startswith("data:"))


def is_stream(text: str) -> bool:
    """Say whether a body is a stream of events."""
    return text.lstrip().startswith("event:")


def recorded_messages() -> list[dict[str, Any]]:
    """Return the messages that were answered whole."""
    found = (one["response"] for one in recorded() if one["response"]["status"] == HTTPStatus.OK)
    whole = (json.loads(one["body_text"]) for one in found if not is_stream(one["body_text"]))
    return [one for one in whole if one.get("type") == "message"]


def recorded_events() -> list[dict[str, Any]]:
    """Return the events of all streams."""
    streams = (one["response"]["body_text"] for one in recorded() if is_stream(one["response"]["body_text"]))
    return [event for text in streams for event in events(text)]


def recorded_errors() -> list[dict[str, Any]]:
    """Return the bodies of errors that have a number."""
    found = (one["response"] for one in recorded() if one["response"]["status"] != HTTPStatus.OK)
    return [body for one in found if "request_id" in (body := json.loads(one["body_text"]))]


def shape(value: object, above: str = "") -> Shape:
    """Return the keys of a value with the types below them; blocks and deltas are told apart by their type."""
    found: Shape = {}
    if isinstance(value, dict):
        kind = f"<{value['type']}>" if isinstance(value.get("type"), str) else ""
        for name, inner in value.items():
            path = f"{above}{kind}{name}"
            found.setdefault(path, set()).add(type(inner).__name__)
            _merge(found, shape(inner, f"{path}/"))
    if isinstance(value, list):
        for inner in value:
            _merge(found, shape(inner, above))
    return found


def _merge(found: Shape, other: Shape) -> None:
    """Add what *other* has seen."""
    for path, kinds in other.items():
        found.setdefault(path, set()).update(kinds)


def shapes(values: list[dict[str, Any]]) -> Shape:
    """Return the shape of several values together."""
    found: Shape = {}
    for value in values:
        _merge(found, shape(value))
    return found


def strange(said: Shape, real: Shape) -> dict[str, set[str]]:
    """Return what we say and the vendor does not: keys, or types of their values."""
    plain = {path: kinds for path, kinds in said.items() if not any(one in path for one in OF_ITS_OWN)}
    return {path: kinds - real.get(path, set()) for path, kinds in plain.items() if kinds - real.get(path, set())}


async def test_messages_are_of_the_recorded_shape(client: httpx.AsyncClient) -> None:
    """Text, thinking and tools; each key that every real message has is there."""
    real = recorded_messages()
    said = [(await client.post("/v1/messages", json=asked)).json() for asked in (SEARCHING, MARKED, CUT)]

    assert strange(shapes(said), shapes(real)) == {}
    needed = set.intersection(*(set(one) for one in real))
    assert all(needed <= set(one) for one in said)
    assert {block["type"] for one in said for block in one["content"]} == {"text", "thinking", "tool_use"}


async def test_events_are_of_the_recorded_shape(client: httpx.AsyncClient) -> None:
    """Every kind of event and of delta that text, thinking and tools need."""
    real = recorded_events()
    answers = [await client.post("/v1/messages", json=asked | {"stream": True}) for asked in (SEARCHING, MARKED, CUT)]
    said = [event for answer in answers for event in events(answer.text)]

    assert strange(shapes(said), shapes(real)) == {}
    assert {one["type"] for one in said} == {one["type"] for one in real}
    deltas = {one["delta"]["type"] for one in said if one["type"] == "content_block_delta"}
    assert deltas == {"text_delta", "thinking_delta", "signature_delta", "input_json_delta"}


async def test_the_usage_is_told_as_it_was_recorded(client: httpx.AsyncClient) -> None:
    """The same keys as most of the newer answers have, counts as whole numbers."""
    real = [one["usage"] for one in recorded_messages() if "inference_geo" in one["usage"]]

    said = (await client.post("/v1/messages", json=MARKED)).json()["usage"]

    assert set(said) in [set(one) for one in real]
    assert said["cache_creation"].keys() == real[0]["cache_creation"].keys()
    assert said["cache_creation_input_tokens"] == said["cache_creation"]["ephemeral_5m_input_tokens"] > 0


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ({"model": "claude-sonnet-1"}, "not_found_error"),
        ({"max_tokens": 0}, "invalid_request_error"),
        ({"messages": [{"role": "user", "content": "x" * 900_000}]}, "invalid_request_error"),
    ],
)
async def test_errors_are_of_the_recorded_shape(client: httpx.AsyncClient, told: dict[str, Any], kind: str) -> None:
    """An envelope, a type, a sentence and the number of the request."""
    real = [one for one in recorded_errors() if one["error"]["type"] == kind]
    answer = await client.post("/v1/messages", json=SEARCHING | told)
    said = answer.json()

    assert shape(said) == shapes(real)
    assert said["request_id"] == answer.headers["request-id"]


async def test_a_refusal_has_the_details_that_were_recorded() -> None:
    """What the vendor says beside the stop reason."""
    path = recording("anthropic/vercel_fixtures/anthropic-refusal.json")
    real = json.loads(path.read_text(encoding="utf-8"))

    said = message_of(Answer(stop="refusal"), "claude-sonnet-5-5", "a" * 64, Prompt(10))

    assert set(said) == set(real)
    assert set(said["stop_details"]) == set(real["stop_details"])


async def test_a_refused_key_is_told_as_it_was_recorded(client: httpx.AsyncClient) -> None:
    """By status and type."""
    real = next(one["response"] for one in recorded() if one["response"]["status"] == HTTPStatus.UNAUTHORIZED)

    answer = await client.post("/v1/messages", json=SEARCHING, headers={"x-api-key": "sk-wrong"})

    assert (answer.status_code, answer.json()["error"]["type"]) == (
        real["status"],
        json.loads(real["body_text"])["error"]["type"],
    )
    assert answer.headers["x-should-retry"] == real["headers"]["x-should-retry"]
