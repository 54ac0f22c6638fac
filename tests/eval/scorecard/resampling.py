"""Figures with intervals: what is resampled is whole claims, topics or records, never the rows within them. Pure."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tests.eval.measuring import RESAMPLES, SEED, Floats, Interval

Statistic = Callable[[Floats], Floats]
"""From sums, with those of one resample in the last dimension, to one figure for each resample."""
SLICE = 500


def resampled(sums: Floats, statistic: Statistic) -> Interval:
    """Return a figure and its bootstrap interval, of *sums*: a row of counts for each thing that is resampled."""
    figures = _figures(sums, statistic)
    low, high = np.percentile(figures, (2.5, 97.5))
    return Interval(float(statistic(sums.sum(axis=0))), float(low), float(high))


def gained(ours: Floats, theirs: Floats, statistic: Statistic) -> Interval:
    """Return by how much *ours* is better than *theirs*, of the same things in the same order, drawn together."""
    differences = _figures(ours, statistic) - _figures(theirs, statistic)
    low, high = np.percentile(differences, (2.5, 97.5))
    whole = statistic(ours.sum(axis=0)) - statistic(theirs.sum(axis=0))
    return Interval(float(whole), float(low), float(high))


def _figures(sums: Floats, statistic: Statistic) -> Floats:
    """Return the figure of each resample."""
    drawn = _drawn(len(sums))
    slices = [drawn[at : at + SLICE].astype(np.float64) @ sums for at in range(0, RESAMPLES, SLICE)]
    return statistic(np.concatenate(slices))


@lru_cache(maxsize=4)
def _drawn(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return how often each of *count* things is drawn, for each resample."""
    random = np.random.default_rng(SEED)
    places = random.integers(0, count, (RESAMPLES, count))
    return np.stack([np.bincount(row, minlength=count) for row in places]).astype(np.uint8)


def mean(sums: Floats) -> Floats:
    """Return the first sum over the second: rows are (worth, how many)."""
    return _over(sums[..., 0], sums[..., 1])


def averaged(worth: Sequence[float]) -> Interval:
    """Return the mean of one figure for each thing that is resampled."""
    return resampled(np.stack([np.asarray(worth, dtype=np.float64), np.ones(len(worth))], axis=1), mean)


def _over(part: Floats, whole: Floats) -> Floats:
    """Return a share; of nothing it is 0."""
    return np.divide(part, whole, out=np.zeros_like(part, dtype=np.float64), where=whole > 0)


class Confusion(NamedTuple):
    """Statistics of decisions against labels; counts lie flat, a label's decisions side by side."""

    classes: tuple[str, ...]

    def counts(self, decided: Sequence[str], labels: Sequence[str]) -> Floats:
        """Return a row for each decision with a one where label and decision meet."""
        rows = np.zeros((len(labels), len(self.classes) ** 2))
        places = {name: at for at, name in enumerate(self.classes)}
        for row, said, right in zip(rows, decided, labels, strict=True):
            row[places[right] * len(places) + places[said]] = 1
        return rows

    def _square(self, sums: Floats) -> Floats:
        """Return the counts as tables."""
        return sums.reshape(*sums.shape[:-1], len(self.classes), len(self.classes))

    def accuracy(self, sums: Floats) -> Floats:
        """Return the share of right decisions."""
        square = self._square(sums)
        return _over(np.trace(square, axis1=-2, axis2=-1), square.sum(axis=(-2, -1)))

    def f1s(self, sums: Floats) -> Floats:
        """Return the F1 of each class, in the last dimension."""
        square = self._square(sums)
        right = np.diagonal(square, axis1=-2, axis2=-1)
        return _over(2 * right, square.sum(axis=-1) + square.sum(axis=-2))

    def macro_f1(self, sums: Floats) -> Floats:
        """Return the mean F1 of the classes, each counting the same."""
        return np.asarray(self.f1s(sums).mean(axis=-1))

    def f1(self, name: str) -> Statistic:
        """Return the F1 of one class as a statistic."""
        at = self.classes.index(name)
        return lambda sums: np.asarray(self.f1s(sums)[..., at])

    def precision(self, name: str) -> Statistic:
        """Return the precision of one class as a statistic."""
        at = self.classes.index(name)
        return lambda sums: _over(self._square(sums)[..., at, at], self._square(sums)[..., :, at].sum(axis=-1))

    def recall(self, name: str) -> Statistic:
        """Return the recall of one class as a statistic."""
        at = self.classes.index(name)
        return lambda sums: _over(self._square(sums)[..., at, at], self._square(sums)[..., at, :].sum(axis=-1))

    def precision_at(self, name: str, prevalence: float) -> Statistic:
        """Return the precision of one of two classes as it would be where *name* is as rare as that."""
        other = next(one for one in self.classes if one != name)
        found, cleared = self.recall(name), self.recall(other)

        def precision(sums: Floats) -> Floats:
            right, wrong = found(sums) * prevalence, (1 - cleared(sums)) * (1 - prevalence)
            return _over(right, right + wrong)

        return precision
