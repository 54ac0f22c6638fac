"""The reference files of requests, each read once: ``Shelf`` remembers the ones used last."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from shared import messages as m
from shared.errors import CannotDo

from .reading import read
from .values import Reading, Reference

MOST_BYTES = 80_000_000
"""Of memory for the files used last: 8,000 references, or 500 PDFs of 15 pages."""

_REFERENCE_BYTES = 10_000
"""That a reference takes beside its text."""

MOST_AT_ONCE = 2
"""Files that are read side by side: a machine has other work."""

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

    def __init__(self, fetch: Fetch, most_bytes: int = MOST_BYTES) -> None:
        self._fetch = fetch
        self._most_bytes = most_bytes
        self._readings: OrderedDict[str, Reading] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, files: Sequence[m.LibraryFile]) -> Opened:
        """Return what *files* hold; one that cannot be read is named, and the others stand."""
        once = tuple({file.sha256: file for file in files}.values())
        places = asyncio.Semaphore(MOST_AT_ONCE)
        found = await _all(self._tried(file, places) for file in once)
        readings = [(file.name, one) for file, one in zip(once, found, strict=True) if isinstance(one, Reading)]
        return _together(readings, tuple(one for one in found if isinstance(one, str)))

    async def _tried(self, file: m.LibraryFile, places: asyncio.Semaphore) -> Reading | str:
        """Return the reading of *file*, or why it cannot be read."""
        async with places:
            try:
                return await self._reading(file)
            except CannotDo as error:
                return str(error)

    async def _reading(self, file: m.LibraryFile) -> Reading:
        """Return the reading of *file*; of several orders that ask at once, one reads."""
        lock = self._locks.setdefault(file.sha256, asyncio.Lock())
        async with lock:
            if file.sha256 not in self._readings:
                data = await self._fetch(file.sha256)
                self._readings[file.sha256] = await asyncio.to_thread(read, data, file.name)
            self._readings.move_to_end(file.sha256)
            found = self._readings[file.sha256]
            self._forget()
            return found

    def _forget(self) -> None:
        """Let go of the files used longest ago, where all together are too large; one is always kept."""
        held = sum(map(_bytes, self._readings.values()))
        while len(self._readings) > 1 and held > self._most_bytes:
            _, oldest = self._readings.popitem(last=False)
            held -= _bytes(oldest)


def _bytes(reading: Reading) -> int:
    """Return about how much memory a reading takes."""
    return sum(_REFERENCE_BYTES + len(one.text) for one in reading.references)


async def _all(tries: Iterable[Coroutine[object, object, Reading | str]]) -> list[Reading | str]:
    """Return what all *tries* return, in order; where one cannot go on, the others are stopped."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one) for one in tries]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return [task.result() for task in tasks]


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
