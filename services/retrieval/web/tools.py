"""Two tools over the web: search it, and read a page that the search, or the person, named."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from services.retrieval.retrieving import Observation, Tool, asked
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import applied, keeps
from shared.readiness import state_of, switched_off
from shared.sentences import truncate_at_sentence
from shared.settings import PagesSettings

from .citing import evidence_of, work_of
from .fetching import Fetcher
from .naming import Named, addresses_in
from .reading import Page, page_of
from .robots import Robots
from .searching import Engine, NoEngine, WebHit, shortened

SEARCH = "web_search"
READ = "read_page"

MOST_SHOWN_CHARACTERS = 12_000
"""Of a page's text, to whoever reasons: 2,000 words; the passages are picked from all of it."""

READERS = ThreadPoolExecutor(2, "pages")
"""Of their own: a page may take seconds to understand, and whoever looks up names or ranks must not wait for that."""

Now = Callable[[], datetime]


class PageReader:
    """Reads pages, each within the deadline of the settings."""

    def __init__(self, fetcher: Fetcher, robots: Robots, settings: PagesSettings) -> None:
        self._fetcher, self._robots, self._settings = fetcher, robots, settings

    async def read(self, address: str) -> Page:
        """Return what the page at *address* says. Raises ``CannotDo`` or ``RetryLater`` with a reason for a person."""
        seconds = self._settings.deadline_seconds
        try:
            async with asyncio.timeout(seconds):
                fetched = await self._fetcher.page(address, self._settings.most_bytes, self._robots.permit)
                return await asyncio.get_running_loop().run_in_executor(READERS, page_of, fetched)
        except TimeoutError as error:
            message = f"{address} could not be read within {seconds:g} seconds"
            raise RetryLater(message) from error


class Web:
    """The web as the retrieval agent has it: one engine, and what reads pages if pages may be read.

    A search may take *deadline_seconds*; *now* is the clock for the records of searches.
    """

    def __init__(self, engine: Engine, reader: PageReader | None, deadline_seconds: float, now: Now) -> None:
        self.engine, self.deadline_seconds, self.now = engine, deadline_seconds, now
        self._reader = reader

    def tools(self, order: m.RetrievalRequested) -> tuple[Tool, ...]:
        """Return the tools for *order*; none where it keeps to documents."""
        if not order.web:
            return ()
        named = Named(address for text in _said(order) for address in addresses_in(text))
        search = WebSearch(self, order, named)
        return (search, ReadPage(self._reader, order, named)) if self._reader else (search,)

    async def state(self) -> m.SourceState:
        """Return whether the web can be searched, as the doctor shows it; it costs one query."""
        if isinstance(self.engine, NoEngine):
            return switched_off("web", "VOUCH_DUCKDUCKGO__ENABLED")
        return await state_of("web", self._check)

    async def _check(self) -> str:
        """Search for something that is there."""
        hits = await self.engine.find("malaria")
        return f"{self.engine.title} names {len(hits)} pages"


def _said(order: m.RetrievalRequested) -> tuple[str, ...]:
    """Return what the person said in this conversation."""
    return (order.question, *(turn.question for turn in order.turns))


@dataclass(frozen=True)
class WebSearch:
    """Searches the web. What an engine says of a page is shown and is no evidence: the page itself must be read."""

    web: Web
    order: m.RetrievalRequested
    named: Named
    name: str = SEARCH
    takes: str = "query"
    description: str = "Searches the web and names at most five pages with their addresses; say what to look for."

    def recall(self, observation: Observation) -> None:
        """Let the pages that were named be opened."""
        self.named.add(observation.addresses)

    async def run(self, argument: str) -> Observation:
        """Return the pages an engine names. That it could not look is a record of its own, never "nothing"."""
        query, at = shortened(argument), self.web.now()
        try:
            async with asyncio.timeout(self.web.deadline_seconds):
                hits = await self.web.engine.find(query)
        except TimeoutError:
            reason = f"{self.web.engine.title} did not answer within {self.web.deadline_seconds:g} seconds"
            return self._failed(argument, query, reason, at)
        except (RetryLater, CannotDo) as error:
            return self._failed(argument, query, str(error), at)
        seen = self._seen(self._record(argument, query, at, hits), hits)
        self.recall(seen)
        return seen

    def _seen(self, record: m.SearchRecord, hits: tuple[WebHit, ...]) -> Observation:
        """Return what an engine answered."""
        lines = (f"{place}. {hit.title} <{hit.address}>: {hit.snippet}" for place, hit in enumerate(hits, start=1))
        head = f"{self.web.engine.title} names {len(hits)} pages; read one with {READ} to rest anything on it."
        addresses = tuple(hit.address for hit in hits)
        return Observation("\n".join((head, *lines)), searches=(record,), addresses=addresses)

    def _failed(self, argument: str, query: str, reason: str, at: datetime) -> Observation:
        """Return that the web could not be searched."""
        record = m.SearchRecord(source="web", query=argument, asked=query, asked_at=at, status="failed", reason=reason)
        return Observation(f"{self.name} could not look: {reason}", failed=True, searches=(record,))

    def _record(self, argument: str, query: str, at: datetime, hits: tuple[WebHit, ...]) -> m.SearchRecord:
        """Return the record of a search that was answered; no engine knows the request's filters."""
        cut = len(query) < len(" ".join(argument.split()))
        return m.SearchRecord(
            source="web",
            query=argument,
            asked=query,
            asked_at=at,
            status="answered",
            reason=f"asked of {self.web.engine.title}" + (", the query shortened" if cut else ""),
            hits=len(hits),
            fetched=len(hits),
            filters_impossible=applied(self.order.filters),
        )


@dataclass(frozen=True)
class ReadPage:
    """Reads one page of the web."""

    reader: PageReader
    order: m.RetrievalRequested
    named: Named
    name: str = READ
    takes: str = "address"
    description: str = "Reads the main text of one web page; say an address that web_search or the question named."

    def recall(self, observation: Observation) -> None:
        """Take note of nothing: what was seen opens no further way."""

    async def run(self, argument: str) -> Observation:
        """Return the text of a page, and of its passages those that bear on the order's question."""
        page = await self.reader.read(self.named.opening(argument))
        work = work_of(page)
        if not keeps(self.order.filters, work):
            text = f"{work.citation.title} <{page.address}> was read, and is left out by the request's filters."
            return Observation(text)
        ask = partial(evidence_of, page, work, asked(self.order))
        evidence = await asyncio.get_running_loop().run_in_executor(READERS, ask)
        return Observation(shown(page), evidence, (work,))


def shown(page: Page) -> str:
    """Return a page for whoever reasons: what it is, then its text."""
    about = ", ".join(part for part in (page.site, page.date or "no date", page.address) if part)
    text = truncate_at_sentence(page.text[: 2 * MOST_SHOWN_CHARACTERS], MOST_SHOWN_CHARACTERS)
    rest = " (the page goes on)" if page.cut or len(text) < len(page.text) else ""
    return f"Web page: {page.title} ({about}): {text}{rest}"
