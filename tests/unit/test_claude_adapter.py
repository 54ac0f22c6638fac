"""The SDK's adapter before answers that no server of the Messages API gives: each is an error with a meaning."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anthropic
import httpx2
import pytest

from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.errors import CannotDo, RetryLater
from shared.llm.breaking import Garbled, Interrupted
from shared.llm.claude import Claude
from shared.llm.live import MOST_PIECE_CHARACTERS, Pieces
from shared.llm.values import Reply, Tool
from tests.builders import at
from tests.growing import growth
from tests.unit.llm_fakes import Scripted, calls_of, make_order, make_reply, make_request

Json = dict[str, Any]

USAGE = {"input_tokens": 3, "output_tokens": 1}
MESSAGE: Json = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "content": [{"type": "text", "text": "Seven."}],
    "model": "claude-sonnet-5-5",
    "stop_reason": "end_turn",
    "usage": USAGE,
}
START: Json = {"type": "message_start", "message": {**MESSAGE, "content": [], "stop_reason": None}}
BLOCK: Json = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
DELTA: Json = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Seven."}}


@asynccontextmanager
async def adapter(answer: Callable[[httpx2.Request], httpx2.Response]) -> AsyncIterator[Claude]:
    """Return the adapter over a server that answers so."""
    transport = httpx2.AsyncClient(transport=httpx2.MockTransport(answer))
    client = anthropic.AsyncAnthropic(
        api_key="test", base_url="http://claude.test", max_retries=0, http_client=transport
    )
    async with client:
        yield Claude(client)


async def sent(response: httpx2.Response, *, streamed: bool = False) -> Reply:
    """Return what the adapter makes of one answer."""
    async with adapter(lambda _: response) as claude:
        return await claude.send(make_request(), 5.0, (lambda _: None) if streamed else None)


def events(*told: Json) -> bytes:
    """Return events as a stream holds them."""
    return "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in told).encode()


def stream(content: bytes) -> httpx2.Response:
    """Return a stream of events."""
    return httpx2.Response(200, content=content, headers={"content-type": "text/event-stream; charset=utf-8"})


NO_MESSAGES: dict[str, Callable[[], httpx2.Response]] = {
    "a page": lambda: httpx2.Response(200, html="<html>Welcome to the gateway</html>"),
    "nothing": lambda: httpx2.Response(200, content=b""),
    "an empty object": lambda: httpx2.Response(200, json={}),
    "a list": lambda: httpx2.Response(200, json=[]),
    "a text": lambda: httpx2.Response(200, json="Seven."),
    "an error with 200": lambda: httpx2.Response(200, json={"error": {"message": "no"}}),
    "no content": lambda: httpx2.Response(200, json={**MESSAGE, "content": None}),
    "a text as content": lambda: httpx2.Response(200, json={**MESSAGE, "content": "Seven."}),
    "no usage": lambda: httpx2.Response(200, json={**MESSAGE, "usage": None}),
    "a usage below nothing": lambda: httpx2.Response(200, json={**MESSAGE, "usage": {**USAGE, "input_tokens": -5}}),
    "no model": lambda: httpx2.Response(200, json={**MESSAGE, "model": None}),
}


@pytest.mark.parametrize("answer", NO_MESSAGES.values(), ids=NO_MESSAGES.keys())
async def test_what_is_no_message_says_to_look_at_the_address(answer: Callable[[], httpx2.Response]) -> None:
    """A gateway's own page answers 200, too; asking again would bring the same."""
    with pytest.raises(Garbled, match="none of the Messages API: is VOUCH_CLAUDE__URL right"):
        await sent(answer())


@pytest.mark.parametrize("content", [b'{"id": "msg_1", ', b'{"id": "\xff\xfe"}', b"not JSON"])
async def test_a_broken_body_may_come_whole_next_time(content: bytes) -> None:
    """It was an answer once, so its reservation counts."""
    with pytest.raises(Interrupted, match="broke off its answer"):
        await sent(httpx2.Response(200, content=content, headers={"content-type": "application/json"}))


@pytest.mark.parametrize("name", ["a page", "an empty object", "an error with 200"])
async def test_a_stream_that_is_no_stream_says_to_look_at_the_address(name: str) -> None:
    """A gateway that cannot stream answers at once."""
    with pytest.raises(Garbled, match="is VOUCH_CLAUDE__URL right"):
        await sent(NO_MESSAGES[name](), streamed=True)


