"""The door on a real server: a full queue refuses, and who was let in does not feel it."""

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator

import pytest
from nats.js import JetStreamContext
from nats.js.errors import ServiceUnavailableError

from deploy.provision import stream_config
from deploy.streams import MOST_REQUESTS, STREAMS
from services.coordinator.app import build
from services.coordinator.keeping import INDEX
from services.coordinator.taking import Ceilings
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.bus.keyvalue import NatsBucket, opened
from shared.bus.publishing import QueueFull, publish
from shared.memory.in_memory import InMemoryMemory
from tests.asking import ask, stored
from tests.builders import make_asked
from tests.bursting import ask_at_once
from tests.live.conftest import Buses, listening
from tests.waiting import eventually, until

FULL = "the queue of research.requested is full; try again later"


@pytest.fixture
async def bucket(js: JetStreamContext) -> AsyncIterator[NatsBucket]:
    """Open the bucket of runs."""
    async with opened(js, "RUNS") as found:
        yield found


async def narrow(js: JetStreamContext, most: int) -> None:
    """Let the door take only so many requests."""
    config = stream_config(STREAMS[0])
    config.max_msgs_per_subject = most
    await js.update_stream(config)


async def waiting(js: JetStreamContext) -> int:
    """Return how many requests wait at the door."""
    return (await js.stream_info("REQUESTS")).state.messages


async def test_a_full_door_refuses_and_keeps_what_it_took(js: JetStreamContext) -> None:
    """An old request must never make room for a new one: it was promised an answer."""
    await narrow(js, 2)
    await ask(js, "r1")
    await ask(js, "r2")

    with pytest.raises(ServiceUnavailableError, match="maximum messages per subject exceeded"):
        await ask(js, "r3")

    assert [json.loads(body)["run_id"] for _, body in await stored(js, "REQUESTS")] == ["r1", "r2"]


async def test_our_own_publishers_are_told_at_once_that_it_is_full(js: JetStreamContext) -> None:
    """A lost leader raises the same class; trying for 15 s would be in vain here."""
    await narrow(js, 1)
    await ask(js, "r1")

    with pytest.raises(QueueFull) as refused:
        await publish(js, "research.requested", b"{}", {"Nats-Msg-Id": "r2"})

    assert str(refused.value) == FULL


async def test_a_refused_request_is_taken_later_under_the_same_name(js: JetStreamContext) -> None:
    """The server must not remember a message that it refused."""
    await narrow(js, 1)
    await ask(js, "r1")
    with pytest.raises(ServiceUnavailableError):
        await ask(js, "r2")
    await js.purge_stream("REQUESTS")

    await ask(js, "r2")

    assert [json.loads(body)["run_id"] for _, body in await stored(js, "REQUESTS")] == ["r2"]


async def test_whoever_submits_and_waits_is_told_that_it_is_full(
    js: JetStreamContext, buses: Buses, bucket: NatsBucket
) -> None:
    """Before a run id is given out: what was not stored has none."""
    await narrow(js, 1)
    bus = buses("coordinator")
    build(bus, bucket, InMemoryMemory(), Ceilings(running_runs=1))
    await listening(bus)
    await ask(js, "r1")  # runs
    await ask_until_full(js)

    question = b'{"question": "Does drug A help?"}'
    reply = await js._nc.request("research.submit", question, timeout=5)

    assert json.loads(reply.data) == {"error": FULL}


async def test_a_hundred_thousand_requests_at_once_are_refused_above_the_bound(js: JetStreamContext) -> None:
    """Nobody is pushed out, nobody is let in and forgotten."""
    answers = await ask_at_once(js, (f"r{n}" for n in range(100_000)))

    assert MOST_REQUESTS == 10_000
    assert Counter(answers.values()) == {"stored": 10_000, "10077": 90_000}
    assert await waiting(js) == 10_000


async def test_no_more_runs_go_on_than_the_operator_allows(
    js: JetStreamContext, buses: Buses, bucket: NatsBucket
) -> None:
    """Sixteen workers look at the same moment; the rest waits at the door, and all get in one after another."""
    bus = buses("coordinator")
    build(bus, bucket, InMemoryMemory(), Ceilings(running_runs=3))
    for n in range(12):
        await ask(js, f"r{n}")
    await listening(bus)
    most, ended = 0, set[str]()
    async with asyncio.timeout(30):
        while len(ended) < 12:
            running = await bucket.keys(INDEX)
            most = max(most, len(running))
            for key in running:
                await js.publish("research.cancel.requested", json.dumps({"run_id": key.removeprefix(INDEX)}).encode())
            ended = {json.loads(body)["run_id"] for _, body in await stored(js, "EVENTS", "research.completed")}

    assert most == 3
    assert await waiting(js) == 0


class SlowBucket(InMemoryBucket):
    """Takes its time to write, and counts who waits for that and who looks."""

    def __init__(self) -> None:
        super().__init__()
        self.writing, self.looks, self.go_on = 0, 0, asyncio.Event()

    async def put(self, key: str, value: bytes) -> int:
        """Write once the test says so."""
        self.writing += 1
        await self.go_on.wait()
        return await super().put(key, value)

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """List what is written already."""
        self.looks += 1
        return await super().keys(prefix)


async def test_whoever_is_being_let_in_is_counted_before_it_is_kept() -> None:
    """A count of the index alone would let others slip in beside it."""
    bus, bucket = InMemoryBus(), SlowBucket()
    build(bus, bucket, InMemoryMemory(), Ceilings(running_runs=2))
    async with asyncio.TaskGroup() as takers:
        tasks = [takers.create_task(bus.heard(make_asked(f"r{n}"))) for n in range(5)]
        await until(lambda: bucket.looks >= 3)
        writing = bucket.writing
        for task in tasks:
            task.cancel()

    assert writing == 2


async def test_a_request_with_an_endless_name_is_rejected_and_takes_no_room(
    js: JetStreamContext, buses: Buses, bucket: NatsBucket
) -> None:
    """What callers name themselves is kept with the run: a state must stay small."""
    bus = buses("coordinator")
    build(bus, bucket, InMemoryMemory())
    await listening(bus)

    await ask(js, "r1", request_id="y" * 600_000)
    ((_, body),) = await eventually(lambda: stored(js, "EVENTS", "research.rejected"))

    rejected = m.ResearchRejected.model_validate_json(body)
    assert rejected.run_id == "r1"
    assert rejected.reason == "request_id: String should have at most 200 characters"
    assert await bucket.keys("") == ()


async def ask_until_full(js: JetStreamContext) -> None:
    """Ask until the coordinator takes no more and the door is full."""
    with contextlib.suppress(ServiceUnavailableError):
        for n in range(100):
            await ask(js, f"more-{n}")
            await asyncio.sleep(0)
