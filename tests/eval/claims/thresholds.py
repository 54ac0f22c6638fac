"""Decisions from scores: where to cut is chosen on one half of the claims, its worth is read on the other."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from tests.eval.claims.pairs import Label, Labelled, Pair
from tests.eval.measuring import Floats, Interval
from tests.eval.scorecard.resampling import Confusion, Statistic, gained, resampled

LEAST_PRECISION, MOST_REFUTED, FEWEST_CALLED = 0.80, 0.05, 10
STEPS = np.linspace(0, 1, 201)


class Halves(NamedTuple):
    """A set in its two halves; no claim is in both."""

    choosing: Labelled
    reporting: Labelled

    def scored(self, how: Callable[[Sequence[Pair]], Floats]) -> "Way":
        """Return the scores of both halves; no label goes in."""
        return Way(how(self.choosing.pairs), how(self.reporting.pairs))


class Way(NamedTuple):
    """What one way to score makes of the half that chooses and of the half that reports."""

    choosing: Floats
    reporting: Floats


def halves(labelled: Labelled) -> Halves:
    """Return a set in its two halves."""
    return Halves(labelled.half(choosing=True), labelled.half(choosing=False))


def best_cut(scores: Floats, worth: Callable[[Floats], float]) -> float:
    """Return the score to cut at, of those that there are, where what is called from there on is worth most."""
    cuts = sorted(set(np.quantile(scores, STEPS)), reverse=True)
    return float(max(cuts, key=lambda cut: worth(scores >= cut)))


def most_called(scores: Floats, labels: Sequence[Label]) -> float:
    """Return the lowest cut at which what is called supported is precise enough and hardly refuted.

    Where no cut is, the one with the best precision; never one that calls fewer than ten.
    """
    told = np.array(labels)
    cuts = [cut for cut in sorted(set(scores)) if (scores >= cut).sum() >= FEWEST_CALLED]
    good = [cut for cut in cuts if _is_good(told[scores >= cut])]
    return float(good[0] if good else max(cuts, key=lambda cut: (told[scores >= cut] == "supports").mean()))


def _is_good(called: np.ndarray[tuple[int], np.dtype[np.str_]]) -> bool:
    """Say whether enough of what was called is supported, and little enough refuted."""
    return (called == "supports").mean() >= LEAST_PRECISION and (called == "refutes").mean() <= MOST_REFUTED


def by_claim(pairs: Sequence[Pair], counts: Floats) -> Floats:
    """Return counts summed over the pairs of each claim: claims are what is resampled."""
    places: dict[str, int] = {}
    at = [places.setdefault(pair.claim, len(places)) for pair in pairs]
    sums = np.zeros((len(places), counts.shape[1]))
    np.add.at(sums, at, counts)
    return sums


def told(classes: Confusion, half: Labelled, decided: Sequence[str]) -> Floats:
    """Return the decisions of a half against its labels, claim by claim; a label of no class of its own is the rest."""
    labels = [label if label in classes.classes else "rest" for label in half.labels]
    return by_claim(half.pairs, classes.counts(decided, labels))


def figure(classes: Confusion, half: Labelled, decided: Sequence[str], statistic: Statistic) -> Interval:
    """Return a figure of decisions on a half, with its interval."""
    return resampled(told(classes, half, decided), statistic)


def gain(
    classes: Confusion, half: Labelled, ours: Sequence[str], theirs: Sequence[str], statistic: Statistic
) -> Interval:
    """Return by how much our decisions are better than others on the same claims, drawn together."""
    return gained(told(classes, half, ours), told(classes, half, theirs), statistic)


def called(scores: Floats, cut: float, *, other: str = "rest") -> list[str]:
    """Return ``supports`` from *cut* on, and *other* below."""
    return ["supports" if score >= cut else other for score in scores]


def first(scores: Floats, count: int) -> list[str]:
    """Return ``supports`` for the *count* best scores, and ``rest`` for the others."""
    order = np.argsort(-scores, kind="stable")
    best = set(order[:count].tolist())
    return ["supports" if place in best else "rest" for place in range(len(scores))]
