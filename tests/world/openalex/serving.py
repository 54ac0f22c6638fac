"""The works of OpenAlex over HTTP."""

import base64
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from aiohttp import web

from tests.world import boolean, texts
from tests.world.openalex import works
from tests.world.openalex.filtering import SEARCHES, TOKENS, InvalidQueryError, filters, keeping, searching
from tests.world.openalex.places import Work
from tests.world.shapes import Paper, Study

PARAMETERS = frozenset(
    {
        "cursor",
        "filter",
        "format",
        "group_by",
        "mailto",
        "page",
        "per_page",
        "per-page",
        "q",
        "sample",
        "seed",
        "search",
    }
    | {"select", "sort", "api_key"}
)
MOST_ROWS = 200
MOST_BY_PAGE = 10_000
SORTS = ("relevance_score", "publication_date", "publication_year", "cited_by_count", "display_name")
_NAMED = re.compile(r"(?:https?://)?(?:(?P<kind>doi|pmid|pmcid|openalex)(?::|\.org/))?(?P<id>.+)", re.IGNORECASE)


class _Asked(NamedTuple):
    """One request."""

    search: str
    filters: tuple[tuple[str, str], ...]
    sort: str
    select: tuple[str, ...]
    size: int
    page: int | None
    start: int


class _OpenAlex:
    """The index."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._papers = tuple(paper for paper in papers if works.identifiers(paper) is not None)

    async def many(self, request: web.Request) -> web.Response:
        """Answer ``/works``."""
        try:
            asked = _asked(request)
            found = self._found(asked)
            body = _page(asked, found, with_cursor="cursor" in request.query)
        except InvalidQueryError as invalid:
            refused = {"error": "Invalid query parameters error.", "message": str(invalid)}
            return web.json_response(refused, status=400)
        return web.json_response(body)

    async def one(self, request: web.Request) -> web.Response:
        """Answer ``/works/{id}``, whatever kind of identifier it is."""
        name = request.match_info["id"]
        paper = next((paper for paper in self._papers if _is_named(paper, name)), None)
        if paper is None:
            return web.json_response({"error": "404 Not Found", "message": f"There is no work {name}."}, status=404)
        return web.json_response(works.work(paper))

    def _found(self, asked: _Asked) -> list[tuple[Paper, float]]:
        """Return what answers a request, with how well it fits."""
        keeps = [keeping(name, value) for name, value in asked.filters]
        if asked.search:
            keeps.append(searching("default", asked.search))
        wanted = _wanted(asked)
        kept = [paper for paper in self._papers if all(keep(paper) for keep in keeps)]
        return sorted(
            (
                (paper, round(100 * texts.fit(paper.title, works.searchable(paper)["default"], wanted), 4))
                for paper in kept
            ),
            key=lambda one: _order(one, asked.sort),
        )


def app(papers: Sequence[Paper], studies: Sequence[Study]) -> web.Application:  # noqa: ARG001 -- one form for all
    """Return OpenAlex over these papers."""
    index = _OpenAlex(papers)
    served = web.Application()
    served.router.add_get("/works", index.many)
    served.router.add_get("/works/{id:.+}", index.one)
    return served


def _is_named(paper: Paper, name: str) -> bool:
    """Say whether *name* is an identifier OpenAlex shows of a paper."""
    bare = name.removeprefix("https://openalex.org/")
    if bare.upper() == paper.openalex:
        return True
    shown = works.identifiers(paper) or ()
    known = {"doi": paper.doi, "pmid": paper.pmid, "pmcid": paper.pmcid}
    found = _NAMED.fullmatch(name)
    kind = (found["kind"] or "").lower() if found else ""
    return found is not None and kind in shown and found["id"].casefold() == known[kind].casefold()


def _wanted(asked: _Asked) -> tuple[str, ...]:
    """Return the words that were searched for."""
    searched = [asked.search, *(value for name, value in asked.filters if name in SEARCHES)]
    return tuple(
        word for one in searched if one for word in boolean.terms(boolean.parsed(one.replace("|", " OR "), TOKENS))
    )


def _order(found: tuple[Paper, float], sort: str) -> tuple[float | str, ...]:
    """Return what to sort a work by; numbers fall unless they are to rise."""
    paper, relevance = found
    name, _, way = sort.partition(":")
    if name == "display_name":
        return (paper.title, paper.openalex)
    values = {
        "relevance_score": relevance,
        "publication_date": float(paper.online.replace("-", "")),
        "publication_year": float(paper.online[:4]),
        "cited_by_count": float(paper.cited_by),
    }
    return (-values[name] if way == "desc" else values[name], paper.openalex)


def _page(asked: _Asked, found: list[tuple[Paper, float]], *, with_cursor: bool) -> dict[str, Any]:
    """Return a page of an answer; the cursor ends on an empty page, not on the last full one."""
    rows = found[asked.start : asked.start + asked.size]
    meta: dict[str, Any] = {"count": len(found), "db_response_time_ms": 1, "page": asked.page, "per_page": asked.size}
    if with_cursor:
        meta["next_cursor"] = _cursor(asked.start + len(rows)) if rows else None
    scored = bool(_wanted(asked))
    return {
        "meta": {**meta, "groups_count": None},
        "results": [_selected(_scored(paper, fit, scored=scored), asked.select) for paper, fit in rows],
        "group_by": [],
    }


def _scored(paper: Paper, fit: float, *, scored: bool) -> Work:
    """Return a work, with how well it fits where something was searched for."""
    return {**works.work(paper), **({"relevance_score": fit} if scored else {})}


def _selected(work: Work, select: tuple[str, ...]) -> Work:
    """Return the fields that were asked for."""
    return {name: work[name] for name in select if name in work} if select else work


def _asked(request: web.Request) -> _Asked:
    """Return what a request asks; raises ``InvalidQueryError``."""
    query = request.query
    if unknown := [name for name in query if name not in PARAMETERS]:
        message = f"{unknown[0]} is not a valid parameter. Valid parameters are: {', '.join(sorted(PARAMETERS))}."
        raise InvalidQueryError(message)
    size = _number(query.get("per-page", query.get("per_page", "25")), "per-page", MOST_ROWS)
    cursor = query.get("cursor", "")
    page = None if cursor else _number(query.get("page", "1"), "page", MOST_BY_PAGE // size)
    given = filters(query.get("filter", ""))
    search = query.get("search", "").strip()
    searched = bool(search) or any(name in SEARCHES for name, _ in given)
    start = _start(cursor) if cursor else ((page or 1) - 1) * size
    return _Asked(
        search,
        given,
        _sort(query.get("sort", ""), searched=searched),
        _select(query.get("select", "")),
        size,
        page,
        start,
    )


def _number(text: str, name: str, most: int) -> int:
    """Return a number from 1 to *most*; raises ``InvalidQueryError``."""
    if not text.isdigit() or not 1 <= int(text) <= most:
        message = f"{name} must be a number from 1 to {most}, not {text}."
        raise InvalidQueryError(message)
    return int(text)


def _sort(text: str, *, searched: bool) -> str:
    """Return what to sort by; raises ``InvalidQueryError``."""
    if not text:
        return "relevance_score:desc" if searched else "cited_by_count:desc"
    name, _, way = text.partition(":")
    if name not in SORTS or way not in {"", "asc", "desc"}:
        message = f"Results cannot be sorted by {text}."
        raise InvalidQueryError(message)
    if name == "relevance_score" and not searched:
        message = "Relevance can be sorted by only where something is searched for."
        raise InvalidQueryError(message)
    return text


def _select(text: str) -> tuple[str, ...]:
    """Return the fields that are selected; raises ``InvalidQueryError`` for one that no work has."""
    names = tuple(filter(None, (name.strip() for name in text.split(","))))
    known = {*works.FIELDS, "relevance_score"}
    if unknown := [name for name in names if name not in known]:
        message = f"{unknown[0]} cannot be selected: only fields at the root of a work can."
        raise InvalidQueryError(message)
    return names


def _cursor(place: int) -> str:
    """Return the cursor of a place."""
    return base64.urlsafe_b64encode(f"[{place}]".encode()).decode()


def _start(cursor: str) -> int:
    """Return where a cursor points; raises ``InvalidQueryError``."""
    if cursor == "*":
        return 0
    try:
        return int(base64.urlsafe_b64decode(cursor).decode().strip("[]"))
    except ValueError as error:
        message = "The cursor was never given out."
        raise InvalidQueryError(message) from error
