"""The search of Europe PMC over HTTP."""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from aiohttp import web

from tests.world import boolean, texts
from tests.world.europepmc.holdings import Holding, documents, holdings
from tests.world.europepmc.rows import row
from tests.world.europepmc.xml import in_xml
from tests.world.shapes import Paper, Study

MOST_QUERY_CHARACTERS = 1_500
MOST_ROWS = 1_000
DEFAULT_ROWS = 25
TOKENS = re.compile(
    r"(?P<open>\()|(?P<close>\))|(?P<op>\b(?:AND|OR|NOT)\b)|(?P<field>\b[A-Z][A-Z_]*:\s*)"
    r"|(?P<range>\[[^\]]*\])|(?P<phrase>\"[^\"]*\"?)|(?P<word>[^\s()\"\[\]]+)"
)
SORTS = {"FIRST_PDATE_D": "online", "P_PDATE_D": "online", "CITED": "cited_by"}


class _Asked(NamedTuple):
    """One request, as it is echoed."""

    query: str
    result_type: str
    mark: str
    size: int
    sort: str
    synonym: bool

    def echo(self) -> dict[str, Any]:
        """Return the request as answers repeat it: the mark is written as in an address."""
        return {
            "queryString": self.query,
            "resultType": self.result_type,
            "cursorMark": quote(self.mark, safe=""),
            "pageSize": self.size,
            "sort": self.sort,
            "synonym": self.synonym,
        }


class _RefusedError(Exception):
    """Europe PMC does not answer; it says so inside HTTP 200."""


class _EuropePmc:
    """The index."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._held: Mapping[str, Holding] = holdings(papers)
        self._documents = documents(self._held)

    async def search(self, request: web.Request) -> web.Response:
        """Answer ``/search``."""
        as_json = request.query.get("format", "xml").lower() == "json"
        try:
            body = self._answer(_asked(request))
        except (_RefusedError, boolean.MalformedError) as refused:
            body = {"errCode": 404, "errMsg": str(refused)}
        if as_json:
            return web.Response(text=json.dumps(body, ensure_ascii=False), content_type="application/json")
        return web.Response(text=in_xml(body), content_type="application/xml")

    def _answer(self, asked: _Asked) -> dict[str, Any]:
        """Return the body of an answer."""
        found = self._found(asked)
        start = _place(asked)
        rows = [row(one, asked.result_type, self._held) for one in found[start : start + asked.size]]
        body: dict[str, Any] = {"version": "6.9", "hitCount": len(found)}
        if start or len(found) > asked.size:
            mark = _mark(start + len(rows), asked.query)
            address = f"?query={quote(asked.query)}&cursorMark={mark}&resultType={asked.result_type}"
            body |= {
                "nextCursorMark": mark,
                "nextPageUrl": f"https://www.ebi.ac.uk/europepmc/webservices/rest/search{address}",
            }
        return {**body, "request": asked.echo(), "resultList": {"result": rows}}

    def _found(self, asked: _Asked) -> list[Holding]:
        """Return what answers a query, in the order asked for; the best first where none is."""
        query = boolean.checked(boolean.parsed(asked.query, TOKENS), next(iter(self._documents.values())))
        held = [one for key, one in self._held.items() if boolean.holds(self._documents[key], query)]
        wanted = tuple(boolean.terms(query))
        held.sort(key=lambda one: one.paper.key)
        name, _, way = asked.sort.partition(" ")
        if name:
            return sorted(held, key=lambda one: _sorted_by(one, name), reverse=way != "asc")
        return sorted(held, key=lambda one: -texts.fit(one.paper.title, _body(one.paper), wanted))


def app(papers: Sequence[Paper], studies: Sequence[Study]) -> web.Application:  # noqa: ARG001 -- one form for all
    """Return Europe PMC over these papers."""
    index = _EuropePmc(papers)
    served = web.Application()
    served.router.add_get("/search", index.search)
    served.router.add_get("/{id}/fullTextXML", _no_full_text)
    return served


async def _no_full_text(_: web.Request) -> web.Response:
    """Answer for a full text: closed and unknown ones are the same empty 404."""
    return web.Response(status=404)


def _asked(request: web.Request) -> _Asked:
    """Return what a request asks; raises ``_RefusedError``."""
    query = request.query
    text = query.get("query", "").strip()
    if not text or len(text) > MOST_QUERY_CHARACTERS:
        message = f"A query of 1 to {MOST_QUERY_CHARACTERS} characters is needed."
        raise _RefusedError(message)
    kind = query.get("resultType", "lite").lower()
    if kind not in {"lite", "core", "idlist"}:
        message = f"The result type {kind} is not known."
        raise _RefusedError(message)
    sort = query.get("sort", "").strip()
    if sort.partition(" ")[0] not in {"", *SORTS}:
        message = f"Results cannot be sorted by {sort}."
        raise _RefusedError(message)
    synonym = query.get("synonym", "false").lower() in {"true", "y"}
    return _Asked(text, kind, query.get("cursorMark", "*"), _size(query.get("pageSize", "")), sort, synonym)


def _size(text: str) -> int:
    """Return how many rows a page has; raises ``_RefusedError``."""
    if not text:
        return DEFAULT_ROWS
    if not text.isdigit() or not 1 <= int(text) <= MOST_ROWS:
        message = f"A page has 1 to {MOST_ROWS} rows, not {text}."
        raise _RefusedError(message)
    return int(text)


def _sorted_by(holding: Holding, name: str) -> tuple[int, str]:
    """Return what to sort a record by."""
    value = getattr(holding.paper, SORTS[name])
    return (value, "") if isinstance(value, int) else (0, str(value))


def _body(paper: Paper) -> str:
    """Return the abstract of a paper in one text."""
    return " ".join(text for _, text in paper.abstract)


def _mark(place: int, query: str) -> str:
    """Return the mark of a place in the answer to a query."""
    return base64.b64encode(f"{place}:{query[:12]}".encode()).decode()


def _place(asked: _Asked) -> int:
    """Return where a page begins; raises ``_RefusedError`` for a mark that was never given out."""
    if asked.mark == "*":
        return 0
    try:
        place, _, query = base64.b64decode(asked.mark, validate=True).decode().partition(":")
        if query == asked.query[:12]:
            return int(place)
    except ValueError:
        pass
    message = "This cursorMark belongs to no page of the query."
    raise _RefusedError(message)
