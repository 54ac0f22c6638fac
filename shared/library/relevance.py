"""Which texts have to do with a question: those that share enough of the words that make it.

Words alone admit; meaning only ranks what was admitted. A library on one disease is near to any question
on medicine in meaning, so an embedder would find "evidence" on the common cold among papers on malaria.
"""

import re

import numpy as np
from numpy.typing import NDArray

from shared.ranking import Hit, TextIndex

from .words import GENERAL, GRAMMAR, spellings

LEAST_SHARE = 0.35
"""Of a question's words, weighed by rarity, that a text must hold.

Measured on 809 claims and their cited abstracts (SciFact, 341 texts): 0.78 of the cited ones are admitted and 2.8
others a claim; 500 questions on other topics (PubMedQA) to 179 papers on one drug: 7 % find anything."""

FEWEST_TELLING_WORDS = 2
"""Of the telling words a text must hold, where the question has so many: one word in common is a coincidence."""

_BASE_WEIGHT = 1.0
"""Of a word that every text holds: it says that question and library are about one thing."""

_GENERAL_WEIGHT = 0.25
"""Of a word of research as such, however rare it is in a library."""

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
"""A hyphenated word is one word."""


def relevant(index: TextIndex, question: str, least: float = LEAST_SHARE) -> list[Hit]:
    """Return the texts that have to do with *question*, best first; none is an answer."""
    enough = shares(index, question) >= max(least, 1e-9)
    elsewhere = (other for word in words_of(question) for other in spellings(word)[1:])
    query = " ".join((question, *elsewhere))
    return [hit for hit in index.search(query, len(index)) if enough[hit.position]]


def shares(index: TextIndex, question: str) -> NDArray[np.float64]:
    """Return for each text the share of *question*'s words it holds, from 0 to 1, by position.

    A telling word weighs ``1 + ln((n + 1) / (d + 1))``, where *d* of *n* texts hold it: one that is in no text weighs
    most, so what a library has nothing on is not found in it. A text with fewer telling words than it takes has 0.
    """
    held, total, telling = np.zeros(len(index)), 0.0, np.zeros(len(index))
    words = words_of(question)
    for word in words:
        holds = index.by_words(" ".join(spellings(word))) > 0
        weight = _weight(word, int(holds.sum()), len(index))
        held += weight * holds
        total += weight
        telling += holds if word not in GENERAL else 0
    needed = min(FEWEST_TELLING_WORDS, sum(word not in GENERAL for word in words))
    return np.where(telling >= needed, held / total if total else held, 0.0)


def words_of(question: str) -> tuple[str, ...]:
    """Return the words of *question* that are neither grammar nor mere figures, each once."""
    words = dict.fromkeys(_WORD.findall(question.lower()))
    return tuple(word for word in words if len(word) > 1 and word not in GRAMMAR and not word.isdecimal())


def telling_words(question: str) -> tuple[str, ...]:
    """Return the words of *question* that say what it is about."""
    return tuple(word for word in words_of(question) if word not in GENERAL)


def _weight(word: str, holding: int, count: int) -> float:
    """Return what a word counts, where *holding* of *count* texts hold it."""
    return _GENERAL_WEIGHT if word in GENERAL else _BASE_WEIGHT + float(np.log((count + 1) / (holding + 1)))
