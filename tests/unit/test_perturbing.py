"""The generator that makes sentences false, or only writes them otherwise."""

import random

import pytest

from tests.eval.perturbing import numbers, rewording, swapping, wording
from tests.eval.perturbing.choosing import checkable
from tests.eval.perturbing.generating import CHANGES, REWORDINGS, cases
from tests.eval.perturbing.values import Abstract, Make

ABSTRACT = (
    "BACKGROUND: Cramp is common in runners. METHODS: We asked 240 runners to take zolmitriptan 5 mg or placebo."
    " RESULTS: Pain was lower in runners taking zolmitriptan than in those taking placebo (P < .05). At 6 weeks, 40% of"
    " the zolmitriptan group and 25% of the placebo group were free of cramp (odds ratio (OR) 2.0, 95% CI 1.2-3.3)."
    " CONCLUSIONS: Zolmitriptan was associated with fewer cramps after six weeks."
)


def changed(make: Make, sentence: str, abstract: str = "") -> set[str]:
    """Return all that chance makes of a sentence."""
    made = (make(sentence, abstract or sentence, random.Random(seed)) for seed in range(40))
    return {one for one in made if one}


def test_only_results_and_conclusions_are_taken() -> None:
    """Aims, background and methods support nothing, so a report that rests on them may rightly be marked."""
    assert [one.split()[0] for one in checkable(ABSTRACT)] == ["Pain", "At", "Zolmitriptan"]


def test_a_sentence_is_taken_word_for_word() -> None:
    """The offsets of a passage are only right where the sentence stands in its abstract as it is."""
    assert all(one in ABSTRACT for one in checkable(ABSTRACT))


def test_the_same_abstracts_give_the_same_cases() -> None:
    """A figure that changes from one day to the next measures nothing."""
    abstracts = [Abstract("1", "On cramp", ABSTRACT)]

    assert cases(abstracts) == cases(list(reversed(abstracts)))


@pytest.mark.parametrize("kind", [*CHANGES, *REWORDINGS])
def test_no_kind_returns_a_sentence_as_it_was(kind: str) -> None:
    """A change that changes nothing would be counted as missed or as rightly kept."""
    make = (CHANGES | REWORDINGS)[kind]

    assert all(one not in changed(make, one, ABSTRACT) for one in checkable(ABSTRACT))


def test_a_changed_number_is_another_one_by_a_tenth_or_more() -> None:
    """A number that rounds to the same would be no fault."""
    made = changed(numbers.changed_number, "Relief came to 40% of them.")

    assert made
    assert all(abs(int(one.split()[3].rstrip("%.")) - 40) >= 4 for one in made)


@pytest.mark.parametrize("bound", ["at least", "more than", "about", "up to", "<"])
def test_a_bound_is_left_alone(bound: str) -> None:
    """What is true of at least forty is also true of at least thirty."""
    assert not changed(numbers.changed_number, f"Relief came to {bound} 40% of them.")


def test_digits_in_names_and_years_are_no_findings() -> None:
    """IL-6 changed to IL-9 is another protein, no other number."""
    assert not changed(numbers.changed_number, "IL-6, CYP2D6 and B12 were high from 1999 on (95% CI not given).")


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Pain was lower with it.", "Pain was higher with it."),
        ("There was an increase in pain.", "There was a decrease in pain."),
        ("More runners came.", "Fewer runners came."),
    ],
)
def test_a_direction_is_turned_round(sentence: str, wanted: str) -> None:
    """One word is turned, and the article before it fits."""
    assert changed(wording.changed_direction, sentence) == {wanted}


def test_a_denied_change_is_not_turned_round() -> None:
    """That pain did not rise and that it did not fall can both be true."""
    assert not changed(wording.changed_direction, "There was no significant increase in pain.")


def test_a_denial_is_put_in_and_taken_out() -> None:
    """Both slips are made by writers."""
    assert changed(wording.denied, "It was associated with pain.") == {"It was not associated with pain."}
    assert changed(wording.affirmed, "It was not associated with pain.") == {"It was associated with pain."}


