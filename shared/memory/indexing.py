"""The text indexes of the pieces last ranked: judge and report often ask about the same ones."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

import numpy as np

from shared.embedding import Embedder
from shared.ranking import TextIndex

from .selecting import Piece, Ranking

MOST_INDEXES = 8
"""Kept; one of 200 pieces takes about 1 MB and 15 ms to make."""


class Indexes:
    """Makes and keeps indexes, of words alone without an *embedder*. Not for two threads at once."""

    def __init__(self, embedder: Embedder | None, most: int = MOST_INDEXES) -> None:
        self._embedder = embedder
        self._most = most
        self._kept: OrderedDict[tuple[str, ...], TextIndex] = OrderedDict()

    def unknown(self, pieces: Sequence[Piece]) -> bool:
        """Say whether vectors would help to rank these *pieces*."""
        return _key(pieces) not in self._kept

    def rank(
        self, question: str, pieces: Sequence[Piece], stored: Mapping[str, bytes]
    ) -> tuple[Ranking, dict[str, bytes]]:
        """Return how *pieces* answer *question*, and the vectors that were not *stored*, by content id."""
        key, fresh = _key(pieces), dict[str, bytes]()
        if key not in self._kept:
            fresh = self._embedded([piece for piece in pieces if piece.content_id not in stored])
            self._keep(key, self._made(pieces, {**stored, **fresh}))
        self._kept.move_to_end(key)
        index = self._kept[key]
        return Ranking(index.relevance(question), index.vectors if self._embedder else None), fresh

    def close(self) -> None:
        """Let all indexes go."""
        while self._kept:
            self._kept.popitem()[1].close()

    def _embedded(self, pieces: Sequence[Piece]) -> dict[str, bytes]:
        if self._embedder is None:
            return {}
        rows = self._embedder.embed([piece.text for piece in pieces])
        return {piece.content_id: row.tobytes() for piece, row in zip(pieces, rows, strict=True)}

    def _made(self, pieces: Sequence[Piece], vectors: Mapping[str, bytes]) -> TextIndex:
        texts = [piece.text for piece in pieces]
        if self._embedder is None:
            return TextIndex(texts)
        rows = np.frombuffer(b"".join(vectors[piece.content_id] for piece in pieces), dtype=np.float32)
        return TextIndex(texts, self._embedder, rows.reshape(len(pieces), self._embedder.size))

    def _keep(self, key: tuple[str, ...], index: TextIndex) -> None:
        self._kept[key] = index
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)[1].close()


def _key(pieces: Sequence[Piece]) -> tuple[str, ...]:
    return tuple(piece.content_id for piece in pieces)
