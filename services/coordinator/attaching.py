"""What is put on a message when it is sent: evidence on orders, the report on the end. Deterministic."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from shared import messages as m
from shared.entries import GRAVEST_FIRST
from shared.memory import ResearchMemory
from shared.registry import Entry, stands_for

from .ending import flow_of, holes, record_of, usage_of
from .ordering import Owed
from .state import Run, searches

MOST_FOR_HYPOTHESES = 10
"""Diverse pieces, from source document 002."""

MOST_FOR_JUDGE = 30
"""From source document 001."""

MOST_FOR_REPORT = 20
"""From source document 000."""


MessageT = TypeVar("MessageT", bound=m.Message)

MOST_FOR_LINKS = 5
"""Of the places of an order, for what bears on hypotheses: a test of one, or what it rests on."""


async def attach(message: Owed, run: Run, memory: ResearchMemory) -> m.Message:
    """Return the message with what it carries; the saved state itself holds no texts.

    Raises ``RetryLater`` when the memory cannot be asked.
    """
    match message:
        case m.HypothesisRequested():
            return resolved(await _hypothesis_order(message, run, memory), run)
        case m.JudgeRequested():
            hypotheses = await memory.get_hypotheses(run.run_id)
            chosen = await _weighed(message, run, memory, MOST_FOR_JUDGE, hypotheses)
            return resolved(message.model_copy(update={"evidence": chosen, "hypotheses": hypotheses}), run)
        case m.ReportRequested():
            return resolved(await _report_order(message, run, memory), run)
        case m.ResearchCompleted():
            end = with_record(message, run)
            bare = end.status == "cancelled" or from_state_alone(run)
            return end if bare else resolved(await _ending(end, run, memory), run)
    return message


def resolved(message: MessageT, run: Run) -> MessageT:
    """Return the message with every S number that became an alias replaced by the one it leads to."""
    if not (today := stands_for(run.registry)):
        return message
    text = re.sub(r'"(S\d+)"', lambda found: f'"{today.get(found[1], found[1])}"', message.model_dump_json())
    return type(message).model_validate_json(text)


def from_state_alone(run: Run) -> bool:
    """Say whether the last timer ended the run: the memory is not asked."""
    return run.end is not None and run.end.from_state_alone


def with_record(end: m.ResearchCompleted, run: Run) -> m.ResearchCompleted:
    """Return the end with what the state tells of the run; it needs neither memory nor agents."""
    told = {"usage": usage_of(run), "searches": searches(run), "holes": holes(run), "flow": flow_of(run)}
    return end.model_copy(update=told)


async def _hypothesis_order(order: m.HypothesisRequested, run: Run, memory: ResearchMemory) -> m.HypothesisRequested:
    """Return the order with diverse pieces; first, what was found since the earlier hypotheses and bears on them."""
    hypotheses = await memory.get_hypotheses(run.run_id)
    entries = numbered_entries(run, order.sources_until)
    since = min((one.proposed_at for one in hypotheses), default=order.sources_until)
    newer = {source: entry for source, entry in entries.items() if int(source[1:]) > since}
    links = " ".join(query for one in hypotheses for query in one.to_search_queries())
    tests = await chosen_from(newer, run, memory, links, MOST_FOR_LINKS) if hypotheses else ()
    diverse = await chosen_from(entries, run, memory, order.question, MOST_FOR_HYPOTHESES)
    return order.model_copy(
        update={"evidence": _once((*tests, *diverse), MOST_FOR_HYPOTHESES), "hypotheses": hypotheses}
    )


async def _weighed(
    order: m.JudgeRequested | m.ReportRequested,
    run: Run,
    memory: ResearchMemory,
    most: int,
    hypotheses: Sequence[m.MechanismHypothesis],
) -> tuple[m.Evidence, ...]:
    """Return the pieces to judge or report: what each hypothesis rests on, then by design and diversity."""
    entries = numbered_entries(run, order.sources_until)
    if len(entries) <= most:
        return await chosen_from(entries, run, memory, order.question, most)
    bearing = await chosen_from(_rested_upon(hypotheses, entries), run, memory, order.question, MOST_FOR_LINKS)
    strongest = await chosen_from(entries, run, memory, order.question, most, keep_places=True)
    spare = [piece for piece in bearing if piece.source_id not in {one.source_id for one in strongest}]
    return _once((*strongest[: most - len(spare)], *spare), most)


def _rested_upon(hypotheses: Sequence[m.MechanismHypothesis], entries: Mapping[str, Entry]) -> Mapping[str, Entry]:
    """Return the works that the hypotheses were made from or tested by, under whichever of their numbers."""
    named = {source for each in hypotheses for source in (*each.derived_from, *each.tested_by)}
    return {source: entry for source, entry in entries.items() if not named.isdisjoint((source, *entry.aliases))}


def _once(pieces: Iterable[m.Evidence], most: int) -> tuple[m.Evidence, ...]:
    """Return at most *most* pieces, the first of each source."""
    first: dict[str, m.Evidence] = {}
    for piece in pieces:
        first.setdefault(piece.source_id, piece)
    return tuple(first.values())[:most]


async def chosen_from(
    entries: Mapping[str, Entry],
    run: Run,
    memory: ResearchMemory,
    question: str,
    most: int,
    *,
    keep_places: bool = False,
) -> tuple[m.Evidence, ...]:
    """Return pieces of these works alone, as they were when the order was decided, whenever it is sent."""
    among = {work_id: entry.source_id for entry in entries.values() for work_id in entry.work_ids}
    if not among:
        return ()
    chosen = await memory.get_relevant_evidence(run.run_id, question, most, among, keep_places=keep_places)
    return tuple(_known(piece, entries[piece.source_id]) for piece in chosen)


def numbered_entries(run: Run, until: int) -> Mapping[str, Entry]:
    """Return the works S1…Sn by their S number, in that order."""
    numbered = (entry for entry in run.registry.entries if entry.source_id and int(entry.source_id[1:]) <= until)
    return {entry.source_id: entry for entry in sorted(numbered, key=lambda entry: int(entry.source_id[1:]))}


def _known(piece: m.Evidence, entry: Entry) -> m.Evidence:
    """Return the piece with what the registry knows of its work."""
    retraction = with_status(piece.retraction, entry)
    update = {"study_id": entry.study_id, "first_seen_step": entry.first_seen, "retraction": retraction}
    return piece.model_copy(update=update)


def with_status(retraction: m.Retraction, entry: Entry) -> m.Retraction:
    """Return what a record says of retraction, with the status that the registry knows from all records."""
    if retraction.status == entry.retraction:
        return retraction
    return m.Retraction.model_validate({"status": entry.retraction})


def said_of(entry: Entry, works: Mapping[str, m.Work]) -> m.Retraction:
    """Return the gravest of what the records of a work say of retraction, with who says so and when it was asked."""
    said = [one for work_id in entry.work_ids if work_id in works if (one := works[work_id].retraction)]
    gravest = min(said, key=lambda one: GRAVEST_FIRST.index(one.status), default=m.Retraction())
    agreeing = [one for one in said if one.status == gravest.status]
    by = ", ".join(sorted({one.checked_in for one in agreeing} - {""}))
    first = min((one.checked_at for one in agreeing if one.checked_at), default=None)
    return with_status(gravest.model_copy(update={"checked_in": by, "checked_at": first}), entry)


async def _report_order(order: m.ReportRequested, run: Run, memory: ResearchMemory) -> m.ReportRequested:
    """Return the report's order with evidence, hypotheses, the last assessment and the bibliography."""
    assessments = await memory.get_assessments(run.run_id)
    hypotheses = await memory.get_hypotheses(run.run_id)
    works = await memory.bibliography(run.run_id)
    entries = numbered_entries(run, order.sources_until)
    return order.model_copy(
        update={
            "evidence": await _weighed(order, run, memory, MOST_FOR_REPORT, hypotheses),
            "hypotheses": hypotheses,
            "record": record_of(run),
            "assessment": assessments[-1] if assessments else None,
            "bibliography": tuple(reference(entry, works) for entry in entries.values() if _first(entry, works)),
        }
    )


def _first(entry: Entry, works: Mapping[str, m.Work]) -> m.Work | None:
    """Return the record that stands for a work: the first the memory holds, one whose design is known if there is."""
    held = [works[work_id] for work_id in entry.work_ids if work_id in works]
    return next((work for work in held if work.design != "unknown"), held[0] if held else None)


def identifiers(entry: Entry, works: Mapping[str, m.Work]) -> m.Identifiers:
    """Return all identifiers that the records of a work give, the first of each kind."""
    held = [works[work_id].identifiers for work_id in entry.work_ids if work_id in works]
    if len(held) == 1:
        return held[0]
    merged: dict[str, str] = {}
    for one in held:
        merged = {name: value for name, value in one if value} | merged
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
        retraction=said_of(entry, works),
        trial=next((one.trial for one in map(works.get, entry.work_ids) if one and one.trial), None),
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
        report, update["markdown"] = stored
        update |= {"report": report, "flow": end.flow.model_copy(update={"cited": len(report.references)})}
    elif end.status == "partial":
        among = {work_id: entry.source_id for entry in entries.values() for work_id in entry.work_ids}
        update["markdown"] = await memory.get_context_summary(run.run_id, run.asked.question, among)
    return end.model_copy(update=update)
