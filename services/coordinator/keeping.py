"""Where runs are kept: one value per run, changed by compare-and-set alone."""

import contextlib
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, TypeAdapter, ValidationError

from shared.bus.keyvalue import Bucket
from shared.bus.packing import packed, unpacked
from shared.errors import CannotDo, RetryLater

from .ordering import Owed
from .state import STATE_VERSION, Run

MOST_AT_HAND = 500
"""Runs whose last state a process keeps parsed."""

MOST_PLAIN_BYTES = 100_000
"""A larger state is packed: what ten rounds over five sources asked is 700 kB of much the same words."""

INDEX = "running."
"""Before the id of each running run: what the sweeper goes through."""


CANCELLED = "cancelled."
"""Before the id of a run that was cancelled while its request waited at the door."""

DELETING = "deleting."
"""Before the id of a run with a note (``noting.py``): what the sweeper goes on with."""


@dataclass(frozen=True)
class Saved:
    """A run as it is kept, with the messages that its last decision owes."""

    run: Run
    outbox: tuple[Owed, ...]
    saved_at: datetime
    ended: bool = False
    """Its last outbox went out; nothing is owed any more."""
    state_version: int = STATE_VERSION


@dataclass(frozen=True)
class Kept:
    """What was loaded, and the revision to name when changing it."""

    saved: Saved
    revision: int
    size_bytes: int = 0

    @property
    def run(self) -> Run:
        """Return the run."""
        return self.saved.run


@dataclass(frozen=True)
class Tombstone:
    """What stays of a deleted run: late messages find it and change nothing."""

    deleted_at: datetime
    deleted: Literal[True] = True
    state_version: int = STATE_VERSION
    session: str = ""
    """The key of the session in which the run is a turn: what would otherwise be known no more."""
    erased_at: datetime | None = None
    """When all of it was erased; None while that is not done."""
    passing: bool = False
    """It stands for an import that was broken off, and goes with what that left: there was no run."""


class _Version(BaseModel):
    """As much of a value as must be readable for ever."""

    state_version: int


_SAVED = TypeAdapter(Saved)
_TOMBSTONE = TypeAdapter(Tombstone)


def encode(saved: Saved | Tombstone) -> bytes:
    """Return the value as it is kept: JSON, packed where it is large."""
    return packed(as_text(saved).encode(), MOST_PLAIN_BYTES)


def as_text(saved: Saved | Tombstone) -> str:
    """Return the value as JSON."""
    return (_SAVED.dump_json(saved) if isinstance(saved, Saved) else _TOMBSTONE.dump_json(saved)).decode()


def decode(value: bytes, run_id: str) -> Saved | Tombstone:
    """Return what is kept; raise ``RetryLater`` when a newer coordinator wrote it, ``CannotDo`` when it is damaged."""
    value = _plain(value, run_id)
    try:
        saved = _TOMBSTONE.validate_json(value) if b'"deleted":true' in value[:200] else _SAVED.validate_json(value)
    except ValidationError as error:
        _check_version(value, run_id)
        message = f"the saved state of run {run_id} cannot be read ({error.error_count()} problems)"
        raise CannotDo(message) from error
    if saved.state_version > STATE_VERSION:
        _check_version(value, run_id)
    return saved


def _plain(value: bytes, run_id: str) -> bytes:
    """Return the JSON of a value; raise ``CannotDo`` for packed bytes that are damaged."""
    try:
        return unpacked(value)
    except ValueError as error:
        message = f"the saved state of run {run_id} cannot be read ({error})"
        raise CannotDo(message) from error


def _check_version(value: bytes, run_id: str) -> None:
    """Raise ``RetryLater`` when a newer coordinator wrote the value."""
    with contextlib.suppress(ValidationError):
        if (version := _Version.model_validate_json(value).state_version) > STATE_VERSION:
            message = (
                f"run {run_id} was saved by a newer coordinator (state version {version}, this one reads "
                f"{STATE_VERSION}): it waits for a newer replica"
            )
            raise RetryLater(message)


