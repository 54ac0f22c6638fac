"""One table of streams, buckets and durable consumers. Services bind to it and declare nothing.

A new stage is a row in ``AGENTS`` (and its messages and a ``yield`` in the plan).
"""

from dataclasses import dataclass
from typing import Literal

from shared.bus.consumers import Consumer
from shared.messages import INBOX, ORDERS, AgentEvent, ResearchCompleted, ResearchRejected, ResearchRequested

DAY_SECONDS = 86_400
DEDUPLICATION_SECONDS = 600
"""How long a stream knows message ids: an economy, the decider is the guarantee (design.md)."""

MOST_REQUESTS = 10_000
"""At the door; above it ``research.requested`` is refused, and accepted runs do not feel it."""

MOST_ORDERS_PER_AGENT = 100_000
"""Well above what the running runs can owe."""


def subject(kind: type) -> str:
    """Return the subject of a kind of message."""
    return str(kind.model_fields["subject"].default)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Stream:
    """A stream, as provisioning makes it."""

    name: str
    subjects: tuple[str, ...]
    retention: Literal["workqueue", "limits"]
    max_age_seconds: float = 0.0
    """0 keeps messages until they are consumed."""
    max_per_subject: int = -1
    refuse_when_full: bool = False
    schedules: bool = False


@dataclass(frozen=True)
class KeyValueBucket:
    """A KV bucket."""

    name: str
    max_age_seconds: float = 0.0

    @property
    def stream(self) -> str:
        """Return the stream that it is to the server."""
        return f"KV_{self.name}"


@dataclass(frozen=True)
class ObjectBucket:
    """An object bucket."""

    name: str
    max_age_seconds: float = 0.0

    @property
    def stream(self) -> str:
        """Return the stream that it is to the server."""
        return f"OBJ_{self.name}"


STREAMS = (
    Stream(
        "REQUESTS",
        (subject(ResearchRequested),),
        "workqueue",
        max_per_subject=MOST_REQUESTS,
        refuse_when_full=True,
    ),
    Stream(
        "COMMANDS",
        tuple(subject(order) for order in ORDERS),
        "workqueue",
        max_per_subject=MOST_ORDERS_PER_AGENT,
        refuse_when_full=True,
    ),
    Stream("INBOX", tuple(subject(kind) for kind in INBOX), "workqueue"),
    Stream("TIMERS", ("timer.set.*.*", "timer.fired.*.*"), "workqueue", schedules=True),
    Stream(
        "EVENTS",
        (f"{subject(AgentEvent)}.*.>", subject(ResearchCompleted), subject(ResearchRejected)),
        "limits",
        max_age_seconds=30 * DAY_SECONDS,
    ),
    Stream("DEADLETTERS", ("deadletter.>",), "limits", max_age_seconds=30 * DAY_SECONDS),
)

KEY_VALUES = (
    KeyValueBucket("RUNS"),
    KeyValueBucket("LIMITS"),
    KeyValueBucket("JOURNAL", max_age_seconds=DAY_SECONDS),
    KeyValueBucket("SESSIONS", max_age_seconds=30 * DAY_SECONDS),
)

OBJECTS = (ObjectBucket("PAYLOADS", max_age_seconds=30 * DAY_SECONDS), ObjectBucket("LIBRARY"))

REQUESTS = Consumer("REQUESTS", "coordinator-requests", (subject(ResearchRequested),), workers=16)
ANSWERS = Consumer("INBOX", "coordinator-inbox", tuple(subject(kind) for kind in INBOX), workers=64)
TIMERS = Consumer("TIMERS", "coordinator-timers", ("timer.fired.*.*",), workers=16, most_unacked=20_000)
"""Timers that wait for the memory must not keep the last timers from being heard, which need none."""

AGENTS = {order.AGENT: Consumer("COMMANDS", order.AGENT, (subject(order),)) for order in ORDERS}

CONSUMERS = (REQUESTS, ANSWERS, TIMERS, *AGENTS.values())
