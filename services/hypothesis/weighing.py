"""How far a mechanism may be believed: never further than its weakest link (evidence.md, 4).

A link's strength comes from the best design that states it and from how many independent studies
do. The figures are ours, ordered as the rubric orders designs; none is an estimate of truth.
"""

from collections.abc import Iterable, Mapping

from shared import messages as m

from .chains import Chain, Step
from .reading import Statement

UNSTATED = 0.2
"""A link that no sentence states."""

SAID_ONLY = 0.3
"""Stated as background, or only as something that may be."""

_ALONE: dict[str, float] = {"human-randomised": 0.75, "human": 0.55, "other": 0.4}
_SEVERAL: dict[str, float] = {"human-randomised": 0.9, "human": 0.65, "other": 0.5}
"""One study, and two or more independent ones."""

DISPUTED = 0.3
"""As much as a link may have that a study of equal standing denies."""

SECONDARY: frozenset[m.Design] = frozenset({"review", "systematic-review", "guideline"})
"""They repeat what studies found and are no studies of their own."""


def confidence_of(chain: Chain) -> float:
    """Return the strength of the weakest link."""
    return min(_strength(step) for step in chain.steps)


def believable(links: Iterable[m.Link], pieces: Mapping[str, m.Evidence]) -> float:
    """Return how far a chain may be believed whose links name their sources: as far as its weakest link."""
    return min((_backed(link, pieces) for link in links), default=UNSTATED)


def _backed(link: m.Link, pieces: Mapping[str, m.Evidence]) -> float:
    """Return what the studies behind one link allow; without a sentence that states it, it is only said."""
    backing = [pieces[source] for source in link.supporting if source in pieces]
    if not backing:
        return UNSTATED
    firm = {one.study_id or one.source_id: standing(one) for one in backing if one.design not in SECONDARY}
    strength = _by_studies([*firm.values()]) if firm and link.quotation else SAID_ONLY
    return min(strength, DISPUTED) if link.contradicting else strength


def _strength(step: Step) -> float:
    """Return what the studies behind one link allow."""
    if not step.supporting:
        return UNSTATED
    standings = [*{one.study: standing(one.piece) for one in step.supporting if _is_firm(one)}.values()]
    strength = _by_studies(standings) if standings else SAID_ONLY
    return min(strength, DISPUTED) if step.contradicting else strength


def _by_studies(standings: list[str]) -> float:
    """Return what independent studies allow: the best class among them, one of it or several."""
    best = min(standings, key=list(_ALONE).index)
    return _SEVERAL[best] if standings.count(best) > 1 else _ALONE[best]


def _is_firm(one: Statement) -> bool:
    """Say whether a study of its own reports the statement as found, without hedging."""
    return one.reports and not one.relation.hedged and one.piece.design not in SECONDARY


def standing(piece: m.Evidence) -> str:
    """Return the class of study a piece comes from."""
    if piece.subject != "human":
        return "other"
    return "human-randomised" if piece.design in {"randomised-trial", "meta-analysis"} else "human"
