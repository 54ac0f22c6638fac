"""A vendor's server of a test's own on a real socket, and the product's client for it."""

import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from shared.http import Manners, Patience, Site, open_site
from tests.world.faults import Faults, middleware
from tests.world.loopback import served

JSON = b'{"found": [{"title": "On <i>being</i> asked"}, {"title": "Again"}]}'
XML = b'<?xml version="1.0"?>\n<set><one>first</one><one>second</one></set>\n'

QUICK = Patience(connect_seconds=2, read_seconds=5, whole_seconds=5, attempts=1, first_wait_seconds=0.01)
POLITE = Manners(setting="VOUCH_PUBMED", patience=QUICK, most_bytes=2_000_000)

KEY = "check VOUCH_PUBMED__API_KEY"
ADDRESS = "check VOUCH_PUBMED__URL"


@dataclass
class Vendor:
    """A server that answers with JSON and XML, and what it can be made to do wrong."""

    url: str = ""
    faults: Faults = field(default_factory=Faults)
    asked: list[str] = field(default_factory=list)
    """The queries and forms that reached it, in order."""

    async def answer(self, request: web.Request) -> web.Response:
        """Answer in the format that the path ends in."""
        self.asked.append(request.rel_url.raw_query_string or (await request.text()))
        if request.path.endswith("json"):
            return web.Response(body=JSON, content_type="application/json")
        return web.Response(body=XML, content_type="application/xml")


@asynccontextmanager
async def running() -> AsyncIterator[Vendor]:
    """Start a vendor; what is below ``/vendor/`` can be spoilt."""
    vendor = Vendor()
    app = web.Application(middlewares=[middleware(vendor.faults)])
    app.router.add_route("*", "/vendor/{name}", vendor.answer)
    async with served(app) as vendor.url:
        yield vendor


async def site_of(
    stack: AsyncExitStack, url: str, manners: Manners = POLITE, tls: ssl.SSLContext | None = None
) -> Site:
    """Return PubMed at *url*."""
    return await stack.enter_async_context(open_site("PubMed", url, user_agent="Vouch/0", manners=manners, tls=tls))
