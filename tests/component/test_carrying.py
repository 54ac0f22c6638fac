"""Taking runs out and putting them in: what is refused, and that nothing is changed by it."""

import json
from collections.abc import Callable

import pytest

from services.coordinator.app import build
from services.coordinator.deleting import SETTLED
from services.coordinator.following import Tools
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.errors import CannotDo, RetryLater
from shared.memory.in_memory import InMemoryMemory
from tests.builders import (
    NOON,
    make_asked,
    make_judged,
    make_proposed,
    make_record,
    make_reported,
    make_retrieved,
    make_searched,
)

STORY = (
    make_asked(),
    make_searched("w1", "w2"),
    make_retrieved("w3"),
    make_proposed(),
    make_judged(),
    make_reported(),
)


class World:
    """A coordinator among fakes."""

    def __init__(self) -> None:
        self.bus, self.bucket, self.memory = InMemoryBus(), InMemoryBucket(), InMemoryMemory()
        self.moment = NOON
        self.tools: Tools = build(self.bus, self.bucket, self.memory, now=lambda: self.moment)

    async def export(self) -> m.RunParts:
        """Return all of the run."""
        found = await self.bus.asked(m.RunsExport(run_id="r1"))
        assert isinstance(found, m.RunExported)
        return found.parts

    async def put_in(self, parts: m.RunParts, *, again: bool = False) -> m.RunImported:
        """Put the run in."""
        done = await self.bus.asked(m.RunsImport(run_id="r1", parts=parts, again=again))
        assert isinstance(done, m.RunImported)
        return done

    async def everything(self) -> object:
        """Return all there is."""
        keys = await self.bucket.keys("")
        kept = [(key, entry.value) for key in keys if (entry := await self.bucket.get(key))]
        return kept, list(self.bus.said), await self.memory.export_run("r1")


async def exported() -> m.RunParts:
    """Return all of a run that has ended."""
    world = World()
    for heard in STORY:
        await world.bus.heard(heard)
    return await world.export()


async def test_a_run_that_was_put_in_is_what_it_was() -> None:
    """Its report, its place in the list and its events are all there is of it for a reader."""
    parts, world, origin = await exported(), World(), World()
    for heard in STORY:
        await origin.bus.heard(heard)

    done = await world.put_in(parts)

    assert (done.known, done.events) == (False, len(parts.events))
    assert await world.export() == parts
    for asked in (m.ReportGet(run_id="r1"), m.RunsGet(run_id="r1"), m.RunsList()):
        assert await world.bus.asked(asked) == await origin.bus.asked(asked)


async def test_a_run_that_is_here_already_is_left_alone() -> None:
    """The same file twice is no mistake; nothing is said, and nothing is written."""
    parts, world = await exported(), World()
    await world.put_in(parts)
    before = await world.everything()

    again = await world.put_in(parts)

    assert again == m.RunImported(run_id="r1", known=True)
    assert await world.everything() == before


async def test_the_same_run_written_otherwise_is_the_same() -> None:
    """Another version of Vouch may write its fields in another order, or with other blanks."""
    parts, world = await exported(), World()
    await world.put_in(parts)
    state, records = (dict(reversed(json.loads(one).items())) for one in (parts.state, parts.records))

    again = await world.put_in(parts.model_copy(update={"state": json.dumps(state), "records": json.dumps(records)}))

    assert again == m.RunImported(run_id="r1", known=True)


def _with_state(**fields: object) -> Callable[[m.RunParts], m.RunParts]:
    """Return what changes these fields of a run's state."""
    return lambda parts: parts.model_copy(update={"state": json.dumps(json.loads(parts.state) | fields)})


