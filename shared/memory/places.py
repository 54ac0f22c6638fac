"""The places kept for what a judge and a report must not miss (evidence.md, 6). Pure."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared import messages as m

PRIMARY_STRENGTH = {
    "randomised-trial": 6,
    "controlled-trial": 5,
    "cohort": 4,
    "case-control": 3,
    "cross-sectional": 2,
    "case-report": 1,
}
SECONDARY_STRENGTH = {"meta-analysis": 2, "systematic-review": 1}
"""Pooled studies have places of their own: a stack of meta-analyses must not hide the trials in them."""

REPORTING = frozenset(PRIMARY_STRENGTH) | frozenset(SECONDARY_STRENGTH)
"""Designs that report results; protocols, registry entries and editorials support no finding."""

MOST_KEPT = 0.75
"""Of all places: MMR has the rest, so that a question's own words still count."""

RELEVANT_ENOUGH = 0.25
"""Of the best relevance: no place is kept for a fine study of something else."""

AS_RELEVANT = 0.7
"""Of the best relevance, where there are many to keep a place for: the newest study of all is mostly one of something
near. The largest, a null result or a harm must be read where fewer words lead to it."""

Offered = tuple[str, m.Evidence]
"""An S number and its piece."""


class Reason(NamedTuple):
    """Why places are kept, for which share of all (at least one), for which pieces, and which of them first."""

    name: str
    share: float
    fits: Callable[[m.Evidence], bool]
    worth: Callable[[m.Evidence], float | str]
    least: float = RELEVANT_ENOUGH
    """Of the best relevance."""


def is_human(piece: m.Evidence) -> bool:
    """Say whether it was studied in people; unknown is never human."""
    return piece.subject == "human"


def strength(piece: m.Evidence) -> int:
    """Return how strong the design is; any in people is stronger than any elsewhere."""
    design = PRIMARY_STRENGTH.get(piece.design, 0) + SECONDARY_STRENGTH.get(piece.design, 0)
    return design + 10 * is_human(piece)


def _points(direction: m.Direction) -> Callable[[m.Evidence], bool]:
    return lambda piece: piece.direction == direction


def _reports_in_people(piece: m.Evidence) -> bool:
    return is_human(piece) and piece.design in REPORTING


REASONS = (
    Reason("strongest human studies", 0.25, lambda p: is_human(p) and p.design in PRIMARY_STRENGTH, strength),
    Reason("null results", 0.1, _points("no-difference"), strength),
    Reason(
        "pooled human studies", 0.1, lambda p: is_human(p) and p.design in SECONDARY_STRENGTH, strength, AS_RELEVANT
    ),
    Reason("benefit", 0.05, _points("benefit"), strength),
    Reason("harm", 0.05, _points("harm"), strength),
    Reason(
        "largest",
        0.1,
        lambda p: _reports_in_people(p) and bool(p.sample_size),
        lambda p: p.sample_size or 0,
    ),
    Reason(
        "newest", 0.1, lambda p: _reports_in_people(p) and bool(p.citation.date), lambda p: p.citation.date, AS_RELEVANT
    ),
)
"""In the order in which they get their places; a piece that fits two reasons serves both."""


def kept_places(
    offered: Sequence[Offered], relevance: NDArray[np.float64], n: int, conflicts: Iterable[m.Conflict] = ()
) -> list[int]:
    """Return the positions of the pieces that are read in any case, at most ``MOST_KEPT`` of *n*."""
    best, scores = float(relevance.max(initial=0.0)), relevance.tolist()
    ordered = np.argsort(-relevance, kind="stable").tolist()
    open_to = [at for at in ordered if scores[at] >= RELEVANT_ENOUGH * best]
    kept = dict.fromkeys(_of_each_side(open_to, offered, conflicts))
    for reason in REASONS:
        near = [at for at in open_to if scores[at] >= reason.least * best]
        kept.update(dict.fromkeys(_best(reason, near, offered)[: max(1, round(reason.share * n))]))
    return list(kept)[: int(MOST_KEPT * n)]


def _of_each_side(positions: Sequence[int], offered: Sequence[Offered], conflicts: Iterable[m.Conflict]) -> list[int]:
    """Return the most relevant of each side of each conflict, where none of that side is there already."""
    kept: list[int] = []
    for side in (side for one in conflicts for side in (one.first_source_ids, one.second_source_ids)):
        members = [at for at in positions if offered[at][0] in side]
        if not set(members) & set(kept):
            kept += members[:1]
    return kept


def _best(reason: Reason, positions: Sequence[int], offered: Sequence[Offered]) -> list[int]:
    """Return those of *positions* that fit, best first; equal ones stay in order of relevance."""
    fitting = [at for at in positions if reason.fits(offered[at][1])]
    return sorted(fitting, key=lambda at: reason.worth(offered[at][1]), reverse=True)
