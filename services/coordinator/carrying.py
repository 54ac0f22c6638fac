"""Carry a run that has ended to a file, and back in: its state, its events, and what the memory holds of it.

The coordinator does both, for it alone writes states, and knows which memory there is (docs/keeping.md).
"""

import contextlib
from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError

from shared import messages as m
from shared.bus import Bus
from shared.bus.envelope import problems
from shared.errors import CannotDo, RetryLater, VouchError
from shared.memory.records import RunRecords

from .following import Locks, Tools
from .keeping import Kept, Saved, Tombstone, as_text, decode
from .noting import Note
from .wording import deleted, no_run, overtaken


@dataclass(frozen=True)
class Carried:
    """A run as it was read from its parts."""

    saved: Saved
    events: tuple[m.AgentEvent, ...]
    records: RunRecords


class Carrier:
    """Takes runs out and puts them in."""

    def __init__(self, bus: Bus, tools: Tools, locks: Locks) -> None:
        self._bus, self._tools, self._locks, self._notes = bus, tools, locks, tools.notes

    async def take_out(self, asked: m.RunsExport) -> m.Value:
        """Return all of a run; raise ``CannotDo`` while it goes on, and where there is none."""
        async with self._locks.of(asked.run_id):
            match await self._tools.runs.load(asked.run_id):
                case Kept() as kept if kept.saved.ended:
                    return m.RunExported(run_id=asked.run_id, parts=await self._parts(kept))
                case Kept():
                    message = f"run {asked.run_id} goes on: `vouch watch {asked.run_id}` follows it to its end"
                    raise CannotDo(message)
                case Tombstone() as tombstone:
                    raise CannotDo(deleted(asked.run_id, tombstone.deleted_at))
                case None:
                    raise CannotDo(no_run(asked.run_id))

    async def put_in(self, asked: m.RunsImport) -> m.Value:
        """Put a run in, its state last: cut short, repeating it finishes it. Nothing is done to a run that is here.

        It is noted first, so that the sweeper erases what is left of an import that nobody repeats.
        Raises ``CannotDo`` before anything is changed: for parts that cannot be read, where another run of that id
        is here, and where it was deleted and is not to come back; ``RetryLater`` where somebody is at work with it.
        """
        carried, run_id = read(asked.run_id, asked.parts), asked.run_id
        async with self._locks.of(run_id):
            before = await self._notes.of(run_id)
            found, revision = await self._tools.runs.look(run_id)
            if self._is_busy(found, before):
                busy = f"run {run_id} is being deleted or put in just now: try again in a minute"
                raise RetryLater(busy)
            if isinstance(found, Kept):
                return await self._known(found, carried)
            if found and not asked.again:
                again = f"{deleted(run_id, found.deleted_at)}; --again brings it back"
                raise CannotDo(again)
            note = await self._noted(run_id, before, self._tools.now())
            try:
                await self._carried_in(carried, note, revision)
            except VouchError:
                with contextlib.suppress(RetryLater):  # the note that is there says the same, half a minute later
                    await self._notes.give_up(run_id)
                raise
        return m.RunImported(run_id=run_id, events=len(carried.events))

    def _is_busy(self, found: Kept | Tombstone | None, note: Note | None) -> bool:
        """Say whether the run is being erased, or put in by somebody else, or is to be erased before anything else."""
        if note is None or (isinstance(found, Kept) and note.imports):
            return False
        is_erased = isinstance(found, Tombstone) and found.erased_at is not None
        if note.imports and (found is None or is_erased):
            return note.is_fresh(self._tools.now())
        return not is_erased

    async def _carried_in(self, carried: Carried, note: Note, revision: int) -> None:
        """Put all in, in place of what was found at *revision*; raise ``RetryLater`` where it was erased meanwhile."""
        run_id = carried.saved.run.run_id
        async with self._tools.breaker.watching():
            await self._tools.memory.import_run(run_id, carried.records)
        await self._bus.put_back(run_id, carried.events)
        note = await self._noted(run_id, note, self._tools.now())  # the sweeper took it up, had it been too slow
        if not await self._tools.runs.put_in(carried.saved, revision):
            raise RetryLater(overtaken(run_id))
        await self._notes.drop(run_id, note)

    async def _noted(self, run_id: str, before: Note | None, now: datetime) -> Note:
        """Note that the run is being put in; raise ``RetryLater`` when somebody else took the note up meanwhile."""
        if note := await self._notes.take_up(run_id, before, now, imports=True):
            return note
        raise RetryLater(overtaken(run_id))

    async def _known(self, kept: Kept, carried: Carried) -> m.RunImported:
        """Return that the run is here already; raise ``CannotDo`` where it is another one."""
        run_id = kept.run.run_id
        records = RunRecords.model_validate_json((await self._records(run_id)).model_dump_json())
        if (kept.saved, records) != (carried.saved, carried.records):
            message = f"a run {run_id} is here that is not the one in the file: `vouch delete {run_id}` first"
            raise CannotDo(message)
        return m.RunImported(run_id=run_id, known=True)

    async def _parts(self, kept: Kept) -> m.RunParts:
        """Return all of a run."""
        run_id = kept.run.run_id
        records = await self._records(run_id)
        events = await self._bus.events_of(run_id)
        return m.RunParts(state=as_text(kept.saved), events=events, records=records.model_dump_json())

    async def _records(self, run_id: str) -> RunRecords:
        """Return what the memory holds of a run."""
        async with self._tools.breaker.watching():
            return await self._tools.memory.export_run(run_id)


def read(run_id: str, parts: m.RunParts) -> Carried:
    """Return a run from its parts; raise ``CannotDo`` for what is no ended run of that id, or of a newer Vouch."""
    saved = _state(run_id, parts.state)
    try:
        events = tuple(m.AgentEvent.model_validate_json(event) for event in parts.events)
        records = RunRecords.model_validate_json(parts.records)
    except ValidationError as error:
        message = f"the events or records of run {run_id} cannot be read: {problems(error)}"
        raise CannotDo(message) from error
    if strangers := {event.run_id for event in events} - {run_id}:
        message = f"events of other runs are among those of run {run_id}: {', '.join(sorted(strangers))}"
        raise CannotDo(message)
    return Carried(saved, events, records)


def _state(run_id: str, text: str) -> Saved:
    """Return the state of a run that has ended."""
    try:
        saved = decode(text.encode(), run_id)
    except RetryLater as error:  # no newer replica will come to read a file
        message = f"run {run_id} was exported by a newer Vouch: import it there, or update this one"
        raise CannotDo(message) from error
    if not isinstance(saved, Saved) or not saved.ended or saved.run.end is None or saved.run.run_id != run_id:
        message = f"this is not the state of run {run_id} after its end: export it again"
        raise CannotDo(message)
    return saved
