"""PubMed as a source of literature."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from services.search.asked.values import Asked
from services.search.finding import THEN, Found, Given
from services.search.questions import understood, widenings
from services.search.stepping import not_widened, wordless
from services.search.underway import so_far
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.http import Site
from shared.library import Provenance, Reference, Skipped, concluded
from shared.library.pubmed import Answered

from .eutils import EUtils, Hits
from .query import as_asked, filtered, looked_up

MOST_IN_A_BATCH = 200
"""Records fetched at once: about 2 MB."""
PER_SECOND, PER_SECOND_WITH_KEY = 3, 10
"""Requests an address, or a key, may make (NCBI's usage guidelines)."""


@dataclass(frozen=True)
class _Answer:
    """What the ways of asking one query have found so far."""

    queries: tuple[str, ...] = ()
    """Every way it was asked, the widest last."""
    pmids: tuple[str, ...] = ()
    """Those of the narrower ways first."""
    hits: Hits = field(default_factory=lambda: Hits(0))
    notes: tuple[str, ...] = ()
    alone: bool = True
    """Whether all ids are from one search, so that NCBI keeps them in this order."""
    as_asked: frozenset[str] = frozenset()
    """Ids of records for which every word was required, and none of them ignored."""


@dataclass(frozen=True)
class _Fetched:
    """What could be read of the records that were found, in their order."""

    references: tuple[Reference, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()


class PubMed:
    """Searches PubMed: an ``Index``."""

    name: m.SourceName = "pubmed"
    title = "PubMed"

    def __init__(self, site: Site, *, api_key: str = "", contact: str = "", pause_seconds: float = 1.0) -> None:
        self._eutils = EUtils(site, api_key, contact, pause_seconds)
        self._has_key = bool(api_key)

    async def find(self, query: str, filters: m.Filters, most: int, at: datetime) -> Found:
        """Return the *most* relevant records for *query*, asked with fewer words where all of them find too few.

        Raises ``RetryLater`` or ``CannotDo`` where PubMed could not be asked, or there is no word to ask for.
        """
        asked = understood(query)
        if asked.is_identifier:
            answer = await self._searched(looked_up(asked), most, _Answer())
        else:
            answer = await self._widened(asked, filters, most)
        if not answer.queries:
            raise wordless(asked)
        fetched = await self._fetched(answer, at)
        return _found(answer, fetched, asked.notes)

    async def check(self) -> str:
        """Ask how many records there are; return which limit holds. Raises as ``find`` does."""
        count = await self._eutils.count()
        limit = (
            f"{PER_SECOND_WITH_KEY} requests a second, with your key"
            if self._has_key
            else f"{PER_SECOND} requests a second; NCBI_API_KEY raises it to {PER_SECOND_WITH_KEY}"
        )
        return f"{count:,} records; {limit}"

    async def _widened(self, asked: Asked, filters: m.Filters, most: int) -> _Answer:
        """Ask with all words, then with fewer until there are as many records as are wanted."""
        answer = _Answer()
        for step in widenings(asked):
            if answer.queries and not step.wanted(answer.hits.count, most):
                continue
            literal = asked.literal is not None
            query = filtered(as_asked(step.expression, literal=literal), filters)
            before = answer.hits.count
            is_first = not answer.queries
            try:
                answer = await self._searched(query, most, answer)
            except (RetryLater, CannotDo) as error:
                if not answer.pmids:
                    raise
                return replace(answer, notes=(*answer.notes, not_widened(error)))
            if is_first:
                answer = _as_asked(asked, answer)
            if step.note:
                note = f"{step.note} ({before} before, {answer.hits.count} so)"
                answer = replace(answer, notes=(*answer.notes, note))
        return answer

    async def _searched(self, query: str, most: int, before: _Answer) -> _Answer:
        """Return what *query* finds added to what was found *before*."""
        hits = await self._eutils.search(query, most)
        pmids = tuple(dict.fromkeys((*before.pmids, *hits.pmids)))[:most]
        notes = tuple(dict.fromkeys((*before.notes, *hits.notes)))
        return replace(
            before, queries=(*before.queries, query), pmids=pmids, hits=hits, notes=notes, alone=pmids == hits.pmids
        )

    async def _fetched(self, answer: _Answer, at: datetime) -> _Fetched:
        """Return the records, batch by batch; one that cannot be had leaves those before it, with a note."""
        read = _Fetched()
        history = answer.hits.history if answer.alone else None
        for start in range(0, len(answer.pmids), MOST_IN_A_BATCH):
            batch = answer.pmids[start : start + MOST_IN_A_BATCH]
            try:
                given = await self._eutils.fetch(batch, history, start)
            except (RetryLater, CannotDo) as error:
                if not read.references:
                    raise
                note = f"only the first {start} of {len(answer.pmids)} records could be read: {error}"
                return replace(read, notes=(note,))
            more = await asyncio.to_thread(_batch, batch, given, at)
            read = _Fetched((*read.references, *more.references), (*read.skipped, *more.skipped))
            so_far(_given(answer, read))
        return read


_VANISHED = "PubMed listed it and gave no record of it"


def _batch(pmids: Sequence[str], given: Answered, at: datetime) -> _Fetched:
    """Return the references of *pmids* in this order, and what was listed and cannot be used.

    PubMed would have said of a retraction.
    """
    provenance = Provenance("pubmed", "PubMed", watches_retractions=True, at=at)
    records = {record.identifiers.pmid: record for record in given.parsed.records}
    made = [concluded(records[pmid], provenance) for pmid in pmids if pmid in records]
    unusable = (one for one in made if isinstance(one, Skipped))
    vanished = (Skipped(f"PMID {pmid}", _VANISHED) for pmid in pmids if pmid not in records)
    references = tuple(one for one in made if isinstance(one, Reference))
    return _Fetched(references, (*unusable, *given.parsed.skipped, *vanished))


def _given(answer: _Answer, read: _Fetched) -> Given:
    """Return what was read so far, for a query whose time may run out."""
    heeded = answer.as_asked.issuperset(answer.pmids)
    return Given(
        THEN.join(answer.queries), answer.hits.count, read.references, read.skipped, answer.notes, heeded=heeded
    )


def _found(answer: _Answer, read: _Fetched, notes: Sequence[str]) -> Found:
    """Return what a query found in all."""
    works = (one.work for one in read.references)
    return Found(
        asked=THEN.join(answer.queries),
        hits=answer.hits.count,
        references=read.references,
        skipped=read.skipped,
        notes=(*notes, *answer.notes, *read.notes),
        as_asked=tuple(work.work_id for work in works if work.identifiers.pmid in answer.as_asked),
    )


def _as_asked(asked: Asked, answer: _Answer) -> _Answer:
    """Return what the first way of asking found, with the words PubMed knows nothing of."""
    missing = _unknown(asked, answer.hits.missing)
    if missing:
        return replace(answer, notes=(*answer.notes, f"no record in PubMed has: {', '.join(missing)}"))
    is_heeded = not (asked.notes or answer.hits.notes)
    return replace(answer, as_asked=frozenset(answer.pmids)) if is_heeded else answer


def _unknown(asked: Asked, missing: Sequence[str]) -> tuple[str, ...]:
    """Return the words as they were asked that no record has.

    That another spelling, or an index term of that name, is missing tells nothing.
    """
    phrases = [phrase.partition("[")[0].strip(' "') for phrase in missing if "mesh" not in phrase.lower()]
    if asked.literal is not None:
        return tuple(dict.fromkeys(phrases))
    absent = {phrase.casefold() for phrase in phrases}
    return tuple(one.name for one in asked.concepts if {way.casefold() for way in one.spellings} <= absent)
