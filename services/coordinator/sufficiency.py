"""When evidence is enough. A rule on the judge's capped scores, never an opinion in prose."""

from shared import messages as m

from .state import Verdict

ENOUGH_CONFIDENCE = 0.7
"""From the source documents' judge criteria."""

ENOUGH_MECHANISM = 6
"""A clear mechanism: targets and pathways are known."""

ENOUGH_CLINICAL = 6
"""Strong evidence in humans."""


def missing(verdict: Verdict, domain: m.Domain) -> tuple[str, ...]:
    """Return what the rule still asks for; nothing means that the evidence is sufficient."""
    wanted = [
        (verdict.confidence >= ENOUGH_CONFIDENCE, f"confidence {verdict.confidence:.2f} of {ENOUGH_CONFIDENCE}"),
        (verdict.clinical_score >= ENOUGH_CLINICAL, f"clinical evidence {verdict.clinical_score} of {ENOUGH_CLINICAL}"),
    ]
    if domain == "drug-repurposing":
        wanted.append(
            (verdict.mechanism_score >= ENOUGH_MECHANISM, f"mechanism {verdict.mechanism_score} of {ENOUGH_MECHANISM}")
        )
    return tuple(text for enough, text in wanted if not enough)


def is_sufficient(verdict: Verdict | None, domain: m.Domain) -> bool:
    """Say whether the search may stop; a judge that never answered is no verdict."""
    return verdict is not None and not missing(verdict, domain)
