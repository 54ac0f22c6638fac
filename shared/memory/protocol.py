"""What every research memory can do; ``tests/contract/test_memory.py`` holds each adapter to it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from shared import messages as m

from .records import RunRecords

HIGH_CONFIDENCE = 0.8
"""Above it a hypothesis counts as confirmed (design.md); shown to people as "high-confidence", never "confirmed"."""


class ResearchMemory(Protocol):
    """Keeps what the decider accepted, run by run.

    What is stored again under the same step replaces what that step held, so a repeat changes nothing and the accepted
    answer replaces a rejected one. The memory numbers nothing: *among* brings the S numbers, by work id, and what is
    not in it is not evidence. Any call may raise ``RetryLater`` (the store is away; what it acknowledged is kept)
    or ``CannotDo`` (this can never be stored).
    """

    async def store_works(self, run_id: str, step: str, works: Sequence[m.Work]) -> None:
        """Keep the works that a step met."""
        ...

    async def store_evidence(self, run_id: str, step: str, evidence: Sequence[m.Evidence]) -> tuple[str, ...]:
        """Keep the evidence of a step; return the content ids that the run did not hold before."""
        ...

    async def get_all_evidence(self, run_id: str) -> tuple[m.Evidence, ...]:
        """Return every piece once, in the order of steps and then of their answers."""
        ...

    async def get_relevant_evidence(
        self, run_id: str, question: str, n: int, among: Mapping[str, str], *, keep_places: bool = False
    ) -> tuple[m.Evidence, ...]:
        """Return at most *n* pieces with their S numbers, at most one for each, whatever order they were stored in.

        Relevant by words and meaning, and diverse; *keep_places* keeps places for what a judge and a report must not
        miss (evidence.md, 6). Title-only and retracted works only fill what the others leave.
        """
        ...

    async def likely_same(
        self, run_id: str, works: Sequence[m.Work], evidence: Sequence[m.Evidence]
    ) -> tuple[m.SameWork, ...]:
        """Return the pairs of an answer's works and works the run holds whose texts look like one work."""
        ...

    async def bibliography(self, run_id: str) -> Mapping[str, m.Work]:
        """Return the works of the run by their work ids."""
        ...

    async def add_hypotheses(self, run_id: str, step: str, hypotheses: Sequence[m.MechanismHypothesis]) -> None:
        """Keep the hypotheses of a step."""
        ...

    async def get_hypotheses(self, run_id: str) -> tuple[m.MechanismHypothesis, ...]:
        """Return each hypothesis as it was last stored, in the order in which they were first proposed."""
        ...

    async def get_confirmed_hypotheses(self, run_id: str) -> tuple[m.MechanismHypothesis, ...]:
        """Return the hypotheses with a confidence above 0.8."""
        ...

    async def add_assessment(self, run_id: str, step: str, assessment: m.JudgeAssessment) -> None:
        """Keep the assessment of a step."""
        ...

    async def get_assessments(self, run_id: str) -> tuple[m.JudgeAssessment, ...]:
        """Return the assessments in the order of their steps, newest last."""
        ...

    async def add_conflicts(self, run_id: str, step: str, conflicts: Sequence[m.Conflict]) -> None:
        """Keep the conflicts that a step found."""
        ...

    async def get_conflicts(self, run_id: str) -> tuple[m.Conflict, ...]:
        """Return each conflict as it was last stored, in the order in which they were first found."""
        ...

    async def store_report(self, run_id: str, report: m.ResearchReport, markdown: str) -> None:
        """Keep the run's report, in place of an earlier one."""
        ...

    async def get_report(self, run_id: str) -> tuple[m.ResearchReport, str] | None:
        """Return the report and its Markdown; ``None`` while there is none."""
        ...

    async def get_context_summary(self, run_id: str, question: str, among: Mapping[str, str]) -> str:
        """Return in Markdown what the run knows, for when no report could be written."""
        ...

    async def forget_step(self, run_id: str, step: str) -> None:
        """Forget works, evidence, hypotheses, assessments and conflicts of a step that did not count after all."""
        ...

    async def delete_run(self, run_id: str) -> None:
        """Forget all of a run; repeating it does no harm."""
        ...

    async def runs(self) -> tuple[str, ...]:
        """Return the ids of the runs that hold anything, sorted."""
        ...

    async def export_run(self, run_id: str) -> RunRecords:
        """Return all that a run holds, step by step; nothing of a run that is not there."""
        ...

    async def import_run(self, run_id: str, records: RunRecords) -> None:
        """Hold *records* in place of all that the run held: whole or not at all, and repeating it does no harm."""
        ...

    async def reindex(self) -> int:
        """Give up every vector that another embedder made; return how many pieces are embedded anew.

        Killed half-way, it is finished by repeating it.
        """
        ...

    async def check(self) -> None:
        """Raise ``RetryLater`` with a plain reason while nothing can be stored."""
        ...

    async def close(self) -> None:
        """Let files and threads go."""
        ...
