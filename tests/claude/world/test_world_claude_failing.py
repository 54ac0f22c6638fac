"""How calls of the scripted Claude fail on their way: streams that stall, break and end early, refusals with delays."""

import time

import anthropic
import pytest
from anthropic import AsyncAnthropic

from tests.claude.world.asking import BRIEFLY_SECONDS, BROKEN, streamed, turn_of
from tests.waiting import until
from tests.world.claude.serving import Pace
from tests.world.serving import World


async def test_a_stream_may_stall_until_the_client_leaves(world: World, client: AsyncAnthropic) -> None:
    """Half of it has come; the server learns that nobody waits any more."""
    world.claude.behave("report", "stalls", times=2)

    with pytest.raises(BROKEN):
        await streamed(client, seconds=BRIEFLY_SECONDS)
    with pytest.raises(anthropic.APITimeoutError):
        await client.messages.create(**turn_of("report"), timeout=BRIEFLY_SECONDS)
    await until(lambda: all(call.status == "aborted by the client" for call in world.claude.calls))

    assert world.claude.calls[0].output_tokens > world.claude.calls[1].output_tokens == 0


async def test_a_connection_may_break(world: World, client: AsyncAnthropic) -> None:
    """In the middle, in both forms."""
    world.claude.behave("report", "dies", times=2)

    with pytest.raises(BROKEN):
        await streamed(client)
    with pytest.raises(BROKEN):
        await client.messages.create(**turn_of("report"))

    assert [call.status for call in world.claude.calls] == ["broken off"] * 2


async def test_a_stream_may_end_early_without_any_error(world: World, client: AsyncAnthropic) -> None:
    """Only the missing stop reason tells."""
    world.claude.behave("report", "ends early")

    message = await streamed(client)

    assert (message.stop_reason, world.claude.calls[0].status) == (None, "ended early")
    assert message.content[0].type == "text"


async def test_an_error_may_come_in_the_middle_of_a_stream(world: World, client: AsyncAnthropic) -> None:
    """With the status of a success; an answer without a stream has the vendor's own."""
    world.claude.behave("report", "error event in stream", times=2)

    with pytest.raises(anthropic.APIStatusError) as in_stream:
        await streamed(client)
    with pytest.raises(anthropic.APIStatusError) as whole:
        await client.messages.create(**turn_of("report"))

    assert (in_stream.value.status_code, in_stream.value.type) == (200, "overloaded_error")
    assert (whole.value.status_code, whole.value.type) == (529, "overloaded_error")


@pytest.mark.parametrize(
    ("name", "status", "kind", "delay"),
    [
        ("429 with delay", 429, "rate_limit_error", "1"),
        ("429 without delay", 429, "rate_limit_error", None),
        ("529 with delay", 529, "overloaded_error", "1"),
        ("529 without delay", 529, "overloaded_error", None),
        ("500", 500, "api_error", None),
    ],
)
async def test_a_refusal_has_status_type_and_delay(
    *, world: World, client: AsyncAnthropic, name: str, status: int, kind: str, delay: str | None
) -> None:
    """What a client needs to try again later."""
    world.claude.behave("judge", name)

    with pytest.raises(anthropic.APIStatusError) as refused:
        await client.messages.create(**turn_of("judge"))

    assert (refused.value.status_code, refused.value.type) == (status, kind)
    assert refused.value.response.headers.get("retry-after") == delay
    assert world.claude.calls[0].status == f"error {status} {kind}"


async def test_a_stream_may_be_watched(world: World, client: AsyncAnthropic) -> None:
    """With a pause between any two pieces of text."""
    world.claude.pace = Pace(pause_seconds=0.02)
    began = time.monotonic()

    async with client.messages.stream(**turn_of("search")) as stream:
        pieces = [(time.monotonic() - began, text) async for text in stream.text_stream]

    assert len(pieces) > 5
    assert pieces[-1][0] - pieces[0][0] >= 0.02 * (len(pieces) - 1) * 0.9
