"""Two kinds of relevance into one."""

import numpy as np
from numpy.typing import NDArray

WORDS_WEIGHT = 0.7
MEANING_WEIGHT = 1 - WORDS_WEIGHT
"""Words carry the default. nDCG@10 of 809 claims over 5,183 abstracts (SciFact) with static vectors: words alone
0.697, meaning alone 0.549, 0.7 of words 0.712. ``make retrieval`` measures it, docs/decisions/0018 says why 0.7."""


def fused(
    words: NDArray[np.float64], meaning: NDArray[np.float64] | None, words_weight: float = WORDS_WEIGHT
) -> NDArray[np.float64]:
    """Return one relevance from 0 to 1 for each of n texts.

    *words* holds n BM25 scores (0: no word shared), *meaning* n cosines, or ``None`` where there is no embedder.
    Relative-score fusion: each kind is divided by its best, so that their units do not matter, then they are weighed.
    """
    if meaning is None:
        return relative(words)
    total: NDArray[np.float64] = words_weight * relative(words) + (1 - words_weight) * relative(meaning)
    return total


def relative(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return *scores* as shares of the best one; what is below 0 counts as 0."""
    positive = np.maximum(scores, 0.0)
    best = positive.max(initial=0.0)
    shares: NDArray[np.float64] = positive / best if best > 0 else positive
    return shares
