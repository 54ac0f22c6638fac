"""A research memory in plain dicts: for unit tests, held to the same suite as the real ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shared import messages as m
from shared.embedding import Embedder
from shared.errors import RetryLater
from shared.likeness import propose
from shared.ranking import TextIndex

from .comparing import described
from .derived import Derived
from .records import RunRecords, by_step, in_step_order
from .selecting import Piece, Ranking, Wanted, as_found, choose, gathered, needs_ranking
from .steps import by_content, conflict_name, content_id, dumped, hypothesis_name, in_order, newest_of_each


@dataclass
class _Held:
    """What one run holds, by step."""

    works: dict[str, tuple[m.Work, ...]] = field(default_factory=dict)
    evidence: dict[str, tuple[m.Evidence, ...]] = field(default_factory=dict)
    hypotheses: dict[str, tuple[m.MechanismHypothesis, ...]] = field(default_factory=dict)
    assessments: dict[str, m.JudgeAssessment] = field(default_factory=dict)
    conflicts: dict[str, tuple[m.Conflict, ...]] = field(default_factory=dict)
    report: tuple[m.ResearchReport, str] | None = None

    def records(self) -> RunRecords:
        """Return all of it."""
        report, markdown = self.report or (None, "")
        return RunRecords(
            works=by_step(self.works),
            evidence=by_step(self.evidence),
            hypotheses=by_step(self.hypotheses),
            conflicts=by_step(self.conflicts),
            assessments=in_step_order(self.assessments),
            report=report,
            markdown=markdown,
        )


class InMemoryMemory(Derived):
    """Forgets all when the process ends. Set ``away`` to a reason, and it cannot be reached."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.away = ""
        self._embedder = embedder
        self._runs: dict[str, _Held] = {}

    async def store_works(self, run_id: str, step: str, works: Sequence[m.Work]) -> None:
        """Keep the works that a step met."""
        for work in works:
            dumped(work)
        self._writable(run_id).works[step] = tuple({one.work_id: one for one in works}.values())

    async def store_evidence(self, run_id: str, step: str, evidence: Sequence[m.Evidence]) -> tuple[str, ...]:
        """Keep the evidence of a step; return the content ids that the run did not hold before."""
        for piece in evidence:
            dumped(piece)
        held = self._writable(run_id)
        before = {content_id(piece) for pieces in held.evidence.values() for piece in pieces}
        found = by_content(evidence)
        held.evidence[step] = tuple(found.values())
        return tuple(name for name in found if name not in before)

    async def get_all_evidence(self, run_id: str) -> tuple[m.Evidence, ...]:
        """Return every piece once, in the order of steps and then of their answers."""
        steps = in_order(self._readable(run_id).evidence)
        return tuple(by_content(piece for pieces in steps for piece in pieces).values())

    async def get_relevant_evidence(
        self, run_id: str, question: str, n: int, among: Mapping[str, str], *, keep_places: bool = False
    ) -> tuple[m.Evidence, ...]:
        """Return at most *n* pieces with their S numbers, at most one for each."""
        works = await self.bibliography(run_id)
        retracted = [work_id for work_id, work in works.items() if work.retraction.bars]
        pieces = gathered(by_content(await self.get_all_evidence(run_id)), among, retracted)
        wanted = Wanted(n, keep_places, await self.get_conflicts(run_id))
        if not needs_ranking(pieces, n):
            return choose(pieces, as_found(pieces), wanted)
        return choose(pieces, self._ranked(question, pieces), wanted)

    async def likely_same(
        self, run_id: str, works: Sequence[m.Work], evidence: Sequence[m.Evidence]
    ) -> tuple[m.SameWork, ...]:
        """Return the pairs of an answer's works and works the run holds whose texts look like one work."""
        found = {work.work_id for work in works}
        others = [work for work_id, work in (await self.bibliography(run_id)).items() if work_id not in found]
        known = described(others, await self.get_all_evidence(run_id))
        return propose(described(works, evidence), known) if known else ()

    async def bibliography(self, run_id: str) -> Mapping[str, m.Work]:
        """Return the works of the run by their work ids."""
        return {work.work_id: work for works in in_order(self._readable(run_id).works) for work in works}

    async def add_hypotheses(self, run_id: str, step: str, hypotheses: Sequence[m.MechanismHypothesis]) -> None:
        """Keep the hypotheses of a step."""
        self._writable(run_id).hypotheses[step] = tuple(hypotheses)

    async def get_hypotheses(self, run_id: str) -> tuple[m.MechanismHypothesis, ...]:
        """Return each hypothesis as it was last stored, in the order in which they were first proposed."""
        return newest_of_each(in_order(self._readable(run_id).hypotheses), hypothesis_name)

    async def add_assessment(self, run_id: str, step: str, assessment: m.JudgeAssessment) -> None:
        """Keep the assessment of a step."""
        self._writable(run_id).assessments[step] = assessment

    async def get_assessments(self, run_id: str) -> tuple[m.JudgeAssessment, ...]:
        """Return the assessments in the order of their steps, newest last."""
        return tuple(in_order(self._readable(run_id).assessments))

    async def add_conflicts(self, run_id: str, step: str, conflicts: Sequence[m.Conflict]) -> None:
        """Keep the conflicts that a step found."""
        self._writable(run_id).conflicts[step] = tuple(conflicts)

    async def get_conflicts(self, run_id: str) -> tuple[m.Conflict, ...]:
        """Return each conflict as it was last stored, in the order in which they were first found."""
        return newest_of_each(in_order(self._readable(run_id).conflicts), conflict_name)

    async def store_report(self, run_id: str, report: m.ResearchReport, markdown: str) -> None:
        """Keep the run's report, in place of an earlier one."""
        self._writable(run_id).report = (report, markdown)

    async def get_report(self, run_id: str) -> tuple[m.ResearchReport, str] | None:
        """Return the report and its Markdown; ``None`` while there is none."""
        return self._readable(run_id).report

    async def forget_step(self, run_id: str, step: str) -> None:
        """Forget what a step stored; repeating it does no harm."""
        held = self._writable(run_id)
        kept: tuple[dict[str, Any], ...] = (
            held.works,
            held.evidence,
            held.hypotheses,
            held.assessments,
            held.conflicts,
        )
        for steps in kept:
            steps.pop(step, None)

    async def delete_run(self, run_id: str) -> None:
        """Forget all of a run; repeating it does no harm."""
        await self.check()
        self._runs.pop(run_id, None)

    async def runs(self) -> tuple[str, ...]:
        """Return the ids of the runs that hold anything, sorted."""
        await self.check()
        return tuple(sorted(run_id for run_id, held in self._runs.items() if not held.records().is_empty))

    async def export_run(self, run_id: str) -> RunRecords:
        """Return all that a run holds, step by step."""
        return self._readable(run_id).records()

    async def import_run(self, run_id: str, records: RunRecords) -> None:
        """Hold *records* in place of all that the run held."""
        dumped(records)
        await self.delete_run(run_id)
        held = self._writable(run_id)
        held.works |= records.works
        held.evidence |= records.evidence
        held.hypotheses |= records.hypotheses
        held.conflicts |= records.conflicts
        held.assessments |= records.assessments
        held.report = (records.report, records.markdown) if records.report else None

    async def reindex(self) -> int:
        """Do nothing: vectors are made whenever pieces are ranked."""
        await self.check()
        return 0

    async def check(self) -> None:
        """Raise ``RetryLater`` with a plain reason while nothing can be stored."""
        if self.away:
            raise RetryLater(self.away)

    async def close(self) -> None:
        """Keep all, so that a test can look at it afterwards."""

    def _ranked(self, question: str, pieces: Sequence[Piece]) -> Ranking:
        index = TextIndex([piece.text for piece in pieces], self._embedder)
        ranking = Ranking(index.relevance(question), index.vectors if self._embedder else None)
        index.close()
        return ranking

    def _writable(self, run_id: str) -> _Held:
        if self.away:
            raise RetryLater(self.away)
        return self._runs.setdefault(run_id, _Held())

    def _readable(self, run_id: str) -> _Held:
        if self.away:
            raise RetryLater(self.away)
        return self._runs.get(run_id, _Held())
