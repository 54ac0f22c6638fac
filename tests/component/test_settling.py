"""Deletions and imports that meet, or are cut short: what the sweeper goes on with, and what it leaves alone."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import pytest
import structlog.testing

from services.coordinator.deleting import SETTLED
from services.coordinator.keeping import CANCELLED, DELETING, INDEX, Saved, Tombstone
from services.coordinator.noting import UNDERWAY, Notes
from services.coordinator.sweeping import Settler
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.errors import RetryLater
from tests.builders import NOON
from tests.component.living import NOTHING, STORY, World, exported

TICK = timedelta(seconds=10)
NOTED = DELETING + "r1"


async def test_a_run_that_came_back_while_the_sweeper_was_busy_is_left_alone() -> None:
    """The sweeper knew the note of its deletion; there is none any more when its turn comes."""
    world, parts = World(), await exported()
    await world.hear(*STORY, *(one.model_copy(update={"run_id": "r0"}) for one in STORY))
    for run_id in ("r0", "r1"):
        await world.delete(run_id)
    world.bus.meanwhile = partial(world.put_in, parts, again=True, bus=world.another())

    await world.sweep(SETTLED)

    assert isinstance(await world.kept(), Saved)
    assert await world.memory.runs() == ("r1",)


async def test_what_another_replica_put_there_at_the_last_moment_is_not_buried() -> None:
    """The tombstone takes the place of what was read, of nothing else."""
    world, parts, other = World(), await exported(), World()
    await other.put_in(parts)
    state = await other.bucket.get("r1")
    assert state is not None
    await world.bucket.put(NOTED, b'{"imports": true}')
    world.bucket.meanwhile = partial(world.bucket.put, "r1", state.value)

    await world.sweep(TICK)
    await world.sweep(UNDERWAY)

    assert isinstance(await world.kept(), Saved)
    assert await world.bucket.keys(DELETING) == ()


@pytest.mark.parametrize("again", [False, True])
async def test_what_an_import_left_is_erased_and_the_import_can_be_repeated(again: bool) -> None:  # noqa: FBT001
    """Nobody may ever come to repeat it; who comes later finds what was there before it."""
    world, parts = World(), await exported()
    if again:
        await world.hear(*STORY)
        await world.delete()
    await broken_off(world, parts, again=again)
    between = await world.memory.runs()

    await world.sweep(TICK)

    assert between == ("r1",)
    assert await world.left() == NOTHING
    assert isinstance(await world.kept(), Tombstone) == again
    await world.put_in(parts, again=again)
    assert (await world.export(), await world.bucket.keys(DELETING)) == (parts, ())


async def broken_off(world: World, parts: m.RunParts, *, again: bool = False) -> None:
    """Have an import fail after half of it."""

    async def fail() -> None:
        message = "the disk is full"
        raise RetryLater(message)

    world.memory.meanwhile = fail
    with pytest.raises(RetryLater):
        await world.put_in(parts, again=again)


async def test_what_an_import_over_a_deleted_run_left_does_not_end_that_deletion() -> None:
    """What may still come of the deleted run is erased an hour after its deletion."""
    world, parts = World(), await exported()
    await world.hear(*STORY)
    await world.delete()
    await broken_off(world, parts, again=True)
    await world.sweep(TICK)
    before = await world.bucket.keys(DELETING)

    await world.sweep(SETTLED)

    assert (before, await world.bucket.keys(DELETING)) == ((NOTED,), ())
    assert isinstance(await world.kept(), Tombstone)


async def test_what_an_import_left_can_be_deleted() -> None:
    """It has no state yet, and is there all the same."""
    world, parts = World(), await exported()
    await broken_off(world, parts)

    await world.delete()

    assert await world.left() == NOTHING
    assert await world.bucket.keys("") == ()


async def test_an_import_that_was_killed_is_erased_when_nobody_can_be_at_work_with_it() -> None:
    """A large run takes its time: a sweeper that erased it under way would leave half of it."""
    world, parts = World(), await exported()

    async def killed() -> None:
        raise asyncio.CancelledError

    world.memory.meanwhile = killed
    with pytest.raises(asyncio.CancelledError):
        await world.put_in(parts)
    await world.sweep(UNDERWAY - timedelta(seconds=1))
    early = await world.memory.runs()

    await world.sweep(timedelta(seconds=1))

    assert (early, await world.memory.runs()) == (("r1",), ())
    assert await world.bucket.keys("") == ()


async def test_an_import_that_was_erased_under_way_is_no_success() -> None:
    """It took longer than the sweeper waits: there would be a run without its evidence."""
    world, parts = World(), await exported()
    world.memory.meanwhile = partial(world.sweep, UNDERWAY, world.another())

    with pytest.raises(RetryLater, match="another replica changed run r1 meanwhile: try again"):
        await world.put_in(parts)

    assert await world.kept() is None
    await world.sweep(TICK)
    assert await world.left() == NOTHING
    await world.put_in(parts)
    assert await world.export() == parts


async def test_an_import_during_which_the_run_is_deleted_is_no_success() -> None:
    """Whoever deletes it wants nothing of it here; two answers that contradict each other help nobody."""
    world, parts = World(), await exported()
    await world.hear(*STORY)
    await world.delete()
    world.memory.meanwhile = partial(world.another().asked, m.RunsDelete(run_id="r1"))

    with pytest.raises(RetryLater, match="another replica changed run r1 meanwhile: try again"):
        await world.put_in(parts, again=True)
    await world.sweep(TICK)

    assert await world.left() == NOTHING
    assert isinstance(await world.kept(), Tombstone)


async def test_a_run_is_put_in_by_one_and_not_while_it_is_erased() -> None:
    """Two at once would leave the events of both."""
    world, parts = World(), await exported()
    other = world.another()
    refused = partial(refused_as_busy, partial(world.put_in, parts, again=True, bus=other))
    world.memory.meanwhile = refused
    await world.put_in(parts)
    world.bus.meanwhile = refused

    await world.delete()

    assert (world.memory.meanwhile, world.bus.meanwhile) == (None, None)
    assert await world.left() == NOTHING


async def refused_as_busy(put_in: Callable[[], Awaitable[object]]) -> None:
    """See that an import is refused for now."""
    with pytest.raises(RetryLater, match="run r1 is being deleted or put in just now: try again in a minute"):
        await put_in()


async def test_a_run_that_was_put_in_stays_though_its_note_stayed_behind() -> None:
    """The process died between the state and the note: all of the run is here."""
    world, parts = World(), await exported()
    world.bucket.keeps_all = True
    with pytest.raises(RetryLater):
        await world.put_in(parts)
    world.bucket.keeps_all = False

    await world.sweep(UNDERWAY)

    assert await world.export() == parts
    assert await world.bucket.keys(DELETING) == ()


async def test_a_run_whose_state_is_damaged_is_deleted_by_the_sweeper_too() -> None:
    """Whoever asked for it may have been killed; nobody could tell when it was deleted."""
    world = World()
    await world.hear(*STORY)
    await world.bucket.put("r1", b"damaged")
    await world.bucket.put(NOTED, b"")

    await world.sweep(TICK)

    assert (await world.left())[:3] == NOTHING[:3]
    assert isinstance(await world.kept(), Tombstone)


async def test_a_deletion_that_is_being_done_is_nobody_elses() -> None:
    """Another replica's sweeper looks at that moment: nothing was cut short, and nothing is done twice."""
    world = World()
    await world.hear(*STORY[:2])
    other = world.another()
    world.bucket.meanwhile = partial(world.sweep, TICK, other)  # before the end of the run is saved

    with structlog.testing.capture_logs() as lines:
        await world.delete()

    assert (world.bus.erasures, other.erasures) == (1, 0)
    assert "going on with what was cut short" not in [line["event"] for line in lines]


