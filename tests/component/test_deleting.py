"""Deleting a run: its tombstone first, every step repeatable, and nothing of it comes back."""

from datetime import timedelta

import pytest
import structlog.testing

from services.coordinator.deleting import SETTLED
from services.coordinator.keeping import DELETING, Tombstone
from services.coordinator.noting import UNDERWAY
from shared import messages as m
from shared.bus.in_memory import InMemoryBus
from shared.errors import CannotDo, RetryLater
from tests.builders import NOON, make_asked
from tests.component.living import DELETE, NOTHING, STORY, World


async def test_a_deleted_run_is_gone_and_deleting_it_again_changes_nothing() -> None:
    """Whoever did not hear the answer asks again."""
    world = World()
    await world.hear(*STORY)

    first, world.moment = await world.delete(), NOON + timedelta(hours=1)
    again = await world.delete()

    assert first.erased.events > 0
    assert (first.deleted_at, again.deleted_at, again.erased.events) == (NOON, NOON, 0)
    assert await world.left() == NOTHING


async def test_other_runs_and_their_turns_stay() -> None:
    """A conversation goes on without the one question that is to be forgotten."""
    world = World()
    await world.hear(*STORY)
    await world.hear(*(one.model_copy(update={"run_id": "r2"}) for one in STORY))
    said = [one for one in world.bus.said if one.run_id == "r2"]
    records = await world.memory.export_run("r2")

    await world.delete()

    assert await world.turns() == ["r2"]
    assert [one for one in world.bus.said if one.run_id == "r2"] == said
    assert await world.memory.export_run("r2") == records


async def test_a_run_that_goes_on_is_told_to_stop_before_it_is_deleted() -> None:
    """Agents would work and pay for nothing; whoever watches it would wait for ever."""
    world = World()
    await world.hear(*STORY[:2])
    ends: list[m.Message] = []
    say = world.bus.say

    async def noted(message: m.Message) -> int:
        ends.extend([message] if isinstance(message, m.ResearchCompleted) else [])
        return await say(message)

    world.bus.say = noted  # type: ignore[method-assign]
    await world.delete()

    assert [one.status for one in ends if isinstance(one, m.ResearchCompleted)] == ["cancelled"]
    assert {type(one) for one in world.bus.told} == {m.RunCancelled}
    assert await world.left() == NOTHING


@pytest.mark.parametrize("at_fault", ["bus", "sessions", "memory"])
async def test_a_deletion_that_is_cut_short_is_finished_by_repeating_it(at_fault: str) -> None:
    """The tombstone stands before anything is erased: in between nothing can wake the run."""
    world = World()
    await world.hear(*STORY)
    set_away(world, at_fault, away=True)
    with pytest.raises(RetryLater):
        await world.delete()
    between = await world.kept()
    set_away(world, at_fault, away=False)

    await world.delete()

    assert isinstance(between, Tombstone)
    assert between.erased_at is None
    assert await world.left() == NOTHING


@pytest.mark.parametrize("at_fault", ["bus", "sessions", "memory"])
async def test_a_deletion_that_is_cut_short_is_finished_by_the_sweeper(at_fault: str) -> None:
    """Whoever asked for it may have been killed, too; another replica does it, once what was away is back."""
    world = World()
    await world.hear(*STORY)
    set_away(world, at_fault, away=True)
    with pytest.raises(RetryLater):
        await world.delete()
    with structlog.testing.capture_logs() as lines:
        await world.sweep(UNDERWAY)
    set_away(world, at_fault, away=False)
    world.replica(world.bus)

    await world.sweep(UNDERWAY)

    assert "a deletion stays unfinished" in [line["event"] for line in lines]
    assert await world.left() == NOTHING
    assert world.memory.away == ""


def set_away(world: World, who: str, *, away: bool) -> None:
    """Have the bus, the sessions or the memory be away, or back."""
    if who == "memory":
        world.memory.away = "the disk is full" if away else ""
    else:
        getattr(world, who).away = away


