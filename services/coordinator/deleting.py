"""Delete a run everywhere: its tombstone first, then all the rest; whatever is cut short is gone on with."""

import contextlib
from dataclasses import replace
from datetime import timedelta

import structlog

from shared import messages as m
from shared.bus import Bus
from shared.errors import CannotDo, RetryLater

from .following import MOST_CONFLICTS, Follower, Locks, Tools
from .keeping import Kept, Tombstone
from .noting import Note
from .sessions import Sessions, key_of
from .wording import no_run, overtaken

SETTLED = timedelta(hours=1)
"""After it nobody works for the run any more: no order is out for longer (the longest deadline that may be asked)."""

logger = structlog.get_logger()


class Deleter:
    """Asked by a person, and gone on with by the sweeper."""

    def __init__(self, bus: Bus, tools: Tools, locks: Locks, follower: Follower, sessions: Sessions) -> None:
        self._bus, self._tools, self._locks, self._notes = bus, tools, locks, tools.notes
        self._follower, self._sessions = follower, sessions

    async def delete(self, asked: m.RunsDelete) -> m.Value:
        """Delete a run and say what there was of it; raise ``CannotDo`` where there never was one."""
        run_id = asked.run_id
        _, revision = await self._found(run_id)
        if not revision and await self._notes.of(run_id) is None:
            raise CannotDo(no_run(run_id))
        note = await self._notes.want_deleted(run_id, self._tools.now())  # from here on it will be, by whomever
        await self._stopped(run_id)
        async with self._locks.of(run_id):
            return await self._deleted(run_id, note, MOST_CONFLICTS)

    async def go_on(self, run_id: str) -> bool:
        """Do what is left of a deletion, or erase what is left of an import; say whether there was anything to do now.

        What was on its way while a run was deleted, such as what its agents kept for a repeat, is erased later.
        """
        note, now = await self._notes.of(run_id), self._tools.now()
        if note is None or note.is_fresh(now):
            return False
        found, _ = await self._found(run_id)
        if isinstance(found, Kept) and note.imports:
            await self._notes.drop(run_id, note)  # all of it was put in
            return False
        last = found if isinstance(found, Tombstone) and found.erased_at and not note.imports else None
        if last and now - last.deleted_at < SETTLED:
            return False
        ours = await self._notes.take_up(run_id, note, now, imports=note.imports)
        return ours is not None and await self._gone_on(run_id, ours, is_last=bool(last))

    async def _gone_on(self, run_id: str, note: Note, *, is_last: bool) -> bool:
        """Say whether it was done; not where a person deletes the run, too, or has put it in again meanwhile."""
        if not is_last:
            logger.warning("going on with what was cut short", run_id=run_id, imports=note.imports)
        if not note.imports:
            await self._stopped(run_id)
        async with self._locks.of(run_id):
            if await self._notes.of(run_id) != note:
                return False
            await self._deleted(run_id, note)
            if is_last:
                await self._notes.drop(run_id, note)
        return True

    async def _deleted(self, run_id: str, note: Note, tries: int = 1) -> m.RunDeleted:
        """Bury the run and erase it; each may be repeated.

        The memory goes first: while it is away, the streams are not searched again and again. They are searched
        from a while before the deletion on: the server has a clock of its own.
        """
        tombstone, revision = await self._buried(run_id, tries)
        await self._bus.tell(m.RunCancelled(run_id=run_id))
        async with self._tools.breaker.watching():
            await self._tools.memory.delete_run(run_id)
        erased = await self._bus.erase(run_id, tombstone.deleted_at - SETTLED)
        await self._sessions.forget(tombstone.session, run_id)
        await self._close(run_id, note, tombstone, revision)
        logger.info("deleted", run_id=run_id, **erased.model_dump())
        return m.RunDeleted(run_id=run_id, deleted_at=tombstone.deleted_at, erased=erased)

    async def _stopped(self, run_id: str) -> None:
        """Cancel a run that goes on: whoever follows it is told that it ended."""
        found, _ = await self._found(run_id)
        if isinstance(found, Kept) and not found.saved.ended:
            with contextlib.suppress(CannotDo):  # a state that has no room for its end is deleted without one
                await self._follower.follow(m.CancelRequested(run_id=run_id, reason="it is being deleted"))

    async def _buried(self, run_id: str, tries: int) -> tuple[Tombstone, int]:
        """Put the tombstone there; from here on late messages change nothing. Return it, and its revision.

        Raises ``RetryLater`` when other replicas change the run so many times: it may be another one by now.
        """
        for _ in range(tries):
            found, revision = await self._found(run_id)
            tombstone = self._tombstone(found, is_damaged=found is None and revision > 0)
            if new := await self._tools.runs.bury(run_id, tombstone, revision):
                return tombstone, new
        raise RetryLater(overtaken(run_id))

    def _tombstone(self, found: Kept | Tombstone | None, *, is_damaged: bool) -> Tombstone:
        """Return what takes the place of a run while it is erased."""
        if isinstance(found, Tombstone):
            return replace(found, erased_at=None)
        name = found.run.asked.session_id if found else ""
        passing = found is None and not is_damaged
        return Tombstone(self._tools.now(), session=key_of(name) if name else "", passing=passing)

    async def _close(self, run_id: str, note: Note, tombstone: Tombstone, revision: int) -> None:
        """Say in the tombstone that all is erased; one that stands for no run goes, too, and leaves nothing to do."""
        if tombstone.passing:
            await self._tools.runs.unbury(run_id, revision)
            await self._notes.drop(run_id, note)
            return
        await self._tools.runs.bury(run_id, replace(tombstone, erased_at=self._tools.now()), revision)
        if note.imports:  # over a tombstone: that deletion is settled in its time
            await self._notes.take_up(run_id, note, note.at, imports=False)

    async def _found(self, run_id: str) -> tuple[Kept | Tombstone | None, int]:
        """Return what is kept and its revision; what nobody can read is None at a revision: it can only be deleted."""
        try:
            return await self._tools.runs.look(run_id)
        except CannotDo:
            return None, await self._tools.runs.revision(run_id)
