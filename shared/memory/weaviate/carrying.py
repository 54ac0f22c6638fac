"""Runs as objects and back: what a run's notes, works and pieces are as records that any memory takes. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast, get_args

from pydantic import TypeAdapter

from shared import messages as m
from shared.memory.records import RunRecords, by_step, in_step_order
from shared.memory.steps import CONFLICTS, HYPOTHESES, dumped, dumped_all

from .objects import Kind, Note, Stored, note, pieces_of, works_of

T = TypeVar("T")

EVERY: tuple[Kind, ...] = get_args(Kind)

REPORT_STEP = "report"

_REPORT: TypeAdapter[tuple[m.ResearchReport, str]] = TypeAdapter(tuple[m.ResearchReport, str])

Notes = Sequence[tuple[Kind, Note]]


def report_note(report: m.ResearchReport, markdown: str) -> Stored:
    """Return a run's report as it is written."""
    dumped(report)  # refuses half a character in our words
    return note("report", REPORT_STEP, _REPORT.dump_json((report, markdown)).decode())


def read_report(written: Note) -> tuple[m.ResearchReport, str]:
    """Return a run's report and its Markdown."""
    return _REPORT.validate_json(written.record)


def of_kind(notes: Notes, kind: Kind) -> list[Note]:
    """Return the notes of one kind."""
    return [one for its, one in notes if its == kind]


def uuids_in(notes: Notes, kind: Kind) -> list[str]:
    """Return the objects that the notes of a kind list, each once."""
    return list(dict.fromkeys(listed.uuid for one in of_kind(notes, kind) for listed in one.listed))


def exported(notes: Notes, values: Mapping[str, m.Work | m.Evidence]) -> RunRecords:
    """Return what a run holds; *values* are the works and pieces by their object ids."""
    reports = of_kind(notes, "report")
    report, markdown = read_report(reports[0]) if reports else (None, "")
    return RunRecords(
        works=by_step(_by_step(notes, "works", lambda one: cast("list[m.Work]", _values(one, values)))),
        evidence=by_step(_by_step(notes, "evidence", lambda one: cast("list[m.Evidence]", _values(one, values)))),
        hypotheses=by_step(_by_step(notes, "hypotheses", lambda one: HYPOTHESES.validate_json(one.record))),
        conflicts=by_step(_by_step(notes, "conflicts", lambda one: CONFLICTS.validate_json(one.record))),
        assessments=_by_step(notes, "assessment", lambda one: m.JudgeAssessment.model_validate_json(one.record)),
        report=report,
        markdown=markdown,
    )


def _by_step(notes: Notes, kind: Kind, read: Callable[[Note], T]) -> dict[str, T]:
    """Return what the steps left of a kind, in their order."""
    return in_step_order({one.step: read(one) for one in of_kind(notes, kind)})


def imported(records: RunRecords) -> tuple[list[Stored], list[Stored]]:
    """Return the objects of a run, and the notes that list them, which are to be written after them."""
    objects, notes = list[Stored](), list[Stored]()
    for step, works in records.works.items():
        made = works_of(works)
        objects += made.values()
        notes.append(note("works", step, listed=made))
    for step, evidence in records.evidence.items():
        made = pieces_of(evidence)
        objects += made.values()
        notes.append(note("evidence", step, listed=made))
    notes += [note("hypotheses", step, dumped_all(said)) for step, said in records.hypotheses.items()]
    notes += [note("conflicts", step, dumped_all(said)) for step, said in records.conflicts.items()]
    notes += [note("assessment", step, dumped(said)) for step, said in records.assessments.items()]
    if records.report:
        notes.append(report_note(records.report, records.markdown))
    return objects, notes


def _values(listing: Note, values: Mapping[str, m.Work | m.Evidence]) -> list[m.Work | m.Evidence]:
    """Return what a note lists, in its order."""
    return [values[listed.uuid] for listed in listing.listed]
