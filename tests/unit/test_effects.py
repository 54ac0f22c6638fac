"""Estimates and their intervals, word for word as texts write them."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.appraisal.effects import comparable, effect_text, effects_in, main_effect, shows_no_difference

STATED = (
    ("(hazard ratio 0.58; 95% CI 0.42 to 0.81; p = 0.001)", "hazard ratio", 0.58, 0.42, 0.81, "=0.001"),
    ("HR 0.30 [95% CI 0.22-0.40], p<0.001", "HR", 0.30, 0.22, 0.40, "<0.001"),
    ("adjusted odds ratio [aOR] 2.4, 95% CI: 1.5–3.8", "adjusted odds ratio", 2.4, 1.5, 3.8, ""),
    ("mean difference −1.2 (95% CI −2.0 to −0.4)", "mean difference", -1.2, -2.0, -0.4, ""),
    ("relative risk, 0.85; 95% confidence interval [CI], 0.7-1.03; P=.08", "relative risk", 0.85, 0.7, 1.03, "=.08"),
    ("The OR was 1.20 (95% CrI 0.9, 1.6)", "OR", 1.2, 0.9, 1.6, ""),
    ("RR=0.99 (0.9-1.1)", "RR", 0.99, 0.9, 1.1, ""),
    ("risk difference -4.1% (95% CI -7.9% to -0.3%)", "risk difference", -4.1, -7.9, -0.3, ""),
    ("hazard ratio for death 0·71 (95% CI 0·60 to 0·84)", "hazard ratio", 0.71, 0.60, 0.84, ""),
    ("efficacy was 48% (95% CI 20 to 66)", "percent", 48.0, 20.0, 66.0, ""),
    ("(risk ratio 0.32, with 95% CI 0.12 to 0.88; two trials)", "risk ratio", 0.32, 0.12, 0.88, ""),
    ("odds ratio 1.9", "odds ratio", 1.9, None, None, ""),
)


@pytest.mark.parametrize(("text", "measure", "value", "low", "high", "p"), STATED)
def test_an_estimate_is_read_with_its_interval(  # noqa: PLR0917 -- one column a fact
    text: str, measure: str, value: float, low: float | None, high: float | None, p: str
) -> None:
    """However it is set: brackets, dashes, raised points, minus signs."""
    (found,) = effects_in(text)

    assert (found.measure, found.value, found.low, found.high, found.p) == (measure, value, low, high, p)


@pytest.mark.parametrize("text", ["a difference of 3 mg", "OR gates 5 or 6", "12% with velomirine", "or 5 (2-3)", ""])
def test_what_is_no_estimate_is_none(text: str) -> None:
    """A bare share has no interval, and "or" is a word."""
    assert effects_in(text) == ()


def test_the_effect_is_the_text_itself() -> None:
    """A reader finds it in the source as it stands here, its brackets closed."""
    text = "Relapse was rarer (HR 0.30 [95% CI 0.22-0.40]) with velomirine."

    assert effect_text(text) == "HR 0.30 [95% CI 0.22-0.40]"
    assert effect_text("Relapse was rarer.") == ""


def test_a_comparison_comes_before_a_share() -> None:
    """A share of one arm says nothing of the difference."""
    text = "62% (95% CI 54 to 69) stayed well; hazard ratio 0.30 (95% CI 0.22 to 0.40)."

    found = main_effect(text)

    assert found is not None
    assert found.measure == "hazard ratio"


def test_an_interval_excludes_what_lies_outside_of_it() -> None:
    """Without an interval nothing is excluded."""
    null, clear, bare = (
        effects_in(text)[0] for text in ("HR 0.99 (95% CI 0.88 to 1.11)", "HR 0.58 (95% CI 0.42 to 0.81)", "HR 0.2")
    )

    assert null.excludes(clear.value)
    assert not null.excludes(1.05)
    assert not bare.excludes(clear.value)
    assert comparable(null, clear)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("HR 0.6", "adjusted hazard ratio 0.7", True),
        ("relative risk 0.6", "RR 0.7", True),
        ("OR 0.4", "RR 0.85", False),
        ("odds ratio 0.4", "hazard ratio 0.85", False),
        ("rate ratio 0.4", "IRR 0.5", True),
        ("mean difference 3 (95% CI 1 to 5)", "mean difference 4 (95% CI 2 to 6)", False),
    ],
)
def test_only_ratios_of_one_kind_are_held_against_each_other(one: str, other: str, *, alike: bool) -> None:
    """An odds ratio lies further from 1 than the risk ratio of the same data."""
    assert comparable(effects_in(one)[0], effects_in(other)[0]) is alike


@pytest.mark.parametrize(
    "text",
    [
        "log odds ratio −0.85 (95% CI −1.20 to −0.50)",
        "the log of the hazard ratio 0.85",
        "log-odds ratio 0.85",
        "odds ratio −0.85",
        "odds ratio 1,250",
    ],
)
def test_a_figure_that_is_no_ratio_is_not_read_as_one(text: str) -> None:
    """A logarithm has another scale, and 1,250 may be a thousand or a decimal comma."""
    assert effects_in(text) == ()


def test_a_dash_before_a_ratio_is_no_minus() -> None:
    """Its interval shows that it is not."""
    (one,) = effects_in("HR –0.58 (95% CI 0.42–0.81)")

    assert (one.value, one.low, one.high) == (0.58, 0.42, 0.81)


@pytest.mark.parametrize("text", ["adjusted " * 4000, "HR" + " " * 20_000 + "x", "HR 0.5" + " " * 20_000, "9" * 20_000])
def test_a_hostile_text_takes_no_longer_than_its_length(text: str) -> None:
    """A report may come from anybody; a second is a hundred times what it needs."""
    started = time.process_time()
    effects_in(text)

    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no difference (hazard ratio 0.99; 95% CI 0.88 to 1.11)", True),
        ("no significant difference (hazard ratio 0.71; 95% CI 0.28 to 1.80)", False),
        ("Velomirine was non-inferior to primaquine.", True),
        ("Non-inferiority was not shown.", False),
        ("Equivalence was demonstrated.", True),
        ("There was no difference (p = 0.4).", False),
        ("Flares were as frequent (HR 1.12; 95% CI 1.01 to 1.24).", False),
        ("We could not show that velomirine was non-inferior to primaquine.", False),
        ("It is unclear whether velomirine was equivalent to primaquine.", False),
    ],
)
def test_no_difference_is_shown_by_a_narrow_interval_or_equivalence_alone(text: str, *, shown: bool) -> None:
    """What is not significant shows nothing (evidence.md, 4)."""
    assert shows_no_difference(text) is shown


@given(st.text(alphabet="HR 0.589%CI[](),;-–to=p<ratio", max_size=80))
def test_any_text_is_read_and_quoted_truly(text: str) -> None:
    """Nothing breaks it, and no span lies outside of the text or over another."""
    found = effects_in(text)

    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
