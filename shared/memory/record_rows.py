"""The embedded memory's statements for whole runs: what one holds, and what it is to hold instead."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from shared import messages as m

from . import rows
from .connections import transaction
from .records import RunRecords, by_step, in_step_order
from .schema import FORGETTING
from .steps import CONFLICTS, HYPOTHESES, dumped, dumped_all

ValueT = TypeVar("ValueT", bound=m.Value)

HOLDING = """
    SELECT run_id FROM works UNION SELECT run_id FROM evidence UNION SELECT run_id FROM reports
    UNION SELECT run_id FROM notes WHERE record <> '[]' ORDER BY run_id
"""
"""Every run that holds anything; a step that proposed nothing leaves an empty list."""

STEPS = {
    "works": "SELECT step, record FROM works WHERE run_id = ? ORDER BY step, rank",
    "evidence": "SELECT step, record FROM evidence WHERE run_id = ? ORDER BY step, rank",
}


def runs(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the ids of the runs that hold anything, sorted."""
    return tuple(run_id for (run_id,) in connection.execute(HOLDING))


def export_run(connection: sqlite3.Connection, run_id: str) -> RunRecords:
    """Return all that a run holds."""
    with _at_one_moment(connection):
        hypotheses = _notes(connection, run_id, "hypotheses")
        conflicts = _notes(connection, run_id, "conflicts")
        assessments = _notes(connection, run_id, "assessment")
        report, markdown = rows.report(connection, run_id) or (None, "")
        return RunRecords(
            works=by_step(_listed(connection, "works", run_id, m.Work)),
            evidence=by_step(_listed(connection, "evidence", run_id, m.Evidence)),
            hypotheses=by_step({step: HYPOTHESES.validate_json(said) for step, said in hypotheses.items()}),
            conflicts=by_step({step: CONFLICTS.validate_json(said) for step, said in conflicts.items()}),
            assessments={step: m.JudgeAssessment.model_validate_json(said) for step, said in assessments.items()},
            report=None if report is None else m.ResearchReport.model_validate_json(report),
            markdown=markdown,
        )


def import_run(connection: sqlite3.Connection, run_id: str, records: RunRecords) -> None:
    """Hold *records* in place of all that the run held; vectors are made again when they are wanted."""
    with transaction(connection):
        for statement in FORGETTING:
            connection.execute(statement, (run_id,))
        for step, works in records.works.items():
            rows.add_works(connection, run_id, step, works)
        for step, evidence in records.evidence.items():
            rows.add_evidence(connection, run_id, step, evidence)
        for kind, steps in (("hypotheses", records.hypotheses), ("conflicts", records.conflicts)):
            for step, values in steps.items():
                rows.put_note(connection, (run_id, kind, step), dumped_all(values))
        for step, assessment in records.assessments.items():
            rows.put_note(connection, (run_id, "assessment", step), dumped(assessment))
        if records.report is not None:
            rows.put_report(connection, run_id, dumped(records.report), records.markdown)


@contextmanager
def _at_one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """Read in one transaction that takes no lock for writing: a disk that may only be read can be exported."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def _listed(connection: sqlite3.Connection, kind: str, run_id: str, value: type[ValueT]) -> Mapping[str, list[ValueT]]:
    """Return the records that a run keeps one a row, by step."""
    steps = defaultdict[str, list[ValueT]](list)
    for step, record in connection.execute(STEPS[kind], (run_id,)):
        steps[step].append(value.model_validate_json(record))
    return steps


def _notes(connection: sqlite3.Connection, run_id: str, kind: str) -> dict[str, str]:
    """Return what the steps of a run noted, in their order."""
    found = connection.execute("SELECT step, record FROM notes WHERE run_id = ? AND kind = ?", (run_id, kind))
    return in_step_order(dict(found.fetchall()))
