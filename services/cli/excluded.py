"""What a run found and left out, as far as it knows: by name where it has names, else in numbers. Pure."""

from collections import Counter
from collections.abc import Iterator

from shared import messages as m

from .lines import plain
from .worklist import unread_rows

FILTERED = "excluded by a filter"
"""How the reason of a work begins that a filter left out."""


class LeftOut(m.Value):
    """A record that was left out, or several that nobody named."""

    count: int = 1
    record: str = ""
    """Its title and names; empty where only the number is known."""
    source: str = ""
    why: str


def left_out(end: m.ResearchCompleted) -> tuple[LeftOut, ...]:
    """Return the records that were not read: named ones first, then those of which only the number is known."""
    return (*_unread(end), *_unreadable(end), *_unnamed(end), *_filtered(end), *_not_seen(end))


def _unread(end: m.ResearchCompleted) -> Iterator[LeftOut]:
    """Yield the works that were found and not read."""
    for row in unread_rows(end):
        record = " ".join(filter(None, (row.title, f"({row.year})" if row.year else "", row.identifiers)))
        yield LeftOut(record=record, source=", ".join(_sources(row.found_by)), why=row.why_not)


def _sources(found_by: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sources that have a work."""
    return tuple(dict.fromkeys(one.partition(":")[0] for one in found_by))


def _unreadable(end: m.ResearchCompleted) -> Iterator[LeftOut]:
    """Yield the records that cannot be used, each once: the queries of a source meet the same ones."""
    named: Counter[m.SourceName] = Counter()
    most: Counter[m.SourceName] = Counter()
    told = dict.fromkeys((search.source, name) for search in end.searches for name in search.skipped_names)
    for source, name in told:
        named[source] += 1
        record, _, why = name.rpartition(": ")
        yield LeftOut(record=plain(record or name), source=source, why=f"unreadable: {plain(why)}")
    for search in end.searches:
        most[search.source] = max(most[search.source], search.skipped)
    for source, count in most.items():
        if count > named[source]:
            yield LeftOut(count=count - named[source], source=source, why="unreadable; the run does not name them")


def _unnamed(end: m.ResearchCompleted) -> Iterator[LeftOut]:
    """Yield how many works were found and not read that the run's end has no room to name."""
    if (more := end.flow.not_read - len(end.unread)) > 0:
        yield LeftOut(count=more, why="found and not read; the run's end does not name them")


def _filtered(end: m.ResearchCompleted) -> Iterator[LeftOut]:
    """Yield for each source how many records its filters left out beyond the named, and what it was asked to filter."""
    by_filter = [one for one in end.unread if one.why.startswith(FILTERED)]
    named = Counter(found.source for one in by_filter for found in one.found_by)
    most: Counter[m.SourceName] = Counter()
    filters: dict[m.SourceName, dict[str, None]] = {}
    for search in end.searches:
        most[search.source] = max(most[search.source], search.excluded)
        filters.setdefault(search.source, {}).update(dict.fromkeys(search.filters_applied))
    for source, count in most.items():
        told = ", ".join(filters[source])
        if count > named[source]:
            yield LeftOut(count=count - named[source], source=source, why=f"{FILTERED} ({told}); not named")


def _not_seen(end: m.ResearchCompleted) -> Iterator[LeftOut]:
    """Yield how many hits of each query were never fetched: nobody knows what they are."""
    for search in end.searches:
        if (more := search.hits - search.fetched) > 0:
            why = f"hits that were not fetched, of the query “{plain(search.query)}”"
            yield LeftOut(count=more, source=search.source, why=why)
