"""The web without a network, for tests of the tools and of who uses them."""

from services.retrieval.retrieving import Reasoner, retrieve
from services.retrieval.web.fetching import Fetched, Fetcher, Permit
from services.retrieval.web.robots import Robots
from services.retrieval.web.searching import NoEngine, WebHit
from services.retrieval.web.tools import PageReader, Web
from services.retrieval.web_rules import by_rules
from shared import messages as m
from shared.errors import CannotDo
from shared.settings import PagesSettings
from tests.builders import NOON
from tests.world.corpus import QUESTION
from tests.world.web_corpus import PAGES

SITE = "https://pages.example/"
BODIES = {SITE + page.name: page for page in PAGES}
HITS = tuple(WebHit(page.title, SITE + page.name, page.snippet) for page in PAGES[:5])


def make_order(question: str = QUESTION, **fields: object) -> m.RetrievalRequested:
    """Return an order that may read the web."""
    given: dict[str, object] = {"run_id": "r1", "step": "retrieval", "expires_at": NOON, "web": True}
    return m.RetrievalRequested.model_validate(given | {"question": question} | fields)


class Engine:
    """An engine with these hits, or an error."""

    title = "DuckDuckGo"

    def __init__(self, hits: tuple[WebHit, ...] = HITS, error: Exception | None = None) -> None:
        self.hits, self.error, self.asked = hits, error, list[str]()

    async def find(self, query: str) -> tuple[WebHit, ...]:
        """Note the query, and answer."""
        self.asked.append(query)
        if self.error:
            raise self.error
        return self.hits


class Site(Fetcher):
    """The corpus without a network; a PDF is refused as over HTTP."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    async def page(self, address: str, most_bytes: int, permit: Permit) -> Fetched:
        """Return a page of the corpus."""
        del most_bytes, permit
        self.opened.append(address)
        page = BODIES.get(address)
        if page is None or page.content_type == "application/pdf":
            message = f"{address} is no page"
            raise CannotDo(message)
        return Fetched(address, page.content_type.partition(";")[0], "", page.body)


def web_over(engine: Engine | NoEngine, site: Site | None = None) -> Web:
    """Return the web over an engine and a site."""
    site = site or Site()
    reader = PageReader(site, Robots(site), PagesSettings())
    return Web(engine, reader, 5.0, lambda: NOON)


async def retrieved(order: m.RetrievalRequested, web: Web, reasoner: Reasoner | None = None) -> m.RetrievalCompleted:
    """Retrieve over the web alone, by rules."""
    tools = web.tools(order)
    return await retrieve(order, reasoner or by_rules(tools), tools)
