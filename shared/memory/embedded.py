"""The research memory in one SQLite file: nothing to install, for any number of processes on one machine."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Self

from shared import messages as m
from shared.embedding import Embedder
from shared.likeness import propose

from . import record_rows, rows
from .comparing import described, years_beside
from .connections import WAIT_SECONDS, Connections
from .derived import Derived
from .ranker import Ranker
from .records import RunRecords
from .schema import migrate
from .selecting import Wanted, as_found, choose, gathered, needs_ranking
from .steps import CONFLICTS, HYPOTHESES, conflict_name, dumped, dumped_all, hypothesis_name, newest_of_each


class SqliteMemory(Derived):
    """Words are ranked by FTS5 and meanings by vectors, over the run's own pieces alone.

    A full-text index over all runs would weigh a word by how common it is in *other* runs, and change its mind as they
    come and go; a re-sent order must carry the same evidence. So the index is made of the pieces in question.
    """

    def __init__(self, connections: Connections, embedder: Embedder | None) -> None:
        self._connections = connections
        self._ranker = Ranker(connections, embedder)

    @classmethod
    def open(cls, path: Path, embedder: Embedder | None = None, wait_seconds: float = WAIT_SECONDS) -> Self:
        """Open or make the file; raise ``CannotDo`` when it is not ours, damaged, or of a newer Vouch."""
        connections = Connections(path, migrate, wait_seconds)
        connections.call(lambda _: None)
        return cls(connections, embedder)

    async def store_works(self, run_id: str, step: str, works: Sequence[m.Work]) -> None:
        """Keep the works that a step met."""
        await self._connections.run(partial(rows.put_works, run_id=run_id, step=step, works=works))

    async def store_evidence(self, run_id: str, step: str, evidence: Sequence[m.Evidence]) -> tuple[str, ...]:
        """Keep the evidence of a step; return the content ids that the run did not hold before."""
        return await self._connections.run(partial(rows.put_evidence, run_id=run_id, step=step, evidence=evidence))

    async def get_all_evidence(self, run_id: str) -> tuple[m.Evidence, ...]:
        """Return every piece once, in the order of steps and then of their answers."""
        return tuple((await self._connections.run(partial(rows.evidence, run_id=run_id))).values())

    async def get_relevant_evidence(
        self, run_id: str, question: str, n: int, among: Mapping[str, str], *, keep_places: bool = False
    ) -> tuple[m.Evidence, ...]:
        """Return at most *n* pieces with their S numbers, at most one for each."""
        found = await self._connections.run(partial(rows.to_choose_from, run_id=run_id))
        pieces = gathered(found.evidence, among, found.retracted)
        wanted = Wanted(n, keep_places, _conflicts(found.conflicts))
        if not needs_ranking(pieces, n):
            return choose(pieces, as_found(pieces), wanted)
        return choose(pieces, await self._ranker.ranked(run_id, question, pieces), wanted)

    async def likely_same(
        self, run_id: str, works: Sequence[m.Work], evidence: Sequence[m.Evidence]
    ) -> tuple[m.SameWork, ...]:
        """Return the pairs of an answer's works and works the run holds whose texts look like one work."""
        if (years := years_beside(works)) is None:
            return ()
        found = {work.work_id for work in works}
        held = await self._connections.run(partial(rows.works_of_years, run_id=run_id, years=years))
        others = {work.work_id: work for work in held if work.work_id not in found}
        if not others:
            return ()
        known = described(others.values(), await self.get_all_evidence(run_id))
        return await asyncio.to_thread(propose, described(works, evidence), known) if known else ()

    async def bibliography(self, run_id: str) -> Mapping[str, m.Work]:
        """Return the works of the run by their work ids."""
        return {work.work_id: work for work in await self._connections.run(partial(rows.works, run_id=run_id))}

    async def add_hypotheses(self, run_id: str, step: str, hypotheses: Sequence[m.MechanismHypothesis]) -> None:
        """Keep the hypotheses of a step."""
        await self._note((run_id, "hypotheses", step), hypotheses)

    async def get_hypotheses(self, run_id: str) -> tuple[m.MechanismHypothesis, ...]:
        """Return each hypothesis as it was last stored, in the order in which they were first proposed."""
        steps = await self._connections.run(partial(rows.notes, run_id=run_id, kind="hypotheses"))
        return newest_of_each(map(HYPOTHESES.validate_json, steps), hypothesis_name)

    async def add_assessment(self, run_id: str, step: str, assessment: m.JudgeAssessment) -> None:
        """Keep the assessment of a step."""
        key = (run_id, "assessment", step)
        await self._connections.run(partial(rows.put_note, key=key, record=dumped(assessment)))

    async def get_assessments(self, run_id: str) -> tuple[m.JudgeAssessment, ...]:
        """Return the assessments in the order of their steps, newest last."""
        steps = await self._connections.run(partial(rows.notes, run_id=run_id, kind="assessment"))
        return tuple(m.JudgeAssessment.model_validate_json(step) for step in steps)

    async def add_conflicts(self, run_id: str, step: str, conflicts: Sequence[m.Conflict]) -> None:
        """Keep the conflicts that a step found."""
        await self._note((run_id, "conflicts", step), conflicts)

    async def get_conflicts(self, run_id: str) -> tuple[m.Conflict, ...]:
        """Return each conflict as it was last stored, in the order in which they were first found."""
        return _conflicts(await self._connections.run(partial(rows.notes, run_id=run_id, kind="conflicts")))

    async def store_report(self, run_id: str, report: m.ResearchReport, markdown: str) -> None:
        """Keep the run's report, in place of an earlier one."""
        put = partial(rows.put_report, run_id=run_id, report=dumped(report), markdown=markdown)
        await self._connections.run(put)

    async def get_report(self, run_id: str) -> tuple[m.ResearchReport, str] | None:
        """Return the report and its Markdown; ``None`` while there is none."""
        if (found := await self._connections.run(partial(rows.report, run_id=run_id))) is None:
            return None
        return m.ResearchReport.model_validate_json(found[0]), found[1]

    async def forget_step(self, run_id: str, step: str) -> None:
        """Forget what a step stored; repeating it does no harm."""
        await self._connections.run(partial(rows.delete_step, run_id=run_id, step=step))

    async def delete_run(self, run_id: str) -> None:
        """Forget all of a run; repeating it does no harm."""
        await self._connections.run(partial(rows.delete_run, run_id=run_id))

    async def runs(self) -> tuple[str, ...]:
        """Return the ids of the runs that hold anything, sorted."""
        return await self._connections.run(record_rows.runs)

    async def export_run(self, run_id: str) -> RunRecords:
        """Return all that a run holds, step by step."""
        return await self._connections.run(partial(record_rows.export_run, run_id=run_id))

    async def import_run(self, run_id: str, records: RunRecords) -> None:
        """Hold *records* in place of all that the run held: whole or not at all."""
        await self._connections.run(partial(record_rows.import_run, run_id=run_id, records=records))

    async def reindex(self) -> int:
        """Give up every vector that another embedder made; each piece gets its own when it is next ranked."""
        return await self._connections.run(partial(rows.forget_vectors, model=self._ranker.model))

    async def check(self) -> None:
        """Raise ``RetryLater`` with a plain reason while nothing can be stored."""
        await self._connections.run(rows.touch)

    async def close(self) -> None:
        """Let the file and the threads go."""
        await self._ranker.close()
        await self._connections.close()

    async def _note(self, key: tuple[str, str, str], values: Sequence[m.Value]) -> None:
        await self._connections.run(partial(rows.put_note, key=key, record=dumped_all(values)))


def _conflicts(steps: Sequence[str]) -> tuple[m.Conflict, ...]:
    return newest_of_each(map(CONFLICTS.validate_json, steps), conflict_name)
