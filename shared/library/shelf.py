"""The reference files of requests, each read once: ``Shelf`` remembers the ones used last."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from shared import messages as m
from shared.errors import CannotDo
from shared.pdf import MOST_WORKERS, is_pdf

from .reading import read
from .values import Reading, Reference

MOST_BYTES = 80_000_000
"""Of memory for the files used last: 8,000 references, or 500 PDFs of 15 pages."""

_REFERENCE_BYTES = 10_000
"""That a reference takes beside its text."""

MOST_AT_ONCE = 2
"""Files that are read side by side: a machine has other work."""

_PDF_READERS = ThreadPoolExecutor(MOST_WORKERS, "pdfs")
"""Threads of their own: a PDF may wait minutes for its turn, and others would wait for a thread to find a host in."""

Fetch = Callable[[str], Awaitable[bytes]]
"""The bytes behind a SHA-256; raises ``CannotDo`` where there are none, ``RetryLater`` where nobody can say."""

ReadFile = Callable[[bytes, str], Reading]
"""What a file of this name holds; raises ``CannotDo`` where it cannot be used."""


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
    """Opens reference files by their hash, and keeps the last few; *read_file* runs in a thread."""

    def __init__(self, fetch: Fetch, most_bytes: int = MOST_BYTES, read_file: ReadFile = read) -> None:
        self._fetch, self._read_file = fetch, read_file
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
                self._readings[file.sha256] = await self._read(data, file.name)
            self._readings.move_to_end(file.sha256)
            found = self._readings[file.sha256]
            self._forget()
            return found

    async def _read(self, data: bytes, name: str) -> Reading:
        """Return what a file holds. Raises ``CannotDo``."""
        threads = _PDF_READERS if is_pdf(data) else None
        return await asyncio.get_running_loop().run_in_executor(threads, self._read_file, data, name)

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
