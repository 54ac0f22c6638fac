"""The tables of the embedded memory, and how an older file becomes a newer one."""

import sqlite3
from collections.abc import Sequence

from shared.errors import CannotDo

from .connections import transaction

APPLICATION_ID = 0x56756368
"""Marks the file as Vouch's ("Vuch" in ASCII), so that nothing else is written into by mistake."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE works (
            run_id TEXT, step TEXT, rank INTEGER, work_id TEXT, year INTEGER, retracted INTEGER, record TEXT,
            PRIMARY KEY (run_id, step, work_id)
        )""",
        """CREATE TABLE evidence (
            run_id TEXT, step TEXT, rank INTEGER, content_id TEXT, work_id TEXT, record TEXT,
            PRIMARY KEY (run_id, step, content_id)
        )""",
        "CREATE TABLE notes (run_id TEXT, kind TEXT, step TEXT, record TEXT, PRIMARY KEY (run_id, kind, step))",
        "CREATE TABLE reports (run_id TEXT PRIMARY KEY, report TEXT, markdown TEXT)",
        """CREATE TABLE vectors (
            run_id TEXT, model TEXT, content_id TEXT, vector BLOB,
            PRIMARY KEY (run_id, model, content_id)
        )""",
    ),
)
"""Statements that lead from each schema version to the next. Never edit one that was released: add another."""

FORGETTING = (
    "DELETE FROM works WHERE run_id = ?",
    "DELETE FROM evidence WHERE run_id = ?",
    "DELETE FROM notes WHERE run_id = ?",
    "DELETE FROM reports WHERE run_id = ?",
    "DELETE FROM vectors WHERE run_id = ?",
)
"""What deletes a run: one statement for each table."""

FORGETTING_STEP = (
    "DELETE FROM works WHERE run_id = ? AND step = ?",
    "DELETE FROM evidence WHERE run_id = ? AND step = ?",
    "DELETE FROM notes WHERE run_id = ? AND step = ?",
)
"""What deletes one step: the tables that are kept by step."""


def migrate(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring the file to the newest schema; raise ``CannotDo`` when it is newer still, or not ours."""
    if _version(connection) == len(migrations) and _owner(connection) == APPLICATION_ID:
        return
    with transaction(connection):  # another process may have been first: look again, now that it is ours to change
        version = _version(connection)
        _refuse_foreign(connection, version, len(migrations))
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def _refuse_foreign(connection: sqlite3.Connection, version: int, newest: int) -> None:
    """Raise ``CannotDo`` for a file that this program must not write."""
    if _owner(connection) != APPLICATION_ID and connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        message = "the file given for the research memory is another program's database: name another file"
        raise CannotDo(message)
    if version > newest:
        message = f"the research memory has schema {version}, this Vouch knows {newest}: start the newer Vouch"
        raise CannotDo(message)


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _owner(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA application_id").fetchone()[0])
