"""Waits for several things at once, and leaves none of them behind."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

_T = TypeVar("_T")


async def abreast(awaited: Iterable[Awaitable[_T]]) -> list[_T]:
    """Return what each gives, in order; where one raises, the others are stopped before its error goes on.

    What ``asyncio.gather`` leaves running would ask vendors on behalf of an order that is being delivered again.
    """
    tasks = [asyncio.ensure_future(one) for one in awaited]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
