"""Numbers as a sentence states them against those of its source: roundings, bounds, units, words."""

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
    ],
)
def test_numbers_that_are_two(stated: str, there: str) -> None:
    """A wrong rounding, a bound that does not follow, another unit: percentage points are no percentages."""
    assert not agree(placed(stated)[0].quantity, placed(there)[0].quantity)


def test_a_list_names_its_unit_once() -> None:
    """Twelve and 24 weeks are both weeks: or two time points could change places unseen."""
    assert [one.written for one in quantities("at 12 and 24 weeks, in 3 to 5% of 30 mice")] == [
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
