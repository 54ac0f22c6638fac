"""What the embedded memory does when its file or its disk is at fault."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shared.embedding import HashingEmbedder
from shared.errors import CannotDo, RetryLater
from shared.memory.connections import Connections, translated
from shared.memory.embedded import SqliteMemory
from shared.memory.schema import MIGRATIONS, migrate
from tests.contract.memories import make_evidence

NAME = "memory.sqlite3"
TRANSIENT = {"BUSY", "LOCKED", "FULL", "READONLY", "PERM", "CANTOPEN", "IOERR", "PROTOCOL", "NOMEM", "INTERRUPT"}
LASTING = {"CORRUPT", "NOTADB", "TOOBIG"}
BUGS = {
    *("ABORT", "AUTH", "CONSTRAINT", "EMPTY", "ERROR", "FORMAT", "INTERNAL", "MISMATCH", "MISUSE", "NOLFS"),
    *("NOTFOUND", "RANGE", "SCHEMA"),
}


WRITER = """
import asyncio, sys, pathlib
from shared import messages as m
from shared.memory.embedded import SqliteMemory

async def write():
    memory = SqliteMemory.open(pathlib.Path(sys.argv[1]))
    citation = m.Citation(source="pubmed", title="A trial")
    for at in range(100_000):
        pieces = [m.Evidence(work_id=f"w{at}-{n}", content="Text", citation=citation) for n in range(10)]
        await memory.store_evidence("r1", f"{at}-search", pieces)
        print(at, flush=True)

asyncio.run(write())
"""
"""A process that says what is stored, until it is killed."""


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncIterator[SqliteMemory]:
    """Open a memory that waits for nobody."""
    opened = SqliteMemory.open(tmp_path / NAME, HashingEmbedder(), wait_seconds=0)
    yield opened
    await opened.close()


@pytest.fixture
def elsewhere(memory: SqliteMemory, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Return another process's connection to the same file."""
    del memory  # it made the file
    connection = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    yield connection
    connection.close()


def limited(memory: SqliteMemory, pragma: str) -> None:
    """Make the open connection behave as on another disk."""
    for one in (memory._connections._quick, memory._connections._patient):
        one.call(lambda connection: connection.execute(pragma))


async def test_a_full_disk_is_named_and_loses_nothing(memory: SqliteMemory) -> None:
    """The run waits until there is room; half an answer must not stay behind."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1"),))
    limited(memory, "PRAGMA max_page_count = 20")
    big = [make_evidence(f"w{at}", "x" * 4000) for at in range(100)]

    with pytest.raises(RetryLater, match=r"memory\.sqlite3\) cannot grow: the disk is full"):
        await memory.store_evidence("r1", "1-search", big)

    assert [piece.work_id for piece in await memory.get_all_evidence("r1")] == ["w1"]


async def test_when_the_disk_has_room_again_all_goes_on(memory: SqliteMemory) -> None:
    """The same order succeeds later, without a restart of the service."""
    limited(memory, "PRAGMA max_page_count = 20")
    big = [make_evidence(f"w{at}", "x" * 4000) for at in range(100)]
    with pytest.raises(RetryLater):
        await memory.store_evidence("r1", "1-search", big)

    new = await memory.store_evidence("r1", "1-search", big)  # the file was opened again, without the limit

    assert len(new) == 100


async def test_a_read_only_file_is_named(memory: SqliteMemory) -> None:
    """Reading still works, so only the check and the writes can tell."""
    await memory.store_evidence("r1", "1-search", (make_evidence(),))
    limited(memory, "PRAGMA query_only = 1")

    with pytest.raises(RetryLater, match="may not be written: make file and folder writable"):
        await memory.check()


async def test_a_writer_that_keeps_the_file_is_waited_for(memory: SqliteMemory, elsewhere: sqlite3.Connection) -> None:
    """Another coordinator in the middle of a write is no fault: the order is tried again."""
    elsewhere.execute("BEGIN IMMEDIATE")
    with pytest.raises(RetryLater, match="written by another process"):
        await memory.store_evidence("r1", "1-search", (make_evidence(),))
    elsewhere.execute("ROLLBACK")

    new = await memory.store_evidence("r1", "1-search", (make_evidence(),))

    assert len(new) == 1


async def test_reading_does_not_wait_for_a_writer(memory: SqliteMemory, elsewhere: sqlite3.Connection) -> None:
    """A long write of one replica must not stop the others from attaching evidence."""
    await memory.store_evidence("r1", "1-search", (make_evidence(),))
    elsewhere.execute("BEGIN IMMEDIATE")

    found = await memory.get_all_evidence("r1")

    assert len(found) == 1


async def test_a_damaged_file_is_named_when_it_is_opened(tmp_path: Path) -> None:
    """Waiting cannot help; the person must know which file it is."""
    (tmp_path / NAME).write_bytes(b"this is no database, but it is long enough to be read as one" * 20)

    with pytest.raises(CannotDo, match=r"memory\.sqlite3\) is damaged: move the file away"):
        SqliteMemory.open(tmp_path / NAME)


async def test_a_newer_file_is_refused_untouched(memory: SqliteMemory, tmp_path: Path) -> None:
    """An older replica that meets a newer state must not write into what it does not understand."""
    await memory.close()
    connection = sqlite3.connect(tmp_path / NAME)
    connection.execute("PRAGMA user_version = 99")
    connection.close()

    with pytest.raises(CannotDo, match="has schema 99, this Vouch knows 1: start the newer Vouch"):
        SqliteMemory.open(tmp_path / NAME)


async def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    """A wrong path in the settings must not put our tables into somebody's data."""
    connection = sqlite3.connect(tmp_path / NAME)
    connection.execute("CREATE TABLE photographs (name TEXT)")
    connection.close()

    with pytest.raises(CannotDo, match="another program's database"):
        SqliteMemory.open(tmp_path / NAME)


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """The data folder may be on a disk that is not there yet."""
    (tmp_path / "taken").write_text("a file where a folder should be")

    with pytest.raises(RetryLater, match="cannot be opened: check that its folder exists"):
        SqliteMemory.open(tmp_path / "taken" / NAME)


