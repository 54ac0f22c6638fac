"""What a run owes next. Pure: no clock, no network, no randomness; time is an argument.

``evolve`` adds a fact to a run. ``advance`` follows the plan (``planning.py``) from there:
it numbers what a finished stage found and gives the next orders. ``decide`` does both and
returns the messages of the difference. A stale or repeated fact changes nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from shared import messages as m
from shared.registry import identify, number

from .budgeting import grant, is_exhausted, settled
from .ending import completed, end_of
from .hearing import ANSWERS, Pairs, outcome_of
from .ordering import Owed, deadlines, orders
from .planning import REPORT, Need, Stage, current_stage, outcome, unanswered
from .state import Attempt, End, Outcome, Run, Step, open_steps, with_step
from .telling import tell

STEP_SECONDS = {"search": 60, "retrieval": 120, "hypothesis": 60, "judge": 60, "report": 120}
"""How long an order may take; from design.md."""

MOST_ATTEMPTS = 2
"""An order whose deadline passes is repeated once, where time allows."""

SPARE_SECONDS = 30
"""Between the report's deadline and the last timer."""

LARGE_STATE_BYTES = 700_000
"""Above it the run stops searching: the bucket refuses values of 1 MiB."""


@dataclass(frozen=True)
class Decision:
    """The run after a fact, and the messages that are owed because of it, orders last."""

    run: Run
    outbox: tuple[Owed, ...] = ()


def begin(asked: m.ResearchRequested, message_id: str, at: datetime) -> Decision:
    """Return a new run and its first orders."""
    deadline = at + timedelta(seconds=asked.limits.deadline_seconds)
    last = deadline + timedelta(seconds=STEP_SECONDS["report"] + SPARE_SECONDS)
    run = Run(asked=asked, message_id=message_id, started_at=at, deadline_at=deadline, last_at=last)
    return _decision(None, advance(run, at), asked, at)


def decide(run: Run, heard: m.Heard, at: datetime, same: Pairs = (), size_bytes: int = 0) -> Decision:
    """Return the run after *heard* and what is owed because of it; the same run when nothing changed.

    *same* are pairs of records that the memory takes for one work, *size_bytes* is how
    large the saved state was.
    """
    after = evolve(run, heard, at, same)
    if after is run:
        return Decision(run)
    if size_bytes > LARGE_STATE_BYTES:
        after = cut_off(after, "too-large")
    return _decision(run, advance(after, at), heard, at)


def evolve(run: Run, heard: m.Heard, at: datetime, same: Pairs = ()) -> Run:
    """Return what is known after *heard*; the very same run when it is stale, repeated or nobody's business."""
    if run.end:
        return run
    match heard:
        case m.CancelRequested():
            return replace(run, cut="cancelled", end=_cancelled(heard, at))
        case m.DeadlinePassed():
            after = _after_deadline(run, heard, at)
        case m.Answer():
            after = _after_answer(run, heard, same)
        case m.ResearchRequested():
            return run  # the request, again
    stage = current_stage(run)
    return after if after is run or unanswered(stage, after) else numbered(after, stage)


def _after_answer(run: Run, heard: m.Answer, same: Pairs) -> Run:
    """Settle what the answer cost; keep what it says if its step is still open."""
    step = run.steps.get(heard.step)
    if step is None or not isinstance(heard, ANSWERS[step.agent]):
        return run  # nobody ordered it, or not from this agent
    paid = settled(step, heard.attempt, heard.spent)
    if step.outcome is not None:
        return with_step(run, heard.step, paid) if paid else run  # too late: it settles the budget alone
    if heard.attempt > len(step.attempts):
        return run  # an attempt that was never made
    if isinstance(heard, m.Failed) and heard.attempt < len(step.attempts):
        return with_step(run, heard.step, paid) if paid else run  # a later attempt may still succeed
    return with_step(run, heard.step, replace(paid or step, outcome=outcome_of(heard, run, same)))


def _after_deadline(run: Run, heard: m.DeadlinePassed, at: datetime) -> Run:
    """Cut the search off, end the run, or give one step up; a timer that was overtaken changes nothing."""
    if heard.step == m.LAST_TIMER:
        return replace(run, end=end_of(run, current_stage(run), at, from_state_alone=True))
    if heard.step == m.RUN_DEADLINE:
        return run if _is_reporting(run) else cut_off(run, "deadline")
    step = run.steps.get(heard.step)
    if step is None or step.outcome or heard.attempt != len(step.attempts):
        return run
    if again := _attempt(run, step, at):
        return with_step(run, heard.step, replace(step, attempts=(*step.attempts, again)))
    missed = f"no answer within {STEP_SECONDS[step.agent]} s"
    return with_step(run, heard.step, replace(step, outcome=Outcome(failed=missed)))


