"""The person's own references as a source of literature."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared import messages as m
from shared.embedding import Embedder
from shared.errors import CannotDo
from shared.library import Fetch, Opened, Shelf, abstract_of, applied, keeps, relevant
from shared.likeness import Described, propose
from shared.ranking import TextIndex

from .crosswalk import Crosswalk, Known
from .pieces import piece_of, to_be_judged
from .searching import SourceAnswer
from .weighing import searched

MOST_INDEXES = 4
"""Kept at a time: an index of 500 references takes about 2 MB."""


@dataclass(frozen=True)
class _Indexed:
    """References that can be searched, and which of them look alike."""

    opened: Opened
    index: TextIndex
    same_works: tuple[m.SameWork, ...]
    described: tuple[Described, ...]


class LibrarySource:
    """Searches the reference files of an order. Every record counts for identity, relevant ones become evidence."""

    name: m.SourceName = "library"

    def __init__(self, fetch: Fetch, embedder: Embedder | None = None, crosswalk: Crosswalk | None = None) -> None:
        self._shelf = Shelf(fetch)
        self._embedder, self._crosswalk = embedder, crosswalk
        self._indexes: OrderedDict[tuple[str, ...], _Indexed] = OrderedDict()

    async def search(self, order: m.SearchRequested, at: datetime) -> SourceAnswer:
        """Ask every query of *order*. Raises ``CannotDo`` where there is no file, or none that can be read."""
        if not order.library:
            reason = "no library file was given: name one with --library, or ask other sources"
            raise CannotDo(reason)
        opened = await self._shelf.open(order.library)
        if not opened.references:
            raise CannotDo("; ".join((*opened.unreadable, *opened.skipped)))
        indexed = await self._indexed(order.library, opened)
        answer = await asyncio.to_thread(_answer, order, indexed, at)
        return _with(answer, await self._known(order, opened, at))

    async def _known(self, order: m.SearchRequested, opened: Opened, at: datetime) -> Known:
        """Return what other sources know of the files' works, where the order asks any other source."""
        if self._crosswalk is None or set(order.sources).isdisjoint(m.INDEXES):
            return Known()
        return await self._crosswalk.known(opened.references, at)

    async def state(self) -> m.SourceState:
        """Return that it answers: the files come with each order."""
        return m.SourceState(name="library", ready=True, note="a person's own files")

    async def _indexed(self, files: Sequence[m.LibraryFile], opened: Opened) -> _Indexed:
        """Return the index of these files, made once while it is among the last ones used."""
        key = tuple(file.sha256 for file in files)
        found = self._indexes.get(key)
        if found is None or found.opened.references != opened.references:
            found = await asyncio.to_thread(_index, opened, self._embedder)
        self._indexes[key] = found
        self._indexes.move_to_end(key)
        while len(self._indexes) > MOST_INDEXES:
            self._indexes.popitem(last=False)
        return found


def _index(opened: Opened, embedder: Embedder | None) -> _Indexed:
    """Index titles and abstracts, and compare them with each other."""
    texts = [searched(reference) for reference in opened.references]
    index = TextIndex(texts, embedder)
    described = tuple(Described(one.work, "" if one.title_only else abstract_of(one)[0]) for one in opened.references)
    _ = index.vectors  # embedded here, once, and not while somebody waits for an answer
    return _Indexed(opened, index, propose(described), described)


def _answer(order: m.SearchRequested, indexed: _Indexed, at: datetime) -> SourceAnswer:
    """Ask each query."""
    asked = [_query(query, order, indexed, at) for query in order.queries]
    opened = indexed.opened
    notes = {"skipped": len(opened.skipped), "skipped_names": opened.skipped, "reason": ". ".join(opened.notes)}
    records = [record for _, record, _ in asked]
    records[0] = records[0].model_copy(update=notes)  # once for the order, not once for each query
    broken = (
        m.SearchRecord(source="library", query=order.queries[0], asked_at=at, status="failed", reason=reason)
        for reason in opened.unreadable
    )
    return SourceAnswer(
        works=tuple(reference.work for reference in opened.references),
        evidence=tuple(ranking for ranking, _, _ in asked),
        searches=(*records, *broken),
        same_works=indexed.same_works,
        compared=indexed.described,
        found=tuple(found for _, _, found in asked),
    )


def _with(answer: SourceAnswer, known: Known) -> SourceAnswer:
    """Return the answer with the records another source has of the same works."""
    first, *rest = answer.searches
    told = first.model_copy(update={"reason": ". ".join(filter(None, (first.reason, known.note)))})
    works = (*answer.works, *(one.work for one in known.references))
    return replace(answer, works=works, searches=(told, *rest))


def _query(
    query: str, order: m.SearchRequested, indexed: _Indexed, at: datetime
) -> tuple[tuple[m.Evidence, ...], m.SearchRecord, frozenset[str]]:
    """Return the ranking of one query, the record of having asked it, and the ids of the records it found."""
    hits = relevant(indexed.index, query)
    references = indexed.opened.references
    kept = [hit for hit in hits if keeps(order.filters, references[hit.position].work)]
    kept.sort(key=lambda hit: to_be_judged(references[hit.position]), reverse=True)
    record = m.SearchRecord(
        source="library",
        query=query,
        asked_at=at,
        status="answered",
        hits=len(hits),
        fetched=len(hits),
        excluded=len(hits) - len(kept),
        filters_applied=applied(order.filters),
    )
    found = frozenset(references[hit.position].work.work_id for hit in hits)
    return tuple(piece_of(references[hit.position], hit.score, order.step) for hit in kept), record, found
