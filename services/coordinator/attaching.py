"""What is put on a message when it is sent: evidence on orders, the report on the end. Deterministic."""

from collections.abc import Mapping

from shared import messages as m
from shared.memory import ResearchMemory
from shared.registry import Entry

from .ordering import Owed
from .state import Run

MOST_FOR_HYPOTHESES = 10
"""Diverse pieces, from source document 002."""

MOST_FOR_JUDGE = 30
"""From source document 001."""

MOST_FOR_REPORT = 20
"""From source document 000."""


async def attach(message: Owed, run: Run, memory: ResearchMemory) -> m.Message:
    """Return the message with what it carries; the saved state itself holds no texts.

    Raises ``RetryLater`` when the memory cannot be asked.
    """
    match message:
        case m.HypothesisRequested():
            return message.model_copy(
                update={
                    "evidence": await evidence(message, run, memory, MOST_FOR_HYPOTHESES),
                    "hypotheses": await memory.get_hypotheses(run.run_id),
                }
            )
        case m.JudgeRequested():
            return message.model_copy(
                update={
                    "evidence": await evidence(message, run, memory, MOST_FOR_JUDGE, keep_places=True),
                    "hypotheses": await memory.get_hypotheses(run.run_id),
                }
            )
        case m.ReportRequested():
            return await _report_order(message, run, memory)
        case m.ResearchCompleted() if run.end and not run.end.from_state_alone:
            return await _ending(message, run, memory)
    return message


async def evidence(
    order: m.HypothesisRequested | m.JudgeRequested | m.ReportRequested,
    run: Run,
    memory: ResearchMemory,
    most: int,
    *,
    keep_places: bool = False,
) -> tuple[m.Evidence, ...]:
    """Return the pieces of an order: from S1…Sn as they were when it was decided, whenever it is sent."""
    entries = numbered_entries(run, order.sources_until)
    among = {work_id: entry.source_id for entry in entries.values() for work_id in entry.work_ids}
    chosen = await memory.get_relevant_evidence(run.run_id, order.question, most, among, keep_places=keep_places)
    return tuple(_known(piece, entries[piece.source_id]) for piece in chosen)


def numbered_entries(run: Run, until: int) -> Mapping[str, Entry]:
    """Return the works S1…Sn by their S number, in that order."""
    numbered = (entry for entry in run.registry.entries if entry.source_id and int(entry.source_id[1:]) <= until)
    return {entry.source_id: entry for entry in sorted(numbered, key=lambda entry: int(entry.source_id[1:]))}


def _known(piece: m.Evidence, entry: Entry) -> m.Evidence:
    """Return the piece with what the registry knows of its work."""
    update: dict[str, object] = {"study_id": entry.study_id, "first_seen_step": entry.first_seen}
    if piece.retraction.status != entry.retraction:
        update["retraction"] = piece.retraction.model_copy(update={"status": entry.retraction})
    return piece.model_copy(update=update)


async def _report_order(order: m.ReportRequested, run: Run, memory: ResearchMemory) -> m.ReportRequested:
    """Return the report's order with evidence, hypotheses, the last assessment and the bibliography."""
    assessments = await memory.get_assessments(run.run_id)
    works = await memory.bibliography(run.run_id)
    entries = numbered_entries(run, order.sources_until)
    return order.model_copy(
        update={
            "evidence": await evidence(order, run, memory, MOST_FOR_REPORT, keep_places=True),
            "hypotheses": await memory.get_hypotheses(run.run_id),
            "assessment": assessments[-1] if assessments else None,
            "bibliography": tuple(reference(entry, works) for entry in entries.values() if _first(entry, works)),
        }
    )


def _first(entry: Entry, works: Mapping[str, m.Work]) -> m.Work | None:
    """Return the record that stands for a work: the first of its records that the memory holds."""
    return next((works[work_id] for work_id in entry.work_ids if work_id in works), None)


def identifiers(entry: Entry, works: Mapping[str, m.Work]) -> m.Identifiers:
    """Return all identifiers that the records of a work give, the first of each kind."""
    merged: dict[str, str] = {}
    for work_id in entry.work_ids:
        if work := works.get(work_id):
            merged = {name: value for name, value in work.identifiers if value} | merged
    return m.Identifiers.model_validate(merged)


def reference(entry: Entry, works: Mapping[str, m.Work]) -> m.Reference:
    """Return a work as reports list it. Raises ``LookupError`` when the memory has no record of it."""
    if (work := _first(entry, works)) is None:
        message = f"no record of {entry.source_id} is in the memory"
        raise LookupError(message)
    return m.Reference(
        source_id=entry.source_id,
        citation=work.citation,
        identifiers=identifiers(entry, works),
        kind=work.kind,
        design=work.design,
        subject_studied=work.subject,
        study_id=entry.study_id,
        retraction=work.retraction.model_copy(update={"status": entry.retraction}),
    )


def registered(entry: Entry, works: Mapping[str, m.Work]) -> m.RegisteredSource:
    """Return a work as ``research.completed`` lists it."""
    listed = reference(entry, works)
    return m.RegisteredSource(
        source_id=listed.source_id,
        citation=listed.citation,
        identifiers=listed.identifiers,
        aliases=entry.aliases,
        work_ids=entry.work_ids,
        registry_numbers=entry.registry_numbers,
        kind=listed.kind,
        study_id=listed.study_id,
        design=listed.design,
        subject_studied=listed.subject_studied,
        retraction=listed.retraction,
    )


async def _ending(end: m.ResearchCompleted, run: Run, memory: ResearchMemory) -> m.ResearchCompleted:
    """Return the end with the report, or with the memory's summary where none could be written."""
    works = await memory.bibliography(run.run_id)
    entries = numbered_entries(run, run.registry.numbered)
    update: dict[str, object] = {
        "sources": tuple(registered(entry, works) for entry in entries.values() if _first(entry, works)),
        "hypotheses": await memory.get_hypotheses(run.run_id),
    }
    if stored := await memory.get_report(run.run_id):
        update["report"], update["markdown"] = stored
    elif end.status == "partial":
        among = {work_id: entry.source_id for entry in entries.values() for work_id in entry.work_ids}
        update["markdown"] = await memory.get_context_summary(run.run_id, run.asked.question, among)
    return end.model_copy(update=update)
