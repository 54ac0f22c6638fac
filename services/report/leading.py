"""Which of a study's works stands for it: the study counts once (evidence.md, 1). Pure."""

import re
from collections.abc import Iterable, Mapping

from shared import messages as m
from shared.appraisal.effects import effects_in
from shared.audit.attributing import size_of
from shared.audit.shelf import Source, results_of

from .counting import study_name

_KINDS: Mapping[m.WorkKind, int] = {"article": 0, "registry-entry": 1, "preprint": 2, "abstract": 3}
"""A main article before posted results, a preprint and an abstract; whatever else comes last."""
_LATER = re.compile(
    r"\b(?:follow-?up|long-?term|extension|secondary|post[- ]hoc|sub-?(?:group|study)|(?:two|three|five|\d+)-year)\b",
    re.IGNORECASE,
)
"""In a title: a later or narrower look at a study."""


def leads_of(sources: Iterable[Source]) -> Mapping[str, str]:
    """Return for each study the S number of the work that stands for it."""
    leads: dict[str, str] = {}
    for one in sorted(sources, key=_standing):
        leads.setdefault(study_name(one), one.source_id)
    return leads


def _standing(source: Source) -> tuple[int, bool, bool, int, str, int]:
    """Order the works of a study: the main article, what states an estimate, the largest, the first."""
    citation = source.reference.citation
    estimates = any(effects_in(result.text) for piece in source.pieces for result in results_of(piece))
    return (
        _KINDS.get(source.reference.kind, len(_KINDS)),
        _LATER.search(citation.title) is not None,
        not estimates,
        -size_of(source),
        citation.date or "9",
        int(source.source_id.removeprefix("S") or 0),
    )
