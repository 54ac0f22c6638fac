"""Dates that a source filled up: a day or month it did not know became the first one. Pure."""

import re
from datetime import date

from shared import messages as m

_FILLED = re.compile(r"(?:-01)?-01$")
"""The first of January may stand for a year, any other first day for its month."""


def as_known(filled: str) -> str:
    """Return a whole date with no more precision than is certain: ``2001-01-01`` may mean all of 2001.

    A work truly published on a first day loses its day, never its place in a range of dates.
    """
    return _FILLED.sub("", filled)


def earliest(filters: m.Filters) -> date | None:
    """Return from when to ask, so that a work dated by its year alone is not lost: the records tell the rest."""
    return filters.published_from.replace(month=1, day=1) if filters.published_from else None
