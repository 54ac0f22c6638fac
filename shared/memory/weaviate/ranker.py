"""Which pieces answer a question: the server is asked by words and by meaning at once, and both count as elsewhere.

A piece gets its words and its vector when it is first ranked, as in the embedded memory: storing waits for no embedder
and no index.
"""

import asyncio
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from shared import messages as m
from shared.embedding import Embedder
from shared.errors import CannotDo
from shared.memory.selecting import Piece, Ranking
from shared.ranking import fused

from .at_hand import AtHand, Held
from .objects import indexed, searched
from .store import Store, Vector
from .words import query

MOST_WHOLE = 1_000
"""Of a run's pieces: of one with more only the best are asked for, by each kind of relevance."""

MOST_RANKED = 200

_DIGITS = 6
"""Of a relevance: what lies beyond must not decide an order."""


class Ranker:
    """Ranks the pieces of a run."""

    def __init__(self, store: Store, pieces: AtHand[m.Evidence], embedder: Embedder) -> None:
        self._store, self._pieces, self._embedder = store, pieces, embedder

    async def ranked(self, run_id: str, question: str, pieces: Sequence[Piece], uuids: Mapping[str, str]) -> Ranking:
        """Return how *pieces* answer *question*; *uuids* are all objects of the run, content id → object id."""
        ids = [uuids[piece.content_id] for piece in pieces]
        held = await self.indexed(run_id, ids)
        limit = len(uuids) if len(uuids) <= MOST_WHOLE else MOST_RANKED
        words, meaning = await self._asked(run_id, question, limit)
        if limit >= len(uuids):
            gone = [uuid for uuid in ids if uuid not in meaning and _has_words(held[uuid])]
            if gone:  # somebody has deleted the run, and stored it anew
                await self._index(run_id, {uuid: held[uuid] for uuid in gone})
                words, meaning = await self._asked(run_id, question, limit)
        relevance = fused(_row(words, ids), _row(meaning, ids))
        vectors = np.array([held[uuid].vector for uuid in ids], dtype=np.float32)
        return Ranking(np.round(relevance, _DIGITS), vectors.reshape(len(ids), -1))

    async def indexed(self, run_id: str, ids: Sequence[str]) -> dict[str, Held[m.Evidence]]:
        """Return these pieces with their vectors, and have the server find each of them."""
        held = await self._pieces.read(run_id, ids)
        if bare := {uuid: one for uuid, one in held.items() if not one.is_indexed}:
            held |= await self._index(run_id, bare)
        return held

    async def _index(self, run_id: str, bare: Mapping[str, Held[m.Evidence]]) -> dict[str, Held[m.Evidence]]:
        """Write pieces once more, with their words and vectors."""
        rows = await self._rows([searched(one.value) for one in bare.values()])
        await self._store.put(run_id, [indexed(one.value) for one in bare.values()], dict(zip(bare, rows, strict=True)))
        fresh = {
            uuid: Held(one.value, row, is_indexed=True) for (uuid, one), row in zip(bare.items(), rows, strict=True)
        }
        self._pieces.keep(run_id, fresh)
        return fresh

    async def _asked(self, run_id: str, question: str, limit: int) -> tuple[dict[str, float], dict[str, float]]:
        """Return what the server finds by words and by meaning."""
        return await asyncio.gather(
            self._store.by_words(run_id, query(question), limit), self._by_meaning(run_id, question, limit)
        )

    async def _by_meaning(self, run_id: str, question: str, limit: int) -> dict[str, float]:
        """Return the pieces near the meaning of the question; none, where it has none."""
        (row,) = await self._rows([question])
        return await self._store.by_meaning(run_id, row, limit) if row.any() else {}

    async def _rows(self, texts: Sequence[str]) -> Vector:
        """Return a row for each text; raise ``CannotDo`` for what Weaviate would take and could not compare."""
        rows = await asyncio.to_thread(self._embedder.embed, texts)
        if rows.shape != (len(texts), self._embedder.size) or not np.isfinite(rows).all():
            message = (
                f"the embedder {self._embedder.name} gave vectors of another size than {self._embedder.size}, or what "
                "is no number: set VOUCH_EMBEDDER to one that fits"
            )
            raise CannotDo(message)
        return rows


def _row(scores: Mapping[str, float], ids: Sequence[str]) -> NDArray[np.float64]:
    """Return the score of each piece; 0 for one that was not found."""
    return np.array([scores.get(one, 0.0) for one in ids], dtype=np.float64)


def _has_words(held: Held[m.Evidence]) -> bool:
    """Say whether there is anything to find a piece by."""
    return held.vector is not None and bool(held.vector.any())
