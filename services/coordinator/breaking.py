"""A breaker around the memory: while it is away, answers wait instead of spending deliveries."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import structlog

from shared.errors import RetryLater, VouchError

WAIT_SECONDS = 1.0
"""Between two looks whether the memory is there."""

T = TypeVar("T")

logger = structlog.get_logger()


async def awaited(opening: Callable[[], Awaitable[T]], seconds: float = WAIT_SECONDS) -> T:
    """Return the memory, or its embedder, once it can be opened; say once for each reason why it cannot yet.

    Raises ``CannotDo``.
    """
    said = ""
    while True:
        try:
            return await opening()
        except RetryLater as error:
            if str(error) != said:
                logger.warning("the memory is not there yet", reason=str(error))
            said = str(error)
            await asyncio.sleep(seconds)


class Breaker:
    """Open after a failure, closed again by the first check that succeeds."""

    def __init__(self, check: Callable[[], Awaitable[None]], seconds: float = WAIT_SECONDS) -> None:
        self._check, self._seconds = check, seconds
        self._broken = False
        self._probing = asyncio.Lock()

    async def wait(self) -> None:
        """Return at once while all is well, else when the check succeeds again."""
        while self._broken:
            async with self._probing:
                if self._broken:
                    await self._probe()

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Break on ``RetryLater`` from what is done inside."""
        try:
            yield
        except RetryLater as error:
            if not self._broken:
                logger.warning("the memory is away", reason=str(error))
            self._broken = True
            raise

    async def _probe(self) -> None:
        """Ask once; wait a little when there is no answer."""
        try:
            await self._check()
        except VouchError:  # whatever it says: an answer at the gate is no message that is at fault
            await asyncio.sleep(self._seconds)
        else:
            self._broken = False
            logger.info("the memory is back")
