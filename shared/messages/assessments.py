"""What the judge says about the evidence of a round."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from .base import Count, Score, Share, Text, Value
from .evidence import Direction

Reasoning = Annotated[str, StringConstraints(strip_whitespace=True, min_length=10)]
"""Why a score is what it is; the least length is the source document's."""


class KeyFinding(Value):
    """A finding, and the sources it leans on."""

    finding_id: str = ""
    text: Text
    source_ids: tuple[str, ...]
    direction: Direction = "unknown"


class CandidateDetails(Value):
    """A drug candidate, only as far as the sources read say it (evidence.md, 9)."""

    drug: Text
    indication: str = ""
    best_human_evidence: str = "none among the sources read"
    best_preclinical_evidence: str = "none among the sources read"
    direction: Direction = "unknown"
    trials: tuple[str, ...] = ()
    harms: str = "no safety data among the sources read"
    contraindications: tuple[str, ...] = ()
    approval: str = "approval not checked"
    source_ids: tuple[str, ...] = ()


class Conflict(Value):
    """Two sides that cannot both be right, or that differ in something that is named."""

    conflict_id: str = ""
    description: Text
    first_source_ids: tuple[str, ...]
    second_source_ids: tuple[str, ...]
    differs_in: str = ""
    """Empty where population, intervention, comparator, outcome and time are comparable."""


class StudyCounts(Value):
    """Independent studies by kind (evidence.md, 4): reviews are not among them."""

    human_randomised: Count = 0
    human_other: Count = 0
    animal: Count = 0
    in_vitro: Count = 0
    secondary: Count = 0
    """Reviews, meta-analyses and guidelines: a row of their own."""


class AssessmentDetails(Value):
    """The two scores of the rubric with their reasons, and what was found."""

    mechanism_score: Score
    mechanism_reasoning: Reasoning
    clinical_evidence_score: Score
    clinical_reasoning: Reasoning
    drug_candidates: tuple[str, ...]
    key_findings: tuple[KeyFinding, ...]
    proposed_mechanism_score: Score | None = None
    """What was proposed before code capped it by the designs that are there (evidence.md, 5)."""
    proposed_clinical_score: Score | None = None
    candidate_details: tuple[CandidateDetails, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    study_counts: StudyCounts = StudyCounts()


class JudgeAssessment(Value):
    """Is the evidence sufficient? The coordinator's rule decides; this is what it decides upon."""

    details: AssessmentDetails
    sufficient: bool
    """The judge's own opinion: shown, never obeyed."""
    confidence: Share
    proposed_confidence: Share | None = None
    recommendation: Literal["continue", "synthesize"]
    next_search_queries: Annotated[tuple[str, ...], Field(max_length=8)] = ()
    reasoning: Annotated[str, StringConstraints(strip_whitespace=True, min_length=20)]
    direction: Direction = "unknown"
    certainty_reasons: tuple[str, ...] = ()
    """Design, independent studies, consistency, directness, precision, retraction. No GRADE rating."""
