"""Carry a run that has ended to a file, and back in: its state, its events, and what the memory holds of it.

The coordinator does both, for it alone writes states, and knows which memory there is (docs/keeping.md).
"""

from dataclasses import dataclass

from pydantic import ValidationError

from shared import messages as m
from shared.bus import Bus
from shared.bus.envelope import problems
from shared.errors import CannotDo, RetryLater
from shared.memory.records import RunRecords

from .following import Locks, Tools
from .keeping import Kept, Saved, Tombstone, as_text, decode
from .wording import deleted, no_run


@dataclass(frozen=True)
class Carried:
    """A run as it was read from its parts."""

    saved: Saved
    events: tuple[m.AgentEvent, ...]
    records: RunRecords


class Carrier:
    """Takes runs out and puts them in."""

    def __init__(self, bus: Bus, tools: Tools, locks: Locks) -> None:
        self._bus, self._tools, self._locks = bus, tools, locks

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

        Raises ``CannotDo`` before anything is changed: for parts that cannot be read, where another run of that id
        is here, and where it was deleted and is not to come back.
        """
        carried = read(asked.run_id, asked.parts)
        async with self._locks.of(asked.run_id):
            match await self._tools.runs.load(asked.run_id):
                case Kept() as kept:
                    return await self._known(kept, asked)
                case Tombstone() as tombstone if not asked.again:
                    again = f"{deleted(asked.run_id, tombstone.deleted_at)}; --again brings it back"
                    raise CannotDo(again)
            await self._tools.runs.settle(asked.run_id)
            async with self._tools.breaker.watching():
                await self._tools.memory.import_run(asked.run_id, carried.records)
            await self._bus.put_back(asked.run_id, carried.events)
            if not await self._tools.runs.put_in(carried.saved):
                message = f"another replica changed run {asked.run_id} meanwhile: try again"
                raise RetryLater(message)
        return m.RunImported(run_id=asked.run_id, events=len(carried.events))

    async def _known(self, kept: Kept, asked: m.RunsImport) -> m.RunImported:
        """Return that the run is here already; raise ``CannotDo`` where it is another one."""
        here = await self._parts(kept)
        if (here.state, here.records) != (asked.parts.state, asked.parts.records):
            message = (
                f"a run {asked.run_id} is here that is not the one in the file: `vouch delete {asked.run_id}` first"
            )
            raise CannotDo(message)
        return m.RunImported(run_id=asked.run_id, known=True)

    async def _parts(self, kept: Kept) -> m.RunParts:
        """Return all of a run."""
        run_id = kept.run.run_id
        async with self._tools.breaker.watching():
            records = await self._tools.memory.export_run(run_id)
        events = await self._bus.events_of(run_id)
        return m.RunParts(state=as_text(kept.saved), events=events, records=records.model_dump_json())


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
