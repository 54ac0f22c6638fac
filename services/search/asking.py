"""Ask one literature source all queries of an order: each within the source's deadline, each recorded."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from shared import messages as m
from shared.embedding import Embedder
from shared.errors import CannotDo, RetryLater
from shared.library import Reference, Skipped, abstract_of, applied, keeps
from shared.likeness import Described
from shared.readiness import state_of

from .abreast import abreast
from .searching import SourceAnswer
from .weighing import rankings


@dataclass(frozen=True)
class Found:
    """What a source found for one query."""

    asked: str
    """The query exactly as the source was asked it, in its own language."""
    hits: int = 0
    """How many the source says there are; it may have given fewer."""
    references: tuple[Reference, ...] = ()
    """The records it gave, best first."""
    skipped: tuple[Skipped, ...] = ()
    """Records that cannot be used, each with the reason."""
    impossible: tuple[str, ...] = ()
    """Filters that neither the source nor its records can tell, in words."""
    notes: tuple[str, ...] = ()
    """What a person should know of how it was asked: a word the source ignored, a query that was widened."""


class Index(Protocol):
    """A literature source that is searched over HTTP."""

    @property
    def name(self) -> m.SourceName:
        """Return what requests call it."""
        ...

    @property
    def title(self) -> str:
        """Return what a person calls it."""
        ...

    async def find(self, query: str, filters: m.Filters, most: int, at: datetime) -> Found:
        """Return the *most* relevant records for *query*: a person's question, or an agent's words.

        *at* is when it is asked, for what the records say of retraction. Raises ``RetryLater`` or
        ``CannotDo`` where it could not look; nothing found is an answer.
        """
        ...

    async def check(self) -> str:
        """Ask it something small; return what a person should know of its limit. Raises as ``find`` does."""
        ...


class Literature:
    """A source of the search agent made of an ``Index``."""

    def __init__(self, index: Index, deadline_seconds: float, embedder: Embedder | None = None) -> None:
        self._index, self._deadline_seconds, self._embedder = index, deadline_seconds, embedder
        self.name: m.SourceName = index.name

    async def search(self, order: m.SearchRequested, at: datetime) -> SourceAnswer:
        """Ask every query of *order* side by side; one that could not be asked is a failed record of its own."""
        asked = await abreast(self._asked(query, order, at) for query in order.queries)
        records = [found.references for found, _ in asked]
        return SourceAnswer(
            works=tuple(reference.work for found, _ in asked for reference in found.references),
            evidence=await asyncio.to_thread(rankings, order, records, self._embedder),
            searches=tuple(record for _, record in asked),
            texts=tuple(_described(reference) for found, _ in asked for reference in found.references),
        )

    async def state(self) -> m.SourceState:
        """Return whether it answers; asks it once."""
        return await state_of(self._index.title, self._index.check)

    async def _asked(self, query: str, order: m.SearchRequested, at: datetime) -> tuple[Found, m.SearchRecord]:
        """Return what one query found, and the record of having asked it."""
        try:
            async with asyncio.timeout(self._deadline_seconds) as deadline:
                found = await self._index.find(query, order.filters, order.max_results, at)
        except TimeoutError:
            if not deadline.expired():
                raise  # one of the index's own that it did not translate: a bug, not the query's end
            reason = f"{self._index.title} did not answer within {self._deadline_seconds:g} seconds"
            return Found(""), self._failed(query, at, reason)
        except (RetryLater, CannotDo) as error:
            return Found(""), self._failed(query, at, str(error))
        return found, _record(self.name, query, found, order, at)

    def _failed(self, query: str, at: datetime, reason: str) -> m.SearchRecord:
        """Return the record of a query that could not be asked."""
        return m.SearchRecord(source=self.name, query=query, asked_at=at, status="failed", reason=reason)


def _described(reference: Reference) -> Described:
    """Return a record with the text to compare it by; a title alone is compared by the registry."""
    return Described(reference.work, "" if reference.title_only else abstract_of(reference)[0])


def _kept(found: Found, filters: m.Filters) -> Sequence[Reference]:
    """Return the references that the request's filters keep, whatever the source made of them."""
    return [one for one in found.references if keeps(filters, one.work)]


def _record(source: m.SourceName, query: str, found: Found, order: m.SearchRequested, at: datetime) -> m.SearchRecord:
    """Return the record of a query that was answered."""
    excluded = len(found.references) - len(_kept(found, order.filters))
    fetched = len(found.references) + len(found.skipped)
    return m.SearchRecord(
        source=source,
        query=query,
        asked=found.asked,
        asked_at=at,
        status="answered",
        reason=". ".join(found.notes),
        hits=max(found.hits, fetched),
        fetched=fetched,
        skipped=len(found.skipped),
        skipped_names=tuple(f"{one.name}: {one.reason}" for one in found.skipped),
        excluded=excluded,
        filters_applied=tuple(one for one in applied(order.filters) if one not in found.impossible),
        filters_impossible=found.impossible,
    )
