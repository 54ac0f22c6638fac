"""The messages a decision owes: orders with their deadlines. Evidence is attached when they are sent."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from shared import messages as m

from .state import Run, Step, asked_queries, outcomes, unsearched
from .sufficiency import missing

OwedOrder = m.SearchRequested | m.RetrievalRequested | m.HypothesisRequested | m.JudgeRequested | m.ReportRequested

KINDS: dict[str, type[OwedOrder]] = {
    "search": m.SearchRequested,
    "retrieval": m.RetrievalRequested,
    "hypothesis": m.HypothesisRequested,
    "judge": m.JudgeRequested,
    "report": m.ReportRequested,
}

Owed = Annotated[
    m.AgentEvent | m.DeadlinePassed | m.RunCancelled | m.ResearchCompleted | OwedOrder,
    Field(discriminator="subject"),
]
"""What an outbox may hold."""


def deadlines(before: Run | None, after: Run) -> Iterator[m.DeadlinePassed]:
    """Yield the timers to set: the run's two at its start, one for each new attempt at a step."""
    if before is None:
        yield m.DeadlinePassed(run_id=after.run_id, step=m.RUN_DEADLINE, due_at=after.deadline_at)
        yield m.DeadlinePassed(run_id=after.run_id, step=m.LAST_TIMER, due_at=after.last_at)
    for name, step in newly_ordered(before, after):
        due = step.attempts[-1].expires_at
        yield m.DeadlinePassed(run_id=after.run_id, step=name, attempt=len(step.attempts), due_at=due)


def orders(before: Run | None, after: Run) -> Iterator[OwedOrder]:
    """Yield the orders that *after* owes and *before* did not."""
    return (order_of(after, name, step) for name, step in newly_ordered(before, after))


def newly_ordered(before: Run | None, after: Run) -> Iterator[tuple[str, Step]]:
    """Yield the open steps with an attempt that *before* did not know; none once the run has ended."""
    if after.end:
        return
    for name, step in after.steps.items():
        known = before.steps.get(name) if before else None
        if step.outcome is None and (known is None or len(known.attempts) < len(step.attempts)):
            yield name, step


def order_of(run: Run, name: str, step: Step) -> OwedOrder:
    """Return the order of a step's latest attempt, without its evidence; each kind takes of all this what it has."""
    asked, attempt = run.asked, step.attempts[-1]
    said = {
        "run_id": run.run_id,
        "step": name,
        "attempt": len(step.attempts),
        "round": step.round,
        "expires_at": attempt.expires_at,
        "allowance": attempt.allowance,
        "session_id": asked.session_id,
        "sources_until": step.sources_until,
        "registry_version": step.registry_version,
        "question": asked.question,
        "domain": asked.domain,
        "queries": step.queries,
        "sources": asked.sources,
        "filters": asked.filters,
        "max_results": min(asked.limits.max_results, m.MOST_PIECES),
        "library": asked.library,
        "web": asked.web,
        "gaps": gaps_of(run),
        "asked": tuple(sorted(asked_queries(run))),
        "unsearched": unsearched(run),
    }
    return KINDS[step.agent].model_validate(said)


def gaps_of(run: Run) -> tuple[str, ...]:
    """Return what is not known yet: as the last hypothesis agent said it, and what the rule still asks for."""
    proposed = (step.outcome for step in run.steps.values() if step.agent == "hypothesis" and step.outcome)
    told = [outcome.gaps for outcome in proposed if not outcome.failed]
    verdicts = [outcome.verdict for outcome in outcomes(run) if outcome.verdict]
    lacking = missing(verdicts[-1], run.asked.domain) if verdicts else ()
    return (*(told[-1] if told else ()), *lacking)
