"""Looking for words first finds what patterns alone would find."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.appraisal import design_words, others_trials, randomising_words, second_looks, subjects
from shared.appraisal.needles import beginnings, needles
from shared.appraisal.phrases import Phrases

SAID = (
    "a the of in we were was patients with 24 1,200 randomised randomly trial trials study studies case control report "
    "blind double-blind placebo versus or and mice rats in vitro cell lines ic50 IC 50 review reviewed is "
    "meta-analysis pooled analysis of data cohort protocol for an İSTANBUL ſtudy Kelvin children aged healthy . ; , "
    "placebo-controlled not cross over crossover post hoc retrospective this article discusses year-old man 30"
)
WORDS = SAID.split()
SETS = [
    *(phrases for _, phrases in (*design_words.TITLES, *design_words.TEXTS, *subjects._WORDS)),
    design_words.CONTROLLED,
    design_words.COMPARED,
    design_words.COMPARES,
    subjects._STUDIED,
    subjects._CONCERNED,
    subjects._ANIMALS_TREATED,
    others_trials.OTHERS,
    others_trials.ANOTHER_TRIAL,
    randomising_words.ALLOTTED,
    randomising_words.BLINDED,
    randomising_words.PEOPLE,
    second_looks.SECOND_TITLE,
    second_looks.SECOND_TEXT,
    second_looks.NO_TRIAL_TITLE,
]


@given(st.sampled_from(SETS), st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_phrases_find_what_their_pattern_finds(phrases: Phrases, text: str) -> None:
    """Whether anything is there, in how many places, and what is left without it."""
    whole = phrases._whole

    assert bool(phrases.search(text)) == bool(whole.search(text))
    for count in (1, 2, 3):
        assert phrases.at_least(count, text) == (len(whole.findall(text)) >= count)
    assert phrases.sub(" ", text) == whole.sub(" ", text)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\bcase[- ]control(?:led)?\b", ("case control", "case-control")),
        (r"\b(?:mice|mouse|rats?)\b", ("mice", "mouse", "rat")),
        (r"\b(?:or|vs\.?) placebo", ("or", "vs")),
        (r"(?:the )?trial", ()),
        (r"\d+ men", ()),
        (r"[^a]b", ()),
    ],
)
def test_how_matches_begin_is_read_from_the_pattern(pattern: str, expected: tuple[str, ...]) -> None:
    """Nothing is said where a match may begin with anything."""
    assert beginnings(pattern) == expected


def test_what_a_match_must_hold_is_read_from_the_pattern() -> None:
    """Of each set one word; what may be absent is in none."""
    assert set(needles(r"\b(?:study|trial) (?:big )?protocol\b.{0,5}")) == {
        frozenset({"protocol"}),
        frozenset({"study", "trial"}),
    }