BROKEN = {
    "nothing at all": b"",
    "no beginning": events(DELTA),
    "a block that was never begun": events(START, DELTA),
    "half an event": events(START, BLOCK) + b'event: content_block_delta\ndata: {"type": "conte\n\n',
    "no text": events(START, BLOCK) + b"\xff\xfe\n\n",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
async def test_a_broken_stream_is_tried_again(content: bytes) -> None:
    """The SDK raises whatever its code runs into; none of that is a bug of ours."""
    with pytest.raises(Interrupted, match="broke off its answer"):
        await sent(stream(content), streamed=True)


async def test_a_stream_that_only_ends_early_has_its_stop() -> None:
    """Events that nobody knows yet are passed over."""
    reply = await sent(stream(events(START, BLOCK, {"type": "news"}, DELTA)), streamed=True)

    assert (reply.text, reply.stop) == ("Seven.", "cut-off")


@pytest.mark.parametrize("streamed", [True, False])
async def test_half_a_character_is_replaced(streamed: bool) -> None:  # noqa: FBT001
    """JSON may hold one; neither the journal nor any message can."""
    heard: list[str] = []
    half = "Seven \ud83d."
    block = {**BLOCK, "content_block": {"type": "text", "text": ""}}
    delta = {**DELTA, "delta": {"type": "text_delta", "text": half}}
    body = json.dumps({**MESSAGE, "content": [{"type": "text", "text": half}]})
    plain = httpx2.Response(200, content=body, headers={"content-type": "application/json"})
    async with adapter(lambda _: stream(events(START, block, delta)) if streamed else plain) as claude:
        reply = await claude.send(make_request(), 5.0, heard.append if streamed else None)

    assert (reply.text, "".join(heard) or reply.text) == ("Seven \ufffd.", "Seven \ufffd.")
    assert reply.model_dump_json()


@pytest.mark.parametrize(
    ("named", "kept"), [("", "claude-sonnet-5-5"), (" \n", "claude-sonnet-5-5"), ("a\x1b[2Jb", "a [2Jb")]
)
async def test_who_answered_has_a_name_that_can_be_said(named: str, kept: str) -> None:
    """A gateway may leave it out; every answer of an agent names who made it, and a terminal shows it."""
    reply = await sent(httpx2.Response(200, json={**MESSAGE, "model": named}))
    endless = await sent(httpx2.Response(200, json={**MESSAGE, "model": "m" * 5_000}))

    assert (reply.model, len(endless.model)) == (kept, 200)


async def test_a_prompt_is_counted_with_its_tools_and_its_schema() -> None:
    """The vendor puts both before the prompt, and counts them."""
    asked: list[Json] = []

    def counting(request: httpx2.Request) -> httpx2.Response:
        asked.append(json.loads(request.content))
        return httpx2.Response(200, json={"input_tokens": 42})

    tools = (Tool(name="look", description="Looks.", argument="query"),)
    async with adapter(counting) as claude:
        assert await claude.count(make_request(tools=tools, answer_schema={"type": "object"})) == 42

    assert set(asked[0]) == {"model", "system", "messages", "tools", "output_config"}


@pytest.mark.parametrize("answer", [{"html": "<html>"}, {"json": {}}, {"json": {"input_tokens": None}}])
async def test_a_count_that_is_none_is_an_error(answer: dict[str, Any]) -> None:
    """No number may be made of it."""
    async with adapter(lambda _: httpx2.Response(200, **answer)) as claude:
        with pytest.raises(Garbled):
            await claude.count(make_request())


async def test_what_was_garbled_counts_as_paid_for() -> None:
    """The model may have answered, and a gateway spoilt it."""
    calls = calls_of(Scripted(Garbled("claude-x")))
    with pytest.raises(CannotDo):
        await calls.send(make_request())

    assert calls.spent.tokens > 1_000


class CannotCount(Scripted):
    """A gateway that answers, and cannot count."""

    def __init__(self, error: Exception, *says: Reply) -> None:
        super().__init__(*says)
        self.error = error

    async def count(self, request: object) -> int:
        """Refuse."""
        del request
        raise self.error


async def test_where_nobody_can_count_the_estimate_stands() -> None:
    """The answer is allowed to be shorter for it, and no allowance is passed."""
    model = CannotCount(CannotDo("there is no such address (404)"), make_reply("one"))
    calls = calls_of(model, order=make_order(allowance=m.Spending(tokens=1_500, usd=1.0)))

    assert (await calls.send(make_request())).text == "one"
    assert 300 <= model.asked[0].most_tokens < 800


async def test_counting_is_tried_again_only_while_there_is_time() -> None:
    """Or the order would pass in silence."""
    small = m.Spending(tokens=1_500, usd=1.0)
    with pytest.raises(RetryLater, match="overloaded"):
        await calls_of(CannotCount(RetryLater("overloaded")), order=make_order(allowance=small)).send(make_request())
    late = make_order(allowance=small, expires_at=at(12))
    with pytest.raises(CannotDo, match="overloaded; there is no time left"):
        await calls_of(CannotCount(RetryLater("overloaded")), order=late).send(make_request())


@pytest.mark.parametrize("seconds", [-60, 0, 5])
async def test_no_call_is_begun_where_no_time_is_left(seconds: float) -> None:
    """It would be broken off, and paid for; an answer of the journal still holds."""
    bucket, model = InMemoryBucket(), Scripted(make_reply("one"))
    await calls_of(model, bucket).send(make_request())
    late = make_order(expires_at=at(seconds))

    assert (await calls_of(Scripted(), bucket, late).send(make_request())).text == "one"
    with pytest.raises(CannotDo, match="no time left to ask a model"):
        await calls_of(Scripted(make_reply("two")), order=late).send(make_request())


async def test_a_blank_text_is_not_sent_back() -> None:
    """The API refuses a turn with one, which would end the conversation."""
    use = {"type": "tool_use", "id": "t1", "name": "look", "input": {}}
    request = make_request().answered(({"type": "text", "text": " "}, use, {"type": "text", "text": ""}))

    assert request.messages[-1] == {"role": "assistant", "content": [use]}
    assert make_request().answered(({"type": "text", "text": ""},)) == make_request()


@pytest.mark.parametrize("text", ["word " * 150 + "end.\n", "x", f"{'x' * 500}\n"])
def test_a_long_text_is_cut_into_pieces_at_once(text: str) -> None:
    """A journaled answer is heard whole: no piece is endless, and twice the text costs about twice as much."""
    whole = text * (1_000_000 // len(text))
    pieces = Pieces()
    cut = [*pieces.add(whole), pieces.last()]

    assert "".join(cut) == whole
    assert max(map(len, cut)) <= MOST_PIECE_CHARACTERS
    assert growth(lambda size: Pieces().add(whole[:size]), len(whole) // 8, len(whole)) < 24
