"""What a person sees of a decision: numbered events, each a sentence with its data."""

from collections.abc import Iterator
from datetime import datetime

from shared import messages as m
from shared.registry import same_facts
from shared.thinking import NOTHING

from .budgeting import used_at
from .closing import answered, something
from .ending import usage_of
from .ordering import newly_ordered
from .planning import REPORT, current_stage, rounds_begun
from .state import Run, Step, open_steps
from .wording import Told, agent_name, plural, shortened


def tell(before: Run | None, after: Run, heard: m.Heard, at: datetime) -> tuple[m.AgentEvent, ...]:
    """Return the events of the step from *before* to *after*, numbered without a gap."""
    first = before.seq + 1 if before else 1
    told = [*_begun(before, after), *answered(before, after, heard), *_counted(before, after)]
    told += [*_ordered(before, after), *_ended(after)]
    return tuple(
        m.AgentEvent(
            run_id=after.run_id,
            seq=seq,
            type=one.data.type,
            agent=one.agent,
            round=one.round,
            message=one.message,
            data=one.data,
            at=at,
            spent=one.spent,
        )
        for seq, one in enumerate(told, first)
    )


def _begun(before: Run | None, after: Run) -> Iterator[Told]:
    """Yield what is told once, at the start."""
    if before is not None:
        return
    asked = after.asked
    data = m.StartedData(
        question=asked.question,
        domain=asked.domain,
        sources=asked.sources,
        request_id=asked.request_id,
        request_message_id=after.message_id,
    )
    yield Told("coordinator", 0, f"Started: {shortened(asked.question)}", data)
    rounds = "1 round" if asked.limits.max_rounds == 1 else f"up to {asked.limits.max_rounds} rounds"
    thought = f"Planning {rounds} over {', '.join(asked.sources)}"
    yield Told("coordinator", 0, thought, m.ThinkingData(plan=("search", "retrieval", "hypothesis", "judge", "report")))


def _counted(before: Run | None, after: Run) -> Iterator[Told]:
    """Yield how many sources a finished stage brought, now that they have their numbers."""
    if before is None or same_facts(after.registry, before.registry):
        return
    new = after.registry.numbered - before.registry.numbered
    records = sum(len(entry.work_ids) for entry in after.registry.entries)
    text = (
        f"{plural(new, 'new source', 'new sources')}, {after.registry.numbered} so far"
        f" ({records} records are {plural(len(after.registry.entries), 'work', 'works')})"
    )
    yield Told("coordinator", rounds_begun(after), text, m.ProgressData(found=new))


def _ordered(before: Run | None, after: Run) -> Iterator[Told]:
    """Yield what the agents are now asked to do."""
    for name, step in newly_ordered(before, after):
        agent = agent_name(step.agent)
        if len(step.attempts) > 1:
            data = m.ProgressData(step=name, attempt=len(step.attempts))
            yield Told(agent, step.round, f"No answer from the {step.agent} agent in time; asking again", data)
        else:
            yield Told(agent, step.round, *_order(after, name, step))


def _order(run: Run, name: str, step: Step) -> tuple[str, m.EventData]:
    """Return the sentence and the data of a first order."""
    so_far = run.registry.numbered
    match step.agent:
        case "search":
            text = f"Searching {', '.join(run.asked.sources)}: {shortened('; '.join(step.queries))}"
            return text, m.SearchingData(step=name, queries=step.queries, sources=run.asked.sources)
        case "retrieval":
            return "Reading documents for the question", m.SearchingData(step=name, queries=(run.asked.question,))
        case "hypothesis":
            return f"Looking for mechanisms in {so_far} sources", m.HypothesizingData(step=name, sources_so_far=so_far)
        case "judge":
            return f"Judging the evidence of {so_far} sources", m.JudgingData(step=name, sources_so_far=so_far)
        case _:
            reason = current_stage(run).stopped_by or "deadline"
            data = m.SynthesizingData(step=REPORT, stopped_by=reason, sources_so_far=so_far)
            return f"Writing the report from {plural(so_far, 'source', 'sources')}", data


def _ended(after: Run) -> Iterator[Told]:
    """Yield the last event of a run; it ends the steps, too, that are still open."""
    if after.end is None:
        return
    report = after.steps.get(REPORT)
    data = m.CompleteData(
        status=after.end.status,
        stopped_by=after.end.stopped_by,
        rounds=rounds_begun(after),
        sources=len(usage_of(after)),
        has_report=bool(report and report.outcome and not report.outcome.failed),
        audit=report.outcome.audit if report and report.outcome else None,
    )
    lost = sum((used_at(after, step) for step in open_steps(after).values()), NOTHING)
    text = f"Ended as {after.end.status}: {after.end.reason}"
    yield Told("coordinator", rounds_begun(after), text, data, something(lost))
