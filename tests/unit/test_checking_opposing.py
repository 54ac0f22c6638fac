"""Far from the source's words, the opposite of what it says is still known; what nobody can tell is left alone."""

import pytest

from shared.appraisal.tongues import is_readable
from shared.audit.checking import check
from shared.audit.checking.opposing import opposite, sense
from shared.audit.prose import clauses
from shared.audit.shelf import shelf_of
from tests.reporting import work


@pytest.mark.parametrize(
    ("own", "passage"),
    [
        (
            "Velomirine raises thyroid volume.",
            "A marked fall in thyroid volume was seen with velomirine in that group.",
        ),
        ("Nerve activity is reduced in late pregnancy.", "Muscle nerve activity is increased during late pregnancy."),
        ("KRT5 has no association with liver scarring.", "An association of KRT5 with liver scarring was found here."),
        ("Statin use worsens muscle function.", "Muscle function, we saw, was improved by long statin use."),
    ],
)
def test_the_opposite_in_other_words_is_found(own: str, passage: str) -> None:
    """The same things, changed the other way, or denied."""
    assert opposite(own, [passage]) != ""


@pytest.mark.parametrize(
    ("own", "passage"),
    [
        (
            "Velomirine lowers thyroid volume.",
            "A marked fall in thyroid volume was seen with velomirine in that group.",
        ),
        (
            "KRT5 loss increased liver scarring.",
            "Scarring of the liver was reduced where KRT5 was knocked out by loss.",
        ),
        ("Velomirine reduces relapse.", "Velomirine raised haemoglobin in marsh fever."),
        ("Relapse is higher with velomirine than with placebo.", "Relapse is lower with velomirine."),
    ],
)
def test_what_nobody_can_tell_is_no_opposite(own: str, passage: str) -> None:
    """The same way, other things, or a comparison against none."""
    assert opposite(own, [passage]) == "" or sense(own, passage) >= 0


def test_the_clause_that_says_the_opposite_is_shown() -> None:
    """A reader sees at once what the source says."""
    content = "RESULTS: Sleep was poor, and a fall in thyroid volume was seen with velomirine in the treated group."
    reference, piece = work(1, content)
    sentence = "Velomirine raises thyroid volume [S1]."

    found = check(clauses(sentence)[0], sentence, shelf_of([reference], [piece])["S1"])

    assert found.verdict == "mismatch"  # a looser reading of a near copy is a doubt
    assert "a fall in thyroid volume was seen with velomirine" in found.reason
    assert found.passages[0].quotation in content


SPANISH = "El fármaco redujo las recaídas de la fiebre en los pacientes tratados con una dosis de 300 mg al día."


def test_a_text_in_another_language_is_not_checked() -> None:
    """Rules know English words only: silence must not read as agreement."""
    reference, piece = work(1, SPANISH)
    source = shelf_of([reference], [piece])["S1"]

    told = "Velomirine reduced relapse of fever in treated patients by 300 mg a day [S1]."
    ours = check(clauses(told)[0], told, source)
    theirs = check(clauses(f"{SPANISH[:-1]} y mejoró la vida [S1].")[0], SPANISH, source)

    assert (ours.verdict, ours.reason) == ("not-checked", "S1 is in a language that rules cannot read")
    assert (theirs.verdict, theirs.reason) == ("not-checked", "it is in a language that rules cannot read")


def test_a_quotation_in_another_language_is_still_verbatim() -> None:
    """Letters compare in any language."""
    reference, piece = work(1, SPANISH)
    sentence = f"Author1 and Other 2001, randomised trial in humans: “{SPANISH}” [S1]"

    assert check(clauses(sentence)[0], sentence, shelf_of([reference], [piece])["S1"]).verdict == "verbatim"


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        (SPANISH, False),
        ("Das Mittel senkte die Zahl der Rückfälle bei den Kranken im Vergleich mit einer Gabe von Placebo.", False),
        ("治疗组复发率低于对照组，差异有统计学意义。", False),
        ("The drug lowered relapse in the treated group, as in the trial of de la Cruz and van der Berg.", True),
        ("Relapse: 12% vs 31%.", True),
    ],
)
def test_english_is_known_by_its_small_words(text: str, *, readable: bool) -> None:
    """Names of people and short figures are no other language."""
    assert is_readable(text) is readable


@pytest.mark.parametrize(
    ("own", "passage", "verdict"),
    [
        ("Velomirine was well tolerated by 300 adults, with no deaths [S1].", "by 300 adults.", "not-checked"),
        ("Velomirine was well tolerated by 300 adults who had not fasted [S1].", "by 300 adults.", "partly"),
        ("Velomirine was not well tolerated by 300 adults [S1].", "by 300 adults.", "contradicted"),
    ],
)
def test_a_denial_of_something_new_is_no_contradiction(own: str, passage: str, verdict: str) -> None:
    """The source does not bear it, and does not say the opposite either."""
    reference, piece = work(1, f"RESULTS: Velomirine was well tolerated {passage}")

    assert check(clauses(own)[0], own, shelf_of([reference], [piece])["S1"]).verdict == verdict


@pytest.mark.parametrize(
    ("own", "content"),
    [
        (
            "Velomirine was safe and effective in 300 patients, with no deaths [S1].",
            "Velomirine was safe in 300 patients.",
        ),
        (
            "Relapse occurred in twelve per cent with velomirine and in thirty-one per cent without [S1].",
            "Relapse occurred in 12% with velomirine and in 31% with placebo.",
        ),
    ],
)
def test_a_denial_beside_the_matter_turns_nothing(own: str, content: str) -> None:
    """Untreated is how one may call the control; deaths are another matter."""
    reference, piece = work(1, f"RESULTS: {content}")

    assert check(clauses(own)[0], own, shelf_of([reference], [piece])["S1"]).verdict != "contradicted"
