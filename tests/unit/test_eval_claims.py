"""How claims are measured: no claim on both halves, cuts chosen without the half that reports, sums by claim."""

import numpy as np
import pytest

from tests.eval.claims.bearing import containment, reversals, taken_off, verdicts
from tests.eval.claims.pairs import Label, Labelled, Pair, chooses
from tests.eval.claims.thresholds import best_cut, by_claim, called, figure, first, gain, halves, most_called
from tests.eval.scorecard.resampling import Confusion

TWO = Confusion(("supports", "rest"))


def test_a_claim_is_on_one_half_only() -> None:
    """Pairs of one claim are alike: a cut chosen on some would know the others."""
    pairs = tuple(Pair(f"claim {number % 9}", f"passage {number}") for number in range(40))
    labels: tuple[Label, ...] = ("neutral",) * 40

    choosing, reporting = halves(Labelled(pairs, labels))

    assert len(choosing.pairs) + len(reporting.pairs) == 40
    assert {pair.claim for pair in choosing.pairs}.isdisjoint(pair.claim for pair in reporting.pairs)
    assert all(chooses(pair.claim) for pair in choosing.pairs)


def test_a_cut_is_put_where_it_is_worth_most() -> None:
    """Here between the three that are right and the rest."""
    scores = np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1])
    right = np.array([True, True, True, False, False, False])

    cut = best_cut(scores, lambda chosen: float((chosen == right).mean()))

    assert called(scores, cut) == ["supports"] * 3 + ["rest"] * 3
    assert first(scores, 2) == ["supports"] * 2 + ["rest"] * 4


def test_as_many_are_called_as_the_goal_allows() -> None:
    """Four fifths supported and hardly any refuted; never fewer than ten, which chance alone could fill."""
    scores = np.linspace(1, 0, 40)
    good: list[Label] = ["supports"] * 16 + ["neutral"] * 4 + ["refutes"] * 20
    bad: list[Label] = ["refutes"] * 20 + ["supports"] * 20

    assert (scores >= most_called(scores, good)).sum() == 20
    assert (scores >= most_called(scores, bad)).sum() == 40


def test_counts_are_summed_by_claim() -> None:
    """Claims are what is drawn again, never rows."""
    pairs = (Pair("a", "1"), Pair("b", "2"), Pair("a", "3"))

    assert by_claim(pairs, np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])).tolist() == [[2.0, 1.0], [0.0, 1.0]]


def test_the_same_decisions_gain_nothing() -> None:
    """A paired interval of nothing is nothing."""
    half = Labelled((Pair("a", "1"), Pair("b", "2")), ("supports", "refutes"))
    decided = ["supports", "rest"]

    assert figure(TWO, half, decided, TWO.macro_f1).mean == 1
    assert gain(TWO, half, decided, decided, TWO.macro_f1) == (0, 0, 0)


@pytest.mark.parametrize(
    ("window", "worse"),
    [
        ("Velomirine did not reduce relapse.", "Velomirine reduced relapse."),
        ("Velomirine increased relapse.", "Velomirine reduced relapse."),
        ("Velomirine may reduce relapse.", "Velomirine reduced relapse."),
    ],
)
def test_what_is_said_otherwise_is_taken_off(window: str, worse: str) -> None:
    """A denial, the other direction, a doubt."""
    claim = "Velomirine reduces relapse."

    assert taken_off(claim, worse) == 0
    assert taken_off(claim, window) > 0


def test_pairs_are_decided_from_their_words() -> None:
    """The simplest measure, the opposite in other words, and the checker's own verdict."""
    pairs = (
        Pair("Velomirine raises thyroid volume.", "A marked fall in thyroid volume was seen with velomirine there."),
        Pair("Velomirine raises thyroid volume.", "Nobody was treated."),
    )

    assert containment(pairs).tolist() == [0.75, 0.0]
    assert reversals(pairs) == [True, False]
    assert verdicts(pairs) == ["contradicted", "not-checked"]
