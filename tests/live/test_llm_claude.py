"""The SDK's adapter over real sockets: keys, models, shapes, streams, deadlines and cancelling."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from pydantic import SecretStr

from shared.errors import CannotDo, RetryLater
from shared.llm.breaking import Interrupted
from shared.llm.claude import Claude, opened
from shared.settings import ClaudeSettings
from tests.unit.llm_fakes import make_request
from tests.waiting import until
from tests.world.claude import KEY, NO_ACCESS
from tests.world.claude.calls import ABORTED, UNDER_WAY
from tests.world.claude.serving import Pace
from tests.world.faults import Drip
from tests.world.serving import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Serve the scripted Claude."""
    async with World() as running:
        yield running


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """Close what a test opens."""
    async with AsyncExitStack() as closing:
        yield closing


async def asking(world: World, stack: AsyncExitStack, key: str = KEY, **settings: object) -> Claude:
    """Open the adapter to the scripted Claude."""
    given = {"url": world.url("claude"), "api_key": SecretStr(key)}
    return await stack.enter_async_context(opened(ClaudeSettings.model_validate(given | settings)))


@pytest.mark.parametrize("header", ["authorization", "x-api-key"])
async def test_the_key_travels_in_the_header_that_is_wanted(world: World, stack: AsyncExitStack, header: str) -> None:
    """Gateways differ; the other header is not sent at all."""
    claude = await asking(world, stack, key_header=header)
    reply = await claude.send(make_request(), 10)

    assert reply.stop == "end_turn"
    (asked,) = world.log.of("claude")
    assert {name.lower() for name in asked.headers} & {"authorization", "x-api-key"} == {header}


async def test_without_a_key_nothing_is_opened(world: World) -> None:
    """The SDK would search the disk for one, and fail at the first call."""
    settings = ClaudeSettings(url=world.url("claude"))
    with pytest.raises(CannotDo, match="there is no key: set VOUCH_CLAUDE__API_KEY, or VOUCH_THINKING=rules"):
        async with opened(settings):
            pytest.fail("it was opened")


@pytest.mark.parametrize(
    ("key", "model", "told"),
    [
        ("sk-wrong", "claude-sonnet-5-5", "the key was refused"),
        (NO_ACCESS, "claude-sonnet-5-5", "the key may not use claude-sonnet-5-5"),
        (KEY, "claude-of-tomorrow", "there is no model claude-of-tomorrow"),
    ],
)
async def test_what_is_refused_says_what_to_do(
    world: World, stack: AsyncExitStack, key: str, model: str, told: str
) -> None:
    """Asking again would be refused again; the key itself is never shown."""
    with pytest.raises(CannotDo, match=told) as refused:
        await (await asking(world, stack, key)).send(make_request(model=model), 10)

    assert key not in str(refused.value)


async def test_a_prompt_above_the_context_window_is_refused_with_its_size(world: World, stack: AsyncExitStack) -> None:
    """The vendor says how long it may be."""
    with pytest.raises(CannotDo, match="too long"):
        await (await asking(world, stack)).send(make_request("word " * 200_000), 30)


async def test_a_gateway_that_is_not_there_is_named(stack: AsyncExitStack) -> None:
    """The address is ours to mend."""
    settings = ClaudeSettings(url="http://127.0.0.1:9", api_key=SecretStr(KEY))
    claude = await stack.enter_async_context(opened(settings))
    with pytest.raises(RetryLater, match="is VOUCH_CLAUDE__URL right"):
        await claude.send(make_request(), 5)


async def test_a_stream_is_heard_as_it_is_written(world: World, stack: AsyncExitStack) -> None:
    """The same answer as without, and the same cost."""
    claude, heard = await asking(world, stack), list[str]()
    reply = await claude.send(make_request(), 10, heard.append)

    assert "".join(heard) == reply.text != ""
    assert reply.usage == (await claude.send(make_request(), 10)).usage


async def test_every_answer_may_be_streamed(world: World, stack: AsyncExitStack) -> None:
    """Gateways give up only streamed calls; the answer is the same."""
    plain, streamed = await asking(world, stack), await asking(world, stack, stream=True)

    assert (await streamed.send(make_request(), 10)).text == (await plain.send(make_request(), 10)).text
    assert [call.stream for call in world.claude.calls] == [True, False]


async def test_no_call_outlives_its_deadline_however_slowly_it_drips(world: World, stack: AsyncExitStack) -> None:
    """A byte a second keeps a connection alive for ever."""
    world.faults.set("claude", Drip())
    with pytest.raises(Interrupted, match="did not answer in time"):
        await (await asking(world, stack)).send(make_request(), 0.5)


async def test_a_cancelled_call_is_given_up_at_the_vendor(world: World, stack: AsyncExitStack) -> None:
    """A person who stops a run does not pay for the rest of it."""
    world.claude.pace = Pace(latency_seconds=30)
    claude = await asking(world, stack)
    call = asyncio.create_task(claude.send(make_request(), 60))
    await until(lambda: any(one.status == UNDER_WAY for one in world.claude.calls))
    call.cancel()
    await until(lambda: [one.status for one in world.claude.calls] == [ABORTED], 2)

    with pytest.raises(asyncio.CancelledError):
        await call


async def test_a_prompt_is_counted_for_nothing(world: World, stack: AsyncExitStack) -> None:
    """Only where an estimate would not fit."""
    assert await (await asking(world, stack)).count(make_request("word " * 400)) > 400
    assert world.claude.log.counted == 1
