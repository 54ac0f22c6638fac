"""Whether the outside world answers: each source asked once, as the doctor shows it."""

import asyncio
from collections.abc import Awaitable, Callable

from shared import messages as m
from shared.errors import VouchError

MOST_SECONDS = 10.0
"""A source that takes longer is of no use to a run either."""

Check = Callable[[], Awaitable[str]]
"""Asks a source something small and returns what a person should know of it; raises as a search does."""


async def state_of(name: str, check: Check, seconds: float = MOST_SECONDS) -> m.SourceState:
    """Return whether one source answers, and why not."""
    try:
        async with asyncio.timeout(seconds):
            return m.SourceState(name=name, ready=True, note=await check())
    except TimeoutError:
        return m.SourceState(name=name, ready=False, reason=f"{name} did not answer within {seconds:g} seconds")
    except VouchError as error:
        return m.SourceState(name=name, ready=False, reason=str(error))


def switched_off(name: str, variable: str) -> m.SourceState:
    """Return that an operator wants a source left alone, and how to change that."""
    return m.SourceState(name=name, ready=False, switched_off=True, reason=f"switched off: {variable}=true asks it")
