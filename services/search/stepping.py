"""Asks a source from the narrowest way to the widest, until enough is found; keeps each record once."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import Reference, Skipped, keeps

from .asking import Found
from .questions import Asked, Expression, widenings

THEN = " … then … "
"""Between the ways a query was asked, as a person reads them."""


@dataclass(frozen=True)
class Given:
    """What a source gave for one way of asking."""

    asked: str
    hits: int
    references: tuple[Reference, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    whole: bool = True
    """Whether every hit was read."""


@dataclass(frozen=True)
class Page:
    """A part of an answer: how many records there are in all, and those that came."""

    hits: int
    records: tuple[Reference | Skipped, ...]


Ask = Callable[[Expression], Awaitable[Given]]


async def widened(asked: Asked, ask: Ask, filters: m.Filters, most: int) -> Found:
    """Return what *asked* finds, narrow hits first. Raises ``CannotDo`` for a query without a word to look for.

    A wider way that cannot be asked leaves what the narrower ones found, with a note. Where they found nothing, it
    raises: nobody can say that there is nothing.
    """
    given: list[Given] = []
    notes: list[str] = list(asked.notes)
    for step in widenings(asked):
        if given and not step.wanted(_hits(given, filters), most):
            break
        try:
            given.append(await ask(step.expression))
        except (RetryLater, CannotDo) as error:
            if not any(one.references for one in given):
                raise
            notes.append(not_widened(error))
            break
        notes.extend(filter(None, (step.note, *given[-1].notes)))
    if not given:
        message = f"there is no word to look for in “{asked.text}”: name the drug, the disease or the effect"
        raise CannotDo(message)
    return found(given, notes)


def not_widened(error: Exception) -> str:
    """Return what a person should know where a query found something, and a wider one could not be asked."""
    return f"there may be more: a wider query could not be asked ({error})"


async def read(asked: str, pages: AsyncIterator[Page], filters: m.Filters, most: int) -> Given:
    """Return what the pages hold, one after another until enough of it passes the filters.

    A page that cannot be had leaves what came before, with a note; without anything before, it raises.
    """
    hits = 0
    notes: tuple[str, ...] = ()
    came: list[Reference | Skipped] = []
    try:
        async for page in pages:
            hits = page.hits
            came.extend(page.records)
            if enough(came, filters, most):
                break
    except (RetryLater, CannotDo) as error:
        if not came:
            raise
        notes = (f"only the first {len(came)} of {hits} records could be read: {error}",)
    references = tuple(one for one in came if isinstance(one, Reference))
    skipped = tuple(one for one in came if isinstance(one, Skipped))
    return Given(asked, hits, references, skipped, notes, whole=len(came) >= hits)


def found(given: Sequence[Given], notes: Sequence[str] = ()) -> Found:
    """Return everything that was given, each record once, at its best place."""
    references: dict[str, Reference] = {}
    for one in (one for answer in given for one in answer.references):
        references.setdefault(one.work.work_id, one)
    return Found(
        asked=THEN.join(answer.asked for answer in given),
        hits=max(answer.hits for answer in given),
        references=tuple(references.values()),
        skipped=tuple(dict.fromkeys(one for answer in given for one in answer.skipped)),
        notes=tuple(dict.fromkeys(notes)),
    )


def enough(records: Sequence[Reference | Skipped], filters: m.Filters, most: int) -> bool:
    """Say whether as many records as were asked for pass the filters."""
    return sum(isinstance(one, Reference) and keeps(filters, one.work) for one in records) >= most


def _hits(given: Sequence[Given], filters: m.Filters) -> int:
    """Return how many records are there to be had: those that pass, where all were read."""
    kept = {one.work.work_id for answer in given for one in answer.references if keeps(filters, one.work)}
    return len(kept) if given[-1].whole else max(given[-1].hits, len(kept))
