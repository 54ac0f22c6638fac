"""Outcomes under one name, and languages that rules cannot read."""

import pytest

from shared.appraisal.outcomes import outcomes_in
from shared.appraisal.results import direction_of
from shared.appraisal.tongues import is_readable
from shared.appraisal.topics import speaks_of, topic_of

SPANISH = (
    "RESULTADOS: El riesgo de brote fue menor con velomirina que con placebo. CONCLUSIONES: La velomirina redujo los "
    "brotes en adultos con fiebre de los pantanos."
)
ENGLISH = "The risk of flare was lower with velomirine than with placebo in adults with marsh fever in the trial."


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("Velomirine reduced the risk of flare compared with placebo.", {"flare"}),
        ("Flares were less frequent.", {"flare"}),
        ("The hazard of recurrence and relapse fell.", {"relapse"}),
        ("Liver injury led to discontinuation.", {"harms"}),
        ("The incidence and severity fell.", set()),
    ],
)
def test_two_words_for_one_outcome_have_one_name(text: str, outcomes: set[str]) -> None:
    """How much and how bad is no outcome."""
    assert outcomes_in(text) == outcomes


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        (ENGLISH, True),
        (SPANISH, False),
        ("Die Studie wurde mit 40 Patienten durchgeführt, und der Schub war nicht seltener mit dem Mittel.", False),
        ("Les poussées ont été moins fréquentes avec le médicament que dans le groupe sous placebo.", False),
        ("HR 0.58", True),
    ],
)
def test_another_language_is_noticed(text: str, *, readable: bool) -> None:
    """English rules would misread it; figures and names tell nothing."""
    assert is_readable(text) is readable


def test_what_cannot_be_read_points_nowhere() -> None:
    """Words that look alike in two languages must not give a direction (evidence.md, 10)."""
    assert direction_of(SPANISH) == "unknown"
    assert direction_of(ENGLISH) == "benefit"


def test_another_language_is_not_taken_for_another_topic() -> None:
    """Its words for the disease are not ours; the drug's name is."""
    topic = topic_of("Does velomirine prevent flares of marsh fever?", [ENGLISH])

    assert speaks_of(SPANISH.replace("velomirina", "velomirine"), topic)
    assert not speaks_of(SPANISH, topic)
