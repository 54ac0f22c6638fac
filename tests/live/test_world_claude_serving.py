"""The scripted Claude as the real SDK meets it: keys, refusals, streams, tokens, the cache, and who went away."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from typing import Any

import anthropic
import httpx
import pytest
from anthropic import AsyncAnthropic

from tests.claude.world.asking import (
    EVIDENCE,
    MODEL,
    SCHEMAS,
    TRIAL,
    answered,
    client_of,
    request,
    shape,
    tool,
)
from tests.waiting import until
from tests.world.claude import KEY, NO_ACCESS
from tests.world.claude.serving import Pace
from tests.world.serving import World

HELLO = {"role": "user", "content": "Hello"}


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Serve a world without literature."""
    async with World((), ()) as serving:
        yield serving


@pytest.fixture
async def client(world: World) -> AsyncIterator[AsyncAnthropic]:
    """Connect the SDK to it."""
    async with client_of(world.url("claude")) as connected:
        yield connected


async def noticed(world: World, status: str) -> None:
    """Wait until the last call has ended so."""
    await until(lambda: world.claude.calls[-1].status == status)


async def test_an_answer_is_a_message_with_what_it_cost(world: World, client: AsyncAnthropic) -> None:
    """Tokens are about a quarter of the bytes, and the request has a number of its own."""
    asked = request("judge", *EVIDENCE)

    message = await client.messages.create(**asked)
    again = await client.messages.create(**asked)

    size = len(json.dumps(asked, ensure_ascii=False).encode()) / 4
    assert (message.model, message.role, message.stop_reason) == (MODEL, "assistant", "end_turn")
    assert message.usage.input_tokens == pytest.approx(size, rel=0.15)
    assert message.usage.output_tokens == pytest.approx(len(message.content[0].to_json().encode()) / 4, rel=0.2)
    assert (message.id, message.content) == (again.id, again.content)
    assert message._request_id != again._request_id
    assert [(call.agent, call.status, call.stream) for call in world.claude.calls] == [("judge", "answered", False)] * 2


@pytest.mark.parametrize(
    ("key", "kind", "what"),
    [
        ("sk-wrong", anthropic.AuthenticationError, "authentication_error"),
        (NO_ACCESS, anthropic.PermissionDeniedError, "permission_error"),
    ],
)
async def test_a_key_that_does_not_do_is_refused(
    world: World, key: str, kind: type[anthropic.APIStatusError], what: str
) -> None:
    """By the class the SDK has for it, with the number of the request."""
    async with client_of(world.url("claude"), key) as client:
        with pytest.raises(kind) as refused:
            await client.messages.create(model=MODEL, max_tokens=10, messages=[HELLO])

    assert (refused.value.type, refused.value.request_id) == (what, "req_010000000000000000000001")
    assert world.claude.calls[0].status == f"error {refused.value.status_code} {what}"


async def test_the_key_may_travel_in_either_header(world: World) -> None:
    """Gateways want ``x-api-key``."""
    async with client_of(world.url("claude"), "") as client:
        told: dict[str, Any] = {"X-Api-Key": KEY, "Authorization": anthropic.Omit()}
        message = await client.messages.create(model=MODEL, max_tokens=10, messages=[HELLO], extra_headers=told)

    assert message.stop_reason == "end_turn"


async def test_an_unknown_model_is_not_found(client: AsyncAnthropic) -> None:
    """For a question and for a count."""
    with pytest.raises(anthropic.NotFoundError):
        await client.messages.create(model="claude-sonnet-1", max_tokens=10, messages=[HELLO])
    with pytest.raises(anthropic.NotFoundError):
        await client.messages.count_tokens(model="claude-sonnet-1", messages=[HELLO])


USE = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}]}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "seen"}]}
THOUGHT = {"role": "assistant", "content": [{"type": "thinking", "thinking": "Changed.", "signature": "mine"}]}
LOOSE = {"type": "object", "properties": {}}
BOUNDED = shape(score={"type": "integer", "maximum": 10})


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"extra_body": {"temperature": 0.2}}, "temperature: this parameter is not permitted"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"messages": []}, "messages: one at least"),
        ({"messages": [HELLO, {"role": "assistant", "content": "Well"}]}, "the last turn must be the user's"),
        ({"messages": [{"role": "user", "content": " "}]}, "must not be empty"),
        ({"messages": [HELLO, USE, HELLO]}, "no tool_result follows the tool_use toolu_1"),
        ({"messages": [HELLO, USE, RESULT, RESULT]}, "follows no tool_use of this id"),
        ({"messages": [HELLO, THOUGHT, HELLO]}, "must be sent back unchanged"),
        ({"messages": [{"role": "user", "content": [{"text": "no type"}, 7]}]}, "the expected shape"),
        ({"tools": [tool("look"), tool("look")]}, "a name of its own"),
        ({"tools": [tool("look") | {"input_schema": LOOSE}]}, "additionalProperties: false"),
        ({"tools": [tool("look")], "tool_choice": {"type": "any"}}, "cannot be forced"),
        ({"thinking": {"type": "disabled"}}, "always decides itself"),
        ({"output_config": {"effort": "heroic"}}, "heroic is not known"),
        ({"output_config": {"format": {"type": "json_schema", "schema": BOUNDED}}}, "maximum is not supported"),
        ({"messages": [{"role": "user", "content": "x" * 800_004}]}, "prompt is too long: it has 200001 tokens"),
    ],
)
async def test_what_the_vendor_does_not_take_is_refused(client: AsyncAnthropic, told: dict[str, Any], why: str) -> None:
    """A request that only a patient fake takes would fail where it counts."""
    asked: dict[str, Any] = {"model": MODEL, "max_tokens": 100, "messages": [HELLO]}

    with pytest.raises(anthropic.BadRequestError, match=why):
        await client.messages.create(**(asked | told))


