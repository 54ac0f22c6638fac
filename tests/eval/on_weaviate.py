"""The same two kinds of relevance as Weaviate finds them: asked through the memory's own ranking, one run for all."""

import asyncio
from collections.abc import Mapping, Sequence

import numpy as np

from shared import messages as m
from shared.embedding import Embedder
from shared.memory.weaviate.memory import WeaviateMemory
from shared.memory.weaviate.objects import pieces_of
from shared.memory.weaviate.ranker import MOST_RANKED
from shared.memory.weaviate.server import Address
from shared.memory.weaviate.words import query
from tests.eval.measuring import Floats
from tests.eval.rankings import Legs

STEP = "1-search"
AT_ONCE = 4
"""Questions in flight."""


async def on_weaviate(
    texts: Sequence[str], questions: Sequence[str], embedder: Embedder, address: Address, run_id: str
) -> list[Legs]:
    """Return the two kinds of relevance of all texts to each question; the run is deleted afterwards."""
    memory = await WeaviateMemory.open(address, embedder)
    try:
        evidence = [_piece(at, text) for at, text in enumerate(texts)]
        await memory.store_evidence(run_id, STEP, evidence)
        places = {listed.uuid: int(piece.properties["work_id"]) for listed, piece in pieces_of(evidence).items()}
        await memory._ranker.indexed(run_id, list(places))
        turns = asyncio.Semaphore(AT_ONCE)

        async def legs(question: str) -> Legs:
            async with turns:
                words = await memory._store.by_words(run_id, query(question), MOST_RANKED)
                meaning = await memory._ranker._by_meaning(run_id, question, MOST_RANKED)
            return Legs(_row(words, places, len(texts)), _row(meaning or {}, places, len(texts)))

        return await asyncio.gather(*map(legs, questions))
    finally:
        await memory.delete_run(run_id)
        await memory.close()


def _row(scores: Mapping[str, float], places: Mapping[str, int], count: int) -> Floats:
    """Return the scores by position; what the server did not give is relevant to nothing."""
    row = np.zeros(count)
    for uuid, score in scores.items():
        row[places[uuid]] = score
    return row


def _piece(at: int, text: str) -> m.Evidence:
    """Return a text as a piece: its first line, or its first word, is the title, as the memory joins them again."""
    title, _, content = text.partition("\n" if "\n" in text else " ")
    citation = m.Citation(source="pubmed", title=title, date="2019")
    return m.Evidence(work_id=str(at), content=content or title, citation=citation)
