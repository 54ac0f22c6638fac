"""Ask one literature source all queries of an order: each within the source's deadline, each recorded."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from shared import messages as m
from shared.embedding import Embedder
from shared.errors import CannotDo, RetryLater
from shared.library import Reference, abstract_of, applied, keeps
from shared.likeness import Described
from shared.readiness import state_of

from .abreast import abreast
from .finding import Found
from .searching import SourceAnswer
from .underway import Underway, underway
from .weighing import rankings


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
    """A source of the search agent made of an ``Index``.

    Each query has *deadline_seconds*; *per_second* is the limit its requests wait for, where they wait in ``Turns``.
    """

    def __init__(
        self,
        index: Index,
        deadline_seconds: float,
        embedder: Embedder | None = None,
        per_second: float | None = None,
    ) -> None:
        self._index, self._deadline_seconds, self._embedder = index, deadline_seconds, embedder
        self._per_second = per_second
        self.name: m.SourceName = index.name

    async def search(self, order: m.SearchRequested, at: datetime) -> SourceAnswer:
        """Ask every query of *order* side by side; one that could not be asked is a failed record of its own."""
        asked = await abreast(self._asked(query, order, at) for query in order.queries)
        evidence = await asyncio.to_thread(rankings, order, [found for found, _ in asked], self._embedder)
        return SourceAnswer(
            works=tuple(reference.work for found, _ in asked for reference in found.references),
            evidence=evidence,
            searches=tuple(
                _with_unfit(record, _count(_kept(found, order.filters)) - len(ranking))
                for (found, record), ranking in zip(asked, evidence, strict=True)
            ),
            texts=tuple(_described(reference) for found, _ in asked for reference in found.references),
            found=tuple(frozenset(reference.work.work_id for reference in found.references) for found, _ in asked),
        )

    async def state(self) -> m.SourceState:
        """Return whether it answers; asks it once."""
        return await state_of(self._index.title, self._index.check)

    async def _asked(self, query: str, order: m.SearchRequested, at: datetime) -> tuple[Found, m.SearchRecord]:
        """Return what one query found, and the record of having asked it; what came before its end is kept."""
        with underway() as query_underway:
            try:
                async with asyncio.timeout(self._deadline_seconds) as deadline:
                    found = await self._index.find(query, order.filters, order.max_results, at)
            except TimeoutError:
                if not deadline.expired():
                    raise  # one of the index's own that it did not translate: a bug, not the query's end
                found, reason = query_underway.found(), self._late(query_underway)
                if not found.references:
                    return Found(""), self._failed(query, at, reason)
                found = replace(found, notes=(*found.notes, f"there may be more: {reason}"))
            except (RetryLater, CannotDo) as error:
                return Found(""), self._failed(query, at, str(error))
        return found, _record(self.name, query, found, order, at)

    def _late(self, query: Underway) -> str:
        """Return why a query was not over in time: only a request that was sent waits for its vendor."""
        seconds, title = f"{self._deadline_seconds:g} seconds", self._index.title
        if not (query.is_waiting or (self._per_second and not query.turns)):
            return f"{title} did not answer within {seconds}"
        limit = f"{self._per_second or 1:g} request{'' if self._per_second == 1 else 's'} a second"
        asked, turn = ("asked to the end", "no further turn") if query.turns else ("asked", "no turn")
        return f"{title} was not {asked} in time: its limit of {limit} left {turn} within {seconds}"

    def _failed(self, query: str, at: datetime, reason: str) -> m.SearchRecord:
        """Return the record of a query that could not be asked."""
        return m.SearchRecord(source=self.name, query=query, asked_at=at, status="failed", reason=reason)


def _described(reference: Reference) -> Described:
    """Return a record with the text to compare it by; a title alone is compared by the registry."""
    return Described(reference.work, "" if reference.title_only else abstract_of(reference)[0])


def _kept(found: Found, filters: m.Filters) -> Sequence[Reference]:
    """Return the references that the request's filters keep, whatever the source made of them."""
    return [one for one in found.references if keeps(filters, one.work)]


def _count(references: Sequence[Reference]) -> int:
    """Return how many records there are, each counted once."""
    return len({one.work.work_id for one in references})


def _with_unfit(record: m.SearchRecord, count: int) -> m.SearchRecord:
    """Return *record* with how many of what was fetched and kept were held to have nothing to do with the query."""
    if not count:
        return record
    holds, was = ("record holds", "was") if count == 1 else ("records hold", "were")
    note = f"{count} fetched {holds} too few of the query's words and {was} not read"
    return record.model_copy(update={"reason": ". ".join(filter(None, (record.reason, note)))})


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
