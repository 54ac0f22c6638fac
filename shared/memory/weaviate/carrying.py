"""Runs as objects and back: what a run's notes, works and pieces are as records that any memory takes. Pure."""

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast, get_args

from pydantic import TypeAdapter

from shared import messages as m
from shared.memory.records import RunRecords, by_step, in_step_order
from shared.memory.steps import dumped, dumped_all

from .objects import Kind, Note, Stored, note, pieces_of, works_of

V = TypeVar("V", bound=m.Value)

EVERY: tuple[Kind, ...] = get_args(Kind)

REPORT_STEP = "report"

_HYPOTHESES: TypeAdapter[tuple[m.MechanismHypothesis, ...]] = TypeAdapter(tuple[m.MechanismHypothesis, ...])
_CONFLICTS: TypeAdapter[tuple[m.Conflict, ...]] = TypeAdapter(tuple[m.Conflict, ...])
_REPORT: TypeAdapter[tuple[m.ResearchReport, str]] = TypeAdapter(tuple[m.ResearchReport, str])

Notes = Sequence[tuple[Kind, Note]]


def report_note(report: m.ResearchReport, markdown: str) -> Stored:
    """Return a run's report as it is written."""
    dumped(report)  # refuses half a character in our words
    return note("report", REPORT_STEP, _REPORT.dump_json((report, markdown)).decode())


def read_report(written: Note) -> tuple[m.ResearchReport, str]:
    """Return a run's report and its Markdown."""
    return _REPORT.validate_json(written.record)


def uuids_in(notes: Notes, kind: Kind) -> list[str]:
    """Return the objects that the notes of a kind list, each once."""
    return list(dict.fromkeys(listed.uuid for of, one in notes for listed in one.listed if of == kind))


def exported(notes: Notes, values: Mapping[str, m.Work | m.Evidence]) -> RunRecords:
    """Return what a run holds; *values* are the works and pieces by their object ids."""
    of = {kind: in_step_order({one.step: one for its, one in notes if its == kind}) for kind in EVERY}
    report = next(iter(of["report"].values()), None)
    said = read_report(report) if report else None
    return RunRecords(
        works=by_step({step: cast("list[m.Work]", _values(one, values)) for step, one in of["works"].items()}),
        evidence=by_step(
            {step: cast("list[m.Evidence]", _values(one, values)) for step, one in of["evidence"].items()}
        ),
        hypotheses=by_step({step: _HYPOTHESES.validate_json(one.record) for step, one in of["hypotheses"].items()}),
        conflicts=by_step({step: _CONFLICTS.validate_json(one.record) for step, one in of["conflicts"].items()}),
        assessments={step: m.JudgeAssessment.model_validate_json(one.record) for step, one in of["assessment"].items()},
        report=said[0] if said else None,
        markdown=said[1] if said else "",
    )


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
