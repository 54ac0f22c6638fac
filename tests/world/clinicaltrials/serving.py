"""The second API of ClinicalTrials.gov over HTTP."""

import base64
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from aiohttp import web

from tests.world import boolean, texts
from tests.world.boolean import Document, Query
from tests.world.clinicaltrials.areas import SORTABLE, document, path_of, picked
from tests.world.clinicaltrials.protocol import protocol
from tests.world.clinicaltrials.results import has_results, results
from tests.world.shapes import Paper, Study

MOST_ROWS = 1_000
DEFAULT_ROWS = 10
TOKENS = re.compile(
    r"(?P<field>\bAREA\[[^\]]*\])|(?P<range>\bRANGE\[[^\]]*\])|(?P<open>\()|(?P<close>\))|(?P<op>\b(?:AND|OR|NOT)\b)"
    r"|(?P<phrase>\"[^\"]*\"?)|(?P<word>[^\s()\"\[\]]+)"
)
QUERIES = {
    "query.term": "BasicSearch",
    "query.cond": "ConditionSearch",
    "query.intr": "InterventionSearch",
    "query.titles": "TitleSearch",
    "query.outc": "OutcomeSearch",
    "query.spons": "LeadSponsorName",
    "query.lead": "LeadSponsorName",
    "query.id": "IdSearch",
    "filter.advanced": "",
    "postFilter.advanced": "",
}
OTHER_PARAMETERS = (
    "format markupFormat filter.overallStatus filter.ids postFilter.overallStatus postFilter.ids fields sort "
    "countTotal pageSize pageToken"
)
_STATUSES = """
ACTIVE_NOT_RECRUITING COMPLETED ENROLLING_BY_INVITATION NOT_YET_RECRUITING RECRUITING SUSPENDED TERMINATED WITHDRAWN
AVAILABLE NO_LONGER_AVAILABLE TEMPORARILY_NOT_AVAILABLE APPROVED_FOR_MARKETING WITHHELD UNKNOWN
"""
STATUSES = frozenset(_STATUSES.split())
_LIST = re.compile(r"[,|]")
_NUMBER = re.compile(r"NCT\d{8}", re.IGNORECASE)


class _WrongError(Exception):
    """The registry answers with 400 and this text."""


class _Registry:
    """The registry."""

    def __init__(self, papers: Sequence[Paper], studies: Sequence[Study]) -> None:
        self._papers = tuple(papers)
        self._studies = {study.nct: study for study in studies}
        self._documents = {study.nct: document(study) for study in studies}

    async def many(self, request: web.Request) -> web.Response:
        """Answer ``/studies``."""
        try:
            return web.json_response(self._answer(dict(request.query)))
        except (_WrongError, boolean.MalformedError) as wrong:
            return web.Response(status=400, text=str(wrong), content_type="text/plain")

    async def one(self, request: web.Request) -> web.Response:
        """Answer ``/studies/{nct}``."""
        number = request.match_info["nct"].upper()
        if not _NUMBER.fullmatch(number):
            return web.Response(status=400, text=f"`nctId` {number} has not the form of one", content_type="text/plain")
        if number not in self._studies:
            return web.Response(status=404, text=f"NCT number {number} not found", content_type="text/plain")
        try:
            paths = _paths(request.query.get("fields", ""))
        except _WrongError as wrong:
            return web.Response(status=400, text=str(wrong), content_type="text/plain")
        return web.json_response(self._written(self._studies[number], paths))

    def _answer(self, asked: dict[str, str]) -> dict[str, Any]:
        """Return a page: the total on the first one and on request, the token on all but the last."""
        _check(asked)
        size, start = _size(asked.get("pageSize", "")), _place(asked.get("pageToken", ""))
        found, paths = self._found(asked), _paths(asked.get("fields", ""))
        body: dict[str, Any] = {"studies": [self._written(study, paths) for study in found[start : start + size]]}
        if asked.get("countTotal", "").lower() == "true" and not start:
            body = {"totalCount": len(found), **body}
        if start + size < len(found):
            body["nextPageToken"] = base64.urlsafe_b64encode(f"place {start + size}".encode()).decode().rstrip("=")
        return body

    def _found(self, asked: dict[str, str]) -> list[Study]:
        """Return the studies that answer every part of a request, in order."""
        given = ((asked.get(name, "").strip(), area) for name, area in QUERIES.items())
        queries = [_query(text, area, self._documents) for text, area in given if text]
        keeps = _keeps(asked)
        kept = [
            study
            for nct, study in sorted(self._studies.items())
            if all(boolean.holds(self._documents[nct], query) for query in queries)
            and all(keep(study) for keep in keeps)
        ]
        return self._sorted(
            kept, asked.get("sort", ""), tuple(word for query in queries for word in boolean.terms(query))
        )

    def _sorted(self, found: list[Study], sort: str, wanted: tuple[str, ...]) -> list[Study]:
        """Return studies in the order asked for, the best first where none is."""
        name, _, way = sort.partition(":")
        if name in {"", "@relevance"}:
            return sorted(
                found, key=lambda one: -texts.fit(one.title, self._documents[one.nct].texts["BasicSearch"], wanted)
            )
        if name not in SORTABLE or way not in {"", "asc", "desc"}:
            message = f"`sort` cannot be {sort}"
            raise _WrongError(message)
        return sorted(found, key=lambda one: _value(self._documents[one.nct], name), reverse=way == "desc")

    def _written(self, study: Study, paths: list[str]) -> dict[str, Any]:
        """Return a study, or the parts of it that were asked for."""
        whole: dict[str, Any] = {"protocolSection": protocol(study, self._papers)}
        if has_results(study):
            whole["resultsSection"] = results(study)
        whole |= {"derivedSection": _derived(study), "hasResults": has_results(study)}
        part: dict[str, Any] = picked(whole, paths) if paths else whole
        return part


