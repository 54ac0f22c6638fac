"""Maximal marginal relevance among near copies: relevant, and not twice the same."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

LAMBDA = 0.7
"""How much relevance weighs against novelty; from design.md."""

NEAR_COPY = 0.9
"""Cosine from which a text says again what another said. Papers on one question are alike without that: of the pairs
in three drug reviews 999 of 1,000 stay below 0.87. Where every likeness counted, 14 and 23 included studies were among
20 and 30 chosen, by relevance alone and with this 17 and 25 (docs/decisions/0018)."""

_DIGITS = 6
"""Of a worth: what lies beyond differs between processors, and must not decide."""


def worth(relevance: NDArray[np.float64], likeness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each of n candidates would add to the picks made so far.

    *relevance* holds n scores from 0 to 1, *likeness* n greatest cosines to a pick (0 before the first).
    Maximal marginal relevance (doi:10.1145/290941.291025): ``λ·relevance - (1 - λ)·greatest likeness``, where only the
    likeness of near copies counts.
    """
    copied = np.where(np.round(likeness, _DIGITS) >= NEAR_COPY, likeness, 0.0)
    added: NDArray[np.float64] = LAMBDA * relevance - (1 - LAMBDA) * copied
    return added


def diverse(
    relevance: NDArray[np.float64], vectors: NDArray[np.float32], n: int, picked: Sequence[int] = ()
) -> list[int]:
    """Return the positions of the *n* candidates to take after those in *picked*, best first.

    *vectors* holds a unit row for each candidate. Equal worth goes to the earlier position, so the order
    of the candidates decides ties: sort them first.
    """
    free = np.ones(len(relevance), dtype=bool)
    likeness = np.zeros(len(relevance))
    for position in picked:
        _take(position, free, likeness, vectors)
    taken: list[int] = []
    while len(taken) < n and free.any():
        added = np.round(worth(relevance, likeness), _DIGITS)
        best = int(np.argmax(np.where(free, added, -np.inf)))
        _take(best, free, likeness, vectors)
        taken.append(best)
    return taken


def _take(position: int, free: NDArray[np.bool_], likeness: NDArray[np.float64], vectors: NDArray[np.float32]) -> None:
    """Mark *position* as taken and raise *likeness* to the cosines with it, in place."""
    free[position] = False
    np.maximum(likeness, vectors @ vectors[position], out=likeness)
