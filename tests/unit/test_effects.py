"""Estimates and their intervals, word for word as texts write them."""

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
    ("text", "shown"),
    [
        ("no difference (hazard ratio 0.99; 95% CI 0.88 to 1.11)", True),
        ("no significant difference (hazard ratio 0.71; 95% CI 0.28 to 1.80)", False),
        ("Velomirine was non-inferior to primaquine.", True),
        ("Non-inferiority was not shown.", False),
        ("Equivalence was demonstrated.", True),
        ("There was no difference (p = 0.4).", False),
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
