"""Sessions: a question that follows another is told what was asked and answered before."""

from collections.abc import Awaitable, Callable
from datetime import datetime

import pytest
import structlog.testing

from services.coordinator.app import build
from services.coordinator.sessions import MOST_QUESTION, MOST_TOLD, MOST_TURNS, Said, Session, Sessions, key_of
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.bus.keyvalue import Entry
from shared.errors import RetryLater
from shared.memory.in_memory import InMemoryMemory
from tests.builders import (
    NOON,
    at,
    make_asked,
    make_deadline,
    make_judged,
    make_proposed,
    make_reported,
    make_retrieved,
    make_searched,
)

SESSION = "malaria / autumn.>*"
"""A person's own words: no key of a bucket could be spelt so."""


class Fickle(InMemoryBucket):
    """A bucket that can be away, or in other hands."""

    def __init__(self) -> None:
        super().__init__()
        self.away = self.always_late = False
        self.before_a_write: Callable[[], Awaitable[None]] | None = None

    async def get(self, key: str) -> Entry | None:
        """Return the entry, or say that nobody answers."""
        if self.away:
            message = "could not read a key in SESSIONS: timeout"
            raise RetryLater(message)
        return await super().get(key)

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Write, perhaps after somebody else."""
        if meanwhile := self.before_a_write:
            self.before_a_write = None
            await meanwhile()
        return None if self.always_late else await super().put_if(key, value, revision)


class World:
    """A coordinator with a bucket of sessions, and a clock that tests set."""

    def __init__(self) -> None:
        self.bus, self.bucket, self.memory = InMemoryBus(), InMemoryBucket(), InMemoryMemory()
        self.sessions = Fickle()
        self.moment = NOON
        self.restart()

    def restart(self) -> None:
        """Start a coordinator that remembers nothing of what was sent."""
        build(self.bus, self.bucket, self.memory, now=self.now, sessions=self.sessions)

    def now(self) -> datetime:
        """Return what time it is in the test."""
        return self.moment

    async def run(self, run_id: str, seconds: float, **fields: object) -> None:
        """Let a run of the session go from its question to its report, an hour after noon or whenever."""
        self.moment = at(seconds)
        asked = {"session_id": SESSION, "question": f"What of {run_id}?"} | fields
        story = (make_searched("w1"), make_retrieved(), make_proposed(), make_judged(), make_reported())
        await self.bus.heard(make_asked(run_id, **asked))
        for heard in story:
            await self.bus.heard(heard.model_copy(update={"run_id": run_id}))

    async def begin(self, run_id: str, seconds: float, session_id: str = SESSION) -> m.RetrievalRequested:
        """Return the retrieval order of a run that begins then."""
        self.moment = at(seconds)
        await self.bus.heard(make_asked(run_id, session_id=session_id))
        return self.order(run_id)

    def order(self, run_id: str) -> m.RetrievalRequested:
        """Return the last retrieval order of a run."""
        return [one for one in self.bus.said if isinstance(one, m.RetrievalRequested) and one.run_id == run_id][-1]

    async def kept(self) -> Session:
        """Return what is kept of the session."""
        entry = await self.sessions.get(key_of(SESSION))
        return Session.model_validate_json(entry.value) if entry else Session()


async def test_the_next_question_is_told_the_one_before_and_its_answer() -> None:
    """A question about "it" means nothing alone; the answer is the report's summary, without its markers."""
    world = World()
    await world.run("r1", 0)

    order = await world.begin("r2", 60)

    (turn,) = order.turns
    assert turn.question == "What of r1?"
    assert turn.answer.startswith("Drug A halved relapses of disease B in one randomised trial. It is early.")
    assert "[S1]" not in turn.answer


async def test_only_what_had_ended_before_a_run_began_is_told() -> None:
    """Whenever its order is sent again, it says the same."""
    world = World()
    await world.run("r1", 0)
    first = await world.begin("r2", 60)
    await world.run("r3", 61)

    world.restart()
    world.moment = at(120)
    await world.bus.heard(m.SweepDue())

    assert world.order("r2") == first
    assert [turn.question for turn in first.turns] == ["What of r1?"]


async def test_another_session_and_none_are_told_nothing() -> None:
    """A conversation is its own; most questions stand alone."""
    world = World()
    await world.run("r1", 0)

    assert (await world.begin("r2", 60, "another")).turns == ()
    assert (await world.begin("r3", 60, "")).turns == ()
    assert await world.sessions.keys("") == (key_of(SESSION),)


async def test_a_run_is_one_turn_however_often_its_end_is_sent() -> None:
    """A crash before the run was marked as ended sends it again."""
    world = World()
    await world.run("r1", 0)
    end = next(one for one in world.bus.said if isinstance(one, m.ResearchCompleted))

    await Sessions(world.sessions).note(end, SESSION)

    assert [one.run_id for one in (await world.kept()).said] == ["r1"]


async def test_a_run_without_a_report_answers_with_its_reason() -> None:
    """The next question must not look as if it were the first."""
    world = World()
    await world.begin("r1", 0)

    await world.bus.heard(m.CancelRequested(run_id="r1", reason="too slow"))

    assert [turn.answer for turn in (await world.begin("r2", 60)).turns] == ["Cancelled on request: too slow"]