def test_a_drug_is_exchanged_for_one_that_the_abstract_never_names() -> None:
    """A drug that the source names elsewhere might have been studied, too."""
    made = changed(wording.changed_drug, "Zolmitriptan helped.", "Zolmitriptan and sumatriptan helped.")

    assert made
    assert not any("Sumatriptan" in one or "Zolmitriptan" in one for one in made)


def test_both_names_of_a_measure_are_exchanged() -> None:
    """A hazard ratio that is still called OR in brackets would be caught by its brackets."""
    assert changed(wording.changed_measure, "The odds ratio (OR) was 2.0 (OR 1.8 in men).") == {
        "The hazard ratio (HR) was 2.0 (HR 1.8 in men).",
        "The relative risk (RR) was 2.0 (RR 1.8 in men).",
    }


def test_values_of_arms_are_exchanged() -> None:
    """Each arm then has the other's value."""
    made = changed(swapping.swapped_arms, "Relief came to 40% of the drug group and 25% of the placebo group.")

    assert made == {"Relief came to 25% of the drug group and 40% of the placebo group."}


def test_equal_values_are_not_exchanged() -> None:
    """The sentence would stay true."""
    assert not changed(swapping.swapped_arms, "Relief came to 40% of the drug group and 40% of the placebo group.")


def test_points_in_time_are_exchanged_where_each_has_its_value() -> None:
    """Without values of their own their order says nothing."""
    assert changed(swapping.swapped_times, "It was 40% at 6 weeks and 25% at 12 weeks.") == {
        "It was 40% at 12 weeks and 25% at 6 weeks."
    }
    assert not changed(swapping.swapped_times, "It was measured at 6 weeks and at 12 weeks.")


def test_outcomes_are_exchanged_where_each_has_its_value() -> None:
    """Nausea has the value of headache then."""
    assert changed(swapping.swapped_outcomes, "It caused nausea (12%) and headache (8%).") == {
        "It caused headache (12%) and nausea (8%)."
    }


@pytest.mark.parametrize(
    ("make", "sentence", "wanted"),
    [
        (rewording.percent_written, "It was 40%.", "It was 40 percent."),
        (rewording.thousands_written, "There were 24,550 of them.", "There were 24550 of them."),
        (rewording.p_written, "It fell (P < .05).", "It fell (p<0.05)."),
        (rewording.small_numbers_written, "It came to 3 groups.", "It came to three groups."),
        (rewording.opening_dropped, "In conclusion, it helped.", "It helped."),
        (rewording.opening_dropped, "Our results show that it helped.", "It helped."),
        (rewording.phrase_moved, "At 6 weeks, the mean was 5.", "The mean was 5 at 6 weeks."),
        (rewording.spelled_otherwise, "Tumors shrank.", "Tumours shrank."),
        (rewording.rounded, "It was 62.4% then.", "It was about 62% then."),
        (rewording.made_passive, "Treatment reduced pain.", "Pain was reduced by treatment."),
        (rewording.units_written, "They took 50 mg then.", "They took 50 milligrams then."),
        (rewording.signs_written, "It was 5 +/- 2 then.", "It was 5 ± 2 then."),
        (rewording.contrast_written, "It fell, whereas this rose.", "It fell, while this rose."),
    ],
)
def test_a_rewording_keeps_the_meaning(make: Make, sentence: str, wanted: str) -> None:
    """These kinds were fixed before the checker that they measure was written."""
    assert wanted in changed(make, sentence)


def test_an_abbreviation_is_written_out_where_the_abstract_defines_it() -> None:
    """Only what the source itself says may stand in its place."""
    abstract = "Bone mineral density (BMD) was low. BMD rose."

    assert changed(rewording.abbreviation_expanded, "BMD rose.", abstract) == {"Bone mineral density rose."}
    assert not changed(rewording.abbreviation_expanded, "ABC rose.", abstract)
