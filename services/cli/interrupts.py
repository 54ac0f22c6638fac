"""Ctrl-C and SIGTERM as something one waits for, so that a command ends in good order."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

from .exits import Cancelled

ResultT = TypeVar("ResultT")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupts:
    """Whether a person, or the system, wants the command to end."""

    def __init__(self) -> None:
        self._came = asyncio.Event()

    async def wait(self) -> None:
        """Return once somebody wants it to end."""
        await self._came.wait()

    def forget(self) -> None:
        """Take the wish as heard; the next one counts anew."""
        self._came.clear()

    async def during(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        """Return what *work* returns; when somebody wants to end first, stop it and raise ``Cancelled``."""
        doing, ending = asyncio.ensure_future(work), asyncio.ensure_future(self._came.wait())
        try:
            await asyncio.wait((doing, ending), return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return doing.result()
            message = "stopped before it was finished"
            raise Cancelled(message)
        finally:
            for task in (doing, ending):
                await _ended(task)

    def set(self) -> None:
        """Want it to end."""
        self._came.set()


@contextlib.contextmanager
def interrupts() -> Iterator[Interrupts]:
    """Hear signals as long as this is open, instead of being torn down by them."""
    heard, loop = Interrupts(), asyncio.get_running_loop()
    for one in SIGNALS:
        loop.add_signal_handler(one, heard.set)
    try:
        yield heard
    finally:
        for one in SIGNALS:
            loop.remove_signal_handler(one)


async def _ended(task: asyncio.Future[Any]) -> None:
    """Cancel a task, and wait until it has put away what it used."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait((task,))
