"""What follows from what any memory keeps: the same in each adapter."""

from collections.abc import Mapping
from typing import Protocol

from shared import messages as m

from .protocol import HIGH_CONFIDENCE
from .summary import by_source, summarised


class Kept(Protocol):
    """As much of a memory as the rest follows from."""

    async def bibliography(self, run_id: str) -> Mapping[str, m.Work]:
        """Return the works of the run by their work ids."""
        ...

    async def get_hypotheses(self, run_id: str) -> tuple[m.MechanismHypothesis, ...]:
        """Return each hypothesis as it was last stored."""
        ...

    async def get_assessments(self, run_id: str) -> tuple[m.JudgeAssessment, ...]:
        """Return the assessments, newest last."""
        ...


class Derived:
    """The part of a memory that needs no store of its own."""

    async def get_confirmed_hypotheses(self: Kept, run_id: str) -> tuple[m.MechanismHypothesis, ...]:
        """Return the hypotheses with a confidence above 0.8."""
        return tuple(one for one in await self.get_hypotheses(run_id) if one.confidence > HIGH_CONFIDENCE)

    async def get_context_summary(self: Kept, run_id: str, question: str, among: Mapping[str, str]) -> str:
        """Return in Markdown what the run knows, for when no report could be written."""
        works = (await self.bibliography(run_id)).values()
        assessments = await self.get_assessments(run_id)
        newest = assessments[-1] if assessments else None
        return summarised(question, by_source(works, among), await self.get_hypotheses(run_id), newest)
