"""When a paper appeared: what its date says, how PubMed writes it, and the ranges of a query."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from tests.world.shapes import Paper

Day = tuple[int, int, int]
"""Year, month and day, which compare as dates do."""

FIRST: Day = (1, 1, 1)
UNDATED: Day = (1900, 1, 1)
"""Where a record says nothing of when it appeared."""
LAST: Day = (9999, 12, 31)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_WHOLE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_SEASON = re.compile(r"(\d{4}) (spring|summer|fall|autumn|winter)", re.IGNORECASE)
_MONTH = re.compile("|".join(MONTHS))
_ASKED = re.compile(r"(\d{4})(?:/(\d{1,2})(?:/(\d{1,2}))?)?")


@dataclass(frozen=True)
class Printed:
    """A date in print as a record has it: parts, a season, or words for a span."""

    year: int = 0
    month: int = 0
    day: int = 0
    season: str = ""
    words: str = ""

    @property
    def begins(self) -> Day:
        """Return the first day it may mean; a record without a date is older than all."""
        return self.year, self.month or 1, self.day or 1


def printed(text: str) -> Printed:
    """Return what *text* says; what is neither a date nor a season is a span in words."""
    text = text.strip()
    if found := _WHOLE.fullmatch(text):
        year, month, day = (int(part or 0) for part in found.groups())
        return Printed(year, month if month in range(1, 13) else 0, day)
    if found := _SEASON.fullmatch(text):
        return Printed(int(found[1]), SEASONS[found[2].lower()], season=found[2].capitalize())
    year = int(match[0]) if (match := re.search(r"\d{4}", text)) else 0
    month = MONTHS.index(named[0]) + 1 if (named := _MONTH.search(text)) else 0
    return Printed(year, month, words=text)


def days(paper: Paper) -> tuple[Day, ...]:
    """Return the days on which *paper* appeared: in print, on line, or both."""
    return tuple(printed(text).begins for text in (paper.printed, paper.online) if text)


def appeared(paper: Paper) -> Day:
    """Return the day by which PubMed sorts: in print where it is known, else on line."""
    return next(iter(days(paper)), UNDATED)


def entered(paper: Paper) -> Day:
    """Return the day on which PubMed got it: the first on which it appeared."""
    return min(days(paper), default=UNDATED)


def asked(text: str, *, ends: bool = False) -> Day | None:
    """Return the day that ``2015``, ``2015/03`` or ``2015/03/02`` begins with, or *ends* with; none for other text."""
    found = _ASKED.fullmatch(text.strip().strip('"').strip())
    if not found:
        return None
    year, month, day = (int(part or 0) for part in found.groups())
    if not ends or year == 0:
        return year, month or 1, day or 1
    month = month if month in range(1, 13) else 12
    return year, month, day or calendar.monthrange(year, month)[1]


def written(paper: Paper) -> str:
    """Return the date as summaries have it: ``2019 Sep 18``, ``2019 Spring``."""
    date = printed(paper.printed or paper.online)
    return date.words or " ".join(_said(date))


def _said(date: Printed) -> Iterator[str]:
    """Yield the parts of a date that are known."""
    if date.year:
        yield f"{date.year:04}"
    if date.season or date.month:
        yield date.season or MONTHS[date.month - 1]
    if date.day:
        yield str(date.day)


def in_print(parent: Element, tag: str, text: str) -> None:
    """Add a ``PubDate``: with a month by name, a season, or a ``MedlineDate`` for a span."""
    date, element = printed(text), SubElement(parent, tag)
    if date.words:
        SubElement(element, "MedlineDate").text = date.words
        return
    names = ("Year", "Season" if date.season else "Month", "Day")
    for name, part in zip(names, _said(date), strict=False):
        SubElement(element, name).text = f"{int(part):02}" if name == "Day" else part


def in_numbers(parent: Element, tag: str, day: Day, **attributes: str) -> Element:
    """Add a date all in numbers, as the online date and the history have it."""
    element = SubElement(parent, tag, attributes)
    for name, part in zip(("Year", "Month", "Day"), day, strict=True):
        SubElement(element, name).text = f"{part:04}" if name == "Year" else f"{part:02}"
    return element
