"""Delete a run everywhere: its tombstone first, then all the rest; whatever is cut short is gone on with."""

import contextlib
from dataclasses import replace
from datetime import timedelta

import structlog

from shared import messages as m
from shared.bus import Bus
from shared.errors import CannotDo

from .following import Follower, Locks, Tools
from .keeping import Kept, Tombstone
from .sessions import Sessions, key_of
from .wording import no_run

SETTLED = timedelta(hours=1)
"""After it nobody works for the run any more: no order is out for longer (the longest deadline that may be asked)."""

UNDERWAY = timedelta(seconds=30)
"""A deletion that is younger and not done is being done by somebody."""

logger = structlog.get_logger()


class Deleter:
    """Asked by a person, and gone on with by the sweeper."""

    def __init__(self, bus: Bus, tools: Tools, locks: Locks, follower: Follower, sessions: Sessions) -> None:
        self._bus, self._tools, self._locks = bus, tools, locks
        self._follower, self._sessions = follower, sessions

    async def delete(self, asked: m.RunsDelete) -> m.Value:
        """Delete a run and say what there was of it; raise ``CannotDo`` where there never was one."""
        if await self._found(asked.run_id) is None:
            raise CannotDo(no_run(asked.run_id))
        await self._tools.runs.want_deleted(asked.run_id)  # from here on it will be, if need be by the sweeper
        return await self._deleted(asked.run_id)

    async def go_on(self, run_id: str) -> bool:
        """Do what is left of a deletion; say whether there was anything to do now.

        What was on its way while a run was deleted, such as what its agents kept for a repeat, is erased later.
        """
        found, now = await self._found(run_id), self._tools.now()
        if not isinstance(found, Tombstone) or found.erased_at is None:
            if isinstance(found, Tombstone) and now - found.deleted_at < UNDERWAY:
                return False
            logger.warning("going on with a deletion that was cut short", run_id=run_id)
            await self._deleted(run_id)
        elif now - found.deleted_at < SETTLED:
            return False
        else:
            await self._deleted(run_id)
            await self._tools.runs.settle(run_id)
        return True

    async def _deleted(self, run_id: str) -> m.RunDeleted:
        """Stop the run, bury it, erase it; each may be repeated."""
        await self._stopped(run_id)
        async with self._locks.of(run_id):
            tombstone = await self._buried(run_id)
            await self._bus.tell(m.RunCancelled(run_id=run_id))
            erased = await self._bus.erase(run_id)
            await self._sessions.forget(tombstone.session, run_id)
            async with self._tools.breaker.watching():
                await self._tools.memory.delete_run(run_id)
            await self._tools.runs.bury(run_id, replace(tombstone, erased_at=self._tools.now()))
        logger.info("deleted", run_id=run_id, **erased.model_dump())
        return m.RunDeleted(run_id=run_id, deleted_at=tombstone.deleted_at, erased=erased)

    async def _stopped(self, run_id: str) -> None:
        """Cancel a run that goes on: whoever follows it is told that it ended."""
        found = await self._found(run_id)
        if isinstance(found, Kept) and not found.saved.ended:
            with contextlib.suppress(CannotDo):  # a state that has no room for its end is deleted without one
                await self._follower.follow(m.CancelRequested(run_id=run_id, reason="it is being deleted"))

    async def _buried(self, run_id: str) -> Tombstone:
        """Put the tombstone there, unless it is; from here on late messages change nothing."""
        found = await self._found(run_id)
        if isinstance(found, Tombstone):
            tombstone = found
        else:
            name = found.run.asked.session_id if found else ""
            tombstone = Tombstone(self._tools.now(), session=key_of(name) if name else "")
        await self._tools.runs.bury(run_id, tombstone)
        return tombstone

    async def _found(self, run_id: str) -> Kept | Tombstone | None:
        """Return what is kept; what nobody can read counts as deleted already, for nothing else can be done with it."""
        try:
            return await self._tools.runs.load(run_id)
        except CannotDo:
            return Tombstone(self._tools.now())