def _attempt(run: Run, step: Step, at: datetime) -> Attempt | None:
    """Return another attempt at a step, or None when it had its chances or no time is left."""
    expires = at + timedelta(seconds=STEP_SECONDS[step.agent])
    latest = run.last_at if step.agent == REPORT else run.deadline_at
    if len(step.attempts) >= MOST_ATTEMPTS or expires > latest:
        return None
    return Attempt(expires_at=expires, allowance=grant(run, step.agent))


def _is_reporting(run: Run) -> bool:
    """Say whether the search is over already."""
    return run.cut is not None or REPORT in run.steps


def cut_off(run: Run, reason: m.StopReason) -> Run:
    """Stop searching: what is open counts as unanswered, what was found is numbered."""
    if _is_reporting(run):
        return run
    stage = current_stage(run)
    for name, step in open_steps(run).items():
        run = with_step(run, name, replace(step, outcome=Outcome(failed=f"cut off: {CUT_REASONS[reason]}")))
    return replace(numbered(run, stage), cut=reason)


CUT_REASONS: dict[m.StopReason, str] = {
    "deadline": "the run's deadline passed",
    "budget": "what is left of the run's budget is too small",
    "too-large": "the run has found as much as it can hold",
    "cancelled": "the run was cancelled",
}


def advance(run: Run, at: datetime) -> Run:
    """Follow the plan: number finished stages, order what comes next, end when nothing does."""
    while run.end is None:
        stage = current_stage(run)
        waiting = unanswered(stage, run)
        if not waiting:
            return replace(run, end=end_of(run, stage, at))
        if all(need.step in run.steps for need in waiting):
            return run
        if reason := _reason_to_cut(run, at):
            run = cut_off(run, reason)
            continue
        run = _ordered(run, waiting, at)
    return run


def _reason_to_cut(run: Run, at: datetime) -> m.StopReason | None:
    """Say why no further search may begin."""
    if _is_reporting(run):
        return None
    if at >= run.deadline_at:
        return "deadline"
    return "budget" if run.steps and is_exhausted(run) else None


def _ordered(run: Run, needs: Iterable[Need], at: datetime) -> Run:
    """Give the orders of a stage; their deadlines, allowances and evidence are fixed here."""
    for need in needs:
        agent = need.order.AGENT
        latest = run.last_at if agent == REPORT else run.deadline_at
        expires = min(at + timedelta(seconds=STEP_SECONDS[agent]), latest)
        step = Step(
            agent=agent,
            round=need.round,
            queries=need.queries,
            sources_until=run.registry.numbered,
            registry_version=run.registry.version,
            attempts=(Attempt(expires_at=expires, allowance=grant(run, agent)),),
        )
        run = with_step(run, need.step, step)
    return run


def numbered(run: Run, stage: Stage) -> Run:
    """Give the works of a finished stage their S numbers: by step, source, rank; never by arrival."""
    found = [(need.step, outcome(run, need.step)) for need in stage.needs]
    keys = [key for _, one in found for key in one.keys]
    if not keys:
        return run
    same = sorted({pair for _, one in found for pair in one.same})
    registry = identify(run.registry, keys, same, stage.needs[0].step, m.MOST_WORKS)
    for step, one in found:
        registry = number(registry, one.pieces, step)
        run = with_step(run, step, replace(run.steps[step], outcome=replace(one, keys=(), same=())))
    return replace(run, registry=registry)


def _cancelled(heard: m.CancelRequested, at: datetime) -> End:
    """Return the end of a run that somebody stopped."""
    why = f": {heard.reason.strip()}" if heard.reason.strip() else ""
    return End(status="cancelled", stopped_by="cancelled", reason=f"Cancelled on request{why}", at=at)


def _decision(before: Run | None, after: Run, heard: m.Heard, at: datetime) -> Decision:
    """Return *after* with the messages of the difference: events, timers, the end, orders last."""
    events = tell(before, after, heard, at)
    after = replace(after, seq=after.seq + len(events))
    ending = completed(after) if after.end else ()
    return Decision(after, (*events, *deadlines(before, after), *ending, *orders(before, after)))
