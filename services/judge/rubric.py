"""The rubric judge: scores from study designs, subjects, sizes and wording, without a model."""

from shared import messages as m
from shared.appraisal.drugs import drugs_asked
from shared.appraisal.topics import Topic
from shared.thinking import Thought

from . import asking, candidates, capping, certainty, weighing
from .conflicting import conflicts
from .findings import key_findings
from .mechanism import mechanism_of, mechanism_score
from .scoring import clinical_score, confidence
from .standing import topic_of


class RubricAssessor:
    """Reads designs and sentences; what it cannot read it says is missing."""

    async def assess(self, order: m.JudgeRequested) -> Thought[m.JudgeAssessment]:
        """Return the scores the rubric gives, with reasons that name their sources."""
        topic = topic_of(order.question, order.evidence)
        clinical, clinical_why = clinical_score(order.evidence, topic)
        mechanism, mechanism_why = mechanism_score(mechanism_of(order, topic))
        searched = confidence(order.evidence, topic)
        found = weighing.weighed(order.evidence, topic)
        details = m.AssessmentDetails(
            mechanism_score=mechanism,
            mechanism_reasoning=mechanism_why,
            clinical_evidence_score=clinical,
            clinical_reasoning=clinical_why,
            **_read(order, topic),
            conflicts=conflicts(found),
        )
        missing = _missing(order, details, searched)
        assessed = m.JudgeAssessment(
            details=details,
            sufficient=not any(missing),
            confidence=searched,
            recommendation="continue" if any(missing) else "synthesize",
            next_search_queries=asking.next_queries(order, topic, missing),
            reasoning=_reasoning(order, clinical_why, mechanism_why),
            direction=weighing.direction(found),
            certainty_reasons=certainty.reasons(order.evidence, topic, found, details.conflicts),
        )
        return Thought(assessed)


def _missing(order: m.JudgeRequested, details: m.AssessmentDetails, searched: float) -> asking.Missing:
    """Return what the rule will still ask for once the scores are capped."""
    clinical = min(details.clinical_evidence_score, capping.clinical_limit(order.evidence)[0])
    confidence = min(searched, capping.confidence_limit(order, details.conflicts))
    return asking.Missing(
        clinical=clinical < capping.ENOUGH_SCORE,
        mechanism=order.domain == "drug-repurposing" and details.mechanism_score < capping.ENOUGH_SCORE,
        confidence=confidence < capping.ENOUGH_CONFIDENCE,
    )


def _read(order: m.JudgeRequested, topic: Topic) -> dict[str, tuple[object, ...]]:
    """Return what is read out of the pieces: findings and candidates."""
    asked = drugs_asked(order.question)
    drugs = candidates.candidates(order.evidence, topic) if asked else candidates.also_named(order.evidence)
    return {
        "drug_candidates": drugs,
        "candidate_details": tuple(candidates.details(drug, topic, order.evidence) for drug in drugs),
        "key_findings": key_findings(order.evidence, topic),
    }


def _reasoning(order: m.JudgeRequested, clinical: str, mechanism: str) -> str:
    """Return the two reasons together, with the holes of the search."""
    holes = f" Not searched: {', '.join(order.unsearched)}." if order.unsearched else ""
    return f"Clinical: {clinical} Mechanism: {mechanism}{holes}"
