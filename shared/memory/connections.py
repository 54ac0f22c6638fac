"""Connections to an SQLite file, and what its errors mean.

Memory calls take well under a millisecond: handing each to a thread and waking up again costs more than the call, so
they are made at once. What meets a lock waits on a thread (docs/decisions/0009); what takes long (embedding,
ranking) runs elsewhere.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from shared.errors import CannotDo, RetryLater, VouchError

T = TypeVar("T")

WAIT_SECONDS = 10.0
"""For other processes that are writing; each holds the lock for about a millisecond."""

_KEPT = "nothing that was stored is lost"

_REASONS: dict[int, str] = {
    sqlite3.SQLITE_BUSY: f"is being written by another process for too long; {_KEPT}",
    sqlite3.SQLITE_LOCKED: f"is being changed by another connection; {_KEPT}",
    sqlite3.SQLITE_FULL: f"cannot grow: the disk is full. Free some space; {_KEPT}",
    sqlite3.SQLITE_READONLY: f"may not be written: make file and folder writable; {_KEPT}",
    sqlite3.SQLITE_PERM: f"may not be opened: check the permissions of file and folder; {_KEPT}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened: check that its folder exists and may be written; {_KEPT}",
    sqlite3.SQLITE_IOERR: f"cannot be read or written: the disk reports an error; {_KEPT}",
    sqlite3.SQLITE_PROTOCOL: f"is being opened by too many at once; {_KEPT}",
    sqlite3.SQLITE_NOMEM: f"needs more memory than there is; {_KEPT}",
    sqlite3.SQLITE_INTERRUPT: f"was interrupted; {_KEPT}",
}
"""By primary result code: the world may change, so each becomes ``RetryLater``."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_TOO_BIG = (sqlite3.SQLITE_TOOBIG,)


class Locked(RetryLater):
    """Another process is writing."""


def translated(error: sqlite3.Error, name: str) -> VouchError | None:
    """Return what *error* of the file *name* means to a caller; ``None`` where it is a bug of ours."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the rest is detail
    if code in _DAMAGED:
        return CannotDo(f"the research memory ({name}) is damaged: move the file away, and a new one is made")
    if code in _TOO_BIG:
        return CannotDo("a text is too large for the research memory: shorten it")
    if code not in _REASONS:
        return None
    kind = Locked if code == sqlite3.SQLITE_BUSY else RetryLater
    return kind(f"the research memory ({name}) {_REASONS[code]}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all of the block or nothing. ``IMMEDIATE``: a reader that turns writer meets "locked" at once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:  # a full disk may have rolled back already
            connection.execute("ROLLBACK")


class Connections:
    """Runs functions on the file: at once where it is free, else on a thread that waits for it."""

    def __init__(self, path: Path, prepare: Callable[[sqlite3.Connection], None], wait_seconds: float) -> None:
        self._quick = _Connection(path, prepare, 0.0)
        self._patient = _Connection(path, prepare, wait_seconds)
        self._thread = ThreadPoolExecutor(1, "memory")

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what *work* makes of a connection; it is done whole or not at all, so it may be done again."""
        try:
            return self._quick.call(work)
        except Locked:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._patient.call, work)

    def call(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do *work* and wait for it, before there is a loop that others need."""
        return self._patient.call(work)

    async def close(self) -> None:
        """Close the file after what is under way; a second time does no harm."""
        await asyncio.to_thread(self._thread.shutdown)
        self._quick.close()
        self._patient.close()


class _Connection:
    """One connection, opened when it is needed and again after an error."""

    def __init__(self, path: Path, prepare: Callable[[sqlite3.Connection], None], wait_seconds: float) -> None:
        self._path = path
        self._prepare = prepare
        self._wait_seconds = wait_seconds
        self._connection: sqlite3.Connection | None = None

    def call(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do *work*; raise what an error of the file means to a caller."""
        try:
            return work(self._connected())
        except sqlite3.Error as error:
            self.close()
            if meaning := translated(error, self._path.name):
                raise meaning from error
            raise
        except UnicodeEncodeError as error:
            message = "a text holds half a character (a lone surrogate): decode it as UTF-8"
            raise CannotDo(message) from error

    def close(self) -> None:
        """Close the connection, if it is open."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._opened()
        return self._connection

    def _opened(self) -> sqlite3.Connection:
        with suppress(OSError):  # what is wrong with the folder, SQLite says in its own way
            self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            self._path, timeout=self._wait_seconds, isolation_level=None, check_same_thread=False
        )
        with ExitStack() as on_failure:
            on_failure.callback(connection.close)
            connection.execute("PRAGMA journal_mode = WAL")
            # A commit survives the death of any process; only a power cut may take the last ones.
            connection.execute("PRAGMA synchronous = NORMAL")
            self._prepare(connection)
            on_failure.pop_all()
        return connection
