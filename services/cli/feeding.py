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


class Feed:
    """What is told of a run, in its order: events from the first one, each once."""

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        self._queue: asyncio.Queue[Told] = asyncio.Queue()
        self._seen = 0

    async def next(self) -> Told:
        """Return what comes next, however long that takes."""
        return await self._queue.get()

    def add(self, told: Told) -> None:
        """Take what was heard, unless it is known or about another run."""
        match told:
            case m.AgentEvent() if told.seq <= self._seen:
                return
            case m.AgentEvent():
                self._seen = told.seq
            case m.ResearchRejected() if told.run_id != self.run_id:
                return
            case _:
                pass
        self._queue.put_nowait(told)
