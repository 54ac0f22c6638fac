"""The scorecard: labels reach no decider, figures are those worked out by hand, and whole claims are resampled."""

import json

import numpy as np
import pytest

from shared.library import read
from tests.eval.measuring import Interval
from tests.eval.scorecard import answering, designing, including, rationales
from tests.eval.scorecard.__main__ import main
from tests.eval.scorecard.labelled import chooses, choosing, decided, reporting
from tests.eval.scorecard.resampling import Confusion, averaged, gained, mean, resampled
from tests.eval.scorecard.row import Row
from tests.eval.scorecard.table import as_data, markdown, written
from tests.eval.selection import Review

MEDLINE = """PMID- {pmid}
TI  - Velomirine for marsh fever
AB  - Eighty adults were randomly assigned to velomirine or to placebo.
{label}
DP  - 2019
SO  - J Ague. 2019

"""
SQUARE = Confusion(("yes", "no"))
HALF = Interval(0.5, 0.25, 0.75)


def test_publication_types_headings_and_keywords_reach_no_decider() -> None:
    """The same record indexed in two ways is the same case, and other labels."""
    indexed = "PT  - Randomized Controlled Trial\nMH  - Humans\nMH  - Randomized Controlled Trials\nOT  - trial"
    other = "PT  - Review\nMH  - Mice\nOT  - opinion"
    one, two = (
        designing.labelled(read(MEDLINE.format(pmid="11", label=label).encode(), "a.nbib").references)
        for label in (indexed, other)
    )

    assert one.cases == two.cases
    assert (one.labels, two.labels) == ({"11": "trial"}, {"11": "other"})


def test_a_pmid_counts_once() -> None:
    """The recorded file repeats 31 of its records."""
    twice = "\n".join(MEDLINE.format(pmid="11", label="PT  - Review") for _ in range(2))

    assert len(designing.labelled(read(twice.encode(), "a.nbib").references).cases) == 1


def test_long_answers_and_predictions_reach_no_decider() -> None:
    """They hold the answer; the question and its contexts alone make the case."""
    row = {"QUESTION": "Does it?", "CONTEXTS": ["It did."], "LABELS": ["RESULTS"]}
    hidden = ("LONG_ANSWER", "final_decision", "reasoning_required_pred", "reasoning_free_pred", "MESHES")
    one, two = (answering.labelled({"1": row | dict.fromkeys(hidden, said)}) for said in ("yes", "no"))

    assert one.cases == two.cases
    assert one.labels != two.labels


def test_marked_sentences_reach_no_decider() -> None:
    """Which abstract is cited is given, which of its sentences counts is not."""
    paper = {7: {"title": "Fever", "abstract": ["It came.", "It went."]}}
    one, two = (
        rationales.labelled(
            [{"id": 3, "claim": "It went.", "evidence": [{"doc_id": 7, "label": label, "sentences": sentences}]}], paper
        )
        for label, sentences in (("SUPPORT", [0]), ("CONTRADICT", [1]))
    )

    assert one.cases == two.cases
    assert (one.labels, two.labels) == ({"3-7": frozenset({0})}, {"3-7": frozenset({1})})


def test_inclusion_reaches_no_decider() -> None:
    """What the authors of a review took in is kept beside its works."""
    references = read(MEDLINE.format(pmid="11", label="PT  - Review").encode(), "a.nbib").references
    one, two = (including.labelled([Review("NSAIDS", references, {}, kept)]) for kept in (frozenset("a"), frozenset()))

    assert one.cases == two.cases
    assert one.labels != two.labels


def test_what_decides_is_given_the_case_alone() -> None:
    """There is no argument by which a label could come in."""
    seen: list[tuple[str, ...]] = []

    decided({"1": ("a case",)}, lambda *given: seen.append(given))

    assert seen == [(("a case",),)]


def test_halves_are_a_matter_of_the_name_alone() -> None:
    """Each name is in one half, whichever names stand beside it, and both halves are about as large."""
    names = [str(number) for number in range(1000)]

    assert sorted(choosing(names) + reporting(names)) == sorted(names)
    assert choosing(names[:10]) == [name for name in names[:10] if chooses(name)]
    assert 430 <= len(choosing(names)) <= 570


def test_figures_of_decisions_are_what_hand_makes_them() -> None:
    """Of four yes two are found, of six no one is called yes."""
    labels = ["yes"] * 4 + ["no"] * 6
    said = ["yes", "yes", "no", "no", "yes", *["no"] * 5]
    sums = SQUARE.counts(said, labels).sum(axis=0)

    assert SQUARE.accuracy(sums) == pytest.approx(0.7)
    assert SQUARE.precision("yes")(sums) == pytest.approx(2 / 3)
    assert SQUARE.recall("yes")(sums) == pytest.approx(0.5)
    assert SQUARE.f1("yes")(sums) == pytest.approx(4 / 7)
    assert SQUARE.macro_f1(sums) == pytest.approx((4 / 7 + 10 / 13) / 2)
    assert SQUARE.precision_at("yes", 0.1)(sums) == pytest.approx(0.05 / (0.05 + 0.9 / 6))


