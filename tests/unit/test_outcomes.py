"""Outcomes under one name, and languages that rules cannot read."""

import pytest

from services.judge.standing import relevant
from services.judge.standing import topic_of as judged_topic
from shared.appraisal.outcomes import outcomes_in
from shared.appraisal.results import direction_of
from shared.appraisal.tongues import is_readable
from shared.appraisal.topics import speaks_of, topic_of
from tests.builders import make_evidence

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
        ("Liver injury led to discontinuation.", {"liver injury", "harms"}),
        ("Progression-free survival was longer.", {"progression"}),
        ("Renal function was better.", {"kidney function"}),
        ("Creatinine clearance rose.", {"kidney function"}),
        ("Hemorrhage was rare, and so was bleeding.", {"bleeding"}),
        ("The incidence and severity fell.", set()),
    ],
)
def test_two_words_for_one_outcome_have_one_name(text: str, outcomes: set[str]) -> None:
    """How much and how bad is no outcome."""
    assert outcomes_in(text) == outcomes


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Blood pressure fell.", "Glucose rose."),
        ("Strokes were fewer.", "Fractures were more frequent."),
        ("Renal function was better.", "Cognitive function was worse."),
        ("Creatinine clearance was lower.", "Infections were fewer."),
        ("Anaemia was rarer.", "Bleeding was more frequent."),
        ("The patients recovered.", "Function was better."),
    ],
)
def test_outcomes_of_one_field_are_still_two(one: str, other: str) -> None:
    """Else a benefit on one and a harm on the other would be called a contradiction."""
    assert not outcomes_in(one) & outcomes_in(other)


RUSSIAN = (
    "РЕЗУЛЬТАТЫ: Риск обострения был ниже при приеме velomirine, чем при приеме плацебо. ВЫВОДЫ: Препарат снижал "
    "частоту обострений у взрослых."
)


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        (ENGLISH, True),
        (SPANISH, False),
        ("Die Studie wurde mit 40 Patienten durchgeführt, und der Schub war nicht seltener mit dem Mittel.", False),
        ("Les poussées ont été moins fréquentes avec le médicament que dans le groupe sous placebo.", False),
        ("HR 0.58", True),
        (RUSSIAN, False),
        ("治疗组复发率低于对照组，差异有统计学意义。", False),
        ("Het risico op een aanval was lager bij patiënten die het middel kregen dan bij de controlegroep.", False),
        (
            "Ryzyko nawrotu było niższe w grupie leczonej i nie było różnicy w liczbie działań na oddziale.",
            False,
        ),
        ("Nüks riski ilaç ile tedavi olan grupta daha düşük ve bu fark bir yıl sonra da anlamlı olarak kaldı.", False),
        ("Relapse rate: velomirine 12%, placebo 31%; hazard ratio 0.4; adverse events 5% versus 4%.", True),
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
    assert speaks_of(RUSSIAN, topic)


@pytest.mark.parametrize("text", [SPANISH.replace("velomirina", "velomirine"), RUSSIAN])
def test_a_trial_in_another_language_counts(text: str) -> None:
    """It is shown beside the others, with no direction; it is not beside the question."""
    piece = make_evidence("w1", text, source_id="S1", title="[Velomirine in marsh fever: a randomised trial]")

    assert relevant([piece], judged_topic("Does velomirine prevent flares of marsh fever?", [piece]))
