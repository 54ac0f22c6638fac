"""Texts that can be searched by words and by meaning, in memory."""

import sqlite3
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared.embedding import Embedder

from .fusing import fused
from .words import match_expression

_DIGITS = 6
"""Of a score: beyond them is rounding, which must not decide an order."""

_SCHEMA = "CREATE VIRTUAL TABLE words USING fts5(text, content='', detail='full', tokenize='porter unicode61')"
_MATCHES = "SELECT rowid, -bm25(words) FROM words WHERE words MATCH ?"


class Hit(NamedTuple):
    """A text that was found."""

    position: int
    """In the sequence of texts that was indexed."""
    score: float
    """From 0 to 1, relative to the best of this search."""
    by_words: bool
    """Whether it shares a content word with the query."""
    likeness: float
    """Cosine to the query; 0 without an embedder. A threshold on it belongs to the embedder."""


class TextIndex:
    """Some texts, indexed. *vectors*, where they are known already, spare embedding the texts again."""

    def __init__(
        self, texts: Sequence[str], embedder: Embedder | None = None, vectors: NDArray[np.float32] | None = None
    ) -> None:
        self._texts = texts
        self._embedder = embedder
        self._given = vectors
        # Contentless: each text is inserted once and never changed, so nothing has to be kept beside the index.
        self._words = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._words.execute(_SCHEMA)
        rows = ((place, text.encode("utf-8", "replace").decode()) for place, text in enumerate(texts))
        self._words.execute("BEGIN")
        self._words.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", rows)
        self._words.execute("COMMIT")

    def __len__(self) -> int:
        return len(self._texts)

    @cached_property
    def vectors(self) -> NDArray[np.float32]:
        """The rows of the texts, embedded on first use; without an embedder, rows of no numbers."""
        if self._given is not None:
            return self._given
        if self._embedder is None:
            return np.zeros((len(self._texts), 0), dtype=np.float32)
        return self._embedder.embed(self._texts)

    def search(self, query: str, n: int) -> list[Hit]:
        """Return at most *n* texts that have anything to do with *query*, best first, then by position."""
        words, likeness = self.by_words(query), self.by_meaning(query)
        scores = np.round(fused(words, likeness), _DIGITS)
        near = np.zeros(len(scores)) if likeness is None else likeness
        found = [int(at) for at in np.argsort(-scores, kind="stable") if words[at] > 0 or scores[at] > 0]
        return [Hit(at, float(scores[at]), bool(words[at] > 0), float(near[at])) for at in found[: max(n, 0)]]

    def relevance(self, query: str) -> NDArray[np.float64]:
        """Return the relevance of every text to *query*, from 0 to 1, by position."""
        return np.round(fused(self.by_words(query), self.by_meaning(query)), _DIGITS)

    def by_words(self, query: str) -> NDArray[np.float64]:
        """Return the BM25 score of every text, 0 where no content word of *query* is in it."""
        scores = np.zeros(len(self._texts))
        if expression := match_expression(query):
            for position, score in self._words.execute(_MATCHES, (expression,)):
                scores[position] = score
        return scores

    def by_meaning(self, query: str) -> NDArray[np.float64] | None:
        """Return the cosine of every text to *query*; ``None`` without an embedder."""
        if self._embedder is None:
            return None
        cosines: NDArray[np.float64] = (self.vectors @ self._embedder.embed([query])[0]).astype(np.float64)
        return cosines

    def close(self) -> None:
        """Let the index go."""
        self._words.close()
