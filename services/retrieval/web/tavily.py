"""Tavily's search, for whoever has a key: one request, asked over our own HTTP (docs/decisions/0011)."""

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

import httpx
from pydantic import BaseModel, ConfigDict

from shared.characters import json_of
from shared.errors import CannotDo, RetryLater
from shared.http import Manners
from shared.http.failing import translated
from shared.http.opening import check_address, proxy_for
from shared.http.unpacking import ACCEPTED
from shared.http.wire import Wire
from shared.limits import Limiter

from .guarding import is_web_address
from .searching import MOST_HITS, MOST_QUERY_CHARACTERS, MOST_SNIPPET_CHARACTERS, WebHit

TITLE = "Tavily"

MANNERS = Manners(setting="VOUCH_TAVILY", most_bytes=2_000_000)
"""Five results take 10 kB."""

_KEY = "VOUCH_TAVILY__API_KEY"
_REFUSED: Mapping[int, str] = {
    400: f"does not take the query: it may have {MOST_QUERY_CHARACTERS} characters, and must say something",
    401: f"does not know the key: check {_KEY}",
    403: f"does not let this key search: check {_KEY} and what its plan allows",
    432: f"gives this key no more searches, its plan is used up: raise it, or unset {_KEY} to ask DuckDuckGo",
    433: f"gives this key no more searches, its pay-as-you-go limit is reached: raise it, or unset {_KEY}",
}
_LATER: Mapping[int, str] = {
    408: "took too long",
    429: "was asked too often: try later, or lower VOUCH_TAVILY__PER_SECOND",
}


class _Result(BaseModel):
    """What Tavily says of one page; each may be null."""

    model_config = ConfigDict(frozen=True)

    title: str | None = None
    url: str | None = None
    content: str | None = None


class _Found(BaseModel):
    """Tavily's answer, as much of it as is used."""

    model_config = ConfigDict(frozen=True)

    results: tuple[_Result, ...]


class Tavily:
    """Asks Tavily over *client*, whose base address is Tavily's and which adds the key; ``open_tavily`` makes one."""

    title = TITLE

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def find(self, query: str) -> tuple[WebHit, ...]:
        """Return its results; raise ``CannotDo`` for a key that does not do, ``RetryLater`` for a bad moment."""
        asked = {"query": query, "max_results": MOST_HITS, "include_answer": False, "include_raw_content": False}
        with translated(TITLE, MANNERS):
            response = await self._client.post("/search", json=asked, headers={"Accept-Encoding": ACCEPTED})
        check(response)
        return hits_of(response.content)[:MOST_HITS]


@contextlib.asynccontextmanager
async def open_tavily(url: str, key: str, *, user_agent: str, limiter: Limiter) -> AsyncIterator[Tavily]:
    """Open Tavily at *url* for the owner of *key*; raise ``CannotDo`` for what is no address."""
    # ``Site`` posts forms alone, and Tavily wants JSON; pace, limits and secrecy are those of every vendor.
    manners = replace(MANNERS, headers={"Authorization": f"Bearer {key}"})
    check_address(TITLE, url, manners)
    network = httpx.AsyncHTTPTransport(proxy=proxy_for(url))
    transport = Wire(TITLE, network, limiter, manners)
    async with httpx.AsyncClient(
        transport=transport, base_url=url, headers={"User-Agent": user_agent}, timeout=manners.patience.read_seconds
    ) as client:
        yield Tavily(client)


def check(response: httpx.Response) -> None:
    """Raise for every status but success: with what to do about it, and without what the server says."""
    status = response.status_code
    if status == httpx.codes.OK:
        return
    if status in _REFUSED:
        message = f"{TITLE} {_REFUSED[status]}"
        raise CannotDo(message)
    message = f"{TITLE} {_LATER.get(status, f'cannot answer now ({status})')}"
    raise RetryLater(message)


def hits_of(body: bytes) -> tuple[WebHit, ...]:
    """Return the results in an answer; raise ``RetryLater`` for one that is not understood."""
    try:
        found = _Found.model_validate(json_of(body))
    except (ValueError, RecursionError) as error:  # pydantic's error is a ValueError, too
        message = f"{TITLE} answered with something that is no list of results"
        raise RetryLater(message) from error
    hits = (_hit(one.title or "", one.url or "", one.content or "") for one in found.results)
    return tuple(hit for hit in hits if hit.title and is_web_address(hit.address))


def _hit(title: str, address: str, content: str) -> WebHit:
    """Return a result in one line each."""
    return WebHit(" ".join(title.split()), address.strip(), " ".join(content.split())[:MOST_SNIPPET_CHARACTERS])
