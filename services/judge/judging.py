"""Score the evidence of a round. Whether it is enough is the coordinator's rule."""

from collections.abc import Iterable
from typing import Protocol

from shared import messages as m
from shared.thinking import Thought

from .asking import unasked
from .capping import capped

MOST_EVIDENCE = 30
"""Pieces in one assessment, from design.md."""


class Assessor(Protocol):
    """Whoever proposes scores: Claude, or the rubric, which needs no key."""

    async def assess(self, order: m.JudgeRequested) -> Thought[m.JudgeAssessment]:
        """Return scores and findings, or raise ``RetryLater`` or ``CannotDo``."""
        ...


async def judge(order: m.JudgeRequested, assessor: Assessor) -> m.JudgeCompleted:
    """Return an assessment that leans only on evidence the assessor was shown, capped by its designs."""
    shown = order.model_copy(update={"evidence": order.evidence[:MOST_EVIDENCE]})
    thought = await assessor.assess(shown)
    proposed = keep_shown(thought.said, shown)
    return m.JudgeCompleted(
        run_id=order.run_id,
        step=order.step,
        attempt=order.attempt,
        spent=thought.spent,
        made_by=thought.made_by,
        notes=thought.notes,
        assessment=capped(proposed, shown),
        pieces_judged=len(shown.evidence),
    )


def keep_shown(assessment: m.JudgeAssessment, shown: m.JudgeRequested) -> m.JudgeAssessment:
    """Drop every finding, candidate row and conflict that cites nothing or an unseen source, and old queries."""
    known = {piece.source_id for piece in shown.evidence}
    said = assessment.details
    kept = {
        "key_findings": tuple(one for one in said.key_findings if leans_on(one.source_ids, known)),
        "candidate_details": tuple(row for row in said.candidate_details if leans_on(row.source_ids, known)),
        "conflicts": tuple(one for one in said.conflicts if _both_lean_on(one, known)),
    }
    queries = unasked(assessment.next_search_queries, shown.asked)
    return assessment.model_copy(update={"details": said.model_copy(update=kept), "next_search_queries": queries})


def _both_lean_on(conflict: m.Conflict, known: set[str]) -> bool:
    """Say whether both sides of a conflict have sources that were shown."""
    return leans_on(conflict.first_source_ids, known) and leans_on(conflict.second_source_ids, known)


def leans_on(source_ids: Iterable[str], known: set[str]) -> bool:
    """Say whether there are sources, and all of them were shown."""
    cited = tuple(source_ids)
    return bool(cited) and known.issuperset(cited)
