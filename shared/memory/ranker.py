"""Ranks pieces of a run on a thread of its own, and keeps their vectors in the file."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from shared.embedding import Embedder

from . import rows
from .connections import Connections
from .indexing import Indexes
from .selecting import Piece, Ranking


class Ranker:
    """Embeds a piece when first ranked, and never again; without an embedder words alone count."""

    def __init__(self, connections: Connections, embedder: Embedder | None) -> None:
        self._connections = connections
        self.model = embedder.name if embedder else ""
        self._indexes = Indexes(embedder)
        self._thread = ThreadPoolExecutor(1, "ranking")  # or embedding would hold up every other call

    async def ranked(self, run_id: str, question: str, pieces: Sequence[Piece]) -> Ranking:
        """Return how *pieces* answer *question*."""
        stored = dict[str, bytes]()
        if self._indexes.unknown(pieces):
            stored = await self._connections.run(partial(rows.vectors, run_id=run_id, model=self.model))
        rank = partial(self._indexes.rank, question, pieces, stored)
        ranking, fresh = await asyncio.get_running_loop().run_in_executor(self._thread, rank)
        if fresh:
            await self._connections.run(partial(rows.put_vectors, run_id=run_id, model=self.model, vectors=fresh))
        return ranking

    async def close(self) -> None:
        """Let thread and indexes go after what is under way; a second time does no harm."""
        await asyncio.to_thread(self._thread.shutdown)
        self._indexes.close()
