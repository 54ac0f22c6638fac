"""Europe PMC as a source of literature: PubMed, preprints, and articles that only PubMed Central has."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from services.search.finding import Found, Given, found
from services.search.json_fields import Row, as_row, count, inner, items, said
from services.search.questions import Expression, understood
from services.search.stepping import Page, read, widened
from services.search.understanding import references
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.http import Site
from shared.library import Provenance, Reference, Skipped
from shared.works import normalise

from . import query as language
from .rows import record

FEWEST_ROWS, MOST_ROWS = 25, 100
"""Of a page: the server gives up to 1,000, which are 10 MB."""

MOST_PAGES = 5
"""Read for one way of asking, where the filters leave too few of the first ones."""

MOST_NAMES = 15
"""In one crosswalk query: 25 took the server longer than its own gateway waits."""

_PASSING = frozenset({"408", "425", "429"})


class EuropePMC:
    """Searches Europe PMC; an ``Index``."""

    name: m.SourceName = "europepmc"
    title = "Europe PMC"

    def __init__(self, site: Site, *, contact: str = "") -> None:
        self._site, self._contact = site, contact

    async def find(self, query: str, filters: m.Filters, most: int, at: datetime) -> Found:
        """Return the *most* relevant records for *query*, and those beside them that the filters will drop."""
        asked = understood(query)
        if asked.is_identifier:
            return found([await self._given(language.lookup(asked), m.Filters(), most, at)], asked.notes)

        async def ask(expression: Expression) -> Given:
            text, notes = language.rendered(expression, filters, literal=asked.literal is not None)
            given = await self._given(text, filters, most, at)
            return replace(given, notes=(*notes, *given.notes), heeded=not notes)

        return await widened(asked, ask, filters, most)

    async def check(self) -> str:
        """Ask for one row; return that no key is needed, and whether there is an address to write to."""
        await self._page("EXT_ID:1 AND SRC:MED", "*", 1, "idlist")
        told = "it is told your contact address" if self._contact else "set VOUCH_CONTACT to an address it may write to"
        return f"no key needed; {told}"

    async def crosswalk(self, names: Sequence[str], at: datetime) -> Mapping[str, Reference]:
        """Return the record of each name it knows: ``doi:10.1000/1``, ``pmid:20516115``, ``pmcid:PMC3040717``.

        A name it does not know is absent. Raises as ``find`` does.
        """
        spelt = {name: _canonical(name) for name in names}
        known: dict[str, Reference] = {}
        for chunk in _chunks(tuple(filter(None, spelt.values()))):
            given = await self._given(" OR ".join(map(language.identified, chunk)), m.Filters(), MOST_ROWS, at)
            for one in sorted(given.references, key=lambda one: not one.work.identifiers.pmid):
                for name in language.names_of(one.work.identifiers):
                    known.setdefault(name, one)
        return {name: known[key] for name, key in spelt.items() if key in known}

    async def _given(self, query: str, filters: m.Filters, most: int, at: datetime) -> Given:
        """Return what *query* gives."""
        return await read(query, self._pages(query, most, at), filters, most)

    async def _pages(self, query: str, most: int, at: datetime) -> AsyncIterator[Page]:
        """Yield the pages of a query; the mark of the next is absent or repeats itself at the end."""
        mark, size = "*", min(max(most, FEWEST_ROWS), MOST_ROWS)
        for _ in range(MOST_PAGES):
            page, age = await self._page(query, mark, size)
            given, hits = items(page, "resultList", "result"), count(page, "hitCount") or 0
            if hits and not given and mark == "*":
                message = f"Europe PMC says that it has {hits} records, and gave none of them"
                raise RetryLater(message)
            yield Page(hits, tuple(_concluded(given, at - age)))
            following = said(page, "nextCursorMark")
            if not (following and given) or following == mark:
                return
            mark = following

    async def _page(self, query: str, mark: str, size: int, rows: str = "core") -> tuple[Row, timedelta]:
        """Return one page, and how old it is. Raises for an error inside an answer that looks well, too."""
        params = {"query": query, "resultType": rows, "format": "json", "cursorMark": mark, "pageSize": str(size)}
        answer = await self._site.get("/search", params | ({"email": self._contact} if self._contact else {}))
        return understandable(answer.json()), timedelta(seconds=answer.age_seconds)


def understandable(given: object) -> Row:
    """Return an answer that holds a list of results. Raises for an error, and for anything else."""
    page = as_row(given)
    if "errCode" in page:
        code, message = said(page, "errCode"), " ".join(said(page, "errMsg").split())[:300]
        reason = f"Europe PMC answered with an error: {message or 'it does not say which'} (code {code or 'missing'})"
        final = 400 <= (count(page, "errCode") or 0) < 500 and code not in _PASSING  # noqa: PLR2004 -- HTTP's
        raise CannotDo(reason) if final else RetryLater(reason)
    if count(page, "hitCount") is None or not isinstance(inner(page, "resultList").get("result"), list):
        message = "Europe PMC answered with something that is no list of results"
        raise RetryLater(message)
    return page


def _concluded(rows: Iterable[object], at: datetime) -> Iterable[Reference | Skipped]:
    """Return the reference of each row, or why there is none."""
    return references(rows, record, Provenance("europepmc", EuropePMC.title, watches_retractions=True, at=at))


def _chunks(names: Sequence[str]) -> Iterable[list[str]]:
    """Yield the names in lots that fit one query."""
    lot: list[str] = []
    for name in dict.fromkeys(names):
        if (
            len(lot) == MOST_NAMES
            or len(" OR ".join(map(language.identified, (*lot, name)))) > language.MOST_CHARACTERS
        ):
            yield lot
            lot = []
        lot.append(name)
    if lot:
        yield lot


def _canonical(name: str) -> str:
    """Return a name as records spell it, nothing for what is none."""
    kind, _, value = name.partition(":")
    return next(iter(language.names_of(normalise(m.Identifiers.model_validate({kind: value})))), "")
