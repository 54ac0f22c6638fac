"""Which pieces of evidence an agent gets to read. Pure, and the same in whatever order they were stored."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared import messages as m
from shared.ranking import diverse

from .places import kept_places

LEVELS = {"title-only": 0, "web-page": 1, "registry": 2, "abstract": 2, "full-text": 3}
"""How much of a work its piece shows; of a source's pieces one of the highest level is read."""


class Piece(NamedTuple):
    """A piece of evidence that may be chosen."""

    content_id: str
    source_id: str
    evidence: m.Evidence
    retracted: bool = False
    """Whether any record of its source says so."""

    @property
    def barred(self) -> bool:
        """Say whether it takes no place while there are others (evidence.md, 6)."""
        return self.retracted or self.evidence.level == "title-only"

    @property
    def text(self) -> str:
        """Return what is searched."""
        return f"{self.evidence.citation.title}\n{self.evidence.content}"


class Ranking(NamedTuple):
    """How the pieces answer the question: a relevance from 0 to 1 and, where there are any, a unit vector for each."""

    relevance: NDArray[np.float64]
    vectors: NDArray[np.float32] | None = None


class Wanted(NamedTuple):
    """How many pieces, and whether places are kept, also for the sides of these conflicts."""

    n: int
    keep_places: bool = False
    conflicts: tuple[m.Conflict, ...] = ()


def gathered(evidence: Mapping[str, m.Evidence], among: Mapping[str, str], retracted: Iterable[str]) -> list[Piece]:
    """Return the pieces (content id → piece) whose works have an S number, by S number and then content.

    *retracted* are the work ids whose bibliographic record says so, for the piece itself may not.
    """
    held = {name: piece for name, piece in evidence.items() if piece.work_id in among}
    barred = {among[piece.work_id] for piece in held.values() if piece.retraction.bars}
    barred |= {among[work_id] for work_id in retracted if work_id in among}
    pieces = [Piece(name, among[piece.work_id], piece, among[piece.work_id] in barred) for name, piece in held.items()]
    numbers = {source_id: number_of(source_id) for source_id in among.values()}
    return sorted(pieces, key=lambda piece: (numbers[piece.source_id], piece.content_id))


def number_of(source_id: str) -> tuple[int, str]:
    """Return what to sort S numbers by: ``S2`` before ``S10``."""
    digits = source_id[1:]
    return (int(digits) if digits.isdecimal() else 0), source_id


def needs_ranking(pieces: Sequence[Piece], n: int) -> bool:
    """Say whether there are more sources than places; else all are read, and the scores they came with order them."""
    return len({piece.source_id for piece in pieces}) > n


def as_found(pieces: Sequence[Piece]) -> Ranking:
    """Return the relevance that the search gave the pieces."""
    return Ranking(np.array([piece.evidence.relevance_score for piece in pieces], dtype=np.float64))


def choose(pieces: Sequence[Piece], ranking: Ranking, wanted: Wanted) -> tuple[m.Evidence, ...]:
    """Return at most ``wanted.n`` pieces, one of each source, with their S numbers.

    *pieces* come from ``gathered``, *ranking* has a row for each. Kept places come first, then those that MMR takes
    (the most relevant, where there are no vectors), then the barred ones.
    """
    best = _best_of_each_source(pieces, ranking.relevance)
    usable = [at for at in best if not pieces[at].barred]
    barred = [at for at in best if pieces[at].barred]
    taken = _taken(usable, pieces, ranking, wanted) if len(usable) > wanted.n else _by_relevance(usable, ranking)
    order = (*taken, *_by_relevance(barred, ranking))[: max(wanted.n, 0)]
    return tuple(_whole(pieces[at], pieces).model_copy(update={"source_id": pieces[at].source_id}) for at in order)


def _whole(chosen: Piece, pieces: Iterable[Piece]) -> m.Evidence:
    """Return the longest piece of a work that holds all of the *chosen* one.

    A sentence of an abstract may answer best; without the rest nobody can say how large the effect was.
    """
    own = (one.evidence for one in pieces if one.source_id == chosen.source_id)
    around = (one for one in own if one.level == chosen.evidence.level and chosen.evidence.content in one.content)
    return max(around, key=lambda one: len(one.content), default=chosen.evidence)


def _best_of_each_source(pieces: Sequence[Piece], relevance: NDArray[np.float64]) -> list[int]:
    """Return the position of the piece to read of each source: most of the work, then most relevant, then first."""
    scores = relevance.tolist()  # plain numbers: looking into an array one by one takes five times as long
    best: dict[str, int] = {}
    for at, piece in enumerate(pieces):
        known = best.setdefault(piece.source_id, at)
        if known != at and _rank(piece, scores[at]) > _rank(pieces[known], scores[known]):
            best[piece.source_id] = at
    return list(best.values())


def _rank(piece: Piece, relevance: float) -> tuple[int, float]:
    """Return how good a piece of its source this is."""
    return LEVELS[piece.evidence.level], relevance


def _by_relevance(positions: Sequence[int], ranking: Ranking) -> list[int]:
    """Return *positions*, most relevant first, equal ones in the order given."""
    return sorted(positions, key=lambda at: -ranking.relevance[at])


def _taken(usable: Sequence[int], pieces: Sequence[Piece], ranking: Ranking, wanted: Wanted) -> list[int]:
    """Return the ``wanted.n`` of the *usable* positions to read: kept places, then the rest."""
    relevance = ranking.relevance[list(usable)]
    offered = [(pieces[at].source_id, pieces[at].evidence) for at in usable]
    kept = kept_places(offered, relevance, wanted.n, wanted.conflicts) if wanted.keep_places else []
    if ranking.vectors is None:
        rest = [at for at in np.argsort(-relevance, kind="stable").tolist() if at not in kept]
    else:
        rest = diverse(relevance, ranking.vectors[list(usable)], wanted.n - len(kept), kept)
    return [usable[at] for at in (*kept, *rest)][: wanted.n]
