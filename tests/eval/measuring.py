"""How well rankings do: nDCG, recall, reciprocal rank, and how sure a gain is. Pure."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RESAMPLES = 10_000
SEED = 20_261_122
"""Any number: the same intervals come out every time."""


class Interval(NamedTuple):
    """A mean, and between which values 95 % of the resampled means lie."""

    mean: float
    low: float
    high: float

    @property
    def is_gain(self) -> bool:
        """Say whether there is more than chance in it."""
        return self.low > 0


def ndcg(ranked: Sequence[int], relevant: Collection[int], n: int = 10) -> float:
    """Return the normalised discounted cumulative gain of the first *n*; each relevant one counts the same.

    The place *p* (from 1) is worth ``1 / log2(p + 1)``; 1.0 is when all that is relevant stands first.
    """
    worth = 1 / np.log2(np.arange(n) + 2)
    gained = sum(worth[place] for place, one in enumerate(ranked[:n]) if one in relevant)
    return float(gained / worth[: len(relevant)].sum())


def recall(ranked: Sequence[int], relevant: Collection[int], n: int) -> float:
    """Return the share of what is relevant that stands among the first *n*."""
    return len(set(ranked[:n]).intersection(relevant)) / len(relevant)


def reciprocal_rank(ranked: Sequence[int], right: int, n: int = 10) -> float:
    """Return one divided by the place of the *right* one, from 1; 0 where it is not among the first *n*."""
    return next((1 / place for place, one in enumerate(ranked[:n], 1) if one == right), 0.0)


def interval(differences: Floats) -> Interval:
    """Return the mean of paired *differences*, one for each question, with a bootstrap interval over the questions."""
    random = np.random.default_rng(SEED)
    count = len(differences)
    # In slices, for all at once would be 65 MB of positions.
    means = np.concatenate(
        [differences[random.integers(0, count, (500, count))].mean(axis=1) for _ in range(RESAMPLES // 500)]
    )
    low, high = np.percentile(means, (2.5, 97.5))
    return Interval(float(differences.mean()), float(low), float(high))


def chosen(gains: Mapping[float, Floats]) -> float:
    """Return the weight of words to choose, of *gains* over words alone for each question by weight.

    The largest one (words are the simpler half) whose mean gain is within one standard error of the best: the best
    itself would mostly be the luck of these questions.
    """
    best = max(gains.values(), key=lambda one: one.mean())
    enough = best.mean() - best.std(ddof=1) / np.sqrt(len(best))
    return max(weight for weight, one in gains.items() if one.mean() >= enough)
