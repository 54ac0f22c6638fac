"""robots.txt: what a host lets programs read (RFC 9309)."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import httpx
from protego import Protego

from shared.errors import CannotDo, RetryLater

from .fetching import Fetcher

PRODUCT = "Vouch"
"""What a robots.txt calls us: the product in our User-Agent."""

MOST_BYTES = 2_000_000
"""Of a robots.txt that is received; a host with a longer one is not read."""

MOST_BYTES_HEEDED = 512_000
"""What RFC 9309 asks to heed at least, and crawlers do: rules beyond it would take a second to understand."""

SECONDS_KEPT = 3600.0
"""RFC 9309 allows a day; a run is over in an hour."""

MOST_KEPT = 500

_MISSING = range(400, 500)


@dataclass(frozen=True)
class _Rules:
    """What one host says, until when we take its word."""

    rules: Protego
    until: float


class Robots:
    """Asks each host once an hour. *seconds* is a clock that never goes back."""

    def __init__(self, fetcher: Fetcher, seconds: Callable[[], float] = time.monotonic) -> None:
        self._fetcher, self._seconds = fetcher, seconds
        self._kept: OrderedDict[str, _Rules] = OrderedDict()

    async def permit(self, url: httpx.URL) -> None:
        """Raise ``CannotDo`` where the host forbids it, ``RetryLater`` where it does not say."""
        rules = await self._rules(url.copy_with(raw_path=b"/robots.txt"))
        if not rules.can_fetch(str(url), PRODUCT):
            message = f"{url} was not opened: {url.host} asks programs not to read it (robots.txt)"
            raise CannotDo(message)

    async def _rules(self, where: httpx.URL) -> Protego:
        """Return the rules of a host, from its word of the last hour if there is one."""
        kept = self._kept.get(str(where))
        if kept is None or kept.until < self._seconds():
            # A host that could not be asked is asked again the next time: nothing is kept of a failure.
            kept = _Rules(await self._asked(where), self._seconds() + SECONDS_KEPT)
            self._kept[str(where)] = kept
        self._kept.move_to_end(str(where))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept.rules

    async def _asked(self, where: httpx.URL) -> Protego:
        """Ask for the rules: none there means that all may be read, no answer that nothing may be."""
        try:
            status, body = await self._fetcher.status(str(where), MOST_BYTES)
        except RetryLater as error:
            message = f"{error} (its robots.txt, which says what programs may read)"
            raise RetryLater(message) from error
        if status == httpx.codes.OK:
            return Protego.parse(_heeded(body).decode("utf-8", errors="replace"))
        if status in _MISSING:
            return Protego.parse("")
        message = f"{where.host} was not read: it does not say what programs may read (robots.txt: {status})"
        raise RetryLater(message)


def _heeded(body: bytes) -> bytes:
    """Return the lines that are heeded, each whole: half a rule may say something else."""
    if len(body) <= MOST_BYTES_HEEDED:
        return body
    return body[: body.rfind(b"\n", 0, MOST_BYTES_HEEDED) + 1 or MOST_BYTES_HEEDED]
