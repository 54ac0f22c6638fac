"""The flow of a run, from top to bottom. A new stage is its messages and a ``yield``."""

from collections.abc import Iterator
from dataclasses import dataclass

from shared import messages as m

from .state import Outcome, Run, outcome_of_step, unsearched
from .sufficiency import is_sufficient

MOST_STALLED_ROUNDS = 3
"""Rounds without a new source after which searching on is pointless (source document 001)."""

REPORT = "report"
"""The step that writes the report; it belongs to no round."""


@dataclass(frozen=True)
class Need:
    """A step the plan asks for."""

    step: str
    order: type[m.Order]
    round: int
    queries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stage:
    """Steps that go side by side. The last stage says what ended the search."""

    needs: tuple[Need, ...]
    stopped_by: m.StopReason | None = None


def plan(run: Run) -> Iterator[Stage]:
    """Yield the stages in order. What comes after a stage may read its outcomes."""
    queries: tuple[str, ...] = (run.asked.question,)
    for n in range(1, run.asked.limits.max_rounds + 1):
        yield looking(n, queries)
        if not run.registry.numbered:
            break
        yield Stage((Need(f"{n}-hypothesis", m.HypothesisRequested, n),))
        targets = outcome(run, f"{n}-hypothesis").queries
        if targets and not is_full(run):
            yield Stage((Need(f"{n}-targeted", m.SearchRequested, n, targets),))
        yield Stage((Need(f"{n}-judge", m.JudgeRequested, n),))
        if reason := search_ended(run, n):
            yield reporting(run, reason)
            return
        queries = outcome(run, f"{n}-judge").queries
    yield reporting(run, "no-evidence")


def looking(n: int, queries: tuple[str, ...]) -> Stage:
    """Return the stage in which evidence is looked for; documents are read once, in the first round."""
    search = Need(f"{n}-search", m.SearchRequested, n, queries)
    retrieval = Need("retrieval", m.RetrievalRequested, n)
    return Stage((search, retrieval) if n == 1 else (search,))


def reporting(run: Run, reason: m.StopReason) -> Stage:
    """Return the last stage: a report of what there is, or nothing where no source could be asked."""
    if not run.registry.numbered and len(unsearched(run)) == len(run.asked.sources):
        return Stage((), "no-source")
    return Stage((Need(REPORT, m.ReportRequested, rounds_begun(run)),), reason)


def search_ended(run: Run, n: int) -> m.StopReason | None:
    """Say why round *n* was the last, or None when another follows."""
    judged = outcome(run, f"{n}-judge")
    if is_sufficient(judged.verdict, run.asked.domain):
        return "sufficient"
    if is_full(run):
        return "too-large"
    if is_stalled(run, n):
        return "stalled"
    if n == run.asked.limits.max_rounds:
        return "max-rounds"
    return None if judged.queries else "nothing-left-to-ask"


def is_full(run: Run) -> bool:
    """Say whether the run has identified as many works as it can hold: more searching would be for nothing."""
    return len(run.registry.entries) >= m.MOST_WORKS


def is_stalled(run: Run, n: int) -> bool:
    """Say whether the last rounds brought no source that was not known before."""
    if n < MOST_STALLED_ROUNDS:
        return False
    lately = {round_of(run, entry.first_seen) for entry in run.registry.entries if entry.source_id}
    return not lately.intersection(range(n - MOST_STALLED_ROUNDS + 1, n + 1))


def round_of(run: Run, step: str) -> int:
    """Return the round a step belongs to."""
    return run.steps[step].round if step in run.steps else 0


def rounds_begun(run: Run) -> int:
    """Return how many rounds were begun."""
    return max((step.round for step in run.steps.values()), default=1)


def outcome(run: Run, step: str) -> Outcome:
    """Return how a step ended; an empty outcome while it has not."""
    return outcome_of_step(run, step) or Outcome()


def current_stage(run: Run) -> Stage:
    """Return the first stage that still waits for something, or else the last one."""
    stage = Stage(())
    for stage in stages(run):
        if unanswered(stage, run):
            return stage
    return stage


def stages(run: Run) -> Iterator[Stage]:
    """Yield what is still to be gone through: the plan, or after a cut only the report."""
    if run.cut:
        yield reporting(run, run.cut)
    else:
        yield from plan(run)


def unanswered(stage: Stage, run: Run) -> tuple[Need, ...]:
    """Return the needs of a stage without an outcome."""
    return tuple(need for need in stage.needs if outcome_of_step(run, need.step) is None)
