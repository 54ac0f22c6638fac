"""Ranking: words and meaning together, and diverse."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.embedding import HashingEmbedder
from shared.ranking import TextIndex, diverse, fused, match_expression

TEXTS = (
    "Tafenoquine cleared hypnozoites and prevented relapse.",
    "Dogs bark at night.",
    "Relapses of vivax malaria; IL-6 rose.",
)


def unit(*rows: tuple[float, float]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Return rows of unit length."""
    return np.array(rows, dtype=np.float32)


def positions(query: str, n: int = 3) -> list[int]:
    """Return which of the texts are found by their words."""
    return [hit.position for hit in TextIndex(TEXTS).search(query, n)]


def test_a_text_that_shares_rarer_words_comes_first() -> None:
    """That is what BM25 is for: hypnozoites say more than relapse, which two texts have."""
    assert positions("relapse hypnozoites") == [0, 2]


def test_other_forms_of_a_word_are_found() -> None:
    """A question says relapse where a paper says relapses."""
    assert positions("relapsed") == [0, 2]


def test_words_of_grammar_alone_make_no_hit() -> None:
    """Else every text would answer every question by its "of" and "at"."""
    assert positions("what of the dogs") == [1]


def test_a_question_of_grammar_alone_is_searched_as_it_is() -> None:
    """WHO is an organisation; better a weak query than none."""
    index = TextIndex(["The WHO advises one dose.", "Dogs bark."])

    assert [hit.position for hit in index.search("WHO", 2)] == [0]


def test_a_text_without_any_of_the_words_is_no_hit() -> None:
    """Nothing found is an answer, and must look like one."""
    assert positions("cardiac surgery") == []


@pytest.mark.parametrize("query", ["", " ", '"', "NEAR/2", "NOT (", "a*", "^b:c", "{", "\x00", "\ud800", "²", "'--"])
def test_no_query_is_an_error(query: str) -> None:
    """A person's words must never be read as the syntax of FTS5."""
    assert positions(query) == []


@given(st.text(max_size=60))
@settings(deadline=None)
def test_no_text_at_all_breaks_the_search(query: str) -> None:
    """Whatever comes over the bus is a query, or part of a record."""
    index = TextIndex((*TEXTS, query), HashingEmbedder())

    hits = index.search(query, 4)

    assert all(0 <= hit.score <= 1 for hit in hits)


def test_a_query_is_quoted_and_its_hyphenated_words_are_phrases() -> None:
    """IL-6 unquoted is a syntax error; its 6 alone would match every text with a number."""
    assert (
        match_expression("IL-6 AND half-life HR<0.8")
        == '"il-6" OR "half-life" OR "half" OR "life" OR "hr" OR "0" OR "8"'
    )


def test_a_pasted_page_becomes_a_short_query() -> None:
    """Thousands of terms would hold up every other search."""
    expression = match_expression(" ".join(f"word{at}" for at in range(5000)))

    assert expression.count(" OR ") == 63


def test_a_hit_says_whether_words_found_it() -> None:
    """A keyword hit passes a similarity threshold that belongs to the embedder."""
    first, second = TextIndex(["relapse", "something else", "relapse of dogs"], HashingEmbedder()).search("relapse", 2)

    assert (first.position, first.by_words, first.score, first.likeness) == (0, True, 1.0, 1.0)
    assert (second.position, second.by_words) == (2, True)


def test_a_word_that_most_texts_share_still_makes_a_hit() -> None:
    """In a library about one drug its name weighs nothing, but who asks for it must find something."""
    index = TextIndex(["tafenoquine dose", "tafenoquine trial", "tafenoquine mice", "relapse relapse"])

    hits = index.search("tafenoquine relapse", 9)

    assert [hit.position for hit in hits] == [3, 0, 1, 2]
    assert all(hit.by_words for hit in hits)


def test_meaning_finds_what_words_do_not() -> None:
    """Two texts may say the same without a word in common."""
    embedder = HashingEmbedder(2)
    same_meaning = np.vstack([embedder.embed(["cardiac"]), np.zeros((1, 2), np.float32)])
    index = TextIndex(["heart attack", "broken leg"], embedder, same_meaning)

    hits = index.search("cardiac", 2)

    assert [(hit.position, hit.by_words, hit.likeness) for hit in hits] == [(0, False, 1.0)]


def test_no_texts_no_hits() -> None:
    """A library may be empty."""
    assert TextIndex([], HashingEmbedder()).search("relapse", 3) == []


def test_words_carry_seven_tenths() -> None:
    """The measured default; each kind counts as a share of its best, so units do not matter."""
    total = fused(np.array([4.0, 2.0, 0.0]), np.array([0.0, 0.3, 0.6]))

    assert total.round(6).tolist() == [0.7, 0.5, 0.3]


def test_a_negative_cosine_takes_nothing_away() -> None:
    """A text cannot be less relevant than not at all."""
    assert fused(np.array([0.0, 0.0]), np.array([-0.5, 0.5])).round(6).tolist() == [0.0, 0.3]


def test_without_an_embedder_words_are_all() -> None:
    """The best by words is then the best, not seven tenths of it."""
    assert fused(np.array([3.0, 1.5]), None).tolist() == [1.0, 0.5]


def test_a_copy_waits_for_what_is_new() -> None:
    """0.7·0.9 - 0.3·1 is less than 0.7·0.6 - 0.3·0: the copy of the first pick comes last."""
    chosen = diverse(np.array([1.0, 0.9, 0.6]), unit((1, 0), (1, 0), (0, 1)), 3)

    assert chosen == [0, 2, 1]


def test_papers_that_are_merely_alike_do_not_push_each_other_out() -> None:
    """All on one question are; only near copies (0.9) wait. 0.7·0.9 - 0.3·0 is more than 0.7·0.6."""
    alike = unit((1, 0), (0.8, 0.6), (0, 1))

    assert diverse(np.array([1.0, 0.9, 0.6]), alike, 3) == [0, 1, 2]


def test_what_is_picked_already_counts_as_read() -> None:
    """Kept places come before, and the rest must add to them."""
    chosen = diverse(np.array([1.0, 0.9, 0.6]), unit((1, 0), (1, 0), (0, 1)), 1, picked=[1])

    assert chosen == [2]


def test_of_equals_the_earlier_is_taken() -> None:
    """Two replicas must break a tie alike."""
    assert diverse(np.array([0.5, 0.5, 0.5]), unit((1, 0), (1, 0), (1, 0)), 2) == [0, 1]


def test_more_places_than_candidates_take_all() -> None:
    """There is no padding."""
    assert diverse(np.array([0.1, 0.2]), unit((1, 0), (0, 1)), 9) == [1, 0]
