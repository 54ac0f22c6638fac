"""PubMed's E-utilities over HTTP: each tool by GET or POST, errors mostly inside a success, as at NCBI."""

from collections.abc import Awaitable, Callable, Iterable

from aiohttp import web

from tests.world.faults import Handler
from tests.world.shapes import Paper, Study

from . import bodies, einfo, elink, esearch, esummary
from .asking import Asked, Refused
from .holdings import Holdings
from .limiting import Arrivals

LONGEST_ADDRESS = 2_000
"""Letters of an address that NCBI's front server takes; more is a 414."""
MOST_RECORDS = 10_000
MOST_BYTES = 16 << 20
"""Of a form."""

NO_ID = "There is no usable id among those given"
NOT_KEPT = "Nothing is remembered under this WebEnv and query_key"
ONLY_XML = "This PubMed gives records as XML only: ask for retmode=xml"
ONLY_JSON = "This PubMed gives summaries as JSON only: ask for retmode=json"

Tool = Callable[["PubMed", Asked], web.Response]


def app(papers: Iterable[Paper], studies: Iterable[Study] = (), arrivals: Arrivals | None = None) -> web.Application:
    """Return PubMed over *papers*, with its limit counted in *arrivals*; it knows no trials."""
    del studies
    return PubMed(Holdings(papers), arrivals or Arrivals()).application()


class PubMed:
    """The tools over what PubMed holds."""

    def __init__(self, holdings: Holdings, arrivals: Arrivals) -> None:
        self.holdings, self.arrivals = holdings, arrivals

    def application(self) -> web.Application:
        """Return the tools at their addresses."""
        made = web.Application(client_max_size=MOST_BYTES)
        for name, tool in _TOOLS.items():
            made.router.add_route("*", f"/{name}.fcgi", self._answering(name, tool))
        return made

    def _answering(self, name: str, tool: Tool) -> Callable[[web.Request], Awaitable[web.Response]]:
        """Return the handler of a tool."""

        async def answer(request: web.Request) -> web.Response:
            if request.method == "GET" and len(request.path_qs) > LONGEST_ADDRESS:
                return bodies.too_long()
            asked = await _asked(request)
            place, limit = self.arrivals.arrive({n: asked.text(n) for n in asked.given}, request.remote or "")
            response = bodies.too_many(asked, place, limit) if place > limit else self._answer(name, tool, asked)
            response.headers["X-RateLimit-Limit"] = str(limit)
            response.headers["X-RateLimit-Remaining"] = str(max(limit - place, 0))
            return response

        return answer

    def _answer(self, name: str, tool: Tool, asked: Asked) -> web.Response:
        """Return what a tool says, or why it does not."""
        if asked.text("db", "pubmed").lower() != "pubmed":
            return bodies.refusal(name, asked.body, f"There is no database called {asked.text('db')}")
        try:
            return tool(self, asked)
        except Refused as refused:
            return bodies.refusal(name, asked.body, refused.reason, refused.status)

    def esearch(self, asked: Asked) -> web.Response:
        """Say what a query finds."""
        results = esearch.searched(self.holdings, asked)
        if asked.body == "json":
            return bodies.in_json("esearch", "esearchresult", esearch.as_json(results))
        return bodies.in_xml(esearch.as_xml(results))

    def efetch(self, asked: Asked) -> web.Response:
        """Give whole records; of unknown ids nothing is said."""
        if asked.text("retmode", "xml").lower() != "xml":
            raise Refused(ONLY_XML, 400)
        pmids = dict.fromkeys(self._chosen(asked))
        return bodies.records(self.holdings.record(one) for one in pmids if one in self.holdings.papers)

    def _chosen(self, asked: Asked) -> list[str]:
        """Return the ids that were given, or remembered; raise ``Refused`` where there are none."""
        if asked.text("WebEnv"):
            kept = self.holdings.recalled(asked.text("WebEnv"), asked.text("query_key"))
            if kept is None:
                raise Refused(NOT_KEPT, 400)
            start = asked.number("retstart", 0, most=10**9)
            return list(kept[start : start + asked.number("retmax", MOST_RECORDS)])
        usable = [one for one in asked.ids if one.isdecimal() and int(one) > 0]
        if not usable:
            raise Refused(NO_ID, 400)
        return usable

    def esummary(self, asked: Asked) -> web.Response:
        """Give short records."""
        if asked.body != "json":
            raise Refused(ONLY_JSON, 400)
        return bodies.in_json("esummary", "result", esummary.summaries(self.holdings, self._chosen(asked)))

    def elink(self, asked: Asked) -> web.Response:
        """Say what records are linked to."""
        if not asked.ids:
            raise Refused(NO_ID, 400)
        return bodies.in_xml(elink.linked(self.holdings, asked))

    def einfo(self, asked: Asked) -> web.Response:
        """Say which databases there are, or what PubMed can be searched by."""
        if asked.body == "json":
            return bodies.in_json("einfo", "einforesult", einfo.as_json(self.holdings, asked.text("db")))
        return bodies.in_xml(einfo.as_xml(self.holdings, asked.text("db")))


_TOOLS: dict[str, Tool] = {
    "esearch": PubMed.esearch,
    "efetch": PubMed.efetch,
    "esummary": PubMed.esummary,
    "elink": PubMed.elink,
    "einfo": PubMed.einfo,
}


async def _asked(request: web.Request) -> Asked:
    """Return the parameters of the address and of the form."""
    given: dict[str, list[str]] = {}
    form = await request.post() if request.method == "POST" else {}
    for name, value in (*request.query.items(), *form.items()):
        given.setdefault(name, []).append(str(value))
    return Asked(given)


class BackendFailed:
    """A fault of PubMed's own: an error inside a success that passes when asked again."""

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Say that the index cannot be reached at the moment."""
        del handler
        tool = request.path.rsplit("/", 1)[-1].removesuffix(".fcgi")
        reason = "Search Backend failed: the index cannot be reached now"
        return bodies.refusal(tool, (await _asked(request)).body, reason)
