"""Our adapter before a real server whose answers are written here: what is kept of them, and what is not believed."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import SecretStr

from shared.errors import CannotDo
from shared.llm import claude
from shared.llm.failing import Interrupted
from shared.llm.values import Reply
from shared.settings import ClaudeSettings
from tests.unit.llm_fakes import make_request
from tests.world.replaying import Recorded, Replaying

Json = dict[str, Any]

NAME = "claude-written"
NUMBER = "req_7"
MOST = 30
"""Calls in flight."""

MESSAGE: Json = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": NAME,
    "content": [],
    "stop_reason": None,
    "usage": {"input_tokens": 3, "output_tokens": 1},
}
START: Json = {"type": "message_start", "message": MESSAGE}
BLOCK: Json = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
END: Json = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}}


def said(text: str) -> Json:
    """Return the event that brings a text."""
    return {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}


@dataclass(frozen=True)
class Asking:
    """A server, and our adapter at it."""

    server: Replaying
    model: claude.Claude

    async def ask(self, *, streamed: bool = False) -> Reply:
        """Return the answer of the server."""
        return await self.model.send(make_request(model=NAME), 10, (lambda _: None) if streamed else None)

    async def answered(self, *content: Json) -> Reply:
        """Return what becomes of an answer that is not streamed."""
        body = {**MESSAGE, "content": list(content), "stop_reason": "end_turn"}
        self.server.answers[NAME] = Recorded(200, {"content-type": "application/json"}, json.dumps(body).encode())
        return await self.ask()

    async def streamed(self, *events: Json) -> Reply:
        """Return what becomes of a stream."""
        body = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)
        headers = {"content-type": "text/event-stream", "request-id": NUMBER}
        self.server.answers[NAME] = Recorded(200, headers, body.encode())
        return await self.ask(streamed=True)


@pytest.fixture
async def asking() -> AsyncIterator[Asking]:
    """Open both."""
    async with Replaying() as server:
        settings = ClaudeSettings(url=server.url, api_key=SecretStr("sk-test"), concurrency=MOST)
        async with claude.opened(settings) as model:
            yield Asking(server, model)


async def test_a_streamed_answer_has_its_number(asking: Asking) -> None:
    """It is in the headers alone, and what the vendor's support asks for."""
    assert (await asking.streamed(START, BLOCK, said("Seven."), END)).request_id == NUMBER


async def test_what_was_said_goes_back_with_all_its_nulls(asking: Asking) -> None:
    """Nothing is added, and nothing that was there is dropped, in a tool's arguments neither."""
    text = {"type": "text", "text": "I look.", "citations": None}
    use = {"type": "tool_use", "id": "t1", "name": "look", "input": {"query": "x", "since": None}}

    reply = await asking.answered(text, use)

    assert list(reply.content) == [text, use]


async def test_a_second_message_inside_of_the_first_is_not_mixed_with_it(asking: Asking) -> None:
    """A gateway may ask another model when one breaks off: the SDK would write one text over the other."""
    with pytest.raises(Interrupted, match="broke off"):
        await asking.streamed(START, BLOCK, said("Seven or "), START, BLOCK, said("Eight."), END)


async def test_a_beginning_that_is_told_twice_does_no_harm(asking: Asking) -> None:
    """Nothing had been said yet."""
    reply = await asking.streamed(START, START, BLOCK, said("Seven."), END)

    assert (reply.text, reply.stop) == ("Seven.", "end_turn")


async def test_connections_are_kept_for_all_calls_that_may_be_in_flight(asking: Asking) -> None:
    """Connecting anew takes longer than anything else that is done here."""
    await asking.answered({"type": "text", "text": "Seven."})

    for _ in range(4):
        await asyncio.gather(*(asking.ask() for _ in range(MOST)))

    assert len(asking.server.ports) <= MOST


async def test_where_nothing_was_recorded_the_server_says_so(asking: Asking) -> None:
    """A wrong name in a test must not pass for an answer."""
    with pytest.raises(CannotDo, match="404"):
        await asking.ask()
