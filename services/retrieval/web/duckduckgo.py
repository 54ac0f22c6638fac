"""DuckDuckGo's page of results for browsers without scripts: the one it lets be read without a key.

It answers in three ways that must not be confused: results, none, and a check for people (docs/decisions/0011).
"""

from collections.abc import Iterator, Mapping
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

import httpx

from shared.errors import RetryLater
from shared.http import Answer, Wants
from shared.http.failing import SiteError

from .guarding import is_web_address
from .markup import Element, tree_of, words_of
from .searching import MOST_HITS, MOST_SNIPPET_CHARACTERS, WebHit

TITLE = "DuckDuckGo"

CHECKED = f"{TITLE} checks whether a person is asking, in place of results: try later, or set VOUCH_TAVILY__API_KEY"

_OWN = "duckduckgo.com"
_CHECKS = ("anomaly-modal", "anomaly-modal__mask", "challenge-form")
_NONE = ("no-results", "result--no-result")
_NEVER_HITS = ("result--ad", "result--no-result")


class Posts(Protocol):
    """What is used of ``shared.http.Site``."""

    async def post(self, path: str, form: Mapping[str, str], *, wants: Wants = "json") -> Answer:
        """Return what the server answers to a form."""
        ...


class DuckDuckGo:
    """Asks DuckDuckGo."""

    title = TITLE

    def __init__(self, site: Posts) -> None:
        self._site = site

    async def find(self, query: str) -> tuple[WebHit, ...]:
        """Return its first results; raise ``RetryLater`` where it shows none and does not say that there are none."""
        try:
            answer = await self._site.post("/html/", {"q": query, "kl": "wt-wt"}, wants="html")
        except SiteError as error:
            if error.status != httpx.codes.ACCEPTED:
                raise
            raise RetryLater(CHECKED) from error
        return hits_of(answer.text)[:MOST_HITS]


def hits_of(page: str) -> tuple[WebHit, ...]:
    """Return the results on a page of DuckDuckGo's, without advertisements; none where the page says that.

    Raises ``RetryLater`` for a check for people, and for a page that says neither the one nor the other.
    """
    root = tree_of(page)
    if root is None or any(_with_class(root, name) for name in _CHECKS) or "/anomaly.js" in page:
        raise RetryLater(CHECKED)
    hits = tuple(_hits(root))
    if not hits and not any(_with_class(root, name) for name in _NONE):
        message = f"{TITLE} answered with a page that holds no results, and does not say that there are none"
        raise RetryLater(message)
    return hits


def address_of(link: str) -> str:
    """Return where a result leads, behind DuckDuckGo's own redirect; nothing for an advertisement's or no address."""
    address = f"https:{link}" if link.startswith("//") else link
    if not is_web_address(address):
        return ""
    parts = urlsplit(address)
    if _is_own(parts.hostname):
        address = parse_qs(parts.query).get("uddg", [""])[0] if parts.path == "/l/" else ""
    return address if is_web_address(address) and not _is_own(urlsplit(address).hostname) else ""


def _hits(root: Element) -> Iterator[WebHit]:
    """Yield the results in their order, each address once."""
    met: set[str] = set()
    for result in _with_class(root, "result"):
        if any(name in result.get("class").split() for name in _NEVER_HITS):
            continue
        for link in _with_class(result, "result__a")[:1]:
            address, title = address_of(link.get("href")), words_of(link)
            if address and title and address not in met:
                met.add(address)
                yield WebHit(title, address, _snippet(result))


def _snippet(result: Element) -> str:
    """Return what the engine shows of a page."""
    return " ".join(words_of(one) for one in _with_class(result, "result__snippet")[:1])[:MOST_SNIPPET_CHARACTERS]


def _with_class(element: Element, name: str) -> list[Element]:
    """Return the elements below that bear a class."""
    return element.xpath(f".//*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]")


def _is_own(host: str | None) -> bool:
    """Say whether a host is DuckDuckGo's."""
    return host is not None and (host == _OWN or host.endswith(f".{_OWN}"))
