"""OpenAlex as a source of literature: all fields of science, with counts of citations and open copies."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from services.search.finding import Found, Given, found
from services.search.json_fields import Row, as_row, count, items, said
from services.search.questions import Expression, understood
from services.search.stepping import Page, read, widened
from services.search.understanding import references
from shared import messages as m
from shared.errors import RetryLater
from shared.http import Site
from shared.library import Provenance, Reference, Skipped

from . import query as language
from .rows import record

FEWEST_ROWS, MOST_ROWS = 25, 100
"""Of a page; it was 200 once."""

MOST_PAGES = 3
"""Read for one way of asking, for each costs as much as a search."""

_FIELDS = (
    "id,doi,title,display_name,publication_year,publication_date,ids,language,primary_location,locations,type,"
    "open_access,best_oa_location,authorships,cited_by_count,biblio,is_retracted,is_paratext,mesh,abstract_inverted_index"
)
"""What is asked for of each work: a whole one is ten times as long."""


class OpenAlex:
    """Searches OpenAlex; an ``Index``."""

    name: m.SourceName = "openalex"
    title = "OpenAlex"

    def __init__(self, site: Site, *, contact: str = "", api_key: str = "") -> None:
        given = {"mailto": contact, "api_key": api_key}
        self._site, self._given_key = site, bool(api_key)
        self._who = {name: value for name, value in given.items() if value}

    async def find(self, query: str, filters: m.Filters, most: int, at: datetime) -> Found:
        """Return the *most* relevant records for *query*, and those beside them that the filters will drop."""
        asked = understood(query)
        if asked.is_identifier:
            text, narrowed = language.lookup(asked)
            return found([await self._given(text, narrowed, m.Filters(), most, at)], asked.notes)

        async def ask(expression: Expression) -> Given:
            text, notes = language.rendered(expression, filters, literal=asked.literal is not None)
            given = await self._given(text, language.narrowed(filters), filters, most, at)
            return replace(given, notes=(*notes, *given.notes, *_untold(filters)))

        return await widened(asked, ask, filters, most)

    async def check(self) -> str:
        """Ask for one row; return how many searches a day it allows."""
        await self._page({"per-page": "1", "select": "id"})
        if self._given_key:
            return "with a key: a free one allows about 1,000 searches a day"
        return (
            "without a key it allows about 10 searches a day: make a free one at openalex.org and set "
            "VOUCH_OPENALEX__API_KEY for about 1,000"
        )

    async def _given(self, text: str, narrowed: tuple[str, ...], filters: m.Filters, most: int, at: datetime) -> Given:
        """Return what a search gives."""
        asked = " | ".join(filter(None, (text, *narrowed)))
        return await read(asked, self._pages(text, narrowed, most, at), filters, most)

    async def _pages(self, text: str, narrowed: tuple[str, ...], most: int, at: datetime) -> AsyncIterator[Page]:
        """Yield the pages of a search."""
        size, seen = min(max(most, FEWEST_ROWS), MOST_ROWS), 0
        asked = {"search": text, "filter": ",".join(narrowed), "select": _FIELDS, "per-page": str(size)}
        for number in range(1, MOST_PAGES + 1):
            page, age = await self._page(
                {name: value for name, value in asked.items() if value} | {"page": str(number)}
            )
            works, hits = items(page, "results"), count(page, "meta", "count") or 0
            seen += len(works)
            if hits and not seen:
                message = f"OpenAlex says that it has {hits} works, and gave none of them"
                raise RetryLater(message)
            yield Page(hits, tuple(_concluded(works, at - age)))
            if not works or seen >= hits:
                return

    async def _page(self, asked: dict[str, str]) -> tuple[Row, timedelta]:
        """Return one page, and how old it is. Raises ``RetryLater`` or ``CannotDo`` for what is none."""
        answer = await self._site.get("/works", asked | self._who)
        return understandable(answer.json()), timedelta(seconds=answer.age_seconds)


def understandable(given: object) -> Row:
    """Return an answer that holds works. Raises ``RetryLater`` for anything else."""
    page = as_row(given)
    if count(page, "meta", "count") is None or not isinstance(page.get("results"), list):
        told = " ".join((said(page, "message") or said(page, "error")).split())[:300]
        message = f"OpenAlex answered with something that is no list of works{': ' if told else ''}{told}"
        raise RetryLater(message)
    return page


def _untold(filters: m.Filters) -> tuple[str, ...]:
    """Return what a filter leaves out without a word."""
    return ("OpenAlex left out works whose language it does not know",) if filters.languages else ()


def _concluded(works: Iterable[object], at: datetime) -> Iterable[Reference | Skipped]:
    """Return the reference of each work, or why there is none."""
    return references(works, record, Provenance("openalex", OpenAlex.title, watches_retractions=True, at=at))