def app(papers: Sequence[Paper], studies: Sequence[Study]) -> web.Application:
    """Return the registry over these studies; it names the papers that report them."""
    registry = _Registry(papers, studies)
    served = web.Application()
    served.router.add_get("/studies", registry.many)
    served.router.add_get("/studies/{nct}", registry.one)
    served.router.add_get("/version", _version)
    return served


async def _version(_: web.Request) -> web.Response:
    """Answer which version of API and data this is."""
    return web.json_response({"apiVersion": "2.0.5", "dataTimestamp": "2026-01-02T09:00:05"})


def _check(asked: dict[str, str]) -> None:
    """Raise ``_WrongError`` for a parameter that does not exist or a format that is not served."""
    if unknown := [name for name in asked if name not in {*QUERIES, *OTHER_PARAMETERS.split()}]:
        message = f"`{unknown[0]}` is unknown parameter"
        raise _WrongError(message)
    if asked.get("format", "json") != "json":
        message = "`format` is json here"
        raise _WrongError(message)


def _size(text: str) -> int:
    """Return how many studies a page has: too many become the most there may be."""
    if not text or text == "0":
        return DEFAULT_ROWS
    if not text.isdigit():
        message = f"`pageSize` is no number: {text}"
        raise _WrongError(message)
    return min(int(text), MOST_ROWS)


def _place(token: str) -> int:
    """Return where a page begins; raises ``_WrongError`` for a token that was never given out."""
    if not token:
        return 0
    try:
        return int(base64.urlsafe_b64decode(f"{token}{'=' * (-len(token) % 4)}").decode().removeprefix("place "))
    except ValueError as error:
        message = "`pageToken` was never given out"
        raise _WrongError(message) from error


def _paths(fields: str) -> list[str]:
    """Return where the wanted fields stand; raises ``_WrongError`` for one that no study has."""
    names = [name.strip() for name in _LIST.split(fields) if name.strip()]
    if unknown := [name for name in names if not path_of(name)]:
        message = f"`fields` has {unknown[0]}, which is no field of a study"
        raise _WrongError(message)
    return [path_of(name) for name in names]


def _query(text: str, area: str, documents: dict[str, Document]) -> Query:
    """Return what a query asks in its area."""
    within = boolean.parsed(f"AREA[{area}]({text})" if area else text, TOKENS)
    one = next(iter(documents.values()), None)
    return boolean.checked(within, one) if one else within


def _keeps(asked: dict[str, str]) -> list[Callable[[Study], bool]]:
    """Return what filters by status and number keep."""
    keeps: list[Callable[[Study], bool]] = []
    for before in ("filter", "postFilter"):
        if statuses := _listed(asked.get(f"{before}.overallStatus", "")):
            if unknown := statuses - STATUSES:
                message = f"`{before}.overallStatus` has {min(unknown)}, which is no status"
                raise _WrongError(message)
            keeps.append(partial(_has_status, statuses))
        if numbers := _listed(asked.get(f"{before}.ids", "").upper()):
            keeps.append(partial(_has_number, numbers))
    return keeps


def _has_status(wanted: set[str], study: Study) -> bool:
    """Say whether a study has one of the wanted statuses."""
    return study.status in wanted


def _has_number(wanted: set[str], study: Study) -> bool:
    """Say whether a study has one of the wanted numbers."""
    return study.nct in wanted


def _listed(text: str) -> set[str]:
    """Return the entries of a list."""
    return {one.strip() for one in _LIST.split(text) if one.strip()}


def _value(held: Document, name: str) -> tuple[int, str]:
    """Return what to sort a study by."""
    value = held.values[name][0] if name in held.values else held.texts[name]
    return (int(value), "") if value.isdigit() else (0, value)


def _derived(study: Study) -> dict[str, Any]:
    """Return what the registry concludes by itself."""
    meshes = [{"id": f"D{n:06d}", "term": name} for n, name in enumerate(study.conditions, 990_001)]
    return {"miscInfoModule": {"versionHolder": "2026-01-02"}, "conditionBrowseModule": {"meshes": meshes}}