async def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    """Nothing to install, nothing to prepare."""
    memory = SqliteMemory.open(tmp_path / "a" / "b" / NAME)

    await memory.close()

    assert (tmp_path / "a" / "b" / NAME).is_file()


async def test_an_older_file_is_brought_up_to_date_and_keeps_its_rows(tmp_path: Path) -> None:
    """An upgrade must not cost a person their runs."""
    first = (("CREATE TABLE works (name TEXT)", "INSERT INTO works VALUES ('kept')"),)
    second = (*first, ("ALTER TABLE works ADD COLUMN year INTEGER",))
    for migrations in (first, second, second):
        connections = Connections(tmp_path / NAME, lambda c, m=migrations: migrate(c, m), 0)
        rows = connections.call(lambda c: c.execute("SELECT * FROM works").fetchall())
        await connections.close()

    assert rows == [("kept", None)]


async def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """Half a migration could be neither used nor repeated."""
    broken = (("CREATE TABLE works (name TEXT)", "CREATE TABLE works (name TEXT)"),)
    connections = Connections(tmp_path / NAME, lambda c: migrate(c, broken), 0)

    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        connections.call(lambda c: c)

    left = sqlite3.connect(tmp_path / NAME)
    assert left.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    left.close()
    await connections.close()


async def test_processes_that_start_at_once_make_the_file_once(tmp_path: Path) -> None:
    """``vouch up`` starts all replicas together on an empty folder."""
    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(lambda _: SqliteMemory.open(tmp_path / NAME), range(8)))
    for memory in opened:
        await memory.check()
        await memory.close()

    connection = sqlite3.connect(tmp_path / NAME)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    connection.close()


async def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """Killing any process at any moment loses nothing, and leaves no half of an answer."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, str(tmp_path / NAME), stdout=asyncio.subprocess.PIPE
    )
    assert writer.stdout is not None
    acknowledged = [int(await writer.stdout.readline()) for _ in range(30)]
    writer.kill()
    await writer.communicate()

    memory = SqliteMemory.open(tmp_path / NAME)
    found = await memory.get_all_evidence("r1")
    await memory.close()
    assert {f"w{at}-{n}" for at in acknowledged for n in range(10)} <= {piece.work_id for piece in found}
    assert len(found) % 10 == 0


async def test_vectors_are_made_once(memory: SqliteMemory, elsewhere: sqlite3.Connection) -> None:
    """Embedding two hundred abstracts takes twenty times as long as ranking them."""
    await memory.store_evidence("r1", "1-search", [make_evidence(f"w{at}", f"text {at}") for at in range(3)])
    among = {"w0": "S1", "w1": "S2", "w2": "S3"}
    for _ in range(2):
        await memory.get_relevant_evidence("r1", "text", 2, among)

    rows = elsewhere.execute("SELECT model, count(*) FROM vectors").fetchall()

    assert rows == [("hashing-64", 3)]


async def test_deleting_a_run_leaves_no_row_in_any_table(memory: SqliteMemory, elsewhere: sqlite3.Connection) -> None:
    """A new table that the deletion forgot would keep what a person asked to be forgotten."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1"), make_evidence("w2")))
    await memory.get_relevant_evidence("r1", "text", 1, {"w1": "S1", "w2": "S2"})

    await memory.delete_run("r1")

    tables = {name for (name,) in elsewhere.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    left = elsewhere.execute(
        "SELECT (SELECT count(*) FROM works) + (SELECT count(*) FROM evidence) + (SELECT count(*) FROM notes)"
        " + (SELECT count(*) FROM reports) + (SELECT count(*) FROM vectors)"
    )
    assert tables == {"works", "evidence", "notes", "reports", "vectors"}
    assert left.fetchone() == (0,)


def test_every_primary_code_of_sqlite_has_a_meaning() -> None:
    """A code nobody thought of would be taken for a bug and dead-letter a run; 1 to 26 are its errors."""
    codes = {name: getattr(sqlite3, f"SQLITE_{name}") for name in TRANSIENT | LASTING | BUGS}

    meanings = {name: type(translated(error_of(code), "m")) for name, code in codes.items()}

    assert {name for name, meaning in meanings.items() if issubclass(meaning, RetryLater)} == TRANSIENT
    assert {name for name, meaning in meanings.items() if meaning is CannotDo} == LASTING
    assert set(codes.values()) == set(range(1, 27))


def error_of(code: int) -> sqlite3.OperationalError:
    """Return an error with this result code."""
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error
