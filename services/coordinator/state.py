"""All that is known of a run: ids, numbers, queries and identifiers of works, never their texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from shared import messages as m
from shared.registry import Registry, WorkKey

STATE_VERSION = 1
"""Raised when an older replica could not read the state; it then leaves the run to a newer one."""


@dataclass(frozen=True)
class Attempt:
    """One time that a step was ordered."""

    expires_at: datetime
    allowance: m.Spending
    spent: m.Spending | None = None
    """None until it answers; an attempt that never does counts as its whole allowance."""


@dataclass(frozen=True)
class Lean:
    """Something that leans on sources: a finding, a hypothesis, a conflict or a section."""

    kind: str
    name: str
    source_ids: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What the judge said, as far as the rule needs it."""

    mechanism_score: int
    clinical_score: int
    confidence: float


@dataclass(frozen=True)
class Outcome:
    """What an ended step means for the next ones."""

    failed: str = ""
    """Why there is no answer; safe to show a person."""
    over_budget: bool = False
    """Its allowance was too small: the run looks no further."""
    keys: tuple[WorkKey, ...] = ()
    """Every record that was met; dropped once the stage is numbered, for the registry has them."""
    pieces: tuple[str, ...] = ()
    """The work ids with evidence, best first."""
    same: tuple[tuple[str, str], ...] = ()
    searches: tuple[m.SearchRecord, ...] = ()
    queries: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    """What is not known yet, as the hypothesis agent says it."""
    verdict: Verdict | None = None
    leans: tuple[Lean, ...] = ()
    judged: int = 0
    notes: tuple[str, ...] = ()
    """What the agent said of how it worked."""
    audit: m.AuditNumbers | None = None
    """Of a report: its audit, in numbers alone."""


@dataclass(frozen=True)
class Step:
    """A step that was ordered, and how it ended."""

    agent: str
    round: int
    queries: tuple[str, ...]
    sources_until: int
    registry_version: int
    attempts: tuple[Attempt, ...]
    outcome: Outcome | None = None


@dataclass(frozen=True)
class End:
    """How the run ended."""

    status: m.RunStatus
    stopped_by: m.StopReason
    reason: str
    at: datetime
    from_state_alone: bool = False
    """The last timer ended it: neither memory nor agents are asked."""


@dataclass(frozen=True)
class Run:
    """A run from its request to its end."""

    asked: m.ResearchRequested
    message_id: str
    started_at: datetime
    deadline_at: datetime
    last_at: datetime
    steps: Mapping[str, Step] = field(default_factory=dict)
    registry: Registry = field(default_factory=Registry)
    seq: int = 0
    cut: m.StopReason | None = None
    """Set when the search was cut off from outside its plan."""
    end: End | None = None
    trace: str = ""
    """The W3C context of all its messages, so that those of timers, repairs and other replicas belong to one trace.

    It is that of the request's handling: inside the caller's trace, or in one made from the run's id; empty where the
    caller had none and the coordinator records none, and then whoever hears a message makes the same id of the run's.
    """

    @property
    def run_id(self) -> str:
        """Return the run's id."""
        return self.asked.run_id


def with_step(run: Run, name: str, step: Step) -> Run:
    """Return the run with one step set; the order in which steps were given is kept."""
    return replace(run, steps={**run.steps, name: step})


def outcome_of_step(run: Run, name: str) -> Outcome | None:
    """Return how a step ended, or None while it has not."""
    step = run.steps.get(name)
    return step.outcome if step else None


def outcomes(run: Run) -> tuple[Outcome, ...]:
    """Return every outcome there is, in the order the steps were given."""
    return tuple(step.outcome for step in run.steps.values() if step.outcome)


def open_steps(run: Run) -> Mapping[str, Step]:
    """Return the steps whose answers are awaited."""
    return {name: step for name, step in run.steps.items() if step.outcome is None}


def searches(run: Run) -> tuple[m.SearchRecord, ...]:
    """Return every query that was put to a source."""
    return tuple(record for outcome in outcomes(run) for record in outcome.searches)


def asked_queries(run: Run) -> frozenset[str]:
    """Return every query that was given out, as ``same_query`` compares them."""
    return frozenset(same_query(query) for step in run.steps.values() for query in step.queries)


def same_query(query: str) -> str:
    """Return what two queries share when they differ in case and spacing alone."""
    return " ".join(query.casefold().split())


def new_queries(run: Run, proposed: tuple[str, ...]) -> tuple[str, ...]:
    """Return what was not asked yet, each once, at most as many as an order may hold."""
    asked = asked_queries(run)
    fresh = {same_query(query): query for query in reversed(proposed) if same_query(query) not in asked}
    return tuple(query for query in proposed if fresh.get(same_query(query)) is query)[: m.MOST_QUERIES]


def unsearched(run: Run) -> tuple[m.SourceName, ...]:
    """Return the requested sources that never answered a query."""
    answered = {record.source for record in searches(run) if record.status == "answered"}
    return tuple(source for source in run.asked.sources if source not in answered)
