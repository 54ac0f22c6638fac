"""Reads the rows of an answer one by one: an odd one is left out and named, and the others stand."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import structlog

from shared.library import Provenance, Record, Reference, Skipped, concluded

_RowT = TypeVar("_RowT")

STUMBLES = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What reading a row of an unknown shape can raise; whatever else is raised is a bug of ours and goes on."""

MOST_NAME_CHARACTERS = 100
"""Of a row's own name, where it is told."""

WHY = "it is written in a way that Vouch does not understand, so it was left out"

logger = structlog.get_logger()


def references(
    rows: Iterable[_RowT], read: Callable[[_RowT], Record | Skipped], provenance: Provenance
) -> Iterator[Reference | Skipped]:
    """Yield the reference of each row that *read* makes a record of, or why there is none."""

    def concluded_row(row: _RowT) -> Reference | Skipped:
        one = read(row)
        return one if isinstance(one, Skipped) else concluded(one, provenance)

    return each(rows, concluded_row, provenance.said_by)


def each(
    rows: Iterable[_RowT], read: Callable[[_RowT], Reference | Skipped], source: str
) -> Iterator[Reference | Skipped]:
    """Yield what *read* makes of each row of *source*, or that it could not be read; the log says why.

    Vendors change their fields without a word: one row in a hundred must not lose the others, nor those of the
    other sources.
    """
    for number, row in enumerate(rows, start=1):
        try:
            one = read(row)
        except STUMBLES:
            name = f"{source} record {number}{_known_as(row)}"
            logger.exception("a record could not be read", source=source, record=name)
            one = Skipped(name, WHY)
        yield one


def _known_as(row: object) -> str:
    """Return the name a row has in its source, where it says one."""
    known = row.get("id") if isinstance(row, dict) else None
    return f" ({known[:MOST_NAME_CHARACTERS]})" if isinstance(known, str) and known.strip() else ""
