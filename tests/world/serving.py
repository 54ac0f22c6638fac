"""The world as one server: every source below its own path of one port, with faults before and a log of all."""

import json
import socket
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self

from aiohttp import web

from . import clinicaltrials, duckduckgo, europepmc, openalex, pages, pubmed, tavily
from .claude import Claude, planting
from .control import Steering
from .corpus import PAPERS, STUDIES
from .faults import Faults, middleware
from .log import Log, logging
from .pubmed import Arrivals, Limits
from .shapes import Paper, Study

ASKED = ("pubmed", "clinicaltrials", "europepmc", "openalex", "duckduckgo", "tavily")
"""The sources that have a setting for their address."""
MOST_BYTES = 16 << 20
LONGEST_LINE = 64 << 10
"""Of a request: longer than any source takes, so that each can refuse in its own way."""
GRACE_SECONDS = 0.5
"""How long an answer that never ends may delay the end."""


class World:
    """The outside world while it is entered; without *papers* and *studies* it knows the whole corpus.

    Where *planted*, it holds one paper more, whose abstract tells whoever reads it what to do.
    """

    def __init__(
        self,
        papers: Iterable[Paper] = PAPERS,
        studies: Iterable[Study] = STUDIES,
        *,
        port: int = 0,
        limits: Limits | None = None,
        planted: bool = False,
    ) -> None:
        self.faults = Faults()
        self.checking = duckduckgo.Checking()
        """Whether DuckDuckGo shows its check for people in place of results."""
        self.claude = Claude()
        """The scripted model below ``/claude``."""
        self.log = Log(pubmed=Arrivals(limits or Limits()))
        self._papers, self._studies, self._port = tuple(papers), tuple(studies), port
        self._planted = planted
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        listening = socket.create_server(("127.0.0.1", self._port))
        self._port = listening.getsockname()[1]
        self._runner = web.AppRunner(
            self._application(),
            access_log=None,
            shutdown_timeout=GRACE_SECONDS,
            max_line_size=LONGEST_LINE,
            max_field_size=LONGEST_LINE,
        )
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    def _application(self) -> web.Application:
        """Return all servers as one; the site stands at the root, for its robots.txt speaks for the whole host."""
        whole = web.Application(middlewares=(logging(self.log), middleware(self.faults)), client_max_size=MOST_BYTES)
        for name, server in self._servers():
            whole.add_subapp(f"/{name}", server)
        for resource in list(pages.app().router.resources()):
            whole.router.register_resource(resource)
        whole.add_routes(Steering(self.log, self.faults, self.checking, self.claude).routes())
        return whole

    def _servers(self) -> Iterator[tuple[str, web.Application]]:
        """Yield each source that has a path of its own."""
        papers = (planting.planted(self.url()), *self._papers) if self._planted else self._papers
        yield "pubmed", pubmed.app(papers, self._studies, self.log.pubmed)
        engine = duckduckgo.app(self.url())
        self.checking = engine[duckduckgo.CHECKING]
        yield "duckduckgo", engine
        yield "tavily", tavily.app(self.url())
        yield "clinicaltrials", clinicaltrials.app(papers, self._studies)
        yield "europepmc", europepmc.app(papers, self._studies)
        yield "openalex", openalex.app(papers, self._studies)
        yield "claude", self.claude.app()

    def url(self, source: str = "") -> str:
        """Return the address of one source, or of the world."""
        return f"http://127.0.0.1:{self._port}" + (f"/{source}" if source else "")

    def environment(self, claude_key: str = "") -> dict[str, str]:
        """Return the variables that point every source of Vouch here, and let its pages be read.

        With *claude_key* Claude thinks in the agents, this world's.
        """
        addresses = {f"VOUCH_{source.upper()}__URL": self.url(source) for source in ASKED}
        thinking = {"VOUCH_CLAUDE__URL": self.url("claude"), "VOUCH_CLAUDE__API_KEY": claude_key} if claude_key else {}
        return addresses | thinking | {"VOUCH_PAGES__PRIVATE_HOSTS": json.dumps(["127.0.0.1"])}
