"""How much of a question each text covers: word by word, each by the word of the text that means most nearly the same.

A text that names the *gastric* vascular bed covers the *stomach* of a question in part, which words alone do not see
and the mean of a whole passage blurs. What a question says that no text comes near to is never covered, so a question
on something else stands out: that makes the measure a gate, too.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shared.embedding import Embedder
from shared.library import telling_words
from shared.library.relevance import words_of

LEAST_COVERED = 0.4
"""Of a question's words, weighed by rarity, in a text that has to do with it.

Of 500 questions on other topics (PubMedQA) to seven papers, 8 % find a text above it."""

_NEAR_FROM = 0.3
"""The cosine of two words below which they have nothing to do with each other: most pairs lie there."""

_GENERAL_WEIGHT = 0.25
"""Of a word of research as such, as in ``shared.library.relevance``."""

_FEWEST_LETTERS = 3
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


class Coverage:
    """Some texts, and the words that each of them has."""

    def __init__(self, texts: Sequence[str], embedder: Embedder | None) -> None:
        self._embedder = embedder
        self._places: dict[str, int] = {"": 0}
        """Of each word among the vectors; the empty one is for texts without words."""
        words: list[int] = []
        starts: list[int] = []
        for text in texts:
            starts.append(len(words))
            words.extend(sorted({self._places.setdefault(word, len(self._places)) for word in _words(text)}) or [0])
        self._words, self._starts = np.array(words, dtype=np.int32), np.array(starts, dtype=np.int64)
        self._holding = np.bincount(self._words, minlength=len(self._places))
        self._vectors = embedder.embed(list(self._places)) if embedder else None

    def of(self, question: str) -> NDArray[np.float64]:
        """Return for each text how much of *question* it covers, from 0 to 1."""
        asked = words_of(question)
        if not asked or not len(self._starts):
            return np.zeros(len(self._starts))
        near = self._near(asked)
        best = np.maximum.reduceat(near[:, self._words], self._starts, axis=1)
        weights = self._weights(asked, set(telling_words(question)))
        covered: NDArray[np.float64] = weights @ best / weights.sum()
        return covered

    def _near(self, asked: Sequence[str]) -> NDArray[np.float64]:
        """Return how nearly the words asked mean the same as each word of the texts; the same word does wholly."""
        if self._embedder is None or self._vectors is None:
            near = np.zeros((len(asked), len(self._places)))
        else:
            cosines = (self._embedder.embed(asked) @ self._vectors.T).astype(np.float64)
            near = np.clip((cosines - _NEAR_FROM) / (1 - _NEAR_FROM), 0.0, 1.0)
        for row, word in enumerate(asked):
            if place := self._places.get(word):
                near[row, place] = 1.0
        return near

    def _weights(self, asked: Sequence[str], telling: set[str]) -> NDArray[np.float64]:
        """Return what each word asked weighs: one that few texts hold says most."""
        count = len(self._starts)
        holding = np.array([self._holding[self._places[word]] if word in self._places else 0 for word in asked])
        rarity = 1.0 + np.log((count + 1) / (holding + 1))
        return np.where([word in telling for word in asked], rarity, _GENERAL_WEIGHT)


def _words(text: str) -> set[str]:
    """Return the words of a text that may mean something, and the parts of hyphenated ones."""
    whole = {word for word in _WORD.findall(text.lower()) if len(word) >= _FEWEST_LETTERS and not word.isdecimal()}
    parts = {part for word in whole if "-" in word for part in word.split("-") if len(part) >= _FEWEST_LETTERS}
    return whole | parts
