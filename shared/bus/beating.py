"""While a handler works it says so, or the server would deliver its message again."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import nats.errors
from nats.aio.msg import Msg


@contextlib.asynccontextmanager
async def beating(msg: Msg, seconds: float) -> AsyncIterator[None]:
    """Tell the server every few seconds that the message is being worked on."""
    pulse = Pulse(msg, seconds)
    try:
        yield
    finally:
        pulse.stop()


class Pulse:
    """A beat every few seconds, at the price of a timer while the handler is quick."""

    def __init__(self, msg: Msg, seconds: float) -> None:
        self._msg, self._seconds, self._loop = msg, seconds, asyncio.get_running_loop()
        self._beats: set[asyncio.Task[None]] = set()
        self._timer = self._loop.call_later(seconds, self._beat)

    def stop(self) -> None:
        """Beat no more."""
        self._timer.cancel()

    def _beat(self) -> None:
        task = self._loop.create_task(_in_progress(self._msg))
        self._beats.add(task)
        task.add_done_callback(self._beats.discard)
        self._timer = self._loop.call_later(self._seconds, self._beat)


async def _in_progress(msg: Msg) -> None:
    """Beat once; a beat that cannot be sent now is followed by another."""
    with contextlib.suppress(nats.errors.Error):
        await msg.in_progress()
