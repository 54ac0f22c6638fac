"""Caps on what an assessor proposes, from the designs that are really there (evidence.md, 5).

Both numbers are kept. Whoever proposes, a model or the rubric, is capped by the same code.
"""

from collections.abc import Iterable, Mapping

from shared import messages as m

from .standing import CONTROLLED, bearing, counted, counts, human, of_design, strength, studies, topic_of

NO_HUMAN_EVIDENCE = 3
NO_CONTROLLED_STUDY = 5
ONE_RANDOMISED_STUDY = 6
"""A controlled study without randomisation is capped here, too: it cannot weigh more."""
NO_CAP = 10
NOTHING_COUNTS = 3
"""Of the mechanism, when every piece is retracted, a title, a plan or an opinion."""

SEARCH_INCOMPLETE = 0.69
"""Just below what the rule asks: a hole in the search keeps it from being sufficient."""

ENOUGH_CONFIDENCE = 0.7
ENOUGH_SCORE = 6
ENOUGH_INDEPENDENT = 2
"""Thresholds of the judge's own view; the coordinator's rule decides."""


def capped(proposed: m.JudgeAssessment, order: m.JudgeRequested) -> m.JudgeAssessment:
    """Return *proposed* with scores no higher than the evidence allows, and what the rule then says."""
    details = proposed.details
    clinical_cap, why = clinical_limit(order.evidence)
    clinical = min(details.clinical_evidence_score, clinical_cap)
    mechanism = min(details.mechanism_score, mechanism_limit(order.evidence))
    limit = confidence_limit(order, details.conflicts)
    confidence = min(proposed.confidence, limit)
    enough = is_enough(order.domain, mechanism, clinical, confidence)
    update: dict[str, object] = {
        "proposed_mechanism_score": details.mechanism_score,
        "proposed_clinical_score": details.clinical_evidence_score,
        "mechanism_score": mechanism,
        "clinical_evidence_score": clinical,
        "study_counts": counted(bearing(order.evidence, topic_of(order.question, order.evidence))),
    }
    if clinical < details.clinical_evidence_score:
        update["clinical_reasoning"] = f"{details.clinical_reasoning} Capped at {clinical}: {why}."
    return proposed.model_copy(
        update={
            "details": details.model_copy(update=update),
            "proposed_confidence": proposed.confidence,
            "confidence": confidence,
            "sufficient": enough,
            "recommendation": "synthesize" if enough else "continue",
        }
    )


def clinical_limit(evidence: Iterable[m.Evidence]) -> tuple[int, str]:
    """Return the highest clinical score the designs allow, and what keeps it there."""
    people = human(evidence)
    if not people:
        return NO_HUMAN_EVIDENCE, "no evidence in people with results"
    if of_design(people, "meta-analysis"):
        return NO_CAP, ""
    randomised = len(studies(of_design(people, "randomised-trial")))
    if randomised >= ENOUGH_INDEPENDENT:
        return NO_CAP, ""
    if not of_design(people, *CONTROLLED):
        return NO_CONTROLLED_STUDY, "no randomised or controlled study in people"
    return ONE_RANDOMISED_STUDY, "one randomised study" if randomised else "no randomised study in people"


def mechanism_limit(evidence: Iterable[m.Evidence]) -> int:
    """Return the highest mechanism score: what is retracted, planned or a title adds nothing."""
    return NO_CAP if any(counts(piece) for piece in evidence) else NOTHING_COUNTS


def confidence_limit(order: m.JudgeRequested, conflicts: Iterable[m.Conflict]) -> float:
    """Return the highest confidence: lower while a source is unsearched or a contradiction is open."""
    contradicted = any(is_open(conflict, order.evidence) for conflict in conflicts)
    return SEARCH_INCOMPLETE if order.unsearched or contradicted else 1.0


def is_open(conflict: m.Conflict, evidence: Iterable[m.Evidence]) -> bool:
    """Say whether a contradiction stands between studies of equal design with nothing to explain it."""
    ranks = {piece.source_id: strength(piece) for piece in evidence if counts(piece)}
    first, second = _best(conflict.first_source_ids, ranks), _best(conflict.second_source_ids, ranks)
    return not conflict.differs_in and first is not None and first == second


def _best(source_ids: Iterable[str], ranks: Mapping[str, int]) -> int | None:
    """Return the rank of the strongest design among sources, ``None`` where none counts."""
    return min((ranks[source] for source in source_ids if source in ranks), default=None)


def is_enough(domain: m.Domain, mechanism: int, clinical: int, confidence: float) -> bool:
    """Say whether the rule of the domain is met; only drug repurposing asks for a mechanism."""
    explained = mechanism >= ENOUGH_SCORE or domain == "general"
    return explained and clinical >= ENOUGH_SCORE and confidence >= ENOUGH_CONFIDENCE
