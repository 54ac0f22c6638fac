"""The research memory in Weaviate: for any number of coordinators, on any number of machines."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Self

import weaviate

from shared import messages as m
from shared.embedding import Embedder
from shared.errors import CannotDo, RetryLater
from shared.likeness import propose
from shared.memory.comparing import described, years_beside
from shared.memory.derived import Derived
from shared.memory.records import RunRecords
from shared.memory.selecting import Wanted, as_found, choose, gathered, needs_ranking
from shared.memory.steps import (
    CONFLICTS,
    HYPOTHESES,
    conflict_name,
    dumped,
    dumped_all,
    hypothesis_name,
    newest_of_each,
)
from shared.works import year_of

from .at_hand import AtHand
from .carrying import EVERY, exported, imported, of_kind, read_report, report_note, uuids_in
from .collection import NO_EMBEDDER, name_for
from .failing import bounded
from .objects import (
    BY_STEP,
    Kind,
    Note,
    Stored,
    firsts,
    in_step_order,
    lasts,
    note,
    note_uuid,
    pieces_of,
    says_nothing,
    works_of,
)
from .ranker import Ranker
from .reindexing import mark, others_of, removed
from .server import Address, check_collections, check_server, check_writing, client_for
from .store import Store


class WeaviateMemory(Derived):
    """One tenant per run: nothing is searched, seen or deleted across runs.

    What a step stores is written in full before the one object that lists it, so it counts whole or not at all.
    """

    def __init__(
        self, client: weaviate.WeaviateAsyncClient, address: Address, embedder: Embedder | None, collection: str
    ) -> None:
        self._client, self._address, self._collection = client, address, collection
        self._store = Store(client.collections.use(collection), address.seconds)
        self._works = AtHand(m.Work, self._store)
        self._pieces = AtHand(m.Evidence, self._store)
        self._ranker = Ranker(self._store, self._pieces, embedder)

    @classmethod
    async def open(cls, address: Address, embedder: Embedder | None = None, *, reindexing: bool = False) -> Self:
        """Connect; raise ``RetryLater`` while the server is away, ``CannotDo`` where its content is not for us.

        A memory that was made with another embedder is refused, unless it is opened for *reindexing*.
        """
        client, name = client_for(address), embedder.name if embedder else NO_EMBEDDER
        memory = cls(client, address, embedder, name_for(name))
        async with AsyncExitStack() as opening:
            opening.push_async_callback(memory.close)
            async with bounded("let us in", address.seconds):
                await client.connect()
            await check_server(client, address)
            await check_collections(client, address, name, reindexing=reindexing)
            await check_writing(client, address)
            opening.pop_all()
        return memory

    async def store_works(self, run_id: str, step: str, works: Sequence[m.Work]) -> None:
        """Keep the works that a step met."""
        objects = works_of(works)
        await self._store.put(run_id, list(objects.values()))
        await self._noted(run_id, note("works", step, listed=objects))

    async def store_evidence(self, run_id: str, step: str, evidence: Sequence[m.Evidence]) -> tuple[str, ...]:
        """Keep the evidence of a step; return the content ids that the run did not hold before."""
        objects = pieces_of(evidence)
        held = firsts(await self._notes(run_id, "evidence"))
        there = set(held.values())
        await self._store.put(run_id, [stored for stored in objects.values() if stored.uuid not in there])
        await self._noted(run_id, note("evidence", step, listed=objects))
        return tuple(one.name for one in objects if one.name not in held)

    async def get_all_evidence(self, run_id: str) -> tuple[m.Evidence, ...]:
        """Return every piece once, in the order of steps and then of their answers."""
        held = firsts(await self._notes(run_id, "evidence"))
        return tuple(one.value for one in (await self._pieces.read(run_id, list(held.values()))).values())

    async def get_relevant_evidence(
        self, run_id: str, question: str, n: int, among: Mapping[str, str], *, keep_places: bool = False
    ) -> tuple[m.Evidence, ...]:
        """Return at most *n* pieces with their S numbers, at most one for each."""
        notes = await self._store.notes(run_id, ("evidence", "works", "conflicts"))
        uuids = firsts(of_kind(notes, "evidence"))
        held = await self._pieces.read(run_id, list(uuids.values()))
        met = await self._works.read(run_id, list(lasts(of_kind(notes, "works")).values()))
        retracted = [one.value.work_id for one in met.values() if one.value.retraction.bars]
        pieces = gathered({name: held[uuid].value for name, uuid in uuids.items()}, among, retracted)
        wanted = Wanted(n, keep_places, _conflicts(of_kind(notes, "conflicts")))
        if not needs_ranking(pieces, n):
            return choose(pieces, as_found(pieces), wanted)
        return choose(pieces, await self._ranker.ranked(run_id, question, pieces, uuids), wanted)

    async def likely_same(
        self, run_id: str, works: Sequence[m.Work], evidence: Sequence[m.Evidence]
    ) -> tuple[m.SameWork, ...]:
        """Return the pairs of an answer's works and works the run holds whose texts look like one work."""
        if (years := years_beside(works)) is None:
            return ()
        found = {work.work_id for work in works}
        held = (work for name, work in (await self.bibliography(run_id)).items() if name not in found)
        others = [work for work in held if years[0] <= (year_of(work.citation.date) or 0) <= years[1]]
        if not others:
            return ()
        known = described(others, await self.get_all_evidence(run_id))
        return await asyncio.to_thread(propose, described(works, evidence), known) if known else ()

    async def bibliography(self, run_id: str) -> Mapping[str, m.Work]:
        """Return the works of the run by their work ids."""
        held = lasts(await self._notes(run_id, "works"))
        read = await self._works.read(run_id, list(held.values()))
        return {name: read[uuid].value for name, uuid in held.items()}

    async def add_hypotheses(self, run_id: str, step: str, hypotheses: Sequence[m.MechanismHypothesis]) -> None:
        """Keep the hypotheses of a step."""
        await self._noted(run_id, note("hypotheses", step, dumped_all(hypotheses)))

    async def get_hypotheses(self, run_id: str) -> tuple[m.MechanismHypothesis, ...]:
        """Return each hypothesis as it was last stored, in the order in which they were first proposed."""
        steps = in_step_order(await self._notes(run_id, "hypotheses"))
        return newest_of_each((HYPOTHESES.validate_json(one.record) for one in steps), hypothesis_name)

    async def add_assessment(self, run_id: str, step: str, assessment: m.JudgeAssessment) -> None:
        """Keep the assessment of a step."""
        await self._noted(run_id, note("assessment", step, dumped(assessment)))

    async def get_assessments(self, run_id: str) -> tuple[m.JudgeAssessment, ...]:
        """Return the assessments in the order of their steps, newest last."""
        steps = in_step_order(await self._notes(run_id, "assessment"))
        return tuple(m.JudgeAssessment.model_validate_json(one.record) for one in steps)

    async def add_conflicts(self, run_id: str, step: str, conflicts: Sequence[m.Conflict]) -> None:
        """Keep the conflicts that a step found."""
        await self._noted(run_id, note("conflicts", step, dumped_all(conflicts)))

    async def get_conflicts(self, run_id: str) -> tuple[m.Conflict, ...]:
        """Return each conflict as it was last stored, in the order in which they were first found."""
        return _conflicts(await self._notes(run_id, "conflicts"))

    async def store_report(self, run_id: str, report: m.ResearchReport, markdown: str) -> None:
        """Keep the run's report, in place of an earlier one."""
        await self._noted(run_id, report_note(report, markdown))

    async def get_report(self, run_id: str) -> tuple[m.ResearchReport, str] | None:
        """Return the report and its Markdown; ``None`` while there is none."""
        notes = await self._notes(run_id, "report")
        return read_report(notes[0]) if notes else None

    async def forget_step(self, run_id: str, step: str) -> None:
        """Forget what a step stored; repeating it does no harm."""
        await self._store.remove(run_id, [note_uuid(kind, step) for kind in BY_STEP])

    async def delete_run(self, run_id: str) -> None:
        """Forget all of a run; repeating it does no harm."""
        await self._store.remove_run(run_id)
        self._works.forget(run_id)
        self._pieces.forget(run_id)

    async def runs(self) -> tuple[str, ...]:
        """Return the ids of the runs that hold anything, sorted."""
        return tuple([run_id for run_id in await self._store.runs() if await self._store.notes(run_id, EVERY)])

    async def export_run(self, run_id: str) -> RunRecords:
        """Return all that a run holds, step by step."""
        notes = await self._store.notes(run_id, EVERY)
        works = await self._works.read(run_id, uuids_in(notes, "works"))
        pieces = await self._pieces.read(run_id, uuids_in(notes, "evidence"))
        return exported(notes, {uuid: held.value for uuid, held in (works | pieces).items()})

    async def import_run(self, run_id: str, records: RunRecords) -> None:
        """Hold *records* in place of all that the run held; killed half-way, repeating it finishes it."""
        objects, notes = imported(records)
        there = {note_uuid(kind, one.step) for kind, one in await self._store.notes(run_id, EVERY)}
        await self._store.put(run_id, objects)
        await self._store.put(run_id, notes)  # after what they list: who is killed here leaves a part that can be read
        if gone := there - {one.uuid for one in notes}:
            await self._store.remove(run_id, sorted(gone))

    async def reindex(self) -> int:
        """Take over the runs of every other embedder, with vectors of this one; return how many pieces they have.

        Another embedder's collection is removed once all its runs are here. Killed half-way, repeating it goes on; with
        the old embedder set again, repeating it gives up what was copied. Raises ``CannotDo`` for collections that are
        not ours to read.
        """
        others = await others_of(self._client, self._address, self._collection)
        if others:
            await mark(self._client, self._address, self._collection, is_filling=True)
        count = sum([await self._taken_over(name) for name, is_filling in others.items() if not is_filling])
        await mark(self._client, self._address, self._collection, is_filling=False)
        for name in others:
            await removed(self._client, self._address, name)
        return count

    async def check(self) -> None:
        """Raise ``RetryLater`` with a plain reason while nothing can be stored: what opened once may open again."""
        try:
            await check_writing(self._client, self._address)
        except CannotDo as error:
            raise RetryLater(str(error)) from error

    async def close(self) -> None:
        """Close the connections."""
        await self._ranker.close()
        await self._client.close()

    async def _taken_over(self, collection: str) -> int:
        """Hold the runs of another collection, and embed their pieces; return how many there are."""
        other = type(self)(self._client, self._address, None, collection)
        count = 0
        for run_id in await other.runs():
            records = await other.export_run(run_id)
            if await self._held(run_id) != records:
                await self.import_run(run_id, records)
            count += len(await self._embedded(run_id))
        return count

    async def _held(self, run_id: str) -> RunRecords | None:
        """Return what a run holds; ``None`` where a copy of it was broken off."""
        try:
            return await self.export_run(run_id)
        except RetryLater:
            return None

    async def _embedded(self, run_id: str) -> list[str]:
        """Give every piece of a run its vector; return the pieces."""
        pieces = list(firsts(await self._notes(run_id, "evidence")).values())
        await self._ranker.indexed(run_id, pieces)
        return pieces

    async def _notes(self, run_id: str, kind: Kind) -> list[Note]:
        """Return what the steps left of one kind."""
        return [one for _, one in await self._store.notes(run_id, (kind,))]

    async def _noted(self, run_id: str, stored: Stored) -> None:
        """Write what a step left in place of what it left before; nothing, where it left nothing."""
        if says_nothing(stored):
            await self._store.remove(run_id, [stored.uuid])
        else:
            await self._store.put(run_id, [stored])


def _conflicts(notes: Iterable[Note]) -> tuple[m.Conflict, ...]:
    """Return the conflicts that the steps found."""
    return newest_of_each((CONFLICTS.validate_json(one.record) for one in in_step_order(notes)), conflict_name)
