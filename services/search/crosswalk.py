"""What a literature source knows of a person's own references: the other names of a work, and retractions.

A PDF has a DOI at best, and a reference file never hears of a retraction (evidence.md, 3).
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from shared import messages as m
from shared.errors import VouchError
from shared.library import Reference

Lookup = Callable[[Sequence[str], datetime], Awaitable[Mapping[str, Reference]]]
"""Returns the record of each name (``doi:10.1000/1``) a source knows; raises where it could not look."""

MOST_NAMES = 300
"""Looked up for one library: twenty requests to Europe PMC."""

MOST_SECONDS = 20.0
"""A search does not wait longer for this: it is help, not evidence."""

MOST_LIBRARIES = 8


@dataclass(frozen=True)
class Known:
    """Records of other sources for works of a library, and what a person should know of the looking."""

    references: tuple[Reference, ...] = ()
    note: str = ""


class Crosswalk:
    """Looks a library's works up, once for each library."""

    def __init__(self, source: str, lookup: Lookup, seconds: float = MOST_SECONDS) -> None:
        self._source, self._lookup, self._seconds = source, lookup, seconds
        self._known: OrderedDict[tuple[str, ...], Known] = OrderedDict()

    async def known(self, references: Iterable[Reference], at: datetime) -> Known:
        """Return what the source knows of *references*; that it could not look is a note, and asked again later."""
        names = tuple(dict.fromkeys(name for one in references if (name := name_of(one.work.identifiers))))
        if not names or names in self._known:
            return self._known.get(names, Known())
        try:
            async with asyncio.timeout(self._seconds):
                found = await self._lookup(names[:MOST_NAMES], at)
        except TimeoutError:
            return Known(note=self._failed(f"no answer within {self._seconds:g} seconds"))
        except VouchError as error:
            return Known(note=self._failed(str(error)))
        self._known[names] = Known(tuple(found.values()), self._told(len(found), names))
        while len(self._known) > MOST_LIBRARIES:
            self._known.popitem(last=False)
        return self._known[names]

    def _told(self, found: int, names: Sequence[str]) -> str:
        """Return how much was looked up."""
        asked = min(len(names), MOST_NAMES)
        beyond = f"; {len(names) - asked} more were not looked up" if len(names) > asked else ""
        return f"{found} of {asked} works were found in {self._source} by their identifiers{beyond}"

    def _failed(self, reason: str) -> str:
        """Return that nothing could be looked up."""
        return f"identifiers and retractions could not be looked up in {self._source}: {reason}"


def name_of(ids: m.Identifiers) -> str:
    """Return the name to look a work up by, the surest first; nothing where it has none."""
    named = ((kind, str(getattr(ids, kind))) for kind in ("pmid", "doi", "pmcid"))
    return next((f"{kind}:{value}" for kind, value in named if value), "")
