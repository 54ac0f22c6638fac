"""The filters of OpenAlex: comma for and, bar for or, ``!`` for not, ``>``, ``<`` and ``-`` for spans."""

import re
from collections.abc import Callable, Iterator

from tests.world import boolean
from tests.world.boolean import Document
from tests.world.openalex import works
from tests.world.openalex.places import Work
from tests.world.shapes import Paper

TOKENS = re.compile(
    r"(?P<open>\()|(?P<close>\))|(?P<op>\b(?:AND|OR|NOT)\b)|(?P<phrase>\"[^\"]*\"?)|(?P<word>[^\s()\"]+)"
)
MOST_VALUES = 100
"""Joined by bars in one filter."""

Keeps = Callable[[Paper], bool]


class InvalidQueryError(Exception):
    """OpenAlex answers with 400 and this message."""


_VALUES: dict[str, Callable[[Work], str]] = {
    "language": lambda work: str(work["language"]),
    "type": lambda work: str(work["type"]),
    "doi": lambda work: _bare(work["doi"] or ""),
    "openalex": lambda work: _bare(work["id"]),
    "pmid": lambda work: _bare(work["ids"].get("pmid", "")),
    "pmcid": lambda work: _bare(work["ids"].get("pmcid", "")),
    "is_retracted": lambda work: str(work["is_retracted"]).lower(),
    "is_paratext": lambda work: str(work["is_paratext"]).lower(),
    "is_oa": lambda work: str(work["open_access"]["is_oa"]).lower(),
    "has_doi": lambda work: str(work["doi"] is not None).lower(),
    "has_pmid": lambda work: str("pmid" in work["ids"]).lower(),
    "has_abstract": lambda work: str(work["abstract_inverted_index"] is not None).lower(),
    "publication_date": lambda work: str(work["publication_date"]),
    "publication_year": lambda work: str(work["publication_year"]),
    "cited_by_count": lambda work: str(work["cited_by_count"]),
    "primary_location.source.type": lambda work: str(work["primary_location"]["source"]["type"]),
}
_OTHER_NAMES = {
    "ids.openalex": "openalex",
    "openalex_id": "openalex",
    "ids.pmid": "pmid",
    "ids.pmcid": "pmcid",
    "open_access.is_oa": "is_oa",
    "title.search": "title",
    "display_name.search": "title",
    "abstract.search": "abstract",
    "title_and_abstract.search": "title_and_abstract",
    "default.search": "default",
}
SEARCHES = frozenset({"title", "abstract", "title_and_abstract", "default"})
_LIMITS = {"from_publication_date": True, "to_publication_date": False}
"""Whether a date is the first that is kept, or the last."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_AFTER_SCHEME = re.compile(
    r"^https?://(?:doi\.org/|openalex\.org/|[^/]+/(?:pmc/articles/)?)|^(?:doi|pmid|pmcid):", re.IGNORECASE
)


def filters(text: str) -> tuple[tuple[str, str], ...]:
    """Return each filter with its value; raises ``InvalidQueryError`` for what is none."""
    return tuple(_pair(one) for one in _apart(text)) if text else ()


def _apart(text: str) -> Iterator[str]:
    """Yield the filters of a list; a comma in quotation marks parts nothing."""
    yield from (one.strip() for one in re.split(r",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", text))


def _pair(text: str) -> tuple[str, str]:
    """Return name and value of one filter."""
    name, colon, value = text.partition(":")
    if not colon:
        message = f"A filter is written key:value; {text!r} has no colon."
        raise InvalidQueryError(message)
    known = _OTHER_NAMES.get(name, "") or name * (name in {*_LIMITS, *_VALUES})
    if not known:
        valid = ", ".join(sorted({*_OTHER_NAMES, *_LIMITS, *_VALUES}))
        message = f"{name} is not a valid field. Valid fields are: {valid}"
        raise InvalidQueryError(message)
    return known, value


def keeping(name: str, value: str) -> Keeps:
    """Return what one filter keeps; raises ``InvalidQueryError`` for a value it cannot have."""
    if name in SEARCHES:
        return searching(name, value)
    if name in _LIMITS:
        return _limiting(value, is_first=_LIMITS[name])
    wanted = value.split("|")
    if len(wanted) > MOST_VALUES:
        message = f"At most {MOST_VALUES} values can be joined in one filter."
        raise InvalidQueryError(message)
    return lambda paper: any(_is(_VALUES[name](works.work(paper)), one) for one in wanted)


def searching(name: str, value: str) -> Keeps:
    """Return what a search in one text, or for several joined by bars, keeps."""
    try:
        queries = [boolean.parsed(one, TOKENS) for one in value.split("|")]
    except boolean.MalformedError as malformed:
        message = f"The search {value!r} cannot be read: {malformed}."
        raise InvalidQueryError(message) from malformed
    return lambda paper: any(boolean.holds(Document(works.searchable(paper), {}, (name,)), one) for one in queries)


def _limiting(value: str, *, is_first: bool) -> Keeps:
    """Return what a first or last day of publication keeps."""
    if not _DAY.fullmatch(value):
        message = f"{value!r} is no date: write it as 2019-09-18."
        raise InvalidQueryError(message)
    return lambda paper: paper.online >= value if is_first else paper.online <= value


def _is(value: str, wanted: str) -> bool:
    """Say whether a value is the wanted one, or not the unwanted one, or in the span."""
    if wanted.startswith("!"):
        return not _is(value, wanted[1:])
    if wanted[:1] in {">", "<"} and value.isdigit():
        return int(value) > int(wanted[1:]) if wanted[0] == ">" else int(value) < int(wanted[1:])
    if (span := re.fullmatch(r"(\d{4})-(\d{4})", wanted)) and value.isdigit():
        return int(span[1]) <= int(value) <= int(span[2])
    return bool(value) and value.casefold() == _bare(wanted).casefold()


def _bare(value: str) -> str:
    """Return an identifier without the address around it; PMC numbers without their letters."""
    return _AFTER_SCHEME.sub("", value.strip()).removeprefix("PMC")
