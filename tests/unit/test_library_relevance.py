"""Which texts have to do with a question."""

import pytest

from shared.embedding import HashingEmbedder
from shared.library import relevant, shares, spellings, telling_words
from shared.ranking import TextIndex

MALARIA = (
    "Tafenoquine prevents relapse of Plasmodium vivax malaria. It was safe and effective in adults.",
    "Primaquine for the radical cure of vivax malaria in children: a randomised trial of doses.",
    "Haemolysis after primaquine in people with G6PD deficiency, a common problem that screening prevents.",
    "Vitamin supplements had no effect on parasite counts in malaria.",
    "Cold storage of blood samples for malaria diagnosis.",
)


def found(question: str, texts: tuple[str, ...] = MALARIA) -> list[int]:
    """Return the positions of the texts that are found, best first."""
    return [hit.position for hit in relevant(TextIndex(texts, HashingEmbedder()), question)]


@pytest.mark.parametrize(
    "question",
    [
        "Does vitamin C prevent the common cold?",
        "Is aspirin safe and effective in adults?",
        "Does metformin reduce mortality in people with cancer?",
    ],
)
def test_an_off_topic_question_finds_nothing(question: str) -> None:
    """A word in common is a coincidence, and every field asks what is safe and effective."""
    assert found(question) == []


def test_meaning_alone_admits_nothing() -> None:
    """To an embedder all of medicine is near."""
    index = TextIndex(MALARIA, HashingEmbedder())

    assert index.search("Is aspirin safe and effective in adults?", 5)
    assert relevant(index, "Is aspirin safe and effective in adults?") == []


def test_an_answer_on_topic_is_found_best_first() -> None:
    """The text with more of the question's words comes first."""
    assert found("Is tafenoquine effective against relapse of vivax malaria?")[0] == 0
    assert 3 not in found("Is tafenoquine effective against relapse of vivax malaria?")


def test_a_word_that_every_text_holds_still_counts() -> None:
    """In a library on one drug its name tells no text from another, but that the question is about it."""
    texts = tuple(f"Drug tafenoquine in setting {n}" for n in range(20))

    assert shares(TextIndex(texts), "tafenoquine").tolist() == [1.0] * 20


def test_spelling_on_the_other_side_of_the_atlantic_is_the_same_word() -> None:
    """A question may say hemolysis where a paper says haemolysis."""
    assert found("Does primaquine cause hemolysis?") == [2]
    assert spellings("haemolysis") == ("haemolysis", "hemolysis")
    assert spellings("anemia") == ("anemia", "anaemia")


def test_telling_words_leave_out_grammar_and_research() -> None:
    """What remains is the subject."""
    assert telling_words("Is tafenoquine safe for people with G6PD deficiency in 2019?") == (
        "tafenoquine",
        "g6pd",
        "deficiency",
    )


def test_a_question_without_a_telling_word_goes_by_the_others() -> None:
    """It is vague, but it is a question."""
    assert found("Which doses were safe and effective?")
    assert found("What is it?") == []
