"""Sessions on a real server: compare-and-set between replicas, and a whole conversation of two runs."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from nats.js import JetStreamContext

from deploy.streams import DAY_SECONDS
from services.coordinator.app import build
from services.coordinator.sessions import Session, Sessions, key_of
from shared import messages as m
from shared.bus.keyvalue import NatsBucket, opened
from shared.errors import RetryLater
from shared.memory.in_memory import InMemoryMemory
from tests.builders import NOON, QUESTION, at, make_asked
from tests.live.conftest import Buses, listening
from tests.live.scripting import agents

SESSION = "malaria / autumn.>*"
AGENTS = ("search", "retrieval", "hypothesis", "judge", "report")


@pytest.fixture
async def bucket(js: JetStreamContext) -> AsyncIterator[NatsBucket]:
    """Open the bucket of sessions."""
    async with opened(js, "SESSIONS") as found:
        yield found


def ended(run_id: str, seconds: float = 5) -> m.ResearchCompleted:
    """Return how a run ended."""
    return m.ResearchCompleted(
        run_id=run_id,
        question=f"What of {run_id}?",
        status="partial",
        stopped_by="deadline",
        reason="The deadline of the run passed.",
        started_at=NOON,
        ended_at=at(seconds),
    )


async def kept(bucket: NatsBucket) -> Session:
    """Return what is kept of the session."""
    entry = await bucket.get(key_of(SESSION))
    assert entry is not None
    return Session.model_validate_json(entry.value)


async def test_replicas_that_end_runs_at_the_same_time_lose_no_turn(bucket: NatsBucket) -> None:
    """Ten of them write one value; whoever was second looks again."""
    replicas = [Sessions(bucket) for _ in range(10)]

    await asyncio.gather(*(one.note(ended(f"r{n}", n), SESSION) for n, one in enumerate(replicas)))

    assert [said.run_id for said in (await kept(bucket)).said] == [f"r{n}" for n in range(10)]


async def test_an_end_that_is_told_twice_is_one_turn(bucket: NatsBucket) -> None:
    """It is sent again after a crash, perhaps by another replica."""
    await Sessions(bucket).note(ended("r1"), SESSION)
    await Sessions(bucket).note(ended("r1"), SESSION)

    assert [said.run_id for said in (await kept(bucket)).said] == ["r1"]


async def test_sessions_are_kept_for_a_month_and_paid_answers_for_a_day(js: JetStreamContext) -> None:
    """What nobody asks on about is forgotten by the server itself."""
    ages = {name: (await js.stream_info(f"KV_{name}")).config.max_age for name in ("RUNS", "SESSIONS", "JOURNAL")}

    assert ages == {"RUNS": 0, "SESSIONS": 30 * DAY_SECONDS, "JOURNAL": DAY_SECONDS}


async def test_a_server_that_is_away_is_tried_again_later(js: JetStreamContext, bucket: NatsBucket) -> None:
    """An order without its turns would be answered without them."""
    await js._nc.close()
    order = m.RetrievalRequested(
        run_id="r2", step="retrieval", question=QUESTION, expires_at=at(60), session_id=SESSION
    )

    with pytest.raises(RetryLater, match="in SESSIONS"):
        await Sessions(bucket).with_turns(order, at(60))
    with pytest.raises(RetryLater, match="in SESSIONS"):
        await Sessions(bucket).note(ended("r1"), SESSION)


async def test_a_run_is_told_what_the_run_before_it_said(
    buses: Buses, js: JetStreamContext, bucket: NatsBucket
) -> None:
    """From one question to the next over a real server, with nothing between them but the session's name."""
    bus = buses("coordinator")
    build(bus, NatsBucket(js, await js.key_value("RUNS"), "RUNS"), InMemoryMemory(), sessions=bucket)
    await listening(bus)
    await agents(buses, AGENTS)
    ends = await js.subscribe("research.completed", ordered_consumer=True)
    orders = await js._nc.subscribe("research.retrieval.requested")

    for name in ("first", "second"):
        asked = make_asked(name, question=f"What of the {name}?", session_id=SESSION)
        await js.publish(asked.subject, asked.model_dump_json().encode())
        await ends.next_msg(timeout=10)

    first, second = [
        m.RetrievalRequested.model_validate_json((await orders.next_msg(timeout=5)).data) for _ in range(2)
    ]
    assert (first.turns, [turn.question for turn in second.turns]) == ((), ["What of the first?"])
    assert second.turns[0].answer.startswith("Drug A halved relapses of disease B in one randomised trial.")