async def test_json_is_kept_to_its_schema(client: AsyncAnthropic) -> None:
    """What the schema does not know is left out, what it needs is filled in, references are followed."""
    schema = {
        "title": "QueryPlan",
        **shape(
            searches={"type": "array", "items": {"$ref": "#/$defs/One"}},
            urgency={"enum": ["low", "high"]},
            note={"anyOf": [{"type": "string"}, {"type": "null"}]},
        ),
        "$defs": {"One": shape(source={"type": "string"}, most={"type": "integer"})},
    }
    asked = request("search", output_config={"format": {"type": "json_schema", "schema": schema}})

    message = await client.messages.create(**asked)

    assert json.loads(message.content[0].text) == {
        "searches": [{"source": name, "most": 0} for name in ("pubmed", "clinicaltrials", "europepmc")],
        "urgency": "low",
        "note": None,
    }


@pytest.mark.parametrize("agent", ["hypothesis", "retrieval"])
async def test_a_stream_says_what_the_message_says(world: World, client: AsyncAnthropic, agent: str) -> None:
    """Text and tools in parallel, piece by piece, with pings between them that the SDK passes over."""
    asked = request(agent, *(EVIDENCE if agent == "hypothesis" else ()))

    whole = await client.messages.create(**asked)
    async with client.messages.stream(**asked) as stream:
        kinds = [event.type async for event in stream]
        streamed = await stream.get_final_message()

    assert streamed.to_dict() == whole.to_dict()
    assert kinds.count("content_block_start") == len(whole.content)
    assert kinds.count("content_block_delta") > 5
    assert (world.claude.calls[1].stream, world.claude.calls[1].output_tokens) == (True, whole.usage.output_tokens)


async def test_events_are_written_as_the_vendor_writes_them(world: World) -> None:
    """Each with its name, a ping before the first delta, the end last."""
    asked = request("judge", TRIAL, stream=True)
    headers = {"x-api-key": KEY, "anthropic-version": "2023-06-01"}
    async with httpx.AsyncClient(base_url=world.url("claude")) as plain:
        answer = await plain.post("/v1/messages", json=asked, headers=headers)

    names = [line.removeprefix("event: ") for line in answer.text.splitlines() if line.startswith("event: ")]
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["request-id"].startswith("req_")
    assert names[:4] == ["message_start", "content_block_start", "ping", "content_block_delta"]
    assert names[-3:] == ["content_block_stop", "message_delta", "message_stop"]


async def test_thinking_comes_first_and_is_sent_back_unchanged(client: AsyncAnthropic) -> None:
    """With its signature, streamed or not."""
    asked = request("report", *EVIDENCE, thinking={"type": "adaptive"})
    whole = await client.messages.create(**asked)
    async with client.messages.stream(**asked) as stream:
        streamed = await stream.get_final_message()

    after = await client.messages.create(**request("report", *EVIDENCE, turns=answered(whole.content, "S1, S2")))

    assert [block.type for block in whole.content] == ["thinking", "tool_use"]
    assert streamed.content == whole.content
    assert after.content[0].text.startswith("# Does velasartan")


async def test_an_answer_ends_where_it_was_told_to(world: World, client: AsyncAnthropic) -> None:
    """In the middle of its JSON, and it says so."""
    message = await client.messages.create(**request("judge", *EVIDENCE, max_tokens=20))

    assert (message.stop_reason, message.usage.output_tokens) == ("max_tokens", 20)
    assert len(message.content[0].text.encode()) == 80
    assert world.claude.calls[0].output_tokens == 20


