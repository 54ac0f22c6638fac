"""Repair what a crash left behind: outboxes never sent, deletions and imports that were cut short."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import structlog

from shared.errors import VouchError

from .following import Locks, Tools
from .keeping import Tombstone
from .noting import Notes

LEFT_BEHIND = timedelta(seconds=10)
"""A living replica sends its outbox within this time."""

MOST_LOOKED_AT = 100
"""Notes in one pass: a thousand deletions must not keep a tick from being acknowledged."""

logger = structlog.get_logger()


async def sweep(tools: Tools, locks: Locks) -> int:
    """Send the outboxes that were left behind; return how many. One that cannot be sent waits for the next tick."""
    repaired = 0
    for run_id in await tools.runs.running():
        try:
            async with locks.of(run_id):
                repaired += await _repaired(run_id, tools)
        except VouchError as error:
            logger.warning("an outbox stays behind", run_id=run_id, reason=str(error))
    return repaired


class Settler:
    """Goes on with deletions and imports, so many at each tick, one pass at a time."""

    def __init__(self, notes: Notes, go_on: Callable[[str], Awaitable[bool]], most: int = MOST_LOOKED_AT) -> None:
        self._notes, self._go_on, self._most = notes, go_on, most
        self._passing = asyncio.Lock()
        self._last = ""
        """Where the last pass ended; the next one begins after it, so that each note has its turn."""

    async def settle(self) -> int:
        """Go on with what is not settled; return how many. One that cannot be waits, and so does a tick too many."""
        if self._passing.locked():
            return 0
        async with self._passing:
            return sum([await self._gone_on(run_id) for run_id in await self._next()])

    async def _next(self) -> tuple[str, ...]:
        """Return the runs whose turn it is."""
        every = await self._notes.every()
        later = [run_id for run_id in every if run_id > self._last]
        chosen = (*later, *every[: len(every) - len(later)])[: self._most]
        self._last = chosen[-1] if chosen else ""
        return chosen

    async def _gone_on(self, run_id: str) -> bool:
        """Say whether there was something to do, and it was done."""
        try:
            return await self._go_on(run_id)
        except VouchError as error:
            logger.warning("a deletion stays unfinished", run_id=run_id, reason=str(error))
            return False


async def _repaired(run_id: str, tools: Tools) -> bool:
    """Say whether the run's outbox was sent again."""
    kept = await tools.runs.load(run_id)
    if kept is None:
        return False  # a request that is being taken right now
    if isinstance(kept, Tombstone) or kept.saved.ended:
        await tools.runs.forget(run_id)
        return False
    if tools.now() - kept.saved.saved_at < LEFT_BEHIND or not tools.sender.may_be_unsent(kept):
        return False
    logger.warning("sending an outbox that was left behind", run_id=run_id, messages=len(kept.saved.outbox))
    await tools.sender.send(kept)
    return True
