"""Asks a source from the narrowest way to the widest, until enough is found; keeps each record once."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import Reference, Skipped, keeps

from .finding import Found, Given, found
from .questions import Asked, Expression, Step, widenings
from .underway import asking, so_far


@dataclass(frozen=True)
class Page:
    """A part of an answer: how many records there are in all, and those that came."""

    hits: int
    records: tuple[Reference | Skipped, ...]


Ask = Callable[[Expression], Awaitable[Given]]


async def widened(
    asked: Asked, ask: Ask, filters: m.Filters, most: int, ways: Callable[[Asked], Sequence[Step]] = widenings
) -> Found:
    """Return what *asked* finds in its *ways*, narrow hits first. Raises ``CannotDo`` where it has no word to look for.

    A wider way that cannot be asked leaves what the narrower ones found, with a note. Where they found nothing, it
    raises: nobody can say that there is nothing.
    """
    given: list[Given] = []
    notes: list[str] = list(asked.notes)
    for step in ways(asked):
        if given and not step.wanted(_hits(given, filters), most):
            break
        asking(*(notes if not given else ()), step.note)
        try:
            given.append(_of_way(await ask(step.expression), is_as_asked=not (given or asked.notes)))
        except (RetryLater, CannotDo) as error:
            if not any(one.references for one in given):
                raise
            notes.append(not_widened(error))
            break
        notes.extend(filter(None, (step.note, *given[-1].notes)))
    if not given:
        raise wordless(asked)
    return found(given, notes)


def wordless(asked: Asked) -> CannotDo:
    """Return the refusal of a query that no source can be asked."""
    return CannotDo(f"there is no word to look for in “{asked.text}”: name the drug, the disease or the effect")


def _of_way(given: Given, *, is_as_asked: bool) -> Given:
    """Return what one way gave, for the query underway too; only the first asks for every word."""
    given = replace(given, heeded=given.heeded and is_as_asked)
    so_far(given)
    return given


def not_widened(error: Exception) -> str:
    """Return what a person should know where a query found something, and a wider one could not be asked."""
    return f"there may be more: a wider query could not be asked ({error})"


async def read(asked: str, pages: AsyncIterator[Page], filters: m.Filters, most: int) -> Given:
    """Return what the pages hold, one after another until enough of it passes the filters.

    A page that cannot be had leaves what came before, with a note; without anything before, it raises.
    """
    hits = 0
    records: list[Reference | Skipped] = []
    try:
        async for page in pages:
            hits = page.hits
            records.extend(page.records)
            so_far(_given(asked, hits, records))
            if enough(records, filters, most):
                break
    except (RetryLater, CannotDo) as error:
        if not records:
            raise
        return _given(asked, hits, records, f"only the first {len(records)} of {hits} records could be read: {error}")
    return _given(asked, hits, records)


def _given(asked: str, hits: int, records: Sequence[Reference | Skipped], *notes: str) -> Given:
    """Return what came as what one way of asking gave."""
    references = tuple(one for one in records if isinstance(one, Reference))
    skipped = tuple(one for one in records if isinstance(one, Skipped))
    return Given(asked, hits, references, skipped, notes, whole=len(records) >= hits)


def enough(records: Sequence[Reference | Skipped], filters: m.Filters, most: int) -> bool:
    """Say whether as many records as were asked for pass the filters."""
    return sum(isinstance(one, Reference) and keeps(filters, one.work) for one in records) >= most


def _hits(given: Sequence[Given], filters: m.Filters) -> int:
    """Return how many records are there to be had: those that pass, where all were read."""
    kept = {one.work.work_id for answer in given for one in answer.references if keeps(filters, one.work)}
    return len(kept) if given[-1].whole else max(given[-1].hits, len(kept))