async def test_what_was_marked_is_written_to_the_cache_once_and_then_read(client: AsyncAnthropic) -> None:
    """A longer conversation reads the beginning that it shares with a shorter one; another model reads nothing."""
    mark = {"cache_control": {"type": "ephemeral"}}
    system = [{"type": "text", "text": "Be honest. " * 100, **mark}]

    def turn(text: str) -> dict[str, Any]:
        return {"role": "user", "content": [{"type": "text", "text": text, **mark}]}

    async def cost(*turns: dict[str, Any], model: str = MODEL) -> tuple[int, int, int]:
        told = {"model": model, "max_tokens": 10, "system": system, "messages": list(turns)}
        usage = (await client.messages.create(**told)).usage
        return usage.input_tokens, usage.cache_creation_input_tokens or 0, usage.cache_read_input_tokens or 0

    first, second = {"role": "user", "content": "a" * 400}, turn("b" * 400)
    assert await cost(turn("a" * 400)) == (0, 375, 0)
    assert await cost(turn("a" * 400)) == (0, 0, 375)
    assert await cost(first, second) == (0, 100, 375)
    assert await cost(turn("c" * 400)) == (0, 100, 275)
    assert await cost(turn("a" * 400), model="claude-haiku-5-5") == (0, 375, 0)


async def test_tokens_are_counted_without_a_call(world: World, client: AsyncAnthropic) -> None:
    """As many as the call then costs."""
    asked = request("retrieval")
    counted = await client.messages.count_tokens(**{name: asked[name] for name in asked if name != "max_tokens"})

    message = await client.messages.create(**asked)

    assert counted.input_tokens == message.usage.input_tokens
    assert (world.claude.log.counted, len(world.claude.calls)) == (1, 1)


async def test_a_call_is_written_down_with_a_digest_of_what_was_asked(world: World, client: AsyncAnthropic) -> None:
    """Of messages, system and tools, so that a test sees whether the same was asked twice."""
    asked = request("search")
    await client.messages.create(**asked)
    await client.messages.create(**(asked | {"max_tokens": 500}))
    await client.messages.create(**(asked | {"system": "Be quick."}))

    told = {"messages": asked["messages"], "system": asked["system"], "tools": None}
    wanted = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digests = [call.digest for call in world.claude.calls]
    assert digests[:2] == [hashlib.sha256(wanted.encode()).hexdigest()] * 2
    assert digests[2] != digests[0]


async def test_a_client_that_leaves_a_stream_is_noticed(world: World, client: AsyncAnthropic) -> None:
    """That is how cancelling is seen from the other side; only what was sent counts."""
    world.claude.pace = Pace(pause_seconds=0.02)

    async with client.messages.stream(**request("judge", *EVIDENCE)) as stream:
        async for _ in stream.text_stream:
            break
    await noticed(world, "aborted by the client")

    call = world.claude.calls[0]
    assert 0 < call.output_tokens < 100
    assert world.claude.log.in_flight == 0


async def test_a_client_that_does_not_wait_is_noticed(world: World, client: AsyncAnthropic) -> None:
    """Before the answer begins."""
    world.claude.pace = Pace(latency_seconds=60)

    with pytest.raises(anthropic.APITimeoutError):
        await client.messages.create(**request("search"), timeout=0.1)
    await noticed(world, "aborted by the client")


async def test_calls_in_flight_are_counted(world: World, client: AsyncAnthropic) -> None:
    """A limit on concurrent calls is held against this."""
    world.claude.pace = Pace(latency_seconds=0.1)

    await asyncio.gather(*(client.messages.create(**request("search", max_tokens=n)) for n in (1, 2, 3)))

    assert sorted(call.in_flight for call in world.claude.calls) == [1, 2, 3]
    assert (world.claude.log.most_in_flight, world.claude.log.in_flight) == (3, 0)


async def test_answers_may_be_longer_than_they_need_be(world: World, client: AsyncAnthropic) -> None:
    """By a number that depends on seed and request alone; the JSON stays what it was."""
    asked = [request("judge", TRIAL, max_tokens=n) for n in (3_000, 3_001)]
    plain = await client.messages.create(**asked[0])
    lengths = []
    for seed in (1, 1, 2):
        world.claude.pace = Pace(most_extra_tokens=1_000, seed=seed)
        message = await client.messages.create(**asked[0])
        assert json.loads(message.content[0].text) == json.loads(plain.content[0].text)
        lengths.append(message.usage.output_tokens - plain.usage.output_tokens)

    assert lengths[0] == lengths[1] != lengths[2]
    assert all(0 <= length <= 1_001 for length in lengths)


async def test_whoever_is_none_of_the_five_is_answered_too(client: AsyncAnthropic) -> None:
    """In text, or with the least that a schema allows."""
    schema = SCHEMAS["judge"] | {"title": "Weather"}
    asked = request("judge", output_config={"format": {"type": "json_schema", "schema": schema}})

    message = await client.messages.create(**asked)

    assert json.loads(message.content[0].text)["clinical_score"] == 0
