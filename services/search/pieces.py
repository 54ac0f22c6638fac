"""From a reference to a piece of evidence: its abstract, or no more than its title."""

from shared import messages as m
from shared.library import Reference, abstract_of, level_of


def piece_of(reference: Reference, score: float, step: str) -> m.Evidence:
    """Return the evidence a reference gives: its abstract, a full text's too, or no more than its title."""
    work = reference.work
    text, locator = abstract_of(reference)
    return m.Evidence(
        work_id=work.work_id,
        content=text,
        citation=work.citation,
        relevance_score=score,
        locator=locator,
        level=level_of(reference),
        design=work.design,
        subject=work.subject,
        sample_size=work.sample_size,
        retraction=work.retraction,
        first_seen_step=step,
    )


def to_be_judged(reference: Reference) -> bool:
    """Say whether there is a text to judge: short titles rank high, and would take the places of abstracts."""
    return not (reference.title_only or reference.work.retraction.bars)
