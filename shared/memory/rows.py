"""The embedded memory's statements: each function does one thing to an open connection."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pydantic import TypeAdapter

from shared import messages as m
from shared.works import year_of

from .connections import transaction
from .schema import FORGETTING, FORGETTING_STEP
from .steps import by_content, dumped, step_order

_WORKS: TypeAdapter[tuple[m.Work, ...]] = TypeAdapter(tuple[m.Work, ...])


PIECES_AT_HAND = 8_000
"""Parsed pieces kept, about 40 MB at most: the orders of a run carry the same ones again and again."""


class Found(NamedTuple):
    """What there is to choose from."""

    evidence: dict[str, m.Evidence]
    """By content id."""
    retracted: tuple[str, ...]
    """Work ids."""
    conflicts: tuple[str, ...]
    """One JSON list a step, in the order of the steps."""


def put_works(connection: sqlite3.Connection, run_id: str, step: str, works: Sequence[m.Work]) -> None:
    """Replace the works of a step."""
    with transaction(connection):
        connection.execute("DELETE FROM works WHERE run_id = ? AND step = ?", (run_id, step))
        add_works(connection, run_id, step, works)


def add_works(connection: sqlite3.Connection, run_id: str, step: str, works: Sequence[m.Work]) -> None:
    """Put the works of a step that holds none, inside a transaction."""
    rows = [
        (run_id, step, rank, one.work_id, year_of(one.citation.date), one.retraction.bars, dumped(one))
        for rank, one in enumerate({one.work_id: one for one in works}.values())
    ]
    connection.executemany("INSERT INTO works VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def works(connection: sqlite3.Connection, run_id: str) -> tuple[m.Work, ...]:
    """Return the works of a run in order; one that several steps met comes several times."""
    rows = connection.execute("SELECT step, rank, record FROM works WHERE run_id = ?", (run_id,)).fetchall()
    return _WORKS.validate_json(_joined(_sorted(rows)))


def works_of_years(connection: sqlite3.Connection, run_id: str, years: tuple[int, int]) -> tuple[m.Work, ...]:
    """Return the works of a run first published in these years, both included."""
    query = "SELECT step, rank, record FROM works WHERE run_id = ? AND year BETWEEN ? AND ?"
    return _WORKS.validate_json(_joined(_sorted(connection.execute(query, (run_id, *years)).fetchall())))


def put_evidence(
    connection: sqlite3.Connection, run_id: str, step: str, evidence: Sequence[m.Evidence]
) -> tuple[str, ...]:
    """Replace the evidence of a step; return the content ids that the run did not hold."""
    with transaction(connection):
        held = {name for (name,) in connection.execute("SELECT content_id FROM evidence WHERE run_id = ?", (run_id,))}
        connection.execute("DELETE FROM evidence WHERE run_id = ? AND step = ?", (run_id, step))
        found = add_evidence(connection, run_id, step, evidence)
    return tuple(name for name in found if name not in held)


def add_evidence(
    connection: sqlite3.Connection, run_id: str, step: str, evidence: Sequence[m.Evidence]
) -> tuple[str, ...]:
    """Put the evidence of a step that holds none, inside a transaction; return its content ids."""
    found = by_content(evidence)
    rows = [(run_id, step, rank, name, one.work_id, dumped(one)) for rank, (name, one) in enumerate(found.items())]
    connection.executemany("INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?)", rows)
    return tuple(found)


def evidence(connection: sqlite3.Connection, run_id: str) -> dict[str, m.Evidence]:
    """Return the evidence of a run in order, by content id; of equal contents the first."""
    query = "SELECT step, rank, record, content_id FROM evidence WHERE run_id = ?"
    firsts: dict[str, tuple[str, ...]] = {}
    for row in _sorted(connection.execute(query, (run_id,)).fetchall()):
        firsts.setdefault(row[3], row)
    return {name: _piece(row[2]) for name, row in firsts.items()}


@lru_cache(PIECES_AT_HAND)
def _piece(record: str) -> m.Evidence:
    """Return a piece; frozen, so that those who asked for it may share it."""
    return m.Evidence.model_validate_json(record)


def to_choose_from(connection: sqlite3.Connection, run_id: str) -> Found:
    """Return what a choice of evidence depends on."""
    retracted = connection.execute("SELECT work_id FROM works WHERE run_id = ? AND retracted", (run_id,))
    return Found(
        evidence(connection, run_id), tuple(one for (one,) in retracted), notes(connection, run_id, "conflicts")
    )


def put_note(connection: sqlite3.Connection, key: tuple[str, str, str], record: str) -> None:
    """Replace what a step noted; *key* is run, kind and step."""
    connection.execute(
        "INSERT INTO notes VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET record = excluded.record", (*key, record)
    )


def notes(connection: sqlite3.Connection, run_id: str, kind: str) -> tuple[str, ...]:
    """Return what the steps noted, in the order of the steps."""
    query = "SELECT step, record FROM notes WHERE run_id = ? AND kind = ?"
    rows = connection.execute(query, (run_id, kind)).fetchall()
    return tuple(record for _, record in sorted(rows, key=lambda row: step_order(row[0])))


def put_report(connection: sqlite3.Connection, run_id: str, report: str, markdown: str) -> None:
    """Replace the report of a run."""
    connection.execute(
        "INSERT INTO reports VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET report = excluded.report, markdown = excluded.markdown",
        (run_id, report, markdown),
    )


def report(connection: sqlite3.Connection, run_id: str) -> tuple[str, str] | None:
    """Return the report of a run and its Markdown."""
    found = connection.execute("SELECT report, markdown FROM reports WHERE run_id = ?", (run_id,)).fetchone()
    return None if found is None else (str(found[0]), str(found[1]))


def put_vectors(connection: sqlite3.Connection, run_id: str, model: str, vectors: Mapping[str, bytes]) -> None:
    """Keep vectors by content id; the same text has the same vector, so the first stays."""
    rows = [(run_id, model, name, vector) for name, vector in vectors.items()]
    with transaction(connection):
        connection.executemany("INSERT INTO vectors VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)


def vectors(connection: sqlite3.Connection, run_id: str, model: str) -> dict[str, bytes]:
    """Return the vectors of a run by content id."""
    query = "SELECT content_id, vector FROM vectors WHERE run_id = ? AND model = ?"
    return dict(connection.execute(query, (run_id, model)).fetchall())


def forget_vectors(connection: sqlite3.Connection, model: str) -> int:
    """Forget the vectors that another model made; return how many pieces had one."""
    pieces = "SELECT COUNT(*) FROM (SELECT DISTINCT run_id, content_id FROM vectors WHERE model <> ?)"
    with transaction(connection):
        count = int(connection.execute(pieces, (model,)).fetchone()[0])
        connection.execute("DELETE FROM vectors WHERE model <> ?", (model,))
    return count


def delete_step(connection: sqlite3.Connection, run_id: str, step: str) -> None:
    """Forget what one step of a run stored."""
    with transaction(connection):
        for statement in FORGETTING_STEP:
            connection.execute(statement, (run_id, step))


def delete_run(connection: sqlite3.Connection, run_id: str) -> None:
    """Forget all of a run."""
    with transaction(connection):
        for statement in FORGETTING:
            connection.execute(statement, (run_id,))


def touch(connection: sqlite3.Connection) -> None:
    """Write something that changes nothing, to see whether writing works."""
    with transaction(connection):
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute(f"PRAGMA user_version = {int(version)}")


def _sorted(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return rows that begin with step and rank in the order of both."""
    return sorted(rows, key=lambda row: (step_order(row[0]), row[1]))


def _joined(rows: Iterable[tuple[str, ...]]) -> str:
    """Return the records of rows (step, rank, record, …) as one JSON list: parsing it at once is faster."""
    return f"[{','.join(row[2] for row in rows)}]"