async def test_a_deletion_that_was_only_noted_is_done_by_the_sweeper() -> None:
    """The process died before the tombstone; the note is the promise."""
    world = World()
    await world.hear(*STORY)
    await world.bucket.put(f"{DELETING}r1", b"")

    await world.sweep(timedelta(seconds=1))

    assert await world.left() == NOTHING


async def test_the_sweeper_erases_once_more_when_nobody_works_for_the_run_any_more() -> None:
    """What was on its way came later; after that nothing can come, and the note is dropped."""
    world = World()
    await world.hear(*STORY)
    await world.delete()
    await world.bus.say(STORY[1].model_copy(update={"run_id": "r1"}))

    await world.sweep(SETTLED - timedelta(seconds=1))
    early = await world.left()
    await world.sweep(timedelta(seconds=1))

    assert early != NOTHING
    assert await world.left() == NOTHING
    assert await world.bucket.keys(DELETING) == ()
    assert isinstance(await world.kept(), Tombstone)


async def test_late_answers_timers_and_cancellations_change_nothing() -> None:
    """Three orders are out when the run is deleted; their answers come all the same."""
    world = World()
    await world.hear(*STORY[:1])
    await world.delete()

    late = (m.DeadlinePassed(run_id="r1", step=m.RUN_DEADLINE, due_at=NOON), m.CancelRequested(run_id="r1"))
    await world.hear(*STORY[1:], *late)

    assert await world.left() == NOTHING
    assert isinstance(await world.kept(), Tombstone)


async def test_a_replica_that_was_overtaken_leaves_nothing_in_the_memory() -> None:
    """It remembered a report while another replica deleted the run: its save fails, and its texts go, too."""
    world, other = World(), InMemoryBus()
    await world.hear(*STORY[:5])
    world.replica(other)
    world.memory.meanwhile = lambda: other.asked(DELETE)

    await world.hear(STORY[5])

    assert await world.memory.runs() == ()
    assert isinstance(await world.kept(), Tombstone)


async def test_a_deleted_run_can_neither_be_asked_again_nor_looked_at() -> None:
    """The same id would be another run; the reason is given at the door, and to whoever does not wait."""
    world = World()
    await world.hear(*STORY)
    await world.delete()

    for asked in (m.Submit(question="What of drug A?", run_id="r1"), m.RunsGet(run_id="r1"), m.ReportGet(run_id="r1")):
        with pytest.raises(CannotDo, match="run r1 was deleted on 2026-01-01 at 12:00 UTC"):
            await world.bus.asked(asked)
    await world.hear(STORY[0])

    (rejected,) = (one for one in world.bus.said if isinstance(one, m.ResearchRejected))
    assert rejected.reason == "run r1 was deleted: choose another run id"


async def test_a_run_that_never_was_cannot_be_deleted() -> None:
    """A misspelt id must not look like success."""
    world = World()

    with pytest.raises(CannotDo, match="there is no run r1"):
        await world.delete()

    assert await world.bucket.keys("") == ()


async def test_a_run_whose_state_nobody_can_read_can_be_deleted() -> None:
    """Nothing else can be done with it."""
    world = World()
    await world.hear(*STORY)
    await world.bucket.put("r1", b"damaged")

    await world.delete()

    assert (await world.left())[:3] == NOTHING[:3]
    assert isinstance(await world.kept(), Tombstone)


async def test_old_runs_are_listed_by_when_they_ended() -> None:
    """One that goes on is never old, however long ago it began."""
    world = World()
    await world.hear(*STORY)
    await world.hear(make_asked("r2"))
    world.moment += timedelta(days=2)
    await world.hear(*(one.model_copy(update={"run_id": "r3"}) for one in STORY))

    pages = [await world.bus.asked(m.RunsList(ended_before=NOON + timedelta(days=days))) for days in (0, 1, 3)]

    listed = [[one.run_id for one in page.runs] for page in pages if isinstance(page, m.RunsPage)]
    assert listed == [[], ["r1"], ["r1", "r3"]]
