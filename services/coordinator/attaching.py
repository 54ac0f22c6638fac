"""What is put on a message when it is sent: evidence on orders, the report on the end. Deterministic."""

import re
from itertools import islice
from typing import TypeVar

from shared import messages as m
from shared.memory import ResearchMemory
from shared.registry import stands_for

from .choosing import MOST_FOR_LINKS, chosen_from, numbered_entries, once, weighed
from .ending import flow_of, holes, record_of, usage_of
from .listing import MOST_UNREAD, deepest, reference, registered, standing_for, unread
from .ordering import Owed
from .state import Run, outcomes, searches

MOST_FOR_HYPOTHESES = 10
"""Diverse pieces, from source document 002."""

MOST_FOR_JUDGE = 30
"""From source document 001."""

MOST_FOR_REPORT = 20
"""From source document 000."""


MessageT = TypeVar("MessageT", bound=m.Message)


async def attach(message: Owed, run: Run, memory: ResearchMemory) -> m.Message:
    """Return the message with what it carries; the saved state itself holds no texts.

    Raises ``RetryLater`` when the memory cannot be asked.
    """
    match message:
        case m.SearchRequested():
            return resolved(message.model_copy(update={"hypotheses": await memory.get_hypotheses(run.run_id)}), run)
        case m.HypothesisRequested():
            return resolved(await _hypothesis_order(message, run, memory), run)
        case m.JudgeRequested():
            hypotheses = await memory.get_hypotheses(run.run_id)
            chosen = await weighed(message, run, memory, MOST_FOR_JUDGE, hypotheses)
            return resolved(message.model_copy(update={"evidence": chosen, "hypotheses": hypotheses}), run)
        case m.ReportRequested():
            return resolved(await _report_order(message, run, memory), run)
        case m.ResearchCompleted():
            end = with_record(message, run)
            bare = end.status == "cancelled" or from_state_alone(run)
            return end if bare else resolved(await _ending(end, run, memory), run)
    return message


def needs_memory(message: Owed, run: Run) -> bool:
    """Say whether the memory is asked for what a message carries; nobody waits for it at the start of a run."""
    if isinstance(message, m.SearchRequested):
        return has_proposed(run)
    return not isinstance(message, m.AgentEvent | m.RetrievalRequested)


def has_proposed(run: Run) -> bool:
    """Say whether any hypothesis was proposed so far."""
    return any(lean.kind == "hypothesis" for outcome in outcomes(run) for lean in outcome.leans)


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
        update={"evidence": once((*tests, *diverse), MOST_FOR_HYPOTHESES), "hypotheses": hypotheses}
    )


async def _report_order(order: m.ReportRequested, run: Run, memory: ResearchMemory) -> m.ReportRequested:
    """Return the report's order with evidence, hypotheses, the last assessment and the bibliography."""
    assessments = await memory.get_assessments(run.run_id)
    hypotheses = await memory.get_hypotheses(run.run_id)
    works = await memory.bibliography(run.run_id)
    entries = numbered_entries(run, order.sources_until)
    return order.model_copy(
        update={
            "evidence": await weighed(order, run, memory, MOST_FOR_REPORT, hypotheses),
            "hypotheses": hypotheses,
            "record": record_of(run),
            "assessment": assessments[-1] if assessments else None,
            "bibliography": tuple(reference(entry, works) for entry in entries.values() if standing_for(entry, works)),
        }
    )


async def _ending(end: m.ResearchCompleted, run: Run, memory: ResearchMemory) -> m.ResearchCompleted:
    """Return the end with the report, or with the memory's summary where none could be written."""
    works = await memory.bibliography(run.run_id)
    entries = numbered_entries(run, run.registry.numbered)
    levels = deepest(await memory.get_all_evidence(run.run_id))
    listed = (registered(entry, works, run, levels) for entry in entries.values() if standing_for(entry, works))
    update: dict[str, object] = {
        "sources": tuple(listed),
        "unread": tuple(islice(unread(run, works), MOST_UNREAD)),
        "hypotheses": await memory.get_hypotheses(run.run_id),
    }
    if stored := await memory.get_report(run.run_id):
        report, update["markdown"] = stored
        update |= {"report": report, "flow": end.flow.model_copy(update={"cited": len(report.references)})}
    elif end.status == "partial":
        among = {work_id: entry.source_id for entry in entries.values() for work_id in entry.work_ids}
        update["markdown"] = await memory.get_context_summary(run.run_id, run.asked.question, among)
    return end.model_copy(update=update)
