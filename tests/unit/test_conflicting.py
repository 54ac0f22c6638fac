"""When two studies contradict each other, and when they only differ (evidence.md, 4)."""

import pytest

from services.judge.agreeing import agreed
from services.judge.conflicting import conflicts
from services.judge.standing import topic_of
from services.judge.weighing import Weighed, direction, weighed
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

    told = agreed((proposed("S1", "S2"), proposed("S3", "S1")), works, [one.piece for one in works])

    assert [(one.conflict_id, one.first_source_ids, one.second_source_ids) for one in told.conflicts] == [
        ("C1", ("S1",), ("S3",))
    ]
    assert len(told.notes) == 1
    assert "S1 against S2" in told.notes[0]


def test_what_a_model_left_out_is_filled_in() -> None:
    """The rules see that the two were not done on the same people."""
    works = found(FEWER, LARGE_NULL.replace("of gout", "of gout in children"))

    ((one,), _) = agreed((proposed("S1", "S2"),), works, [work.piece for work in works])

    assert one.differs_in == "population"


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("S1", "S1", "itself"),
        ("S1", "S2", "one study"),
        ("S1", "S3", "point to benefit"),
    ],
)
def test_a_model_keeps_the_rules_of_a_contradiction(first: str, second: str, reason: str) -> None:
    """A source against itself, two works of one study and two benefits are none, and the notes say so."""
    pieces = [
        make_evidence(f"w{n}", FEWER, source_id=f"S{n}", study_id=study)
        for n, study in enumerate(("NCT00000001", "NCT00000001", "S3"), start=1)
    ]

    told = agreed((proposed(first, second),), weighed(pieces, topic_of(QUESTION, pieces)), pieces)

    assert told.conflicts == ()
    assert [f"{first} against {second}" in note and reason in note for note in told.notes] == [True]


def test_people_and_rats_differ_in_species() -> None:
    """Neither study denies what was seen in the other; a pair that is named twice stands once."""
    pieces = [
        make_evidence("w1", FEWER, source_id="S1", study_id="S1"),
        make_evidence("w2", MORE, source_id="S2", study_id="S2", subject="animal"),
    ]

    told = agreed(
        (proposed("S1", "S2"), proposed("S2", "S1")), weighed(pieces, topic_of(QUESTION, pieces)), pieces
    ).conflicts

    assert [one.differs_in for one in told] == ["species"]


NULL_ON_FLARES = (
    "Flares of gout over 12 months did not differ between velomirine and placebo (p = 0.60). "
    "Headache was as frequent with velomirine as with placebo (odds ratio 1.05; 95% CI 0.90 to 1.22)."
)


@pytest.mark.parametrize(
    ("one", "null"),
    [
        (FEWER, NULL_ON_FLARES),
        (FEWER, NULL_ON_FLARES.replace("odds", "hazard")),
        (FEWER.replace("hazard ratio 0.58", "odds ratio 0.40"), LARGE_NULL.replace("hazard ratio", "relative risk")),
    ],
)
def test_an_interval_of_another_outcome_or_measure_excludes_nothing(one: str, null: str) -> None:
    """Headaches say nothing of flares, and odds are no risks."""
    assert conflicts(found(one, null)) == ()


def test_two_studies_of_other_diseases_do_not_contradict_each_other() -> None:
    """A pair that does not name the condition asked about is not called alike."""
    (one,) = conflicts(found(FEWER, MORE.replace(" of gout", " of asthma")))

    assert one.differs_in.startswith("population")


@pytest.mark.parametrize(
    ("told", "differs"),
    [
        ("Adults aged 18 to 65 years took part. ", ""),
        ("A 65-year-old population was studied. ", ""),
        ("Patients 65 years or older took part. ", ""),
        ("Haemoglobin was 13 g/dL at entry. ", ""),
        (f"One was seen after {'9' * 400} days. ", ""),
    ],
)
def test_ages_and_measurements_are_neither_times_nor_doses(told: str, differs: str) -> None:
    """They are not what the study compared, and no figure is too long to be read."""
    first, second = (one.replace("Velomirine", "Velomirine 20 mg") for one in (FEWER, MORE))

    (one,) = conflicts(found(first, second.replace("20 mg", "20 mg daily") + " " + told))

    assert one.differs_in == differs


@pytest.mark.parametrize(("age", "text"), [(True, "aged 18 to 65 years"), (False, "for 65 weeks")])
def test_an_age_is_no_time(*, age: bool, text: str) -> None:
    """Where no other time is stated, none is taken from the people's age."""
    (one,) = found(FEWER.replace("over 12 months", text))

    assert (one.setting.times == frozenset()) is age


def test_an_open_contradiction_is_mixed_whatever_the_sizes() -> None:
    """The answer does not point one way while the evidence table shows a study that excludes it."""
    assert direction(found(FEWER, LARGE_NULL)) == "mixed"
    assert direction(found(FEWER, SMALL_NULL)) == "benefit"
