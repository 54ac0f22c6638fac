"""Every recorded answer of Claude by our adapter, over a real socket: what is used is read, all else is refused."""

import json
from collections.abc import AsyncIterator

import pytest

from shared.errors import CannotDo, RetryLater
from shared.llm.breaking import Interrupted
from shared.llm.values import Reply
from tests.recorded.claude_exchanges import Exchange, Json, fixtures, interactions, refusals, streamed
from tests.recorded.report_claude import NAME, SECONDS, Reader, opened, readings, request, rows
from tests.world.replaying import Recorded

READ = {
    "anthropic/interactions": (377, 347),
    "anthropic/vercel_fixtures": (81, 79),
    "messages, whole": (306, 306),
    "messages, streamed": (110, 107),
    "tools": (183, 182),
    "strict tools": (15, 15),
    "parallel tools": (14, 14),
    "results of tools": (61, 61),
    "structured output": (24, 24),
    "thinking": (69, 67),
    "redacted thinking": (3, 3),
    "cache": (19, 19),
    "max_tokens": (11, 11),
    "refusal": (3, 3),
    "stop sequence": (3, 3),
    "no text": (99, 98),
    "errors": (15, 15),
    "a delay with an answer": (26, 26),
    "counting tokens": (6, 6),
    "structured output, older (not used)": (3, 3),
    "web search, web fetch (not used)": (25, 25),
    "code execution (not used)": (33, 33),
    "tool search, advisor (not used)": (26, 26),
    "MCP (not used)": (5, 3),
    "citations (not used)": (19, 19),
    "images, documents (not used)": (10, 10),
    "batches (not used)": (8, 0),
    "files (not used)": (16, 1),
    "/v1/complete (not used)": (6, 0),
}
"""By feature: how many exchanges have it, and how many of those are read."""

OVERLOADED: Json = {"type": "error", "error": {"type": "overloaded_error", "message": "Busy"}}


@pytest.fixture
async def reader() -> AsyncIterator[Reader]:
    """Open a server of recordings and what asks it."""
    async with opened() as one:
        yield one


def streams() -> list[Exchange]:
    """Return the recorded messages that were streamed, less the one in which a second begins."""
    found = [one for one in (*interactions(), *fixtures()) if one.message and one.streamed]
    return [one for one in found if not one.file.startswith("spliced")]


def lines(exchange: Exchange) -> list[str]:
    """Return the events of a stream, each as a line."""
    return [json.dumps(event) for event in exchange.events]


async def sent(reader: Reader, answer: Recorded) -> Reply:
    """Return what our adapter makes of a stream."""
    reader.server.answers[NAME] = answer
    return await reader.ours.send(request(), SECONDS, lambda _: None)


def test_all_that_is_used_is_read_as_it_was_recorded() -> None:
    """Text, stop, tool uses, usage, model, number and content; the last is sent back as the bare SDK sends it."""
    assert {row.folder.removeprefix("claude: "): (row.records, row.parsed) for row in rows()} == READ


def test_what_is_refused_is_another_endpoint_or_a_stream_that_nobody_can_put_together() -> None:
    """Arguments of an MCP tool, which the SDK drops from streams, and a stream in which a second message begins."""
    refused = [one for one in readings() if not one.read]
    elsewhere = [one for one in refused if not one.exchange.message]
    streamed_tools = [one for one in refused if one.exchange.kinds("mcp_tool_use")]
    (spliced,) = (one for one in refused if one not in elsewhere and one not in streamed_tools)

    assert all("none of the Messages API" in one.reason or "no stream of" in one.reason for one in elsewhere)
    assert {one.exchange.path.split("/")[2] for one in elsewhere} == {"messages", "files", "complete"}
    assert len(elsewhere) == 29
    assert {one.differs for one in streamed_tools} == {("content",)}
    assert isinstance(spliced.refused, Interrupted)
    assert spliced.exchange.file.startswith("spliced")


def test_what_was_read_can_be_journaled() -> None:
    """A replayed order must find the same answer."""
    replies = [one.reply for one in readings() if isinstance(one.reply, Reply)]

    assert len(replies) == 415
    assert all(Reply.model_validate_json(one.model_dump_json()) == one for one in replies)


def test_errors_mean_what_their_status_says() -> None:
    """What was wrong is wrong again; what was too much is tried later, at once where no delay is named."""
    failed = [(one.exchange.answer.status, one.refused) for one in readings() if one.exchange.answer.status >= 400]

    assert sorted({status for status, error in failed if isinstance(error, CannotDo)}) == [400, 401, 404]
    assert sorted({status for status, error in failed if isinstance(error, RetryLater)}) == [429, 529]
    assert {error.after_seconds for _, error in failed if isinstance(error, RetryLater)} == {0.0}


@pytest.mark.parametrize("number", range(7))
async def test_the_delay_that_a_busy_server_names_is_kept(reader: Reader, number: int) -> None:
    """None of those that were noted down had kept its header."""
    busy = refusals()[number].answer
    answer = Recorded(busy.status, {**busy.headers, "retry-after": "7"}, busy.body)

    with pytest.raises(RetryLater) as refused:
        await sent(reader, answer)

    assert type(refused.value) is RetryLater
    assert refused.value.after_seconds == 7.0


async def test_a_stream_without_its_end_is_cut_off(reader: Reader) -> None:
    """All that came is kept, and its stop says that it is not whole; a message that came at once has its own."""
    cut = 0
    for exchange in streams():
        kept = [place for place, event in enumerate(exchange.events) if event["type"] == "message_delta"]
        if kept:
            reply = await sent(reader, streamed(lines(exchange)[: kept[-1]]))
            assert reply.stop == "cut-off", exchange.file
            assert reply.text == "".join(one["text"] for one in exchange.kinds("text"))
            cut += 1

    assert cut == 96


async def test_half_of_a_stream_is_never_a_whole_answer(reader: Reader) -> None:
    """Wherever its bytes end, inside of an event or of a character."""
    stops = set[str]()
    for exchange in streams():
        body = exchange.answer.body
        try:
            stops.add((await sent(reader, Recorded(200, exchange.answer.headers, body[: len(body) // 2]))).stop)
        except Interrupted:
            stops.add("interrupted")

    assert stops == {"cut-off", "interrupted"}


async def test_an_error_in_the_middle_of_a_stream_interrupts_it(reader: Reader) -> None:
    """It may be tried again, and what was set aside for it may be spent."""
    for exchange in streams():
        told = lines(exchange)
        broken = streamed([*told[: len(told) // 2], json.dumps(OVERLOADED)])
        with pytest.raises(Interrupted, match="overloaded_error"):
            await sent(reader, broken)