def test_a_class_nobody_names_has_no_precision_to_divide_by() -> None:
    """It counts as 0, for nothing right was said."""
    sums = SQUARE.counts(["no", "no"], ["yes", "no"]).sum(axis=0)

    assert SQUARE.precision("yes")(sums) == 0
    assert SQUARE.f1("yes")(sums) == 0


def test_whole_claims_are_drawn_never_their_rows() -> None:
    """A hundred claims right or wrong ten times over are no surer than a hundred that are so once."""
    right = np.tile([1.0, 0.0], 50)
    once, often = (np.stack([right * rows, np.full(100, rows)], axis=1) for rows in (1.0, 10.0))

    assert resampled(once, mean) == resampled(often, mean)
    assert resampled(once, mean).low == pytest.approx(0.40, abs=0.02)


def test_a_gain_is_drawn_in_pairs() -> None:
    """Where both do the same on everything there is no gain at all, however uncertain each of them is."""
    rows = SQUARE.counts(["yes", "no"] * 20, ["yes", "yes"] * 20)

    assert gained(rows, rows, SQUARE.accuracy) == Interval(0, 0, 0)
    assert averaged([1.0] * 9) == Interval(1, 1, 1)


def test_work_is_saved_from_where_nearly_all_is_found() -> None:
    """Of 40 works two are included; the second stands in tenth place, so 30 need no reading, less 5 % of chance."""
    ranked = [str(place) for place in range(40)]

    assert including.work_saved(ranked, {"0", "9"}) == pytest.approx(30 / 40 - 0.05)
    assert including.work_saved(ranked, {"39"}) == pytest.approx(-0.05)
    assert including.average_precision(ranked, {"0", "9"}) == pytest.approx((1 + 2 / 10) / 2)


def test_passages_that_the_checker_shows_are_told_by_sentence() -> None:
    """A quotation of the second sentence picks that one."""
    told = ("Marsh fever is common in the delta.", "Velomirine halved relapse of marsh fever at six months.")

    assert rationales.by_checker(rationales.Pair(told[1], "Fever", told)) == {1}
    assert rationales.by_containment(rationales.Pair(told[1], "Fever", told)) == {1}


def test_of_none_the_made_up_share_is_not_certain() -> None:
    """None of 100 means at most 3.7 %, by Wilson's interval."""
    share = designing.share([False] * 100)

    assert (share.mean, share.low) == (0, 0)
    assert share.high == pytest.approx(0.037, abs=0.0005)


def row(**fields: object) -> Row:
    """Return a line with every default in place."""
    given: dict[str, object] = {"task": "t", "measure": "m", "n": 8, "ours": HALF, "beside": (("a|b", HALF),)}
    return Row(**(given | fields))  # type: ignore[arg-type]


def test_a_goal_that_is_not_met_is_said_so() -> None:
    """In the table and below it; what has no goal is not counted as one."""
    page = markdown([row(), row(goal=">= 0.6", met=False, note="why"), row(goal=">= 0.4", met=True)], [("More", "x")])

    assert "| t | m | 8 | 0.500 (0.250–0.750) | a\\|b 0.500 (0.250–0.750) | >= 0.6 | NO |" in page
    assert "1 of 2 goals are met.\n- Not met: t, m: 0.500 (0.250–0.750), the goal is >= 0.6" in page
    assert "- t, m: why" in page
    assert "## More\n\nx" in page


def test_somebody_elses_figure_stands_without_an_interval() -> None:
    """Nobody gave one with it."""
    assert written(Interval(0.938, 0.938, 0.938)) == "0.938"


def test_a_program_reads_the_same_figures() -> None:
    """Through JSON and back."""
    told = json.loads(json.dumps(as_data([row(goal=">= 0.6", met=False)])))

    assert told[0]["ours"] == {"mean": 0.5, "low": 0.25, "high": 0.75}
    assert told[0]["beside"] == {"a|b": {"mean": 0.5, "low": 0.25, "high": 0.75}}
    assert told[0]["met"] is False


def test_the_decider_of_designs_is_the_rule_of_the_product() -> None:
    """It is given nothing but words."""
    assert designing.by_rules(designing.Record("Velomirine", "Adults were randomised to it or placebo.")) == "trial"
    assert designing.by_rules(designing.Record("Velomirine", "Adults were followed for a year.")) == "other"


def test_a_task_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is measured under a name that was misspelt."""
    assert main(["design"]) == 1
    assert "no such task: design; there are claims, retrieval" in capsys.readouterr().err
