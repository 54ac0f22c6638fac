"""What was asked of which source, when, and what came back. Pure."""

from datetime import date

from shared import messages as m

MOST_NAMES = 5
"""Skipped records named for each search; the rest is counted."""


def search_line(search: m.SearchRecord) -> str:
    """Return one query to one source: what was asked, when, what came back, what was not seen."""
    asked = f"{search.source}, {search.asked_at:%Y-%m-%d %H:%M} UTC, query “{search.query}”{_exactly(search)}"
    if search.status == "failed":
        return f"{asked}: not searched ({search.reason or 'no reason was given'})."
    counts = [
        f"{search.hits} hits",
        f"{search.fetched} fetched ({max(search.hits - search.fetched, 0)} not seen)",
        f"{search.read} became evidence",
        f"{search.excluded} excluded by filters",
        f"{search.skipped} unreadable{_names(search)}",
    ]
    return f"{asked}: {'; '.join(counts)}{_filters(search)}.{_notes(search)}"


def _exactly(search: m.SearchRecord) -> str:
    """Return the query as the source was asked it, where that is not what the agent said."""
    return f", asked as «{search.asked}»" if search.asked not in {"", search.query} else ""


def _notes(search: m.SearchRecord) -> str:
    """Return what a person should know of how it was asked."""
    return f" {search.reason.rstrip('.')}." if search.reason else ""


def _names(search: m.SearchRecord) -> str:
    """Return the names of skipped records, not too many."""
    named = search.skipped_names[:MOST_NAMES]
    more = len(search.skipped_names) - len(named)
    return f" ({', '.join(named)}{f' and {more} more' if more else ''})" if named else ""


def _filters(search: m.SearchRecord) -> str:
    """Return which filters the source applied and which it could not."""
    told = [f"filters applied: {', '.join(search.filters_applied)}"] if search.filters_applied else []
    if search.filters_impossible:
        told.append(f"filters it cannot apply: {', '.join(search.filters_impossible)}")
    return "".join(f"; {one}" for one in told)


def sources_searched(record: m.RunRecord) -> tuple[str, ...]:
    """Return the sources that answered at least once."""
    return tuple(dict.fromkeys(one.source for one in record.searches if one.status == "answered"))


def not_searched(record: m.RunRecord) -> tuple[str, ...]:
    """Return the sources that were asked and never answered."""
    answered = set(sources_searched(record))
    return tuple(dict.fromkeys(one.source for one in record.searches if one.source not in answered))


def searched_on(record: m.RunRecord) -> date | None:
    """Return the day of the last search, or nothing where none was made."""
    return max((one.asked_at.date() for one in record.searches), default=None)
