"""When two studies contradict each other, and when they only differ (evidence.md, 4)."""

import pytest

from services.judge.conflicting import agreed, conflicts
from services.judge.standing import topic_of
from services.judge.weighing import Weighed, weighed
from shared import messages as m
from tests.builders import make_evidence

QUESTION = "Does velomirine prevent flares of gout?"
FEWER = (
    "Velomirine reduced flares of gout over 12 months compared with placebo (hazard ratio 0.58; 95% CI 0.42 to 0.81)."
)
MORE = (
    "Velomirine increased flares of gout over 12 months compared with placebo (hazard ratio 1.41; 95% CI 1.12 to 1.78)."
)
LARGE_NULL = (
    "Flares of gout over 12 months did not differ between velomirine and placebo "
    "(hazard ratio 0.99; 95% CI 0.88 to 1.11)."
)
SMALL_NULL = LARGE_NULL.replace("0.99; 95% CI 0.88 to 1.11", "0.71; 95% CI 0.28 to 1.80")


def found(*texts: str, **fields: object) -> tuple[Weighed, ...]:
    """Return studies with these results, weighed."""
    pieces = [
        make_evidence(f"w{n}", text, source_id=f"S{n}", study_id=f"S{n}", **fields)
        for n, text in enumerate(texts, start=1)
    ]
    return weighed(pieces, topic_of(QUESTION, pieces))


def test_opposite_directions_under_like_conditions_contradict() -> None:
    """Both sides are named, and nothing explains it."""
    (one,) = conflicts(found(FEWER, MORE))

    assert (one.first_source_ids, one.second_source_ids, one.differs_in) == (("S1",), ("S2",), "")


def test_an_interval_that_excludes_an_effect_contradicts_it() -> None:
    """A large null trial says no to both of them; a small one to neither."""
    assert [one.first_source_ids + one.second_source_ids for one in conflicts(found(FEWER, LARGE_NULL))] == [
        ("S1", "S2")
    ]
    assert conflicts(found(FEWER, SMALL_NULL)) == ()
    assert conflicts(found(MORE, SMALL_NULL)) == ()


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (MORE.replace("of gout", "of gout in children"), "population"),
        (MORE.replace("compared with placebo", "compared with allopurinol and colchicine"), "comparator"),
        (MORE.replace("12 months", "3 years"), "time point"),
        (MORE.replace("Velomirine", "Velomirine 80 mg"), "dose"),
        (MORE.replace("placebo", "those patients who did not take it"), "comparator"),
    ],
)
def test_what_differs_is_named(other: str, differs: str) -> None:
    """Two studies that did not compare the same need not be wrong, either of them."""
    (one,) = conflicts(found(FEWER.replace("Velomirine", "Velomirine 20 mg"), other))

    assert one.differs_in.startswith(differs)


def test_a_null_result_on_another_comparison_contradicts_nothing() -> None:
    """Its interval is about something else."""
    assert conflicts(found(FEWER, LARGE_NULL.replace("12 months", "3 years"))) == ()


def test_the_works_of_one_study_do_not_contradict_each_other() -> None:
    """A later look may point elsewhere: it is one study."""
    pieces = [
        make_evidence(f"w{n}", text, source_id=f"S{n}", study_id="NCT00000001") for n, text in ((1, FEWER), (2, MORE))
    ]

    assert conflicts(weighed(pieces, topic_of(QUESTION, pieces))) == ()


def proposed(first: str, second: str, differs_in: str = "") -> m.Conflict:
    """Return a conflict as a model states it."""
    return m.Conflict(
        description="They disagree.", first_source_ids=(first,), second_source_ids=(second,), differs_in=differs_in
    )


def test_a_model_may_not_make_a_contradiction_of_significance() -> None:
    """Not significant beside significant is none, whoever says so; what the rules see stays."""
    works = found(FEWER, SMALL_NULL, MORE)

    told = agreed((proposed("S1", "S2"), proposed("S3", "S1")), works)

    assert [(one.conflict_id, one.first_source_ids, one.second_source_ids) for one in told] == [
        ("C1", ("S1",), ("S3",))
    ]


def test_what_a_model_left_out_is_filled_in() -> None:
    """The rules see that the two were not done on the same people."""
    other = FEWER.replace("of gout", "of gout in children")

    (one,) = agreed((proposed("S1", "S2"),), found(FEWER, other))

    assert one.differs_in == "population"
