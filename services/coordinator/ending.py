"""How a run ends: its status, its reason in a sentence, its holes, and what others hear of it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime

from shared import messages as m
from shared.registry import Entry, stands_for

from .budgeting import used, used_by
from .planning import REPORT, Stage, current_stage, rounds_begun
from .state import End, Run, outcome_of_step, outcomes, searches, unsearched

REASONS: dict[m.StopReason, str] = {
    "sufficient": "The evidence is sufficient by the rule of the domain.",
    "max-rounds": "All rounds were used up before the evidence was sufficient.",
    "stalled": "The last three rounds found no new source, and the evidence is not sufficient.",
    "deadline": "The deadline of the run passed before the evidence was sufficient.",
    "budget": "The budget of the run was too small to go on until the evidence was sufficient.",
    "nothing-left-to-ask": "The evidence is not sufficient, and there was nothing left to ask.",
    "too-large": "The run found as much as it can hold before the evidence was sufficient.",
    "no-evidence": "Nothing was found in the sources that answered.",
    "no-source": "No source could be asked.",
    "cancelled": "The run was cancelled.",
}

PARTIAL: frozenset[m.StopReason] = frozenset(
    {"max-rounds", "stalled", "deadline", "budget", "nothing-left-to-ask", "too-large"}
)
"""What leaves a question open (design.md, the table of statuses)."""


def end_of(run: Run, stage: Stage, at: datetime, *, from_state_alone: bool = False) -> End:
    """Return how the run ends after its last *stage*, or when the last timer cuts it off there."""
    reason: m.StopReason = stage.stopped_by or run.cut or "deadline"
    status, sentence = status_of(run, reason)
    if from_state_alone and status == "complete":
        status = "partial"
    if from_state_alone:
        sentence += " The last timer ended the run before its report was there."
    return End(status=status, stopped_by=reason, reason=sentence, at=at, from_state_alone=from_state_alone)


def status_of(run: Run, reason: m.StopReason) -> tuple[m.RunStatus, str]:
    """Return the status that goes with *reason*, and a sentence for a person."""
    sentence = REASONS[reason]
    missing = unsearched(run)
    unanswered = (*missing, *(("web",) if _web_failed(run) else ()))
    if reason == "no-source" or (not run.registry.numbered and len(missing) == len(run.asked.sources)):
        return "failed", " ".join((REASONS["no-source"], *holes(run)))
    report = outcome_of_step(run, REPORT)
    if report and report.failed:
        return "partial", f"{sentence} The report could not be written: {report.failed}"
    if reason == "no-evidence" and unanswered:
        return "partial", f"{sentence} Not searched: {', '.join(unanswered)}."
    return ("partial" if reason in PARTIAL else "complete"), sentence


def _web_failed(run: Run) -> bool:
    """Say whether the web was to be searched, and never answered."""
    looks = [one.status for one in searches(run) if one.source == "web"]
    return run.asked.web and bool(looks) and "answered" not in looks


def holes(run: Run) -> tuple[str, ...]:
    """Return a sentence for everything that could not be asked or was not answered."""
    return tuple(dict.fromkeys((*_source_holes(run), *_agent_holes(run))))


def _source_holes(run: Run) -> Iterator[str]:
    """Yield a sentence for each source and reason, with the number of queries it concerns."""
    failed = Counter((one.source, one.reason) for one in searches(run) if one.status == "failed")
    answered = {one.source for one in searches(run) if one.status == "answered"}
    for (source, reason), count in failed.items():
        queries = "1 query" if count == 1 else f"{count} queries"
        verb = "was not searched" if source not in answered else f"did not answer {queries}"
        yield f"{source} {verb}: {reason.rstrip('.')}."


def _agent_holes(run: Run) -> Iterator[str]:
    """Yield a sentence for each step without an answer."""
    for name, step in run.steps.items():
        if step.outcome and step.outcome.failed:
            where = "" if name == REPORT else f" in round {step.round}"
            yield f"The {step.agent} agent gave no answer{where}: {step.outcome.failed.rstrip('.')}."


def flow_of(run: Run) -> m.StudyFlow:
    """Return how many records became how many read works."""
    asked = searches(run)
    records = sum(len(entry.work_ids) for entry in run.registry.entries)
    works = len(run.registry.entries)
    read = sum(1 for entry in run.registry.entries if entry.source_id)
    return m.StudyFlow(
        identified=records,
        merged=records - works,
        excluded=_most_of_each_source((one.source, one.excluded) for one in asked),
        unreadable=_most_of_each_source((one.source, one.skipped) for one in asked),
        not_read=works - read,
        read=read,
        judged=max((one.judged for one in outcomes(run)), default=0),
    )


def _most_of_each_source(counted: Iterable[tuple[str, int]]) -> int:
    """Return the sum over the sources of the most any query counted: queries of one source meet the same records."""
    most: Counter[str] = Counter()
    for source, count in counted:
        most[source] = max(most[source], count)
    return most.total()


def record_of(run: Run) -> m.RunRecord:
    """Return what the program knows of the run, for the parts of a report that no writer may write."""
    reason = current_stage(run).stopped_by or "deadline"
    status, _ = status_of(run, reason)
    return m.RunRecord(
        stopped_by=REASONS[reason],
        partial=status == "partial",
        holes=holes(run),
        notes=tuple(dict.fromkeys(note for outcome in outcomes(run) for note in outcome.notes)),
        searches=searches(run),
        rounds=rounds_begun(run),
        flow=flow_of(run),
    )


def usage_of(run: Run) -> tuple[m.SourceUsage, ...]:
    """Return for each source what leans on it, with aliases resolved, in the order of S numbers."""
    own = stands_for(run.registry)
    leaning: dict[str, dict[str, dict[str, None]]] = {}
    for outcome in outcomes(run):
        for lean in outcome.leans:
            for source in lean.source_ids:
                kinds = leaning.setdefault(own.get(source, source), {})
                kinds.setdefault(lean.kind, {})[lean.name] = None
    return tuple(
        m.SourceUsage(
            source_id=entry.source_id,
            first_seen_stage=entry.first_seen,
            finding_ids=tuple(leaning.get(entry.source_id, {}).get("finding", ())),
            hypothesis_ids=tuple(leaning.get(entry.source_id, {}).get("hypothesis", ())),
            conflict_ids=tuple(leaning.get(entry.source_id, {}).get("conflict", ())),
            section_ids=tuple(leaning.get(entry.source_id, {}).get("section", ())),
        )
        for entry in sorted(run.registry.entries, key=_ordinal)
        if entry.source_id
    )


def _ordinal(entry: Entry) -> int:
    """Return the number in ``S12``; 0 for what was never read."""
    return int(entry.source_id[1:] or 0)


def completed(run: Run) -> tuple[m.RunCancelled | m.ResearchCompleted, ...]:
    """Return the messages of a run's end; report, searches and usage are attached when they are sent."""
    if run.end is None:
        return ()
    end = m.ResearchCompleted(
        run_id=run.run_id,
        request_id=run.asked.request_id,
        request_message_id=run.message_id,
        question=run.asked.question,
        status=run.end.status,
        stopped_by=run.end.stopped_by,
        reason=run.end.reason,
        rounds=rounds_begun(run),
        spent=used(run),
        spent_by=used_by(run),
        started_at=run.started_at,
        ended_at=run.end.at,
    )
    return (m.RunCancelled(run_id=run.run_id), end) if run.end.status == "cancelled" else (end,)
