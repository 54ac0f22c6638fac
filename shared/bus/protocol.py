"""What a service needs of the bus: to hear, to say, and to be asked."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar

from shared.messages import AgentEvent, DeadlinePassed, Erased, Message, SweepDue, Value

from .consumers import Consumer

MessageT = TypeVar("MessageT", bound=Message)
Gate = Callable[[], Awaitable[None]]
Handler = Callable[[Any], Coroutine[Any, Any, None]]
Answerer = Callable[[Any], Awaitable[Value]]


class Heard(Protocol):
    """Where the message being handled came from."""

    @property
    def stream(self) -> str:
        """Return the name of its stream."""
        ...

    @property
    def sequence(self) -> int:
        """Return its place in the stream."""
        ...

    @property
    def at_seconds(self) -> float:
        """Return when the stream stored it, in seconds since 1970."""
        ...

    @property
    def message_id(self) -> str:
        """Return its ``Nats-Msg-Id``, or what names it when it has none."""
        ...


class Bus(Protocol):
    """The messages of one service."""

    def hear(self, consumer: Consumer, *, gate: Gate | None = None) -> Callable[[Handler], Handler]:
        """Register a handler for all that *consumer* delivers.

        The handler gets the parsed message; its errors decide what becomes of it
        (``answering.py``). While *gate* waits, messages wait with it and lose no delivery.
        """
        ...

    def answer(self, kind: type[Message]) -> Callable[[Answerer], Answerer]:
        """Register who answers requests of *kind*; an error must be a value, for an exception is a timeout."""
        ...

    def delivery(self) -> Heard:
        """Return where the message that is being handled came from."""
        ...

    async def say(self, message: Message) -> int:
        """Publish, wait until it is stored, and return its sequence; large bodies travel by reference."""
        ...

    async def tell(self, message: Message) -> None:
        """Publish to whoever listens now; it may be lost."""
        ...

    async def schedule(self, timer: DeadlinePassed | SweepDue, every_seconds: float | None = None) -> None:
        """Have the server deliver *timer* when it is due, or again and again."""
        ...

    async def last_event(self, run_id: str) -> int:
        """Return the number of the last stored event of a run; 0 when there is none."""
        ...

    async def forget_timers(self, run_id: str) -> None:
        """Purge the timers of a run that are not due yet."""
        ...

    async def events_of(self, run_id: str) -> tuple[str, ...]:
        """Return the stored events of a run as they were said, oldest first."""
        ...

    async def put_back(self, run_id: str, events: Sequence[AgentEvent]) -> None:
        """Store the events of a run anew, in place of those it has."""
        ...

    async def erase(self, run_id: str, since: datetime) -> Erased:
        """Erase all of a run that is on the server beside its state; repeating it does no harm.

        Where it has no events any more, its end is looked for among what was said *since*.
        """
        ...
