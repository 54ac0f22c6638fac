"""The measures of retrieval, against cases worked out by hand."""

import numpy as np
import pytest

from tests.eval.measuring import Interval, chosen, interval, ndcg, recall, reciprocal_rank


@pytest.mark.parametrize(
    ("ranked", "relevant", "expected"),
    [
        ([7, 1, 2], {7}, 1.0),
        ([1, 7, 2], {7}, 1 / np.log2(3)),  # the second place is worth 0.63
        ([1, 2, 7], {7}, 0.5),
        ([7, 1, 8], {7, 8}, 1.5 / (1 + 1 / np.log2(3))),  # places 1 and 3 of the best 1 and 2
        ([1, 2, 3], {7}, 0.0),
        ([], {7}, 0.0),
        ([*range(10), 70], {70}, 0.0),  # the eleventh place is worth nothing
        ([*range(10)], set(range(20)), 1.0),  # more are relevant than there are places
    ],
)
def test_ndcg_is_what_hand_and_paper_make_it(ranked: list[int], relevant: set[int], expected: float) -> None:
    """A place counts for less the later it is, and the best order there can be counts as one."""
    assert ndcg(ranked, relevant) == pytest.approx(expected)


def test_recall_is_the_share_of_what_is_relevant() -> None:
    """What stands later than the n-th place is not found."""
    assert recall([1, 2, 3, 4], {2, 4, 9}, 4) == pytest.approx(2 / 3)
    assert recall([1, 2, 3, 4], {2, 4, 9}, 2) == pytest.approx(1 / 3)


def test_a_reciprocal_rank_is_one_over_the_place() -> None:
    """The right context on the fourth place is worth a quarter, on the eleventh nothing."""
    assert reciprocal_rank([5, 6, 7, 8], 8) == 0.25
    assert reciprocal_rank(list(range(11)), 10) == 0.0


def test_an_equal_gain_everywhere_is_certain() -> None:
    """However the questions are drawn, their mean is the same."""
    assert interval(np.full(40, 0.125)) == Interval(0.125, 0.125, 0.125)


def test_the_interval_is_about_two_standard_errors_wide() -> None:
    """Of 400 questions half gain 1 and half lose 1: mean 0, standard error 1/20, so ± 0.098."""
    found = interval(np.tile([1.0, -1.0], 200))

    assert found.mean == 0
    assert found.low == pytest.approx(-0.098, abs=0.006)
    assert found.high == pytest.approx(0.098, abs=0.006)
    assert not found.is_gain


def test_the_same_gains_have_the_same_interval() -> None:
    """A table that changes from run to run decides nothing."""
    gains = np.random.default_rng(1).normal(0.02, 0.1, 300)

    assert interval(gains) == interval(gains)


def test_among_weights_that_do_about_as_well_most_goes_to_words() -> None:
    """Means 0.03, 0.025 and 0.01, standard error of the best 0.01: the second is within it, the third is not."""
    noise = np.tile([0.1, -0.1], 50)

    assert chosen({0.5: 0.03 + noise, 0.7: 0.025 + noise, 0.9: 0.01 + noise}) == 0.7
