"""Allowances: what an order may spend, granted from what nobody has reserved."""

from dataclasses import replace

from shared import messages as m

from .state import Run, Step

REPORT_SHARE = 0.3
"""Set aside at the start, so that a run that spent the rest can still say what it found."""

SHARES = {"search": 0.1, "retrieval": 0.3, "hypothesis": 0.3, "judge": 0.3, "report": 0.6}
"""Of what is free, for one order of each agent. A stage's shares stay below 1; the report's does, to be repeated."""

LEAST_SHARE = 0.02
"""Of the whole limit: with less than this free, another step could not do its work."""


def limit(run: Run) -> m.Spending:
    """Return what the run may spend in all."""
    return m.Spending(tokens=run.asked.limits.max_tokens, usd=run.asked.limits.max_usd)


def spent(run: Run) -> m.Spending:
    """Return what is spent or reserved: an attempt without an answer counts whole."""
    used = [attempt.spent or attempt.allowance for step in run.steps.values() for attempt in step.attempts]
    return m.Spending(tokens=sum(one.tokens for one in used), usd=sum(one.usd for one in used))


def free(run: Run, agent: str) -> m.Spending:
    """Return what may still be granted to *agent*; the report's share is kept from the others."""
    whole, gone = limit(run), spent(run)
    kept = 0.0 if agent == "report" else REPORT_SHARE
    tokens = int(whole.tokens * (1 - kept)) - gone.tokens
    return m.Spending(tokens=max(0, tokens), usd=max(0.0, whole.usd * (1 - kept) - gone.usd))


def grant(run: Run, agent: str) -> m.Spending:
    """Return the allowance of the next order to *agent*."""
    rest, share = free(run, agent), SHARES[agent]
    return m.Spending(tokens=int(rest.tokens * share), usd=rest.usd * share)


def is_exhausted(run: Run) -> bool:
    """Say whether too little is free for another step before the report."""
    rest, whole = free(run, "judge"), limit(run)
    return rest.tokens < whole.tokens * LEAST_SHARE or rest.usd < whole.usd * LEAST_SHARE


def settled(step: Step, attempt: int, used: m.Spending) -> Step | None:
    """Return the step with what *attempt* really used, or None when that is known already."""
    index = attempt - 1
    if index >= len(step.attempts) or step.attempts[index].spent is not None:
        return None
    known = replace(step.attempts[index], spent=used)
    return replace(step, attempts=(*step.attempts[:index], known, *step.attempts[attempt:]))
