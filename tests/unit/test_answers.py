"""Yes, no or maybe, read from results: which way they lean for a question."""

import pytest

from tests.eval.scorecard.answers import YesNo, answered, leaning

ASKED = "Does velomirine prevent relapse of marsh fever?"
SHOWN = "RESULTS: Relapse of marsh fever was significantly less frequent with velomirine (p < 0.01)."
DENIED = "RESULTS: There was no significant difference in relapse of marsh fever between velomirine and placebo."


@pytest.mark.parametrize(("text", "answer"), [(SHOWN, "yes"), (DENIED, "no"), (f"{SHOWN} {DENIED}", "no")])
def test_results_answer_a_question(text: str, answer: YesNo) -> None:
    """What was shown speaks for yes, what was denied for no, and both together do not speak for yes."""
    assert answered(ASKED, text) == answer


def test_no_difference_answers_whether_two_are_alike() -> None:
    """The same result is a no to one question and a yes to another."""
    assert answered("Is velomirine as safe as placebo in marsh fever?", DENIED) == "yes"


def test_a_large_p_value_denies() -> None:
    """Abstracts say so in figures as often as in words."""
    assert leaning(ASKED, "RESULTS: Relapse was 12% with velomirine and 14% with placebo (p = 0.41).") == -1


def test_what_the_question_names_counts_more() -> None:
    """An abstract reports more than what was asked: here the one relevant denial outweighs what was shown beside it."""
    beside = "RESULTS: Cost was significantly higher. Relapse of marsh fever did not differ with velomirine."

    assert leaning(ASKED, beside) < 0


def test_a_text_without_a_result_says_neither() -> None:
    """Methods and aims answer nothing."""
    aim = "OBJECTIVE: To find out whether velomirine prevents relapse."

    assert (leaning(ASKED, aim), answered(ASKED, aim)) == (None, "maybe")