async def test_while_the_memory_is_away_the_streams_are_not_searched_at_every_tick() -> None:
    """The search is long, and would be in vain."""
    world = World()
    await world.hear(*STORY)
    world.memory.away = "the disk is full"
    with pytest.raises(RetryLater):
        await world.delete()

    for _ in range(6):
        await world.sweep(TICK)

    assert world.bus.erasures == 0
    world.memory.away = ""
    await world.sweep(UNDERWAY)
    assert await world.left() == NOTHING


async def test_one_pass_at_a_time_is_made() -> None:
    """A tick may come before the last one is dealt with; two passes would do the same."""
    world = World()
    for run_id in ("r0", "r1"):
        await world.hear(*(one.model_copy(update={"run_id": run_id}) for one in STORY))
        await world.bucket.put(DELETING + run_id, b"")
    during = list[int]()

    async def next_tick() -> None:
        await world.sweep(TICK)
        during.append(world.bus.erasures)

    world.bus.meanwhile = next_tick
    await world.sweep(TICK)

    assert (during, world.bus.erasures) == ([1], 2)
    assert await world.memory.runs() == ()


async def test_each_note_has_its_turn_though_a_pass_is_short() -> None:
    """Notes that are not due yet, or cannot be gone on with, must not keep the others waiting for ever."""
    notes, passes = Notes(InMemoryBucket()), list[list[str]]()
    for run_id in "abcde":
        await notes.want_deleted(run_id, NOON)

    async def not_now(run_id: str) -> bool:
        passes[-1].append(run_id)
        if run_id == "b":
            message = "the disk is full"
            raise RetryLater(message)
        return run_id == "c"

    settler, done = Settler(notes, not_now, most=2), list[int]()
    for _ in range(4):
        passes.append([])
        done.append(await settler.settle())

    assert passes == [["a", "b"], ["c", "d"], ["e", "a"], ["b", "c"]]
    assert done == [0, 1, 0, 1]


async def test_a_run_that_was_deleted_before_it_began_is_not_among_the_running_ones() -> None:
    """It was begun by one replica while another deleted it; it would take the place of one that may run."""
    world = World()
    await world.hear(*STORY)
    await world.delete()
    tombstone = await world.bucket.get("r1")
    assert tombstone is not None
    await world.bucket.remove("r1")
    world.bucket.meanwhile = partial(world.bucket.put, "r1", tombstone.value)

    await world.hear(STORY[0])
    loser = await world.bucket.keys(INDEX)
    await world.bucket.put(f"{INDEX}r1", b"")  # of a process that died in between
    await world.sweep(TICK)

    assert (loser, await world.bucket.keys(INDEX), await world.bucket.keys(CANCELLED)) == ((), (), ())
