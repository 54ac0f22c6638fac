"""The NATS server's clock, as seen from here: one time for all replicas, whatever their own clocks say."""

import asyncio
import json
import math
import time
from dataclasses import dataclass
from datetime import datetime

from nats.aio.client import Client

from shared.errors import RetryLater

from .keyvalue import TRANSIENT

REFRESH_SECONDS = 10.0
"""Between two questions to the server."""

FIRST_READINGS = 5

DRIFT = 0.0002
"""By how much two clocks may part, as a share of the time: ten times what crystals do."""

PATIENCE_SECONDS = 2.0
"""For the server's answer."""


@dataclass(frozen=True)
class Reading:
    """What the server's clock showed, and between which moments of ours."""

    server: float
    """Seconds since 1970."""
    before: float
    after: float
    """Of the monotonic clock, seconds."""

    @property
    def offset(self) -> float:
        """Return what to add to our monotonic clock: the server looked about halfway through."""
        return self.server - (self.before + self.after) / 2

    def doubt(self, at: float) -> float:
        """Return by how many seconds the offset may be wrong *at* a moment of the monotonic clock."""
        return (self.after - self.before) / 2 + (at - self.after) * DRIFT


def better(known: Reading | None, new: Reading) -> Reading:
    """Return the reading to go by: the surer one, or the *new* one where the two cannot both be right."""
    if known is None:
        return new
    at = new.after
    apart = abs(known.offset - new.offset)
    if apart > known.doubt(at) + new.doubt(at):
        return new
    return min(new, known, key=lambda one: one.doubt(at))


class ServerClock:
    """Tells the time of the server that leads a *stream*; it asks at most every ``REFRESH_SECONDS``."""

    def __init__(self, client: Client, stream: str = "KV_LIMITS") -> None:
        self._client, self._subject = client, f"$JS.API.STREAM.INFO.{stream}"
        self._known: Reading | None = None
        self._offset = 0.0
        self._asked_at = -math.inf
        self._asking = asyncio.Lock()

    async def now(self) -> float:
        """Return the seconds since 1970 by the server's clock; raise ``RetryLater`` when it cannot be asked."""
        async with self._asking:
            if time.monotonic() - self._asked_at > REFRESH_SECONDS:
                await self._refresh()
            return time.monotonic() + self._offset

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        await asyncio.sleep(seconds)

    async def _refresh(self) -> None:
        """Ask the server, at first several times: one answer may be slow by chance."""
        for _ in range(1 if self._known else FIRST_READINGS):
            self._known = better(self._known, await self._read())
            self._offset = self._known.offset
        self._asked_at = time.monotonic()

    async def _read(self) -> Reading:
        """Ask the server for the time."""
        before = time.monotonic()
        try:
            answer = await self._client.request(self._subject, timeout=PATIENCE_SECONDS)
            after = time.monotonic()
            shown = datetime.fromisoformat(json.loads(answer.data)["ts"])
        except (*TRANSIENT, ValueError, KeyError) as error:
            message = f"NATS did not tell the time ({str(error) or type(error).__name__})"
            raise RetryLater(message) from error
        return Reading(shown.timestamp(), before, after)
