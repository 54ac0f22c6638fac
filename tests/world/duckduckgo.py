"""DuckDuckGo's page for browsers without scripts, over the pages of the corpus: results, an ad, none, a check."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from aiohttp import web

from tests.world.web_corpus import PAGES, WebPage

FEWEST_WORDS = 2
"""Of a query that a page must hold to be found."""

_AD = "https://duckduckgo.com/y.js?ad_domain=pills.example&ad_provider=bing&u3=https%3A%2F%2Fpills.example%2F"


@dataclass
class Checking:
    """Whether a check for people comes in place of results."""

    on: bool = False


CHECKING = web.AppKey("checking", Checking)


def app(base: str, pages: Sequence[WebPage] = PAGES) -> web.Application:
    """Return the engine over *pages*, which stand at *base* (``http://127.0.0.1:8000``); see ``app[CHECKING].on``."""
    made = web.Application()
    made[CHECKING] = Checking()

    async def answer(request: web.Request) -> web.Response:
        form = await request.post() if request.method == "POST" else request.query
        query = str(form.get("q", ""))
        if made[CHECKING].on:
            return web.Response(status=202, text=_document(query, _CHECK), content_type="text/html")
        shown = _ad() + ("".join(_results(found(query, pages), base)) or _NONE)
        return web.Response(text=_document(query, shown), content_type="text/html")

    made.router.add_route("*", "/html/", answer)
    return made


def found(query: str, pages: Sequence[WebPage]) -> list[WebPage]:
    """Return the pages that hold words of *query*, those with most first."""
    words = set(re.findall(r"\w{4,}", query.lower()))
    held = {page.name: sum(word in page.words for word in words) for page in pages}
    least = min(FEWEST_WORDS, len(words)) or 1
    return sorted((page for page in pages if held[page.name] >= least), key=lambda page: -held[page.name])


def _results(pages: Sequence[WebPage], base: str) -> Iterator[str]:
    """Yield each result: every other link goes through the engine's redirect."""
    for place, page in enumerate(pages):
        address = f"{base}/pages/{page.name}"
        link = f"//duckduckgo.com/l/?uddg={quote(address, safe='')}&amp;rut=0" if place % 2 else address
        yield _result("web-result", link, page.title, page.snippet)


def _result(kind: str, link: str, title: str, snippet: str) -> str:
    """Return one result."""
    return (
        f'<div class="result results_links results_links_deep {kind}"><div class="links_main links_deep result__body">'
        f'<h2 class="result__title"><a rel="nofollow" class="result__a" href="{link}">{html.escape(title)}</a></h2>'
        f'<a class="result__snippet" href="{link}">{html.escape(snippet)}</a></div></div>'
    )


def _ad() -> str:
    """Return an advertisement; it stands above the results and looks like one."""
    link = f"//duckduckgo.com/l/?uddg={quote(_AD, safe='')}"
    return _result("result--ad", link, "Pills without prescription", "Buy now.")


def _document(query: str, inside: str) -> str:
    """Return the page around."""
    title = html.escape(f"{query} at DuckDuckGo")
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body><div id='links'>{inside}</div></body></html>"


_NONE = '<div class="result results_links result--no-result"><div class="no-results">Nothing was found.</div></div>'
_CHECK = (
    '<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html"><div class="anomaly-modal__mask">'
    '<div class="anomaly-modal">Pick the squares that show a duck.</div></div></form>'
)
