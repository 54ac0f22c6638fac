"""The messages a decision owes: orders with their deadlines. Evidence is attached when they are sent."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from shared import messages as m

from .state import Run, Step, asked_queries, unsearched

OwedOrder = m.SearchRequested | m.RetrievalRequested | m.HypothesisRequested | m.JudgeRequested | m.ReportRequested

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
    """Return the order of a step's latest attempt, without its evidence."""
    asked = run.asked
    common = {
        "run_id": run.run_id,
        "step": name,
        "attempt": len(step.attempts),
        "round": step.round,
        "expires_at": step.attempts[-1].expires_at,
        "allowance": step.attempts[-1].allowance,
        "sources_until": step.sources_until,
        "registry_version": step.registry_version,
    }
    match step.agent:
        case "search":
            own = {
                "queries": step.queries,
                "sources": asked.sources,
                "filters": asked.filters,
                "max_results": min(asked.limits.max_results, m.MOST_PIECES),
                "library": asked.library,
            }
            return m.SearchRequested.model_validate(common | own)
        case "retrieval":
            own = {
                "question": asked.question,
                "filters": asked.filters,
                "library": asked.library,
                "web": asked.web,
            }
            return m.RetrievalRequested.model_validate(common | own)
        case "hypothesis":
            own = {"question": asked.question, "asked": tuple(sorted(asked_queries(run)))}
            return m.HypothesisRequested.model_validate(common | own)
        case "judge":
            own = {
                "question": asked.question,
                "domain": asked.domain,
                "unsearched": unsearched(run),
                "asked": tuple(sorted(asked_queries(run))),
            }
            return m.JudgeRequested.model_validate(common | own)
        case _:
            own = {"question": asked.question, "domain": asked.domain}
            return m.ReportRequested.model_validate(common | own)
