"""ClinicalTrials.gov as a source: registered studies, with the results that were posted for some."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime

from services.search.finding import Found, Given, found
from services.search.json_fields import as_row, said
from services.search.questions import Expression, two_ways, understood
from services.search.stepping import Page, read, widened
from services.search.understanding import references
from shared import messages as m
from shared.errors import RetryLater
from shared.http import Site
from shared.library import Provenance

from .query import narrowed, phrase, rendered
from .rows import TITLE, listing_in, record

FEWEST_ROWS, MOST_ROWS = 10, 50
"""Of a page: an entry with results is up to 500 kB."""

MOST_PAGES = 5
"""Read for one way of asking, where pages are shorter than was asked for."""

FIELDS = "|".join(
    (
        *(
            f"protocolSection.{name}Module"
            for name in (
                "identification",
                "status",
                "sponsorCollaborators",
                "description",
                "conditions",
                "design",
                "armsInterventions",
                "outcomes",
            )
        ),
        *(f"resultsSection.{name}Module" for name in ("participantFlow", "outcomeMeasures", "adverseEvents")),
        "hasResults",
    )
)
"""What is read of an entry; its hundred places and contacts are not."""

_OWN_NUMBER = re.compile(r"NCT0*[1-9]\d{0,7}", re.IGNORECASE)
_NO_PUBLICATIONS = "ClinicalTrials.gov holds studies, not publications: no entry goes by the name of one"


class ClinicalTrials:
    """Searches ClinicalTrials.gov; an ``Index``."""

    name: m.SourceName = "clinicaltrials"
    title = TITLE

    def __init__(self, site: Site) -> None:
        self._site = site

    async def find(self, query: str, filters: m.Filters, most: int, at: datetime) -> Found:
        """Return the *most* relevant studies for *query*, and those beside them that the filters will drop."""
        asked = understood(query)
        if asked.registry_number:
            return found([await self._numbered(asked.registry_number, most, at)], asked.notes)
        if asked.is_identifier:
            return Found(asked.text, notes=(*asked.notes, _NO_PUBLICATIONS))

        async def ask(expression: Expression) -> Given:
            text, notes = rendered(expression)
            given = await self._given({"query.term": text, "filter.advanced": narrowed(filters)}, filters, most, at)
            return replace(given, notes=(*notes, *given.notes), heeded=not notes)

        return await widened(asked, ask, filters, most, two_ways)

    async def check(self) -> str:
        """Ask for the version of its interface and the day of its data."""
        told = as_row((await self._site.get("/version")).json())
        version, day = said(told, "apiVersion"), said(told, "dataTimestamp").partition("T")[0]
        if not version:
            problem = f"{TITLE} answered with something that names no version of its interface"
            raise RetryLater(problem)
        return f"no key needed; interface {version}{f', data of {day}' if day else ''}"

    async def _numbered(self, number: str, most: int, at: datetime) -> Given:
        """Return the study of this number: its own, or one another registry gave it."""
        named = {"filter.ids": number} if _OWN_NUMBER.fullmatch(number) else {"query.term": phrase(number)}
        return await self._given(named, m.Filters(), most, at)

    async def _given(self, params: dict[str, str], filters: m.Filters, most: int, at: datetime) -> Given:
        """Return what *params* give."""
        asked = {name: text for name, text in params.items() if text}
        return await read(_written(asked), self._pages(asked, filters, most, at), filters, most)

    async def _pages(self, asked: dict[str, str], filters: m.Filters, most: int, at: datetime) -> AsyncIterator[Page]:
        """Yield the pages of an answer until as many came as are wanted; the last names no next one.

        Where the records themselves must tell what the filters keep, one long page is asked for, and no second: at 0.8
        requests a second, eight queries have less than three each before their thirty seconds are over.
        """
        size = MOST_ROWS if filters.study_designs or filters.languages else min(max(most, FEWEST_ROWS), MOST_ROWS)
        params = asked | {"format": "json", "fields": FIELDS, "sort": "@relevance", "pageSize": str(size)}
        extra, hits, came = {"countTotal": "true"}, 0, 0
        for _ in range(MOST_PAGES):
            page = listing_in((await self._site.get("/studies", params | extra)).body)
            hits, came = page.total or hits, came + len(page.studies)
            yield Page(hits, tuple(references(page.studies, record, Provenance("clinicaltrials", TITLE, at=at))))
            if not page.next_token or came >= most:
                return
            extra = {"pageToken": page.next_token}


def _written(asked: dict[str, str]) -> str:
    """Return what was asked as a person can ask it again: the query, then the filter in the parameter it went in."""
    query, *rest = (text if name == "query.term" else f"{name}={text}" for name, text in asked.items())
    return f"{query} ({', '.join(rest)})" if rest else query
