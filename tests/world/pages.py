"""A web site on loopback: the pages of the corpus, its robots.txt, redirects of every kind, and pages without end.

It wants a server of its own, for a robots.txt speaks for a whole host: ``app()`` has ``/robots.txt`` and ``/pages/…``.
"""

import gzip
from collections.abc import Mapping

from aiohttp import web

from tests.world.web_corpus import FOUND_NOWHERE, PAGES

MEBIBYTE = 1 << 20

ROBOTS = """User-agent: *
Disallow: /pages/private/

User-agent: Vouch
Disallow: /pages/private/
Disallow: /pages/not-for-vouch
"""

REDIRECTS: Mapping[str, str] = {
    "moved": "/pages/leaflet",
    "chain-1": "/pages/chain-2",
    "chain-2": "/pages/chain-3",
    "chain-3": "/pages/chain-4",
    "chain-4": "/pages/chain-5",
    "chain-5": "/pages/leaflet",
    "round": "/pages/round",
    "to-metadata": "http://169.254.169.254/latest/meta-data/",
    "to-private": "http://10.0.0.1/",
    "to-decimal": "http://2130706433/",
    "to-localhost": "http://localhost/",
    "to-file": "file:///etc/hostname",
    "to-forbidden": "/pages/private/notes",
    "to-nowhere": "http://[",
}
"""Name and where it leads."""


def app(robots: str = ROBOTS) -> web.Application:
    """Return the site, with a robots.txt of its own or another."""
    made = web.Application()
    made.router.add_get("/robots.txt", _said(robots))
    made.router.add_get("/pages/huge", _huge)
    made.router.add_get("/pages/bomb", _bomb)
    made.router.add_get("/pages/brotli", _brotli)
    made.router.add_get("/pages/{name:.+}", _page)
    return made


def _said(robots: str) -> web.RequestHandler | object:
    """Return the handler of robots.txt."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(text=robots)

    return answer


async def _page(request: web.Request) -> web.Response:
    """Answer with a page, or lead elsewhere."""
    name = request.match_info["name"]
    if name in REDIRECTS:
        return web.Response(status=302, headers={"Location": REDIRECTS[name]})
    page = next((one for one in (*PAGES, *FOUND_NOWHERE) if one.name == name), None)
    if page is None:
        raise web.HTTPNotFound
    return web.Response(status=page.status, body=page.body, headers={"Content-Type": page.content_type})


async def _huge(request: web.Request) -> web.StreamResponse:
    """Send a page that does not end, until the client leaves."""
    response = web.StreamResponse(headers={"Content-Type": "text/html"})
    await response.prepare(request)
    while request.transport is not None and not request.transport.is_closing():
        await response.write(b"<p>Velasartan and migraine.</p>" * 2_000)
    return response


async def _bomb(_: web.Request) -> web.Response:
    """Send 50 MB as 50 kB."""
    body = gzip.compress(b"<p>" + b"0" * (50 * MEBIBYTE))
    return web.Response(body=body, headers={"Content-Type": "text/html", "Content-Encoding": "gzip"})


async def _brotli(_: web.Request) -> web.Response:
    """Send a page in a compression that was not offered."""
    return web.Response(body=b"\x8b\x00\x80", headers={"Content-Type": "text/html", "Content-Encoding": "br"})
