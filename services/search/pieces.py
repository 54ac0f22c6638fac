"""From a reference to a piece of evidence: its abstract, or no more than its title."""

from shared import messages as m
from shared.library import Reference


def piece_of(reference: Reference, score: float, step: str) -> m.Evidence:
    """Return the evidence a reference gives: its abstract, or no more than its title."""
    work = reference.work
    return m.Evidence(
        work_id=work.work_id,
        content=reference.text,
        citation=work.citation,
        relevance_score=score,
        locator=m.Locator(section="title" if reference.title_only else "abstract", end=len(reference.text)),
        level=_level(reference),
        design=work.design,
        subject=work.subject,
        sample_size=work.sample_size,
        retraction=work.retraction,
        first_seen_step=step,
    )


def to_be_judged(reference: Reference) -> bool:
    """Say whether there is a text to judge: short titles rank high, and would take the places of abstracts."""
    return not (reference.title_only or reference.work.retraction.bars)


def _level(reference: Reference) -> str:
    """Return how much of the work there is to read."""
    if reference.title_only:
        return "title-only"
    return "registry" if reference.work.kind == "registry-entry" else "abstract"
