"""The judge that asks Claude: it proposes scores and findings. Code caps the scores, and the rule decides."""

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from shared import messages as m
from shared.appraisal.drugs import mentions
from shared.llm.asking import ask, lines
from shared.llm.calls import Calls
from shared.llm.fencing import fenced, untrusted
from shared.llm.fitting import Fitted, legible, told_of
from shared.llm.opening import Thinking
from shared.thinking import Thought

from .agreeing import Agreed, agreed
from .asking import unasked
from .candidates import MOST_CANDIDATES, details
from .judging import leans_on
from .rubric import RubricAssessor
from .standing import counts, topic_of, whole
from .weighing import weighed

MOST_CHARACTERS = 2_000
"""Of one piece: an abstract."""

PROMPT_TOKENS = 1_500
"""Left for the prompt and the scheme of its answer; hypotheses and queries beyond it make the answer shorter."""

MOST_FINDINGS = 12
MOST_PROPOSED = 40
"""Queries that are looked at: some were asked before."""

LEAST_REASON = 20
"""Characters of a reason, from the contract."""


class Finding(BaseModel):
    """A finding as the model states it."""

    text: str = Field(min_length=1)
    source_ids: list[str]
    direction: m.Direction = "unknown"


class Disagreement(BaseModel):
    """Two sides that the model takes for contrary."""

    description: str = Field(min_length=1)
    first_source_ids: list[str]
    second_source_ids: list[str]
    differs_in: str = ""


class Scores(BaseModel):
    """What the model is asked for."""

    mechanism_score: int = Field(ge=0, le=10)
    mechanism_reasoning: m.Reasoning
    clinical_score: int = Field(ge=0, le=10)
    clinical_reasoning: m.Reasoning
    confidence: float = Field(ge=0, le=1)
    reasoning: Annotated[str, StringConstraints(strip_whitespace=True, min_length=LEAST_REASON)]
    key_findings: list[Finding]
    drug_candidates: list[str]
    conflicts: list[Disagreement]
    next_search_queries: list[str]


class ClaudeAssessor:
    """Asks a model for scores; direction, certainty and the rows of candidates stay with the rules."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def assess(self, order: m.JudgeRequested) -> Thought[m.JudgeAssessment]:
        """Return the scores that Claude proposes. Raises ``RetryLater``, or ``CannotDo`` with what was spent."""
        calls = self._thinking.on(order)
        async with calls.settled():
            shown = legible(order.evidence, calls.room_tokens - PROMPT_TOKENS, MOST_CHARACTERS)
            request = await self._thinking.request(calls, order.domain, content(order, shown))
            scores = await ask(calls, request, Scores)
        return await self._thought(scores, order, shown, calls)

    async def _thought(
        self, scores: Scores, order: m.JudgeRequested, shown: Fitted, calls: Calls
    ) -> Thought[m.JudgeAssessment]:
        """Return the assessment with what it cost."""
        by_rules = (await RubricAssessor().assess(order)).said
        known = {one.source_id for one in shown.pieces if not one.retraction.bars}
        stand = _agreed(scores, order, known)
        said = assessment_of(scores, order, by_rules, known, stand.conflicts)
        return Thought(said, calls.answered_by, calls.spent, (*told_of("judge", shown), *stand.notes))


def content(order: m.JudgeRequested, shown: Fitted) -> str:
    """Return what the model is told of an order."""
    parts = (
        fenced("question", order.question),
        *(fenced("hypothesis", one.mechanism, {"id": one.hypothesis_id}) for one in order.hypotheses),
        *(fenced("asked", query) for query in order.asked),
        *shown.sources,
    )
    missing = f"Sources that could not be searched: {', '.join(order.unsearched)}." if order.unsearched else ""
    return "\n".join(filter(None, (untrusted(parts), missing, shown.note, "Score this evidence.")))


def assessment_of(
    scores: Scores,
    order: m.JudgeRequested,
    by_rules: m.JudgeAssessment,
    known: set[str],
    conflicts: tuple[m.Conflict, ...],
) -> m.JudgeAssessment:
    """Return what the model proposes, in the contract's words, beside what only code may say. Pure.

    Findings lean on *known* sources, that were shown and are not retracted, or they are left out.
    """
    drugs = _candidates(scores, order, by_rules)
    topic = topic_of(order.question, order.evidence)
    update = {
        "mechanism_score": scores.mechanism_score,
        "mechanism_reasoning": scores.mechanism_reasoning,
        "clinical_evidence_score": scores.clinical_score,
        "clinical_reasoning": scores.clinical_reasoning,
        "drug_candidates": drugs,
        "candidate_details": tuple(details(drug, topic, order.evidence) for drug in drugs),
        "key_findings": _findings(scores, known),
        "conflicts": conflicts,
    }
    return by_rules.model_copy(
        update={
            "details": m.AssessmentDetails.model_validate(by_rules.details.model_dump() | update),
            "confidence": scores.confidence,
            "next_search_queries": unasked(lines(scores.next_search_queries, MOST_PROPOSED), order.asked),
            "reasoning": scores.reasoning,
        }
    )


def _findings(scores: Scores, known: set[str]) -> tuple[m.KeyFinding, ...]:
    """Return the findings that lean on *known* sources, with names of ours."""
    stated = [one for one in scores.key_findings if one.text.strip() and leans_on(one.source_ids, known)]
    return tuple(
        m.KeyFinding(finding_id=f"F{n}", text=one.text, source_ids=tuple(one.source_ids), direction=one.direction)
        for n, one in enumerate(stated[:MOST_FINDINGS], start=1)
    )


def _agreed(scores: Scores, order: m.JudgeRequested, known: set[str]) -> Agreed:
    """Return what the rules see as conflicts among the *known* sources, then what the model names beside them."""
    pieces = [piece for piece in order.evidence if piece.source_id in known]
    return agreed(_conflicts(scores, known), weighed(pieces, topic_of(order.question, order.evidence)), pieces)


def _conflicts(scores: Scores, known: set[str]) -> tuple[m.Conflict, ...]:
    """Return the conflicts of which both sides lean on *known* sources, with names of ours."""
    stated = [one for one in scores.conflicts if one.description.strip() and _both_lean_on(one, known)]
    return tuple(
        m.Conflict(
            conflict_id=f"C{n}",
            description=one.description,
            first_source_ids=tuple(one.first_source_ids),
            second_source_ids=tuple(one.second_source_ids),
            differs_in=one.differs_in.strip(),
        )
        for n, one in enumerate(stated[:MOST_FINDINGS], start=1)
    )


def _both_lean_on(one: Disagreement, known: set[str]) -> bool:
    """Say whether both sides of a conflict have known sources."""
    return leans_on(one.first_source_ids, known) and leans_on(one.second_source_ids, known)


def _candidates(scores: Scores, order: m.JudgeRequested, by_rules: m.JudgeAssessment) -> tuple[str, ...]:
    """Return the drugs that the rules found, then those the model names that a source which counts names, too."""
    texts = " ".join(whole(piece) for piece in order.evidence if counts(piece))
    named = (one.strip().lower() for one in scores.drug_candidates)
    present = (one for one in named if one and mentions(texts, (one,)))
    return tuple(dict.fromkeys((*by_rules.details.drug_candidates, *present)))[:MOST_CANDIDATES]
