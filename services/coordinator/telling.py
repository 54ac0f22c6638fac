"""What a person sees of a decision: numbered events, each a sentence with its data."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from shared import messages as m

from .ending import usage_of
from .ordering import newly_ordered
from .planning import REPORT, current_stage, rounds_begun
from .state import Outcome, Run, Step
from .sufficiency import missing


@dataclass(frozen=True)
class Told:
    """An event before it has its number."""

    agent: m.AgentName
    round: int
    message: str
    data: m.EventData


def tell(before: Run | None, after: Run, heard: m.Heard, at: datetime) -> tuple[m.AgentEvent, ...]:
    """Return the events of the step from *before* to *after*, numbered without a gap."""
    first = before.seq + 1 if before else 1
    told = [*_begun(before, after), *_answered(before, after, heard), *_counted(before, after)]
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


def _answered(before: Run | None, after: Run, heard: m.Heard) -> Iterator[Told]:
    """Yield what an ended step says, and each hole in it."""
    if before is None:
        return
    for name, step in after.steps.items():
        known = before.steps.get(name)
        if step.outcome and known and known.outcome is None:
            yield from _outcome(after, name, step, step.outcome, heard)


def _outcome(run: Run, name: str, step: Step, outcome: Outcome, heard: m.Heard) -> Iterator[Told]:
    """Yield the event of one outcome; every query that a source could not answer is an error of its own."""
    agent = agent_name(step.agent)
    if outcome.failed:
        text = f"The {step.agent} agent gave no answer: {outcome.failed}"
        yield Told(agent, step.round, text, m.ErrorData(step=name, reason=outcome.failed))
        return
    for record in outcome.searches:
        if record.status == "failed":
            text = f"{record.source} could not be asked: {record.reason}"
            yield Told(agent, step.round, text, m.ErrorData(step=name, reason=record.reason))
    match heard:
        case m.Found():
            yield Told(agent, step.round, *_found(name, outcome, heard))
        case m.HypothesisCompleted():
            count = len(heard.assessment.hypotheses)
            queries = plural(len(outcome.queries), "query", "queries")
            text = f"{plural(count, 'hypothesis', 'hypotheses')}, {queries} to test them"
            yield Told(agent, step.round, text, m.ProgressData(step=name, found=count))
        case m.JudgeCompleted():
            yield Told(agent, step.round, *_judged(run, name, outcome))
        case m.ReportCompleted():
            cited = len(heard.report.references)
            text = f"The report cites {plural(cited, 'work', 'works')}; every marker was checked"
            yield Told(agent, step.round, text, m.ProgressData(step=name, found=cited))


def _found(name: str, outcome: Outcome, heard: m.Found) -> tuple[str, m.SearchCompleteData]:
    """Return what looking brought, before anything is numbered."""
    asked = tuple(
        m.SourceCount(
            source=one.source,
            query=one.query,
            asked=one.asked,
            hits=one.hits,
            read=one.read,
            failed=one.reason if one.status == "failed" else "",
        )
        for one in outcome.searches
    )
    pieces, works = len(heard.evidence), len(heard.works)
    text = f"{plural(pieces, 'passage', 'passages')} read from {plural(works, 'record', 'records')}"
    data = m.SearchCompleteData(step=name, pieces=pieces, records=works, asked=asked)
    return text, data


def _judged(run: Run, name: str, outcome: Outcome) -> tuple[str, m.JudgeCompleteData]:
    """Return the scores, and what the rule makes of them."""
    verdict = outcome.verdict
    if verdict is None:  # a completed judge always has one; mypy cannot know
        message = f"step {name} has no verdict"
        raise ValueError(message)
    lacking = missing(verdict, run.asked.domain)
    scores = f"mechanism {verdict.mechanism_score}/10, clinical {verdict.clinical_score}/10"
    text = f"Not sufficient yet ({scores}): {'; '.join(lacking)}" if lacking else f"Sufficient ({scores})"
    data = m.JudgeCompleteData(
        step=name,
        sufficient=not lacking,
        mechanism_score=verdict.mechanism_score,
        clinical_evidence_score=verdict.clinical_score,
        confidence=verdict.confidence,
        missing=lacking,
        next_queries=outcome.queries,
    )
    return text, data


def _counted(before: Run | None, after: Run) -> Iterator[Told]:
    """Yield how many sources a finished stage brought, now that they have their numbers."""
    if before is None or after.registry is before.registry:
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
    """Yield the last event of a run."""
    if after.end is None:
        return
    report = after.steps.get(REPORT)
    data = m.CompleteData(
        status=after.end.status,
        stopped_by=after.end.stopped_by,
        rounds=rounds_begun(after),
        sources=len(usage_of(after)),
        has_report=bool(report and report.outcome and not report.outcome.failed),
    )
    yield Told("coordinator", rounds_begun(after), f"Ended as {after.end.status}: {after.end.reason}", data)


def agent_name(agent: str) -> m.AgentName:
    """Return the agent's name as the contract spells it."""
    names: dict[str, m.AgentName] = {
        "search": "search",
        "retrieval": "retrieval",
        "hypothesis": "hypothesis",
        "judge": "judge",
        "report": "report",
    }
    return names[agent]


def plural(count: int, one: str, more: str) -> str:
    """Return the count with its noun."""
    return f"{count} {one if count == 1 else more}"


def shortened(text: str, most: int = 120) -> str:
    """Return the text in one line, cut at *most* characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
