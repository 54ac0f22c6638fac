"""The bus for component tests: it records what is said and calls what is heard.

It knows no redelivery, delay, copy or deadline; what depends on those is tested on a real server.
"""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from shared.messages import AgentEvent, DeadlinePassed, Erased, Message, SweepDue, Value
from shared.tracing import traceparent, within

from .consumers import Consumer
from .envelope import decode, encode
from .keyvalue import Entry
from .protocol import Answerer, Gate, Handler

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""When everything is said, as far as headers tell."""


@dataclass(frozen=True)
class Delivery:
    """Where a message came from."""

    stream: str = "REQUESTS"
    sequence: int = 1
    at_seconds: float = 1_700_000_000.0
    message_id: str = "REQUESTS:1"


@dataclass
class InMemoryBus:
    """Records what a service says, and delivers what a test has it hear."""

    said: list[Message] = field(default_factory=list)
    told: list[Message] = field(default_factory=list)
    scheduled: list[DeadlinePassed | SweepDue] = field(default_factory=list)
    traces: list[str] = field(default_factory=list)
    """The trace context of each message that was said, told or scheduled, as they came; empty outside of any trace."""
    forgotten: list[str] = field(default_factory=list)
    consumers: dict[str, tuple[Consumer, Handler, Gate | None]] = field(default_factory=dict)
    answerers: dict[str, Answerer] = field(default_factory=dict)
    current: Delivery = field(default_factory=Delivery)

    def hear(self, consumer: Consumer, *, gate: Gate | None = None) -> Callable[[Handler], Handler]:
        """Register a handler for the subjects of *consumer*."""

        def register(handler: Handler) -> Handler:
            for subject in consumer.subjects:
                self.consumers[subject] = (consumer, handler, gate)
            return handler

        return register

    def answer(self, kind: type[Message]) -> Callable[[Answerer], Answerer]:
        """Register who answers requests of *kind*."""

        def register(answerer: Answerer) -> Answerer:
            self.answerers[str(kind.model_fields["subject"].default)] = answerer
            return answerer

        return register

    def delivery(self) -> Delivery:
        """Return where the message that is being handled came from."""
        return self.current

    async def say(self, message: Message) -> int:
        """Record the message as a receiver would read it."""
        self.said.append(_as_received(message))
        self.traces.append(traceparent())
        return len(self.said)

    async def tell(self, message: Message) -> None:
        """Record the message."""
        self.told.append(_as_received(message))
        self.traces.append(traceparent())

    async def schedule(self, timer: DeadlinePassed | SweepDue, every_seconds: float | None = None) -> None:
        """Record the timer; the test lets it fire."""
        del every_seconds
        self.scheduled.append(timer)
        self.traces.append(traceparent())

    async def last_event(self, run_id: str) -> int:
        """Return the number of the last event that was said of a run."""
        return max((one.seq for one in self.said if isinstance(one, AgentEvent) and one.run_id == run_id), default=0)

    async def forget_timers(self, run_id: str) -> None:
        """Record whose timers were purged."""
        self.forgotten.append(run_id)

    async def events_of(self, run_id: str) -> tuple[str, ...]:
        """Return the events that were said of a run."""
        return tuple(one.model_dump_json() for one in self.said if isinstance(one, AgentEvent) and one.run_id == run_id)

    async def put_back(self, run_id: str, events: Sequence[AgentEvent]) -> None:
        """Record the events in place of those there are."""
        self.said = [one for one in self.said if not (isinstance(one, AgentEvent) and one.run_id == run_id)]
        self.said += events

    async def erase(self, run_id: str, since: datetime) -> Erased:
        """Forget what was said of a run."""
        del since
        events = len(await self.events_of(run_id))
        self.said = [one for one in self.said if one.run_id != run_id]
        await self.forget_timers(run_id)
        return Erased(events=events)

    async def heard(self, message: Message, *, sequence: int = 1, trace: str = "") -> None:
        """Deliver *message* to whoever hears its subject, with a trace context; ``LookupError`` when nobody does."""
        subject = next((one for one in self.consumers if _matches(one, message.destination)), None)
        if subject is None:
            problem = f"nobody hears {message.destination}"
            raise LookupError(problem)
        consumer, handler, gate = self.consumers[subject]
        self.current = dataclasses.replace(Delivery(), stream=consumer.stream, sequence=sequence)
        with within(trace):
            if gate is not None:
                await gate()
            await handler(_as_received(message))

    async def asked(self, message: Message) -> Value:
        """Return the reply to a request."""
        return await self.answerers[message.subject](message)


def _as_received(message: Message) -> Message:
    """Return the message after a trip over the wire: what does not survive it fails here."""
    envelope = encode(message, "test", EPOCH)
    return decode(envelope.subject, envelope.body, envelope.headers)


def _matches(pattern: str, subject: str) -> bool:
    """Say whether a subject matches a pattern with ``*`` for single tokens."""
    ours, theirs = pattern.split("."), subject.split(".")
    return len(ours) == len(theirs) and all(one in ("*", other) for one, other in zip(ours, theirs, strict=True))


class InMemoryBucket:
    """Keys to bytes in a dictionary, with the same compare-and-set."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._revision = 0

    async def get(self, key: str) -> Entry | None:
        """Return the entry, or None."""
        return self._entries.get(key)

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Write if the key is at *revision*; 0 means that it must be new."""
        known = self._entries.get(key)
        if (known.revision if known else 0) != revision:
            return None
        return await self.put(key, value)

    async def put(self, key: str, value: bytes) -> int:
        """Write whatever is there."""
        self._revision += 1
        self._entries[key] = Entry(value, self._revision)
        return self._revision

    async def remove(self, key: str, revision: int = 0) -> None:
        """Remove the key, unless it is newer than *revision*."""
        known = self._entries.get(key)
        if known and (not revision or known.revision <= revision):
            del self._entries[key]

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """Return the keys that begin with *prefix*."""
        return tuple(sorted(key for key in self._entries if key.startswith(prefix)))
