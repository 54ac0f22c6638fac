"""How many calls go out at once, and a pause that all workers keep when a server asks one of them for it."""

import asyncio
import contextlib
import hashlib
import json
import math
from collections.abc import AsyncIterator

import structlog

from shared.bus.keyvalue import Bucket
from shared.errors import RetryLater
from shared.limits import Clock

MOST_WAITED_SECONDS = 5.0
"""Of a pause: a longer one is waited for by the queue, so that no worker is held."""

FRESH_SECONDS = 0.2
"""For so long what was read of a pause holds, so that not every call of many asks for it."""

logger = structlog.get_logger()


class Pace:
    """At most so many calls at once in this process, none while the account is to be left alone.

    The pause is kept in *bucket* under the account and told by the server's *clock*, so that every replica of every
    agent that uses the same key keeps it, within ``FRESH_SECONDS``.
    """

    def __init__(self, bucket: Bucket, account: str, clock: Clock, concurrency: int) -> None:
        self._bucket, self._key, self._clock = bucket, f"{account}.pause", clock
        self._room, self._reading = asyncio.Semaphore(concurrency), asyncio.Lock()
        self._known, self._read_at = 0.0, -math.inf

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Have a place among the calls in flight; raise ``RetryLater`` while the account is to be left alone.

        A ``RetryLater`` from inside that names a time makes the pause longer for everybody.
        """
        async with self._room:
            await self._waited()
            try:
                yield
            except RetryLater as error:
                if error.after_seconds:
                    await self._pause(error.after_seconds)
                raise

    async def _waited(self) -> None:
        """Wait for the end of a short pause; raise ``RetryLater`` for a long one."""
        left = await self._lately() - await self._clock.now()
        if left > MOST_WAITED_SECONDS:
            message = f"the model's server asked to be left alone for {left:.0f} s more"
            raise RetryLater(message, after_seconds=left)
        if left > 0:
            await self._clock.sleep(left)

    async def _lately(self) -> float:
        """Return when the pause ends, as it was read a moment ago; calls that begin at once share one look."""
        async with self._reading:
            now = await self._clock.now()
            if now - self._read_at > FRESH_SECONDS:
                self._known, self._read_at = await self._until(), now
            return self._known

    async def _until(self) -> float:
        """Return when the pause ends, by the server's clock; 0 where there is none."""
        entry = await self._bucket.get(self._key)
        try:
            return float(json.loads(entry.value)) if entry else 0.0
        except (ValueError, TypeError):
            logger.warning("a pause cannot be read, so it is not kept", key=self._key)
            return 0.0

    async def _pause(self, seconds: float) -> None:
        """Make the pause at least so long; where two workers write at once, the next refusal mends it."""
        until = await self._clock.now() + seconds
        known = await self._until()
        if until > known:
            await self._bucket.put(self._key, json.dumps(until).encode())
        self._known = max(known, until)


def account_of(url: str, key: str) -> str:
    """Return whose limit the calls count against, without the key itself."""
    return f"claude-{hashlib.sha256(f'{url} {key}'.encode()).hexdigest()[:12]}"
