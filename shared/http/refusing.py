"""What a status that is no success means, and what the server said with it."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import Any

import httpx

from .failing import RefusedError, SiteError
from .manners import Manners

TOO_LONG = (413, 414)
KEY = (401, 403)
SLOW_DOWN = (425, 429)
REQUEST_TIMEOUT = 408
NOT_FOUND = 404
SERVER_ERROR = 500
CLIENT_ERROR = 400
REDIRECT = 300

MOST_PORT = 65_535

MOST_CHARACTERS = 200
"""Of what a server says about an error."""

LEAST_SECRET = 4
"""Characters of a key; shorter values would blank out common words."""

DEEPEST = 5
MESSAGE_KEYS = ("error", "message", "detail", "errMsg", "error_message", "msg", "title")
MARKUP = re.compile(r"<[^<>]*>")

MEANINGS: Mapping[int, str] = MappingProxyType(
    {
        400: "{name} did not understand the query (400)",
        404: "{name} has nothing at this address (404)",
        413: "the query is too long for {name} (413): ask with fewer words, or for fewer works at once",
        414: "the query is too long for {name} (414): ask with fewer words, or for fewer works at once",
        422: "{name} did not understand the query (422)",
    }
)


def refused(
    name: str, response: httpx.Response, body: bytes, manners: Manners, at: datetime
) -> SiteError | RefusedError:
    """Return what a *response* other than 200 means; *body* may be its beginning, *at* is when it came."""
    status = response.status_code
    said = excerpt(body, response.headers.get("content-type", ""), secrets(response.request, manners))
    if status in SLOW_DOWN or status == REQUEST_TIMEOUT or status >= SERVER_ERROR:
        return _transient(name, status, retry_after_seconds(response.headers.get("retry-after", ""), at), said)
    if status in KEY:
        about = "the key" if status == KEY[0] else "us"
        return RefusedError(f"{name} refused {about} ({status}): {manners.to_check('API_KEY')}{_told(said)}", status)
    if status >= CLIENT_ERROR:
        meaning = MEANINGS.get(status, "{name} refused the query ({status})")
        return RefusedError(meaning.format(name=name, status=status) + _told(said), status)
    if status >= REDIRECT:
        return _redirected(name, response, manners)
    return SiteError(f"{name} answered without a result ({status}){_told(said)}", status=status)


def _transient(name: str, status: int, wait_seconds: float | None, said: str) -> SiteError:
    """Return an error that may pass, with how long the vendor asked us to wait."""
    what = {REQUEST_TIMEOUT: "gave up waiting for our request"} | dict.fromkeys(SLOW_DOWN, "asked us to slow down")
    wait = "" if wait_seconds is None else f" and to try again in {wait_seconds:.0f} s"
    message = f"{name} {what.get(status, 'is in trouble')} ({status}){wait}{_told(said)}"
    return SiteError(message, status=status, wait_seconds=wait_seconds)


def _redirected(name: str, response: httpx.Response, manners: Manners) -> SiteError:
    """Return that the vendor sends us elsewhere: a portal, a page that says sorry, or an address that is old."""
    to = redirected_to(response)
    where = f"to {to.host}" if to else "to no address"
    message = f"{name} sends us elsewhere ({response.status_code}, {where}): {manners.to_check('URL')}"
    return SiteError(message, status=response.status_code, again=False)


def redirected_to(response: httpx.Response) -> httpx.URL | None:
    """Return where a redirect points, or None for no redirect and for one to nowhere."""
    if not response.has_redirect_location:
        return None
    try:
        return response.request.url.join(response.headers["location"])
    except httpx.InvalidURL:
        return None


def is_port(port: int | None) -> bool:
    """Say whether this is a port that can be connected to, or none, for that of the scheme."""
    return port is None or 0 < port <= MOST_PORT


def retry_after_seconds(value: str, at: datetime) -> float | None:
    """Return how long ``Retry-After`` asks to wait, from seconds or an HTTP date; None for neither."""
    if re.fullmatch(r"\s*\d{1,9}(\.\d+)?\s*", value, re.ASCII):
        return float(value)
    try:
        until = parsedate_to_datetime(value)
        left = (until if until.tzinfo else until.replace(tzinfo=UTC)) - at
    except (ValueError, OverflowError):
        return None
    return max(0.0, left.total_seconds())


def secrets(request: httpx.Request, manners: Manners) -> tuple[str, ...]:
    """Return what of a request nobody may read again: some servers repeat a key they refuse."""
    words = (word for value in manners.headers.values() for word in value.split())
    return tuple(one for one in (*request.extensions.get("hidden", ()), *words) if len(one) >= LEAST_SECRET)


def excerpt(body: bytes, content_type: str, hidden: Iterable[str] = ()) -> str:
    """Return what a server says about an error in a line for a person, without mark-up; "" for a web page."""
    text = body.decode("utf-8", errors="replace").strip()
    if "html" in content_type.lower() or re.match(r"<(!doctype\s+html|html|head|body)\b", text, re.IGNORECASE):
        return ""
    if text.startswith(("{", "[")):
        text = "; ".join(dict.fromkeys(_messages(text)))
    for one in hidden:
        text = text.replace(one, "…")
    plain = "".join(one if one.isprintable() else " " for one in MARKUP.sub(" ", text))
    line = " ".join(plain.split())
    return line if len(line) <= MOST_CHARACTERS else f"{line[: MOST_CHARACTERS - 1]}…"


def _messages(text: str) -> Iterator[str]:
    """Yield what the JSON of an error says in words."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    yield from _strings(value, DEEPEST)


def _strings(value: Any, deep: int) -> Iterator[str]:
    """Yield the strings under the keys that hold messages."""
    if isinstance(value, str):
        yield value
    within = [value.get(key) for key in MESSAGE_KEYS] if isinstance(value, dict) else value
    if isinstance(within, list) and deep:
        for one in within:
            yield from _strings(one, deep - 1)


def _told(said: str) -> str:
    """Return what a server said, as the end of a sentence."""
    return f": {said}" if said else ""
