"""What one hears of a run, each thing once and in its order."""

import asyncio
from dataclasses import dataclass

from shared import messages as m


@dataclass(frozen=True)
class Notice:
    """Something about the connection itself."""

    text: str


Told = m.AgentEvent | m.LiveUpdate | m.ResearchRejected | Notice
"""What one hears of a run."""


MOST_WAITING_CHARACTERS = 400_000
"""Of updates that may be lost: what is heard beyond them, while nobody can show it, is lost."""

LEAST_CHARACTERS = 400
"""What an update counts for at least, however little it says."""


class Feed:
    """What is told of a run, in its order: events from the first one, each once."""

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        self._queue: asyncio.Queue[Told] = asyncio.Queue()
        self._seen = 0
        self._waiting = 0

    async def next(self) -> Told:
        """Return what comes next, however long that takes."""
        told = await self._queue.get()
        if isinstance(told, m.LiveUpdate):
            self._waiting -= _size(told)
        return told

    def add(self, told: Told) -> None:
        """Take what was heard, unless it is known, about another run, or not needed and too much."""
        match told:
            case m.AgentEvent() if told.seq <= self._seen:
                return
            case m.AgentEvent():
                self._seen = told.seq
            case m.ResearchRejected() if told.run_id != self.run_id:
                return
            case m.LiveUpdate() if self._waiting + _size(told) > MOST_WAITING_CHARACTERS:
                return
            case m.LiveUpdate():
                self._waiting += _size(told)
            case _:
                pass
        self._queue.put_nowait(told)


def _size(update: m.LiveUpdate) -> int:
    """Return how much an update counts for while it waits, in characters."""
    return max(len(update.text), LEAST_CHARACTERS)
