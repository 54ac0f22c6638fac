"""Numbers as a sentence states them against those of its source: roundings, bounds, units, words."""

import time

import pytest

from shared.audit.checking.numbers import agree, all_quantities, missing, placed, quantities
from shared.audit.checking.units import scaled, unit_named


@pytest.mark.parametrize(
    ("stated", "there"),
    [
        ("62%", "62.4%"),
        ("0.13", "0.125"),
        ("about 1,200 men", "1,234 men"),
        ("nearly 60%", "58.1%"),
        ("p < 0.05", "p = 0.03"),
        ("p < 0.05", "p < 0.001"),
        ("2 weeks", "14 days"),
        ("1 g", "1000 mg"),
        ("31 percent", "31%"),
        ("1,234", "1234"),
        ("0·50", "0.5"),
        ("5 mg/kg", "5 mg per kg"),
        ("24 months", "twenty-four months"),
        ("120", "one hundred and twenty"),
        ("by −12 mg/dl", "by -12 mg/dl"),
        ("fell by 12 mg/dl", "changed by -12 mg/dl"),
        ("a change of -12 mg/dl", "fell by 12 mg/dl"),
    ],
)
def test_numbers_that_can_be_one(stated: str, there: str) -> None:
    """However it is set, and whether or not a writer rounds it fairly."""
    assert agree(placed(stated)[0].quantity, placed(there)[0].quantity)


@pytest.mark.parametrize(
    ("stated", "there"),
    [
        ("63%", "62.4%"),
        ("1", "1.4"),
        ("0.3", "0.26"),
        ("62.0%", "62.4%"),
        ("about 1,400 men", "1,234 men"),
        ("p = 0.03", "p < 0.05"),
        ("p < 0.001", "p = 0.03"),
        ("p > 0.05", "p < 0.05"),
        ("62 patients", "62% of patients"),
        ("5 mg", "5 g"),
        ("5 mg/kg", "5 mg"),
        ("12 weeks", "12 months"),
        ("10 microg", "10 mg"),
        ("50 percentage points", "50%"),
        ("12% of the patients", "12 of 60 patients"),
        ("12 mg", "12 of 60 patients"),
        ("by 12 mg/dl", "by -12 mg/dl"),
        ("rose by 12 mg/dl", "by −12 mg/dl"),
    ],
)
def test_numbers_that_are_two(stated: str, there: str) -> None:
    """A wrong rounding, a bound that does not follow, another unit: percentage points are no percentages."""
    assert not agree(placed(stated)[0].quantity, placed(there)[0].quantity)


def test_a_minus_sign_is_kept_and_a_hyphen_is_none() -> None:
    """A rise and a fall differ by nothing else; a range, a date or a name has no sign."""
    assert [one.value for one in quantities("by -12, (−2 to 12), 0.15-0.65, 3–5 days, IL-6 and 10 - 4")] == [
        "-12",
        "-2",
        "12",
        "0.15",
        "0.65",
        "3",
        "5",
        "10",
        "4",
    ]


@pytest.mark.parametrize(
    "interval",
    ["95% CI 0.55 to 0.89", "95% CI: 0.55, 0.89", "0.55–0.89", "confidence interval 0.55-0.89", "CI [0.55 to 0.89]"],
)
def test_a_limit_is_no_estimate(interval: str) -> None:
    """However the interval is set; told as an interval again, it agrees."""
    there = all_quantities(f"The hazard ratio was 0.70 ({interval}).")

    assert missing(quantities("a hazard ratio of 0.70 (0.55 to 0.89)"), there) == ()
    assert [one.value for one in missing(quantities("a hazard ratio of 0.89"), there)] == ["0.89"]


def test_many_numbers_take_time_in_proportion() -> None:
    """Each once looked back to the start of the text, which made a long list of numbers take minutes."""
    text = "relapse 12 of 100 given velomirine, " * 8000
    start = time.process_time()

    assert len(placed(text)) == 16000
    assert time.process_time() - start < 2


def test_a_list_names_its_unit_once() -> None:
    """Twelve and 24 weeks are both weeks: or two time points could change places unseen."""
    assert [one.written for one in quantities("at 4, 12 and 24 weeks, in 3 to 5% of 30 mice")] == [
        "4 week",
        "12 week",
        "24 week",
        "3%",
        "5%",
        "30",
    ]


def test_numbers_in_words_are_looked_up_and_never_looked_for() -> None:
    """A source may write seven where a report writes 7; "two trials" of a report is its own count."""
    assert quantities("Seven of nine mice died within two days") == ()
    assert (
        missing(quantities("7 of 9 mice died within 2 days"), all_quantities("Seven of nine mice died within two days"))
        == ()
    )


def test_a_number_that_is_a_name_is_not_looked_for() -> None:
    """Type 1 and interleukin 6 count nothing."""
    assert quantities("type 1 diabetes, interleukin-6, grade 3 and chromosome 11, F4/80, CTLA-4, scm3-139") == ()


def test_units_have_one_spelling() -> None:
    """So that they compare."""
    assert [unit_named(one) for one in ("mg per kg", "mcg", "hrs", "Days", "mm Hg", "mM", "mm", "mg/kg/d")] == [
        "mg/kg",
        "µg",
        "hour",
        "day",
        "mmHg",
        "mM",
        "mm",
        "mg/kg/day",
    ]
    assert scaled("2", "month") == (2, "month")
    assert scaled("2", "mmHg") is None
