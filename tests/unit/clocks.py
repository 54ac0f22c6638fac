"""A clock of the test's own: time passes when nobody has anything left to do."""

import asyncio
import heapq
from collections.abc import Sequence

EPOCH = 1_800_000_000.0
IDLE_TURNS = 40
"""Turns of the loop after which everything that can go on without time has done so."""


class ManualClock:
    """A clock that jumps to the next sleeper when nobody has anything left to do."""

    def __init__(self) -> None:
        self.time = EPOCH
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    async def now(self) -> float:
        """Return the time of the test."""
        return self.time

    async def sleep(self, seconds: float) -> None:
        """Wait to be woken."""
        self._count += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.time + seconds, self._count, future))
        await future

    async def run(self, work: Sequence[asyncio.Task[None]]) -> None:
        """Let time pass until all *work* is done."""
        while not all(task.done() for task in work):
            for _ in range(IDLE_TURNS):
                await asyncio.sleep(0)
            if self._sleepers:
                at, _, future = heapq.heappop(self._sleepers)
                self.time = max(self.time, at)
                if not future.done():
                    future.set_result(None)
        await asyncio.gather(*work)


class LateClock(ManualClock):
    """A clock of a process that wakes late a few times."""

    def __init__(self, *late_seconds: float) -> None:
        super().__init__()
        self._late = list(late_seconds)

    async def sleep(self, seconds: float) -> None:
        """Wait longer than was asked for."""
        await super().sleep(seconds + (self._late.pop(0) if self._late else 0.0))
