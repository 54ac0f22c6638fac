"""Pages of the web, fetched with care: every hop checked, size and type bounded, refusals understood."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

import httpx

from shared.errors import CannotDo, RetryLater
from shared.http.unpacking import read_whole

from .guarding import Guard

MOST_HOPS = 5
"""Redirects followed for one page."""

READABLE = ("text/html", "application/xhtml+xml", "text/plain")

Permit = Callable[[httpx.URL], Awaitable[None]]
"""Raises ``CannotDo`` or ``RetryLater`` where a page's host does not want it read by programs."""

T = TypeVar("T")

_ACCEPT = ", ".join((*READABLE, "*/*;q=0.1"))
_LATER = frozenset({408, 425, 429})
_SAID = {
    202: "answered with a check for people (202) in place of the page",
    401: "wants a password (401)",
    402: "wants to be paid (402)",
    403: "does not let programs read it (403)",
    404: "has no such page (404)",
    410: "has taken the page away (410)",
    429: "was asked too often (429)",
    451: "may not show it, for legal reasons (451)",
}


@dataclass(frozen=True)
class Fetched:
    """A page as its server sent it."""

    address: str
    """Where it stood in the end, after redirects."""
    content_type: str
    """Without parameters, in lower case."""
    charset: str
    """As the server said; empty where it did not."""
    body: bytes


async def permit_all(url: httpx.URL) -> None:
    """Ask nobody: for what is no page, such as robots.txt itself."""
    del url


class Fetcher:
    """Fetches over *client*, which must check what it connects to (``connecting.web_client``)."""

    def __init__(self, client: httpx.AsyncClient, guard: Guard) -> None:
        self._client, self._guard = client, guard

    async def page(self, address: str, most_bytes: int, permit: Permit) -> Fetched:
        """Return the page at *address*. Raises ``CannotDo`` or ``RetryLater`` with a reason for a person."""

        async def read(response: httpx.Response) -> Fetched:
            kind = _type_of(response)
            _check(response, kind)
            body = await read_whole(_host(response), response, most_bytes)
            return Fetched(str(response.url), kind, response.charset_encoding or "", body)

        return await self._arrived(address, permit, read)

    async def status(self, address: str, most_bytes: int) -> tuple[int, bytes]:
        """Return the status of what stands at *address*, and its body, whatever they are."""

        async def read(response: httpx.Response) -> tuple[int, bytes]:
            return response.status_code, await read_whole(_host(response), response, most_bytes)

        return await self._arrived(address, permit_all, read)

    async def _arrived(self, address: str, permit: Permit, read: Callable[[httpx.Response], Awaitable[T]]) -> T:
        """Return what *read* makes of the answer that is no redirect any more."""
        to = address
        for _ in range(MOST_HOPS + 1):
            url = self._guard.checked(to)
            await permit(url)
            async with self._asked(url) as response:
                if not response.has_redirect_location:
                    return await read(response)
                to = _next(url, response.headers["Location"])
        message = f"{address} was not opened: it leads on from page to page, more than {MOST_HOPS} times"
        raise CannotDo(message)

    @asynccontextmanager
    async def _asked(self, url: httpx.URL) -> AsyncIterator[httpx.Response]:
        """Ask once; whatever httpx raises meanwhile is that the host could not be reached."""
        try:
            async with self._client.stream("GET", url, headers={"Accept": _ACCEPT}) as response:
                yield response
        except httpx.HTTPError as error:
            message = f"{url.host} could not be read: {_trouble(error)}"
            raise RetryLater(message) from error


def _host(response: httpx.Response) -> str:
    """Return who answered."""
    return response.url.host


def _next(url: httpx.URL, location: str) -> str:
    """Return where a redirect leads."""
    try:
        return str(url.join(location))
    except (httpx.InvalidURL, ValueError) as error:
        message = f"{url.host} leads on to what is no address"
        raise CannotDo(message) from error


def _check(response: httpx.Response, kind: str) -> None:
    """Raise unless this is a page that can be read: a refusal is never an empty page."""
    status, host = response.status_code, _host(response)
    if status != httpx.codes.OK:
        message = f"{host} {_SAID.get(status, f'answered with an error ({status})')}"
        raise RetryLater(message) if status in _LATER or response.is_server_error else CannotDo(message)
    if kind == "application/pdf":
        message = f"{response.url} is a PDF, and only pages are read from the web: give it as a file of your own"
        raise CannotDo(message)
    if kind not in READABLE:
        message = f"{response.url} is no text to read, but {kind or 'of no type that its server names'}"
        raise CannotDo(message)


def _type_of(response: httpx.Response) -> str:
    """Return the content type without its parameters."""
    said: str = response.headers.get("Content-Type", "")
    return said.partition(";")[0].strip().lower()[:100]


def _trouble(error: httpx.HTTPError) -> str:
    """Return what went wrong on the way, in words."""
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return "its certificate cannot be trusted"
    if isinstance(error, httpx.TimeoutException):
        return "it did not answer in time"
    return "no connection could be made" if isinstance(error, httpx.ConnectError) else "the connection broke"
