"""Notes of deletions and imports: each is noted before anything is done, so that it is ended whatever happens."""

from datetime import UTC, datetime, timedelta

from pydantic import BaseModel

from shared.bus.keyvalue import Bucket

from .keeping import DELETING

UNDERWAY = timedelta(seconds=30)
"""What was noted, or taken up again, more recently than that is being done by somebody."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""When something was noted that nobody is at work with."""


class _Written(BaseModel):
    """A note as it is kept."""

    at: datetime = LONG_AGO
    imports: bool = False


class Note(_Written):
    """What is to be done with a run: it is being put in, or else it is to be deleted."""

    revision: int
    """To be named by whoever takes it up: of two only one can."""

    def is_fresh(self, now: datetime) -> bool:
        """Say whether somebody is at work with it."""
        return now - self.at < UNDERWAY


class Notes:
    """The notes, beside the runs in their bucket."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket

    async def of(self, run_id: str) -> Note | None:
        """Return the note of a run, or None."""
        if (entry := await self._bucket.get(DELETING + run_id)) is None:
            return None
        written = _Written.model_validate_json(entry.value or b"{}")  # earlier versions wrote nothing into it
        return Note(**written.model_dump(), revision=entry.revision)

    async def every(self) -> tuple[str, ...]:
        """Return the ids of the runs that have a note, sorted."""
        return tuple(sorted(key.removeprefix(DELETING) for key in await self._bucket.keys(DELETING)))

    async def want_deleted(self, run_id: str, now: datetime) -> Note:
        """Note that a run is to be deleted, whatever else was noted."""
        revision = await self._bucket.put(DELETING + run_id, _Written(at=now).model_dump_json().encode())
        return Note(at=now, revision=revision)

    async def take_up(self, run_id: str, note: Note | None, at: datetime, *, imports: bool) -> Note | None:
        """Write the note anew in place of the one that was read; None when somebody else was quicker."""
        value = _Written(at=at, imports=imports).model_dump_json().encode()
        revision = await self._bucket.put_if(DELETING + run_id, value, note.revision if note else 0)
        return None if revision is None else Note(at=at, imports=imports, revision=revision)

    async def give_up(self, run_id: str) -> None:
        """Note that an import was broken off, whatever became of its note: what it left is to be erased."""
        await self._bucket.put(DELETING + run_id, _Written(imports=True).model_dump_json().encode())

    async def drop(self, run_id: str, note: Note) -> None:
        """Remove the note, all being done; one that was written meanwhile stays."""
        await self._bucket.remove(DELETING + run_id, note.revision)