async def test_the_last_timer_leaves_a_turn_without_the_memory() -> None:
    """Such an end is said from the state alone, and is part of the conversation."""
    world = World()
    await world.begin("r1", 0)
    world.memory.away = "the disk is full"
    world.moment = at(750)

    await world.bus.heard(make_deadline(m.LAST_TIMER, seconds=750))

    (said,) = (await world.kept()).said
    assert said.answer.startswith("No source could be asked.")


async def test_ten_turns_are_told_and_fifty_kept_the_newest_of_each() -> None:
    """A conversation may go on for ever; a prompt and a value of a bucket have bounds."""
    world = World()
    ends = tuple(
        Said(run_id=f"r{n}", question=f"question {n}", answer="x" * 600, started_at=at(n), ended_at=at(n))
        for n in range(MOST_TURNS)
    )
    await world.sessions.put(key_of(SESSION), Session(said=ends).model_dump_json().encode())

    await world.run("new", 100, question="why " * 999)

    kept = (await world.kept()).said
    assert ([kept[0].run_id, kept[-1].run_id], len(kept)) == (["r1", "new"], 50)
    assert len(kept[-1].question) == MOST_QUESTION
    turns = (await world.begin("next", 200)).turns
    assert len(turns) == MOST_TOLD == 10
    assert [turns[0].question, turns[-2].question] == ["question 41", "question 49"]


async def test_two_replicas_that_end_runs_of_one_session_lose_neither() -> None:
    """The second writer looks again."""
    world = World()
    await world.run("r1", 0)
    end = next(one for one in world.bus.said if isinstance(one, m.ResearchCompleted))
    mine, theirs = (end.model_copy(update={"run_id": name, "ended_at": at(9)}) for name in ("mine", "theirs"))
    world.sessions.before_a_write = lambda: Sessions(world.sessions).note(theirs, SESSION)

    await Sessions(world.sessions).note(mine, SESSION)

    assert [one.run_id for one in (await world.kept()).said] == ["r1", "mine", "theirs"]


async def test_a_session_that_always_changes_is_tried_again_later() -> None:
    """Giving up in silence would lose a turn."""
    world = World()
    await world.run("r1", 0)
    end = next(one for one in world.bus.said if isinstance(one, m.ResearchCompleted))
    world.sessions.always_late = True

    with pytest.raises(RetryLater, match="other replicas changed the session of run r2 20 times"):
        await Sessions(world.sessions).note(end.model_copy(update={"run_id": "r2"}), SESSION)


async def test_while_the_sessions_are_away_an_order_waits_and_nothing_is_lost() -> None:
    """A question that is answered without what went before it is answered wrongly."""
    world = World()
    await world.run("r1", 0)
    world.sessions.away = True
    with pytest.raises(RetryLater, match="SESSIONS"):
        await world.begin("r2", 60)

    world.sessions.away = False
    await world.bus.heard(make_asked("r2", session_id=SESSION))

    assert [turn.question for turn in world.order("r2").turns] == ["What of r1?"]


async def test_an_end_waits_for_its_session_and_is_then_said_once() -> None:
    """Whoever hears of the end may ask on at once."""
    world = World()
    await world.begin("r1", 0)
    world.sessions.away = True
    cancel = m.CancelRequested(run_id="r1")
    with pytest.raises(RetryLater, match="SESSIONS"):
        await world.bus.heard(cancel)
    assert not any(isinstance(one, m.ResearchCompleted) for one in world.bus.said)

    world.sessions.away = False
    await world.bus.heard(cancel)

    assert sum(isinstance(one, m.ResearchCompleted) for one in world.bus.said) == 1
    assert len((await world.kept()).said) == 1


async def test_a_damaged_session_begins_anew_and_says_so() -> None:
    """A run that could not end for it would be worse than a forgotten question."""
    world = World()
    await world.sessions.put(key_of(SESSION), b'{"said": [{}]}')

    with structlog.testing.capture_logs() as lines:
        await world.run("r1", 0)

    assert "a saved session cannot be read and begins anew" in {line["event"] for line in lines}
    assert [one.run_id for one in (await world.kept()).said] == ["r1"]


async def test_without_a_bucket_a_coordinator_remembers_as_long_as_it_lives() -> None:
    """A test, or a trial, needs no bucket of its own."""
    bus = InMemoryBus()
    build(bus, InMemoryBucket(), InMemoryMemory())

    await bus.heard(make_asked("r1", session_id=SESSION))
    await bus.heard(m.CancelRequested(run_id="r1"))
    await bus.heard(make_asked("r2", session_id=SESSION))

    order = [one for one in bus.said if isinstance(one, m.RetrievalRequested)][-1]
    assert [turn.answer for turn in order.turns] == ["Cancelled on request"]


def test_the_name_of_a_session_makes_a_key_that_tells_it_apart() -> None:
    """Names that differ in a letter are two conversations; a key has digits alone."""
    keys = {key_of(name) for name in (SESSION, SESSION.upper(), " ", "x" * 200, "ünïcode", "\ud800")}

    assert len(keys) == 6
    assert all(len(key) == 32 and int(key, 16) >= 0 for key in keys)
