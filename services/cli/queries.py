"""What each source was asked, so that a person can ask it again: what `vouch searches` lists. Pure."""

from collections.abc import Iterator
from datetime import UTC, datetime

from shared import messages as m
from shared.searches import CUT, ways

from .lines import plain

SEARCH_HEAD = ("Source", "Asked at (UTC)", "Hits", "Fetched", "Not seen", "Status", "Way", "String")


class Searched(m.Value):
    """One string that a source was asked."""

    source: str
    query: str
    """What the agent wanted to know; the same where the source was asked it as it is."""
    string: str
    """Exactly what the source was asked, on one line, to be pasted into its own search page."""
    way: int = 1
    """A query that finds too little is asked again, wider."""
    of_ways: int = 1
    is_whole: bool = True
    """False where the run did not keep all of it: pasted, it would be another search."""
    asked_at: datetime
    hits: int
    """Of the query in the way that found the most."""
    fetched: int
    not_seen: int
    status: str
    reason: str = ""
    step: str = ""


def searched(end: m.ResearchCompleted) -> tuple[Searched, ...]:
    """Return every string that a source was asked, in the order of asking; a query asked in several ways is several."""
    return tuple(one for record in end.searches for one in _strings(record))


def _strings(record: m.SearchRecord) -> Iterator[Searched]:
    """Yield the strings of one query to one source."""
    strings = ways(plain(record.asked or record.query)) or ("",)
    for way, string in enumerate(strings, 1):
        yield Searched(
            source=record.source,
            query=plain(record.query),
            string=string,
            way=way,
            of_ways=len(strings),
            is_whole=not string.endswith(CUT),
            asked_at=record.asked_at,
            hits=record.hits,
            fetched=record.fetched,
            not_seen=max(record.hits - record.fetched, 0),
            status=record.status,
            reason=plain(record.reason),
            step=record.step,
        )


def search_row(one: Searched) -> tuple[str, ...]:
    """Return a string as a row; the string stands last and whole, so that a program can cut it off."""
    numbers = (str(one.hits), str(one.fetched), str(one.not_seen))
    status = one.status if one.is_whole else f"{one.status}, string cut short"
    at, way = f"{one.asked_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", f"{one.way} of {one.of_ways}"
    return (one.source, at, *numbers, status, way, one.string)


def search_head(one: Searched) -> str:
    """Return what stands above a string on a terminal."""
    at = f"{one.source}, {one.asked_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    if one.status == "failed":
        return f"{at}: not searched ({one.reason or 'no reason was given'})"
    several = f" in {one.of_ways} ways, the widest last" if one.of_ways > 1 else ""
    widest = " at most" if several else ""
    return f"{at}{several}: {one.hits:,} hits{widest}, {one.fetched:,} fetched, {one.not_seen:,} not seen"
