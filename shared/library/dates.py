"""Dates as records give them, with the precision they have."""

import re
from collections.abc import Iterable

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_WORD = rf"(?:{'|'.join(_MONTHS)})[a-z]*\.?"
_YEAR = r"(1[6-9]\d\d|20\d\d)"

_NUMBERS = re.compile(rf"{_YEAR}(?:[-/.](1[0-2]|0?[1-9])(?!\d)(?:[-/.](3[01]|[12]\d|0?[1-9])(?!\d))?)?")
_COMPACT = re.compile(rf"{_YEAR}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_WORD_FIRST = re.compile(rf"\b({_MONTH_WORD})(?:\s+(\d{{1,2}})(?!\d))?", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})\s+({_MONTH_WORD})", re.IGNORECASE)
_YEAR_ALONE = re.compile(rf"(?<!\d){_YEAR}(?!\d)")


def partial_date(text: str, year: str = "") -> str:
    """Return the date in *text* as ``2019``, ``2019-09`` or ``2019-09-18``, or nothing.

    A range such as ``1998 Dec-1999 Jan`` is dated by its start: then it was first published.
    *year* stands in where *text* has none, as in EndNote's ``Sep 18``.
    """
    text = text.strip()
    if found := _COMPACT.fullmatch(text):
        return _joined(found[1], found[2], found[3])
    found = _YEAR_ALONE.search(text)
    which = found[1] if found else year.strip()
    if not _YEAR_ALONE.fullmatch(which):
        return ""
    if word := _worded(text):
        return _joined(which, *word)
    if numbers := _NUMBERS.search(text):
        return _joined(*numbers.groups(default=""))
    return which


def _worded(text: str) -> tuple[str, str] | None:
    """Return month and day of a date that names its month."""
    first, day_first = _WORD_FIRST.search(text), _DAY_FIRST.search(text)
    if not first:
        return None
    day = first[2] or (day_first[1] if day_first else "") or ""
    return str(_MONTHS.index(first[1][:3].lower()) + 1), day


def _joined(year: str, month: str = "", day: str = "") -> str:
    """Return the parts that are there as one date."""
    if not month:
        return year
    days = int(day or 0)
    return f"{year}-{int(month):02}" + (f"-{days:02}" if 1 <= days <= _last_day(year, month) else "")


def _last_day(year: str, month: str) -> int:
    """Return how many days a month has."""
    if int(month) != 2:  # noqa: PLR2004 -- February
        return 30 if int(month) in {4, 6, 9, 11} else 31
    leap = int(year) % 4 == 0 and (int(year) % 100 != 0 or int(year) % 400 == 0)
    return 29 if leap else 28


def interval(date: str) -> tuple[str, str]:
    """Return the first and the last day a partial date may mean; both compare as text."""
    year, month, day = (*date.split("-"), "", "")[:3]
    if not month:
        return f"{year}-01-01", f"{year}-12-31"
    if not day:
        return f"{year}-{month}-01", f"{year}-{month}-{_last_day(year, month):02}"
    return date, date


def first_published(dates: Iterable[str]) -> str:
    """Return the earlier of several partial dates; of ``2019`` and ``2019-07-31`` it is the exact one."""
    return min((date for date in dates if date), key=lambda date: interval(date)[::-1], default="")
