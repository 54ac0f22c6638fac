"""Rate limits that hold for an account, however many replicas use it.

``earliest`` is the rule, without a clock or a network. ``AccountLimiter`` keeps to it across processes: the
bucket ``LIMITS`` holds, for each account, the times that were given out, by the clock of the NATS server.
"""

import asyncio
import json
import math
import random
from collections.abc import Sequence
from itertools import chain, repeat
from typing import Protocol

from shared.bus.keyvalue import Bucket
from shared.errors import RetryLater

MARGIN_SECONDS = 0.13
"""Beside a vendor's second: what the network may add or take between two requests before one is counted too early."""

MOST_LATE_SECONDS = 0.05
"""A request that would leave later than this after its slot takes another: the margin is not ours to spend."""

LEADS_SECONDS = (0.0, 0.0, 0.1, 0.2, 0.4, 0.8)
"""How far ahead a slot is taken, try by try: on a busy machine one is over before it is written down."""

MOST_AHEAD_SECONDS = 300.0
"""A slot further ahead was given out by a clock that was wrong: queues are as long as there are replicas."""

ROUNDING_SECONDS = 1e-6
"""Of seconds since 1970 as a float."""

KEPT_SECONDS = 1.0
"""How much longer than needed a time is kept: more than two clocks may differ."""

CONFLICT_SECONDS = (0.001, 0.01)
"""Between two tries to write: another replica takes about so long to have written."""


class Limiter(Protocol):
    """Gives out the moments at which a request may be made."""

    async def slot(self) -> None:
        """Return when the next request may be sent: at once, or as late as the account's limit asks."""
        ...


class Unlimited:
    """For servers that name no limit, and for tests."""

    async def slot(self) -> None:
        """Return at once."""


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

    The first of them go at once. A replica holds one slot at a time, so one that is killed leaves one unused.
    Below 1 a second there is one request in each ``1 / per_second`` seconds; a fraction above 1 is dropped.
    """

    def __init__(
        self, bucket: Bucket, account: str, per_second: float, clock: Clock, *, margin_seconds: float = MARGIN_SECONDS
    ) -> None:
        self._bucket, self._account, self._clock = bucket, account, clock
        self._most = max(1, math.floor(per_second))
        self._period_seconds = 1 / min(per_second, 1.0) + margin_seconds
        self._turn = asyncio.Lock()
        self._held: float | None = None

    async def slot(self) -> None:
        """Return when the next request may be sent; raise ``RetryLater`` when the bucket cannot be used.

        Callers are served in order. One that is cancelled leaves its slot to the next.
        """
        async with self._turn:
            try:
                await self._next()
            except RetryLater as error:
                message = f"the rate limit that all replicas share ({self._account}) cannot be kept: {error}"
                raise RetryLater(message) from error

    async def _next(self) -> None:
        """Hold a slot and wait for it, until this process wakes in time for one."""
        leads = chain(LEADS_SECONDS, repeat(LEADS_SECONDS[-1]))
        while self._held is None or not await self._reached(self._held):
            self._held = await self._reserved(next(leads), instead_of=self._held)
        self._held = None

    async def _reached(self, slot: float) -> bool:
        """Wait for *slot*; say whether this process woke in time."""
        left = slot - await self._clock.now()
        if left > 0:
            await self._clock.sleep(left)
        return await self._clock.now() <= slot + MOST_LATE_SECONDS

    async def _reserved(self, ahead: float, instead_of: float | None) -> float:
        """Write down the next slot that is free in *ahead* seconds, in place of one that passed unused."""
        while True:
            entry = await self._bucket.get(self._account)
            now = await self._clock.now()
            taken = self._taken(entry.value if entry else b"[]", now, instead_of)
            slot = earliest(taken, now + ahead, self._most, self._period_seconds)
            value = json.dumps(sorted((*taken, slot)), separators=(",", ":")).encode()
            if await self._bucket.put_if(self._account, value, entry.revision if entry else 0) is not None:
                return slot
            await self._clock.sleep(random.uniform(*CONFLICT_SECONDS))

    def _taken(self, value: bytes, now: float, unused: float | None) -> tuple[float, ...]:
        """Return the times that still count, without the one that passed unused."""
        since, until = now - self._period_seconds - KEPT_SECONDS, now + MOST_AHEAD_SECONDS
        return tuple(one for one in _read(value, self._account) if since < one < until and one != unused)


def earliest(taken: Sequence[float], now: float, most: int, period_seconds: float) -> float:
    """Return the first time from *now* on that keeps every span of *period_seconds* at *most* times.

    The times *taken* are seconds in ascending order, some perhaps to come. A span includes one of its two ends:
    times exactly a period apart do not meet in one.
    """
    later = (one + period_seconds for one in taken if one + period_seconds > now)
    return next(slot for slot in (now, *later) if _fits(slot, taken, most, period_seconds))


def _fits(slot: float, taken: Sequence[float], most: int, period_seconds: float) -> bool:
    """Say whether no span that holds *slot* would hold more than *most* times."""
    near = sorted([slot, *(one for one in taken if slot - period_seconds < one < slot + period_seconds)])
    return all(last - first > period_seconds - ROUNDING_SECONDS for first, last in zip(near, near[most:], strict=False))


def _read(value: bytes, account: str) -> list[float]:
    """Return the times of an account; raise ``RetryLater`` for what no version of Vouch has written."""
    try:
        return [float(one) for one in json.loads(value)]
    except (ValueError, TypeError) as error:
        message = f"its times cannot be read; remove the key {account} from the bucket LIMITS"
        raise RetryLater(message) from error
