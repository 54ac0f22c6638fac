"""Wait for what another process or the server will do, never longer than asked."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

LOOK_SECONDS = 0.02
PATIENCE_SECONDS = 40.0
"""Far more than anything takes here: a busy machine is no failure."""


async def eventually(look: Callable[[], Awaitable[T]], seconds: float = PATIENCE_SECONDS) -> T:
    """Return what *look* returns once that is something; raise ``TimeoutError`` saying what it was until then."""
    found = await look()
    try:
        async with asyncio.timeout(seconds):
            while not found:
                await asyncio.sleep(LOOK_SECONDS)
                found = await look()
    except TimeoutError:
        message = f"still {found!r} after {seconds} s"
        raise TimeoutError(message) from None
    return found


async def until(holds: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    """Return once *holds* says so; raise ``TimeoutError`` when it does not in time."""

    async def look() -> bool:
        return holds()

    await eventually(look, seconds)
