"""Rate limits that hold for an account, however many replicas use it.

``earliest`` is the rule, without a clock or a network. ``AccountLimiter`` keeps to it across processes: the
bucket ``LIMITS`` holds, for each account, until when each of its last requests may have been counted, by the clock
of the NATS server.
"""

import asyncio
import json
import math
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import structlog

from shared.bus.keyvalue import Bucket
from shared.errors import RetryLater

MARGIN_SECONDS = 0.05
"""Beside a vendor's second: what two replicas may think differently of the server's time."""

MOST_UNDERWAY_SECONDS = 0.3
"""A request is counted this long after its slot at the latest, and earlier where its answer came earlier."""

MOST_LATE_SECONDS = 0.1
"""Of a request whose slot took longer to write down: it takes another, for it would be underway for too long."""

KEPT_SECONDS = 1.0
"""How much longer than needed a time is kept, and how far ahead one may lie: more than two clocks may differ."""

APART_SECONDS = (0.001, 0.01)
"""Between two replicas' tries to write: one takes about so long."""

logger = structlog.get_logger()


class Limiter(Protocol):
    """Gives out the moments at which a request may be made."""

    def slot(self) -> AbstractAsyncContextManager[None]:
        """Enter when the next request may be sent, as late as the account's limit asks; leave with its answer."""
        ...


class Unlimited:
    """For servers that name no limit, and for tests."""

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Enter at once."""
        yield


class Clock(Protocol):
    """A time that all replicas agree on."""

    async def now(self) -> float:
        """Return the seconds since 1970; raise ``RetryLater`` when nobody can be asked."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        ...


class AccountLimiter:
    """Lets an *account* make *per_second* requests in any second, over all replicas that share the bucket.

    A request counts from the moment it may be sent until a second after its answer, and an answer is waited for
    ``MOST_UNDERWAY_SECONDS``: a process or a wire that holds a request up for less than that puts none too many into
    a second. The first of them go at once. A replica that is killed
    leaves a request without an answer, which counts for ``MOST_UNDERWAY_SECONDS`` more and no longer.
    Below 1 a second there is one request in each ``1 / per_second`` seconds; a fraction above 1 is dropped.
    """

    def __init__(
        self, bucket: Bucket, account: str, per_second: float, clock: Clock, *, margin_seconds: float = MARGIN_SECONDS
    ) -> None:
        self._bucket, self._account, self._clock = bucket, account, clock
        self._most = max(1, math.floor(per_second))
        self._period_seconds = 1 / min(per_second, 1.0) + margin_seconds
        self._turn = asyncio.Lock()
        self._has_waited = False

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Enter when the next request may be sent; raise ``RetryLater`` when the bucket cannot be used.

        Callers of a replica are served in order. Left with an error, the slot counts as long as an answer may take.
        """
        async with self._turn:
            try:
                latest = await self._taken()
            except RetryLater as error:
                message = f"the rate limit that all replicas share ({self._account}) cannot be kept: {error}"
                raise RetryLater(message) from error
        yield
        try:
            async with asyncio.timeout(MOST_UNDERWAY_SECONDS):
                await self._answered(latest)
        except (RetryLater, TimeoutError) as error:
            logger.debug("an answer was not noted for the limit", account=self._account, problem=str(error))

    async def _taken(self) -> float:
        """Wait for a slot and write it down; return until when its request may be counted."""
        if self._has_waited:
            await self._clock.sleep(APART_SECONDS[1])  # whoever else waits comes first
        self._has_waited, unused = False, None
        while True:
            counting, revision, now = await self._read(without=unused)
            wait = earliest(counting, now, self._most, self._period_seconds) - now
            if wait > 0:
                # What is underway may be answered early: we look again before that would make a difference.
                await self._sleep(wait - MOST_UNDERWAY_SECONDS if wait > MOST_UNDERWAY_SECONDS else wait)
            elif not await self._written((*counting, now + MOST_UNDERWAY_SECONDS), revision):
                await self._sleep()
            elif await self._clock.now() > now + MOST_LATE_SECONDS:
                unused = now + MOST_UNDERWAY_SECONDS
            else:
                return now + MOST_UNDERWAY_SECONDS

    async def _answered(self, latest: float) -> None:
        """Note that the request which would have been counted *latest* then has been counted by now."""
        while await self._clock.now() < latest:
            counting, revision, now = await self._read(without=latest)
            if await self._written((*counting, min(now, latest)), revision):
                return
            await self._sleep()

    async def _sleep(self, seconds: float = 0.0) -> None:
        """Wait, and a little longer, by chance: replicas that wait for the same moment shall have it by turns."""
        self._has_waited = True
        await self._clock.sleep(seconds + random.uniform(*APART_SECONDS))

    async def _read(self, without: float | None) -> tuple[tuple[float, ...], int, float]:
        """Return the times that still count but one, the revision they were read at, and the time."""
        entry = await self._bucket.get(self._account)
        now = await self._clock.now()
        since, until = now - self._period_seconds - KEPT_SECONDS, now + KEPT_SECONDS
        times = times_in(entry.value, self._account) if entry else []
        if without in times:
            times.remove(without)  # one of them: two requests may have left in the same microsecond
        return tuple(one for one in times if since < one < until), entry.revision if entry else 0, now

    async def _written(self, times: Sequence[float], revision: int) -> bool:
        """Write the times down, and say whether nobody else did since they were read."""
        value = json.dumps(sorted(times), separators=(",", ":")).encode()
        return await self._bucket.put_if(self._account, value, revision) is not None


def earliest(latest: Sequence[float], now: float, most: int, period_seconds: float) -> float:
    """Return the first time from *now* on at which fewer than *most* requests were counted within *period_seconds*.

    Each of the *latest* is the last moment, in seconds, at which the vendor can have counted one of them.
    """
    counting = sorted(one for one in latest if one + period_seconds > now)
    return counting[-most] + period_seconds if len(counting) >= most else now


def times_in(value: bytes, account: str) -> list[float]:
    """Return the times of an account; raise ``RetryLater`` for what no version of Vouch has written."""
    try:
        return [float(one) for one in json.loads(value)]
    except (ValueError, TypeError) as error:
        message = f"its times cannot be read; remove the key {account} from the bucket LIMITS"
        raise RetryLater(message) from error
