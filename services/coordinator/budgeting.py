"""Allowances: what an order may spend, granted from what nobody has reserved, and what was used of it."""

from dataclasses import replace

from shared import messages as m
from shared.thinking import NOTHING

from .planning import REPORT
from .state import Attempt, Run, Step

SHARES = {"search": 0.1, "retrieval": 0.3, "hypothesis": 0.3, "judge": 0.3}
"""Of what is free, for one order of each agent: orders that go side by side are granted one after the other."""

REPORT_SHARE = 0.6
"""Of what is free, for the first attempt at the report where that is more than what was set aside for it."""

LEAST_SHARE = 0.02
"""Of the whole limit: with less than this free, another step could not do its work."""

AGENTS = ("search", "retrieval", "hypothesis", "judge", "report")
"""In the order in which usage is told."""

ROUNDING_USD = 1e-6
"""Prices are added up in floats: less than this above an allowance is no excess."""


def limit(run: Run) -> m.Spending:
    """Return what the run may spend in all."""
    return m.Spending(tokens=run.asked.limits.max_tokens, usd=run.asked.limits.max_usd)


def set_aside(run: Run) -> m.Spending:
    """Return what is kept for the report from the start: its tokens, and of the money the same part."""
    whole = limit(run)
    tokens = min(run.asked.limits.report_tokens, whole.tokens // 2)
    return m.Spending(tokens=tokens, usd=whole.usd * tokens / whole.tokens)


def spent(run: Run) -> m.Spending:
    """Return what is spent or reserved: an attempt without an answer counts whole."""
    return sum((_counted(attempt) for step in run.steps.values() for attempt in step.attempts), NOTHING)


def free(run: Run, agent: str) -> m.Spending:
    """Return what may still be granted to *agent*; what is set aside for the report is kept from the others."""
    whole, gone = limit(run), spent(run)
    kept = NOTHING if agent == REPORT else set_aside(run)
    tokens, usd = whole.tokens - kept.tokens - gone.tokens, whole.usd - kept.usd - gone.usd
    return m.Spending(tokens=max(0, tokens), usd=max(0.0, usd))


def grant(run: Run, agent: str) -> m.Spending:
    """Return the allowance of the next order to *agent*."""
    rest = free(run, agent)
    if agent != REPORT:
        return _part(rest, SHARES[agent])
    if REPORT in run.steps:
        return rest  # the second attempt: nothing comes after it
    least, most = set_aside(run), _part(rest, REPORT_SHARE)
    return m.Spending(
        tokens=min(rest.tokens, max(least.tokens, most.tokens)), usd=min(rest.usd, max(least.usd, most.usd))
    )


def _part(whole: m.Spending, share: float) -> m.Spending:
    """Return a share of tokens and money."""
    return m.Spending(tokens=int(whole.tokens * share), usd=whole.usd * share)


def is_exhausted(run: Run) -> bool:
    """Say whether too little is free for another step before the report, or was for one that went before."""
    rest, whole = free(run, "judge"), limit(run)
    if any(step.outcome and step.outcome.over_budget for step in run.steps.values()):
        return True
    return rest.tokens < whole.tokens * LEAST_SHARE or rest.usd < whole.usd * LEAST_SHARE


def settled(step: Step, attempt: int, used: m.Spending) -> Step | None:
    """Return the step with what *attempt* really used, or None when that is known already."""
    index = attempt - 1
    if index >= len(step.attempts) or step.attempts[index].spent is not None:
        return None
    known = replace(step.attempts[index], spent=used)
    return replace(step, attempts=(*step.attempts[:index], known, *step.attempts[attempt:]))


def is_above_allowance(run: Run, heard: m.Answer) -> bool:
    """Say whether an answer has used more than its order was allowed; it counts all the same, as it is."""
    step = run.steps.get(heard.step)
    if step is None or heard.attempt > len(step.attempts):
        return False
    allowed = step.attempts[heard.attempt - 1].allowance
    return heard.spent.tokens > allowed.tokens or heard.spent.usd > allowed.usd + ROUNDING_USD


def used_at(run: Run, step: Step) -> m.Spending:
    """Return what a step has used, or lost with orders that nobody will answer any more; those count whole."""
    is_awaited = step.outcome is None and run.end is None
    past = step.attempts[:-1] if is_awaited else step.attempts
    return sum((_counted(attempt) for attempt in past), NOTHING)


def _counted(attempt: Attempt) -> m.Spending:
    """Return what an attempt counts for: without an answer, whole."""
    return attempt.spent or attempt.allowance


def used_by(run: Run) -> tuple[m.AgentSpending, ...]:
    """Return what each agent has used, without those that used nothing."""
    by_agent = dict.fromkeys(AGENTS, NOTHING)
    for step in run.steps.values():
        by_agent[step.agent] += used_at(run, step)
    return tuple(m.AgentSpending(agent=agent, spent=used) for agent, used in by_agent.items() if used != NOTHING)


def used(run: Run) -> m.Spending:
    """Return what the run has used in all."""
    return sum((one.spent for one in used_by(run)), NOTHING)
