"""What a literature source knows of a person's own references: the other names of a work, and retractions.

A PDF has a DOI at best, and a reference file never hears of a retraction (evidence.md, 3).
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import Reference

Lookup = Callable[[Sequence[str], datetime], Awaitable[Mapping[str, Reference]]]
"""Returns the record of each name (``doi:10.1000/1``) a source knows; raises where it could not look."""

MOST_NAMES = 300
"""Looked up for one library: twenty requests to Europe PMC."""

MOST_IN_A_LOT = 15
"""Names asked for at once, which is one request to Europe PMC: what one lot told is kept when the next one fails."""

MOST_SECONDS = 20.0
"""A search does not wait longer for this: it is help, not evidence."""

FRESH = timedelta(hours=12)
"""How long an answer holds: retractions are entered within days, the orders of a run follow within minutes, and a
service that runs for weeks must hear of them."""

MOST_KEPT = 2_400
"""Names whose answers are kept: those of eight large libraries."""


@dataclass(frozen=True)
class Known:
    """Records of other sources for works of a library, and what a person should know of the looking."""

    references: tuple[Reference, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class _Told:
    """What a source said to one name, and when."""

    reference: Reference | None
    at: datetime


class Crosswalk:
    """Looks works up, each once in half a day."""

    def __init__(self, source: str, lookup: Lookup, seconds: float = MOST_SECONDS) -> None:
        self._source, self._lookup, self._seconds = source, lookup, seconds
        self._told: OrderedDict[str, _Told] = OrderedDict()

    async def known(self, references: Iterable[Reference], at: datetime) -> Known:
        """Return what the source knows of *references*.

        What it could not be asked is a note, and asked again with the next order; an older answer stands until then.
        """
        every = tuple(dict.fromkeys(filter(None, (name_of(one.work.identifiers) for one in references))))
        names = every[:MOST_NAMES]
        problem = await self._asked([name for name in names if not self._is_fresh(name, at)], at)
        told = {name: self._told[name] for name in names if name in self._told}
        known = tuple(one.reference for one in told.values() if one.reference)
        stale = sum(not self._is_fresh(name, at) for name in names)
        self._forget()
        return Known(known, self._note(len(known), len(every), len(names), stale, problem) if names else "")

    def _is_fresh(self, name: str, at: datetime) -> bool:
        """Say whether the answer to a name still holds."""
        return name in self._told and at - self._told[name].at < FRESH

    async def _asked(self, names: Sequence[str], at: datetime) -> str:
        """Ask for *names* lot by lot and keep each answer; return why not all could be asked, if so."""
        problem = ""
        try:
            async with asyncio.timeout(self._seconds):
                for start in range(0, len(names), MOST_IN_A_LOT):
                    try:
                        await self._lot(tuple(names[start : start + MOST_IN_A_LOT]), at)
                    except CannotDo as error:
                        problem = str(error)  # one name may be to blame, and the others are not
        except TimeoutError:
            return f"no answer within {self._seconds:g} seconds"
        except RetryLater as error:
            return str(error)
        return problem

    async def _lot(self, names: Sequence[str], at: datetime) -> None:
        """Ask for some names at once."""
        found = await self._lookup(names, at)
        for name in names:
            self._told[name] = _Told(found.get(name), at)
            self._told.move_to_end(name)

    def _forget(self) -> None:
        """Drop the answers that were given longest ago."""
        while len(self._told) > MOST_KEPT:
            self._told.popitem(last=False)

    def _note(self, found: int, every: int, asked: int, stale: int, problem: str) -> str:
        """Return how many of *every* work were looked up and found, and of how many nobody could be asked."""
        beyond = f"; {every - asked} more were not looked up" if every > asked else ""
        told = f"{found} of {asked} works were found in {self._source} by their identifiers{beyond}"
        if not stale:
            return told
        failed = f"identifiers and retractions of {stale} could not be looked up in {self._source}: {problem}"
        return f"{told}. {failed}"


def name_of(ids: m.Identifiers) -> str:
    """Return the name to look a work up by, the surest first; nothing where it has none."""
    named = ((kind, str(getattr(ids, kind))) for kind in ("pmid", "doi", "pmcid"))
    return next((f"{kind}:{value}" for kind, value in named if value), "")
