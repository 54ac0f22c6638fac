"""Which pieces answer a question: the server is asked by words and by meaning at once, and both count as elsewhere.

A piece gets its words and its vector when it is first ranked, as in the embedded memory: storing waits for no embedder
and no index.
"""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

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

Scores = Mapping[str, float]
"""By object id."""


class Ranker:
    """Ranks the pieces of a run; without an embedder by words alone."""

    def __init__(self, store: Store, pieces: AtHand[m.Evidence], embedder: Embedder | None) -> None:
        self._store, self._pieces, self._embedder = store, pieces, embedder
        self._thread = ThreadPoolExecutor(1, "ranking")  # or embedding would hold up every other call

    async def ranked(self, run_id: str, question: str, pieces: Sequence[Piece], uuids: Mapping[str, str]) -> Ranking:
        """Return how *pieces* answer *question*; *uuids* are all objects of the run, content id → object id."""
        ids = [uuids[piece.content_id] for piece in pieces]
        held = await self.indexed(run_id, ids)
        limit = MOST_WHOLE if len(uuids) <= MOST_WHOLE else MOST_RANKED
        words, meaning = await self._asked(run_id, question, limit)
        if limit == MOST_WHOLE and (gone := _gone(held, meaning)):  # somebody has deleted the run, and stored it anew
            await self._index(run_id, gone)
            words, meaning = await self._asked(run_id, question, limit)
        relevance = fused(_row(words, ids), None if meaning is None else _row(meaning, ids))
        return Ranking(np.round(relevance, _DIGITS), self._vectors([held[uuid] for uuid in ids]))

    async def indexed(self, run_id: str, ids: Sequence[str]) -> dict[str, Held[m.Evidence]]:
        """Return these pieces with their vectors, and have the server find each of them."""
        held = await self._pieces.read(run_id, ids)
        if bare := {uuid: one for uuid, one in held.items() if not one.is_indexed}:
            held |= await self._index(run_id, bare)
        return held

    async def close(self) -> None:
        """Let the thread go after what is under way; a second time does no harm."""
        await asyncio.to_thread(self._thread.shutdown)

    async def _index(self, run_id: str, bare: Mapping[str, Held[m.Evidence]]) -> dict[str, Held[m.Evidence]]:
        """Write pieces once more, with their words and vectors."""
        rows = dict[str, Vector]()
        if self._embedder:
            made = await self._rows(self._embedder, [searched(one.value) for one in bare.values()])
            rows = dict(zip(bare, made, strict=True))
        await self._store.put(run_id, [indexed(one.value) for one in bare.values()], rows)
        fresh = {uuid: Held(one.value, rows.get(uuid), is_indexed=True) for uuid, one in bare.items()}
        self._pieces.keep(run_id, fresh)
        return fresh

    async def _asked(self, run_id: str, question: str, limit: int) -> tuple[Scores, Scores | None]:
        """Return what the server finds by words and by meaning."""
        return await asyncio.gather(
            self._store.by_words(run_id, query(question), limit), self._by_meaning(run_id, question, limit)
        )

    async def _by_meaning(self, run_id: str, question: str, limit: int) -> Scores | None:
        """Return the pieces near the meaning of the question; ``None`` where nobody can say what it means."""
        if self._embedder is None:
            return None
        (row,) = await self._rows(self._embedder, [question])
        return await self._store.by_meaning(run_id, row, limit) if row.any() else None

    async def _rows(self, embedder: Embedder, texts: Sequence[str]) -> Vector:
        """Return a row for each text; raise ``CannotDo`` for what Weaviate would take and could not compare."""
        rows = await asyncio.get_running_loop().run_in_executor(self._thread, embedder.embed, texts)
        if rows.shape != (len(texts), embedder.size) or not np.isfinite(rows).all():
            message = (
                f"the embedder {embedder.name} gave vectors of another size than {embedder.size}, or no numbers: "
                "set VOUCH_EMBEDDER__KIND to one that fits"
            )
            raise CannotDo(message)
        return rows

    def _vectors(self, held: Sequence[Held[m.Evidence]]) -> Vector | None:
        """Return a row for each piece; ``None`` without an embedder."""
        if self._embedder is None:
            return None
        rows = np.array([one.vector for one in held], dtype=np.float32)
        return rows.reshape(len(held), self._embedder.size)


def _row(scores: Scores, ids: Sequence[str]) -> NDArray[np.float64]:
    """Return the score of each piece; 0 for one that was not found."""
    return np.array([scores.get(one, 0.0) for one in ids], dtype=np.float64)


def _gone(held: Mapping[str, Held[m.Evidence]], meaning: Scores | None) -> dict[str, Held[m.Evidence]]:
    """Return the pieces with a meaning that the server did not find by any; it finds all of a run."""
    if meaning is None:
        return {}
    return {uuid: one for uuid, one in held.items() if uuid not in meaning and _has_words(one)}


def _has_words(held: Held[m.Evidence]) -> bool:
    """Say whether there is anything to find a piece by."""
    return held.vector is not None and bool(held.vector.any())
