"""Text as it is written, cut into pieces of a readable size, for whoever watches; it may be lost, and costs nothing."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable

from shared import messages as m

Tell = Callable[[m.Message], Awaitable[None]]
"""Publishes to whoever listens now."""

LEAST_PIECE_CHARACTERS = 40
MOST_PIECE_CHARACTERS = 400
MOST_WAITING = 200
"""Pieces not yet published: what is written beyond them is not shown."""

LAST_PIECES_SECONDS = 1.0
"""How long the end of a text may wait for a slow server."""

_BREAK = re.compile(r"\s")
_GOOD_BREAK = re.compile(r"(?<=[.!?;:])\s|\n")


class Pieces:
    """Cuts what is written into pieces: the first word at once, then at ends of sentences and lines, or of words."""

    def __init__(self) -> None:
        self._rest, self._begun = "", False

    def add(self, text: str) -> list[str]:
        """Return the pieces that are whole now."""
        self._rest += text
        pieces, start = [], 0
        while (end := self._end(start)) > start:
            pieces.append(self._rest[start:end])
            start, self._begun = end, True
        self._rest = self._rest[start:]
        return pieces

    def last(self) -> str:
        """Return what is left once nothing more is written."""
        rest, self._rest = self._rest, ""
        return rest

    def _end(self, start: int) -> int:
        """Return where the piece ends that begins at *start*; *start* where it is not whole yet."""
        most = start + MOST_PIECE_CHARACTERS
        first = _GOOD_BREAK.search(self._rest, start + LEAST_PIECE_CHARACTERS, most)
        if not self._begun:
            first = _BREAK.search(self._rest, start + 1, most)
        if first:
            return first.end()
        if len(self._rest) < most:
            return start
        words = [found.end() for found in _BREAK.finditer(self._rest, start + 1, most)]
        return words[-1] if words else most


class Live:
    """Tells the text of one draft as it is written. Hearing text never waits: a slow server loses pieces, not time."""

    def __init__(self, order: m.Order, agent: m.AgentName, tell: Tell) -> None:
        self._order, self._agent, self._tell = order, agent, tell
        self.draft = 0

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[Callable[[str], None]]:
        """Begin a draft; call what is returned with each bit of its text."""
        self.draft += 1
        pieces = Pieces()
        waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)

        def written(text: str) -> None:
            for piece in pieces.add(text):
                with contextlib.suppress(asyncio.QueueFull):
                    waiting.put_nowait(piece)

        pump = asyncio.create_task(self._pumped(waiting, self.draft))
        try:
            yield written
            with contextlib.suppress(asyncio.QueueFull, TimeoutError):
                waiting.put_nowait(pieces.last())
                async with asyncio.timeout(LAST_PIECES_SECONDS):
                    await waiting.join()
        finally:
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pump

    async def _pumped(self, waiting: asyncio.Queue[str], draft: int) -> None:
        """Publish pieces as they come."""
        while True:
            if piece := await waiting.get():
                await self._tell(self._update(piece, draft))
            waiting.task_done()

    def _update(self, text: str, draft: int) -> m.LiveUpdate:
        """Return a piece as a message."""
        order = self._order
        return m.LiveUpdate(
            run_id=order.run_id, agent=self._agent, step=order.step, kind="text", text=text, draft=draft
        )
