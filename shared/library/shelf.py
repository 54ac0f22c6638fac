"""The reference files of requests, each read once: ``Shelf`` remembers the ones used last."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from shared import messages as m
from shared.errors import CannotDo

from .reading import read
from .values import Reading, Reference

MOST_FILES = 8
"""Kept open at a time: a file of 500 references takes about 5 MB."""

Fetch = Callable[[str], Awaitable[bytes]]
"""The bytes behind a SHA-256; raises ``CannotDo`` where there are none, ``RetryLater`` where nobody can say."""


@dataclass(frozen=True)
class Opened:
    """What some files hold together."""

    references: tuple[Reference, ...] = ()
    """Every record, in the order of the files, each with a ``work_id`` of its own."""
    skipped: tuple[str, ...] = ()
    """Records that could not be used: file, record, reason."""
    unreadable: tuple[str, ...] = ()
    """Files that could not be used, each with the reason."""
    notes: tuple[str, ...] = ()


class Shelf:
    """Opens reference files by their hash, and keeps the last few."""

    def __init__(self, fetch: Fetch, most: int = MOST_FILES) -> None:
        self._fetch = fetch
        self._most = most
        self._readings: OrderedDict[str, Reading] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, files: Sequence[m.LibraryFile]) -> Opened:
        """Return what *files* hold; one that cannot be read is named, and the others stand."""
        readings: list[tuple[str, Reading]] = []
        unreadable: list[str] = []
        for file in {file.sha256: file for file in files}.values():
            try:
                readings.append((file.name, await self._reading(file)))
            except CannotDo as error:
                unreadable.append(str(error))
        return _together(readings, tuple(unreadable))

    async def _reading(self, file: m.LibraryFile) -> Reading:
        """Return the reading of *file*; of several orders that ask at once, one reads."""
        lock = self._locks.setdefault(file.sha256, asyncio.Lock())
        async with lock:
            if file.sha256 not in self._readings:
                data = await self._fetch(file.sha256)
                self._readings[file.sha256] = await asyncio.to_thread(read, data, file.name)
            self._readings.move_to_end(file.sha256)
            while len(self._readings) > self._most:
                self._readings.popitem(last=False)
            return self._readings[file.sha256]


def _together(readings: Sequence[tuple[str, Reading]], unreadable: tuple[str, ...]) -> Opened:
    """Return several readings as one."""
    return Opened(
        references=tuple(_told_apart(one for _, reading in readings for one in reading.references)),
        skipped=tuple(f"{name}, {one.name}: {one.reason}" for name, reading in readings for one in reading.skipped),
        unreadable=unreadable,
        notes=tuple(note for _, reading in readings for note in reading.notes),
    )


def _told_apart(references: Iterable[Reference]) -> Iterator[Reference]:
    """Yield the references, a repeated record under a name of its own: each counts, and is merged later."""
    times: Counter[str] = Counter()
    for one in references:
        times[one.work.work_id] += 1
        if (n := times[one.work.work_id]) > 1:
            yield replace(one, work=one.work.model_copy(update={"work_id": f"{one.work.work_id}-{n}"}))
        else:
            yield one