REFUSED: dict[str, tuple[Callable[[m.RunParts], m.RunParts], str]] = {
    "a newer state": (_with_state(state_version=9), "was exported by a newer Vouch"),
    "a run that goes on": (_with_state(ended=False), "not the state of run r1 after its end"),
    "no state": (lambda parts: parts.model_copy(update={"state": "{}"}), "saved state of run r1 cannot be read"),
    "no records": (lambda parts: parts.model_copy(update={"records": "[]"}), "cannot be read"),
    "no events": (lambda parts: parts.model_copy(update={"events": ("{}",)}), "cannot be read"),
    "another run's": (
        lambda parts: parts.model_copy(update={"events": tuple(one.replace("r1", "r2") for one in parts.events)}),
        "events of other runs are among those of run r1: r2",
    ),
    "a state of another run": (
        lambda parts: parts.model_copy(update={"state": parts.state.replace('"r1"', '"r2"')}),
        "not the state of run r1",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_what_is_no_ended_run_of_that_id_is_refused_before_anything_is_changed(case: str) -> None:
    """A file comes from elsewhere: half of it would be a run that never was."""
    change, reason = REFUSED[case]
    world, parts = World(), change(await exported())

    with pytest.raises(CannotDo, match=reason):
        await world.put_in(parts)

    assert await world.everything() == await World().everything()


async def test_another_run_of_the_same_id_is_not_written_over() -> None:
    """Whose report it is could not be told any more."""
    world, parts = World(), await exported()
    for heard in (make_asked(question="What of drug B?"), *STORY[1:]):
        await world.bus.heard(heard)
    before = await world.everything()

    with pytest.raises(CannotDo, match="a run r1 is here that is not the one in the file"):
        await world.put_in(parts)

    assert await world.everything() == before


async def test_a_deleted_run_comes_back_only_when_that_is_meant_and_then_stays() -> None:
    """Its deletion must not be finished over it afterwards."""
    world, parts = World(), await exported()
    await world.put_in(parts)
    await world.bus.asked(m.RunsDelete(run_id="r1"))

    with pytest.raises(CannotDo, match=r"was deleted on .*; --again brings it back"):
        await world.put_in(parts)
    await world.put_in(parts, again=True)
    world.moment += 2 * SETTLED
    await world.bus.heard(m.SweepDue())

    assert await world.export() == parts


async def test_an_import_that_was_cut_short_is_finished_by_repeating_it() -> None:
    """The state goes last: until then there is no run, and nobody sees half of one."""
    world, parts = World(), await exported()
    world.memory.away = "the disk is full"
    with pytest.raises(RetryLater):
        await world.put_in(parts)
    world.memory.away = ""
    between = await world.bucket.get("r1")

    await world.put_in(parts)

    assert between is None
    assert await world.export() == parts


async def test_a_run_that_goes_on_is_deleted_or_unknown_is_not_taken_out() -> None:
    """Each is told apart: what to do is another thing each time."""
    world = World()
    with pytest.raises(CannotDo, match="there is no run r1"):
        await world.export()
    await world.bus.heard(STORY[0])
    with pytest.raises(CannotDo, match="run r1 goes on: `vouch watch r1`"):
        await world.export()
    await world.bus.asked(m.RunsDelete(run_id="r1"))

    with pytest.raises(CannotDo, match="run r1 was deleted on"):
        await world.export()


async def test_what_a_later_search_needs_of_this_one_is_kept_and_carried() -> None:
    """To ask on since a run one needs what each source was asked, when, and how much it had then: word for word."""
    string = f"(drug A[Title/Abstract]) AND ({' OR '.join(f'disease {n}[MeSH Terms]' for n in range(60))})"
    asked = make_record(
        "pubmed", query="drug A", asked=string, hits=1_234, fetched=30, excluded=2, filters_applied=("x",)
    )
    searched = make_searched("w1", "w2", searches=(asked,), found_by=((0,), ()))
    origin, world = World(), World()
    for heard in (STORY[0], searched, *STORY[2:]):
        await origin.bus.heard(heard)
    parts = await origin.export()

    await world.put_in(parts)

    end = await world.bus.asked(m.ReportGet(run_id="r1"))
    assert isinstance(end, m.ReportView)
    assert end.completed.searches == (asked.model_copy(update={"step": "1-search"}),)
    assert len(end.completed.searches[0].asked) > 1_000
    first, second, third = end.completed.sources
    assert first.found_by == (m.FoundBy(source="pubmed", query="drug A", step="1-search"),)
    assert (second.found_by, third.found_by) == ((), ())
    assert m.ResearchRequested.model_validate(json.loads(parts.state)["run"]["asked"]) == STORY[0]