class Runs:
    """The runs in their bucket."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket
        self._own: OrderedDict[str, Kept] = OrderedDict()

    def at_hand(self, run_id: str) -> Kept | None:
        """Return what this process wrote last: good to decide upon, for a save on it fails if it is old."""
        return self._own.get(run_id)

    async def load(self, run_id: str) -> Kept | Tombstone | None:
        """Return the run, its tombstone, or None when nothing was ever kept."""
        return (await self.look(run_id))[0]

    async def look(self, run_id: str) -> tuple[Kept | Tombstone | None, int]:
        """Return what ``load`` does, and the revision to name when replacing it, 0 where nothing is."""
        if (entry := await self._bucket.get(run_id)) is None:
            return None, 0
        found = decode(entry.value, run_id)
        if isinstance(found, Tombstone) or found.ended:
            self._own.pop(run_id, None)
        if isinstance(found, Tombstone):
            return found, entry.revision
        return Kept(found, entry.revision, len(entry.value)), entry.revision

    async def revision(self, run_id: str) -> int:
        """Return the revision of what is kept, though nobody may be able to read it; 0 where nothing is."""
        entry = await self._bucket.get(run_id)
        return entry.revision if entry else 0

    async def create(self, saved: Saved) -> Kept | None:
        """Keep a new run, its name in the index first; None when another replica was quicker to make or delete it."""
        await self._bucket.put(INDEX + saved.run.run_id, b"")
        kept = await self._put(saved, 0)
        if kept is None and isinstance(await self.load(saved.run.run_id), Tombstone):
            await self.forget(saved.run.run_id)
        return kept

    async def save(self, before: Kept, saved: Saved) -> Kept | None:
        """Replace what was loaded; None when it was changed meanwhile."""
        return await self._put(saved, before.revision)

    async def end(self, kept: Kept) -> None:
        """Mark the run as ended, its last outbox being sent, and drop it from the index; repeatable."""
        ended = replace(kept.saved, outbox=(), ended=True)
        if not kept.saved.ended:
            await self._put(ended, kept.revision)
        await self._bucket.remove(INDEX + kept.run.run_id)

    async def cancel_early(self, run_id: str) -> None:
        """Note that a run is not wanted whose request has not come through the door yet."""
        await self._bucket.put(CANCELLED + run_id, b"")

    async def was_cancelled_early(self, run_id: str) -> bool:
        """Say whether the run was cancelled before it began, and forget it."""
        if await self._bucket.get(CANCELLED + run_id) is None:
            return False
        await self._bucket.remove(CANCELLED + run_id)
        return True

    async def running(self) -> tuple[str, ...]:
        """Return the ids of the runs that have not ended."""
        return tuple(key.removeprefix(INDEX) for key in await self._bucket.keys(INDEX))

    async def forget(self, run_id: str) -> None:
        """Drop a run from the index that turned out to have ended, or to be deleted."""
        await self._bucket.remove(INDEX + run_id)

    async def every(self) -> tuple[str, ...]:
        """Return the ids of all runs, ended ones too."""
        return tuple(key for key in await self._bucket.keys("") if not key.startswith((INDEX, CANCELLED, DELETING)))

    async def bury(self, run_id: str, tombstone: Tombstone, revision: int) -> int | None:
        """Put a tombstone in place of what was read: who saves on that, fails.

        Returns the tombstone's revision, or None when another replica changed the run meanwhile.
        """
        new = await self._bucket.put_if(run_id, encode(tombstone), revision)
        if new is not None:
            self._own.pop(run_id, None)
            await self._bucket.remove(INDEX + run_id)
            await self._bucket.remove(CANCELLED + run_id)
        return new

    async def unbury(self, run_id: str, revision: int) -> None:
        """Remove a tombstone, unless another replica put something in its place."""
        await self._bucket.remove(run_id, revision)

    async def put_in(self, saved: Saved, revision: int) -> bool:
        """Keep a run that was carried here in place of what was read; say whether that was still there."""
        return await self._put(saved, revision) is not None

    async def _put(self, saved: Saved, revision: int) -> Kept | None:
        value = encode(saved)
        new = await self._bucket.put_if(saved.run.run_id, value, revision)
        return None if new is None else self._remembered(Kept(saved, new, len(value)))

    def _remembered(self, kept: Kept) -> Kept:
        """Return what was written, and keep it at hand while its run goes on."""
        self._own.pop(kept.run.run_id, None)
        if not kept.saved.ended:
            self._own[kept.run.run_id] = kept
        while len(self._own) > MOST_AT_HAND:
            self._own.popitem(last=False)
        return kept
