"""What a person sees of a step that ends: what it said, what failed in it, and what it has used."""

from collections.abc import Iterator

from shared import messages as m
from shared.thinking import NOTHING

from .budgeting import used_at
from .state import Outcome, Run, Step
from .sufficiency import missing
from .wording import Told, agent_name, plural


def answered(before: Run | None, after: Run, heard: m.Heard) -> Iterator[Told]:
    """Yield what each ended step says, and each hole in it."""
    if before is None:
        return
    for name, step in after.steps.items():
        known = before.steps.get(name)
        if step.outcome and known and known.outcome is None:
            yield from _holes(name, step, step.outcome)
            told = _ended(after, name, step.outcome, heard)
            yield Told(agent_name(step.agent), step.round, *told, something(used_at(after, step)))
            for note in step.outcome.notes:
                yield Told(agent_name(step.agent), step.round, note, m.ProgressData(step=name))


def something(spent: m.Spending) -> m.Spending | None:
    """Return what was used, or None where that is nothing."""
    return spent if spent != NOTHING else None


def _holes(name: str, step: Step, outcome: Outcome) -> Iterator[Told]:
    """Yield an error for every query that a source could not answer."""
    for record in outcome.searches:
        if record.status == "failed":
            text = f"{record.source} could not be asked: {record.reason}"
            yield Told(agent_name(step.agent), step.round, text, m.ErrorData(step=name, reason=record.reason))


def _ended(run: Run, name: str, outcome: Outcome, heard: m.Heard) -> tuple[str, m.EventData]:
    """Return the sentence and the data of the one event that ends a step."""
    if outcome.failed:
        text = f"The {run.steps[name].agent} agent gave no answer: {outcome.failed}"
        return text, m.ErrorData(step=name, reason=outcome.failed)
    match heard:
        case m.Found():
            return _found(name, outcome, heard)
        case m.HypothesisCompleted():
            count = len(heard.assessment.hypotheses)
            queries = plural(len(outcome.queries), "query", "queries")
            text = f"{plural(count, 'hypothesis', 'hypotheses')}, {queries} to test them"
            return text, m.ProgressData(step=name, found=count)
        case m.JudgeCompleted():
            return _judged(run, name, outcome)
        case m.ReportCompleted():
            return _reported(name, heard.report)
    message = f"{type(heard).__name__} ends no step"
    raise TypeError(message)


def _reported(name: str, report: m.ResearchReport) -> tuple[str, m.ProgressData]:
    """Return how many works the report cites, and what its audit found of its sentences."""
    cited, audit = len(report.references), report.audit
    told = f"{audit.claims_checked} of {plural(audit.claims, 'sentence', 'sentences')} on sources checked"
    faults = plural(len(audit.problems), "problem is", "problems are")
    text = f"The report cites {plural(cited, 'work', 'works')}; every marker was checked, {told}, {faults} marked"
    return text, m.ProgressData(step=name, found=cited)


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
