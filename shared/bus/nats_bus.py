"""The bus on a real server. The only place that knows FastStream's options."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import nats.errors
import structlog
from faststream import AckPolicy
from faststream.exceptions import IncorrectState
from faststream.message import StreamMessage
from faststream.nats import JStream, NatsBroker, PullSub
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from shared import clock
from shared.errors import RetryLater, VouchError
from shared.messages import AgentEvent, DeadlinePassed, Erased, Message, Order, QueryError, RunCancelled, SweepDue
from shared.tracing import NO_TRACING, Tracing, checked, names, traceparent

from . import belongings
from .answering import AnswerErrors, Patience, reason_of
from .beating import beating
from .consumers import Consumer
from .delivery import Delivery, delivery_of
from .envelope import REFERENCE_HEADER, decode, encode
from .hearing import hearing_of, logged
from .keyvalue import translated
from .objects import PAYLOADS, NatsObjects
from .protocol import Answerer, Gate, Handler
from .publishing import MOST_BODY_BYTES, publish
from .refusing import Desk
from .returning import PULL_SECONDS, give_back_when_stopped
from .timers import TIMERS, schedule_headers, setting_subject
from .working import Working

logger = structlog.get_logger()


class NatsBus:
    """The messages of one service, over JetStream pull consumers with explicit acks."""

    def __init__(
        self, servers: Sequence[str], service: str, *, patience: Patience | None = None, **options: Any
    ) -> None:
        self.service = service
        self.tracing: Tracing = NO_TRACING
        """Set before the first message is heard, where traces are recorded."""
        desk = Desk(bus=self, jetstream=lambda: self.js)
        self.broker = NatsBroker(
            list(servers),
            name=service,
            inbox_prefix=f"_INBOX_{service}",
            ack_policy=AckPolicy.NACK_ON_ERROR,
            middlewares=[partial(AnswerErrors, desk=desk, patience=patience or Patience())],
            logger=None,
            **options,
        )
        self._working = Working()

    @property
    def js(self) -> JetStreamContext:
        """Return the JetStream context; there is one once the broker has started."""
        with _connected():
            stream: JetStreamContext = self.broker.config.connection_state.stream
        return stream

    @property
    def client(self) -> Client:
        """Return the connection itself; there is one once the broker has started."""
        with _connected():
            client: Client = self.broker.config.connection_state.connection
        return client

    def hear(self, consumer: Consumer, *, gate: Gate | None = None) -> Callable[[Handler], Handler]:
        """Register a handler for all that *consumer* delivers."""

        def register(handler: Handler) -> Handler:
            async def deliver() -> None:
                msg = self._current()
                async with beating(msg, consumer.beat_seconds):
                    await self._heard(msg, handler, gate)

            subscriber = self.broker.subscriber(
                consumer.subjects[0],
                stream=JStream(consumer.stream, declare=False),
                durable=consumer.durable,
                pull_sub=PullSub(batch_size=consumer.batch, timeout=PULL_SECONDS),
                max_workers=consumer.workers,
                no_reply=True,
                inbox_prefix=f"_INBOX_{self.service}.".encode(),
                decoder=_undecoded,
            )
            subscriber(deliver)
            give_back_when_stopped(subscriber)
            return handler

        return register

    def answer(self, kind: type[Message]) -> Callable[[Answerer], Answerer]:
        """Register who answers requests of *kind*; replicas share the work."""
        subject = str(kind.model_fields["subject"].default)

        def register(answerer: Answerer) -> Answerer:
            async def reply() -> None:
                msg = self._current()
                body = await self._answered(msg, subject, answerer)
                if msg.reply:
                    await self._reply(msg, body)

            subscriber = self.broker.subscriber(subject, queue=self.service, no_reply=True, decoder=_undecoded)
            subscriber(reply)
            return answerer

        return register

    def stop_cancelled_work(self) -> None:
        """Listen for cancelled runs, and stop what is being done for them."""
        subscriber = self.broker.subscriber("research.cancelled.*", no_reply=True, decoder=_undecoded)

        async def cancelled() -> None:
            msg = self._current()
            told = decode(msg.subject, msg.data, msg.headers or {})
            if isinstance(told, RunCancelled):
                logger.info("run cancelled", run_id=told.run_id, stopped=self._working.cancel(told.run_id))

        subscriber(cancelled)

    def delivery(self) -> Delivery:
        """Return where the message that is being handled came from."""
        return delivery_of(self._current())

    async def say(self, message: Message) -> int:
        """Publish and wait until the message is stored; return its sequence."""
        envelope = encode(message, self.service, clock.now(), self._traceparent())
        body, reference = await self._packed(envelope.body, message.run_id)
        return (await publish(self.js, envelope.subject, body, {**envelope.headers, **reference})).seq

    async def tell(self, message: Message) -> None:
        """Publish over core NATS; what cannot be told now, or is too large for it, is lost, as it may be."""
        envelope = encode(message, self.service, clock.now(), self._traceparent())
        if len(envelope.body) > MOST_BODY_BYTES:
            logger.warning("too large to be told", subject=envelope.subject, size_bytes=len(envelope.body))
            return
        with contextlib.suppress(nats.errors.Error, RetryLater):
            await self.broker.config.connection_state.connection.publish(
                envelope.subject, envelope.body, headers=dict(envelope.headers)
            )

    async def schedule(self, timer: DeadlinePassed | SweepDue, every_seconds: float | None = None) -> None:
        """Have the server deliver *timer* when it is due, or again and again."""
        envelope = encode(timer, self.service, clock.now(), self._traceparent())
        headers = dict(envelope.headers) | schedule_headers(timer, every_seconds)
        headers["Nats-Msg-Id"] = f"{timer.id}:{clock.now().isoformat()}" if every_seconds else timer.id
        await publish(self.js, setting_subject(timer), envelope.body, headers)

    async def last_event(self, run_id: str) -> int:
        """Return the number of the last stored event of a run; 0 when there is none."""
        with translated(f"read the last event of {run_id}"):
            try:
                raw = await self.js.get_last_msg(belongings.EVENTS, f"research.events.{run_id}.>")
            except NotFoundError:
                return 0
        return AgentEvent.model_validate_json(raw.data or b"").seq

    async def forget_timers(self, run_id: str) -> None:
        """Purge the timers of a run that are not due yet."""
        with translated(f"purge the timers of {run_id}"):
            await self.js.purge_stream(TIMERS, subject=f"timer.set.{run_id}.*")

    async def events_of(self, run_id: str) -> tuple[str, ...]:
        """Return the stored events of a run as they were said, oldest first."""
        return await belongings.events_of(self.js, run_id)

    async def put_back(self, run_id: str, events: Sequence[AgentEvent]) -> None:
        """Store the events of a run anew, in place of those it has."""
        await belongings.put_back(self.js, self.service, run_id, events)

    async def erase(self, run_id: str, since: datetime) -> Erased:
        """Erase all of a run that is on the server beside its state."""
        return await belongings.erase(self.js, run_id, since)

    def _current(self) -> Msg:
        """Return the raw message being handled; injecting it would cost a thread hop (stack.md)."""
        raw: Msg = self.broker.context.get_local("message").raw_message
        return raw

    def _traceparent(self) -> str:
        """Return the trace of what is going on here, or else of the message being handled, if it has one.

        The failure policy and those who answer requests are outside of any span.
        """
        message = self.broker.context.get_local("message")
        return traceparent() or (checked((message.raw_message.headers or {}).get("traceparent", "")) if message else "")

    async def _read(self, msg: Msg, empty: bytes = b"") -> Message:
        """Parse a message, fetching its body when it travels by reference."""
        headers, body = msg.headers or {}, msg.data or empty
        if reference := headers.get(REFERENCE_HEADER):
            body = await NatsObjects(self.js, PAYLOADS).get(reference)
        return decode(msg.subject, body, headers)

    async def _heard(self, msg: Msg, handler: Handler, gate: Gate | None) -> None:
        """Handle one message between a line in the log and another, inside a span of its own."""
        message, begun = await self._read(msg), time.perf_counter()
        with (
            self.tracing.handling(hearing_of(self.service, msg, message)) as span,
            structlog.contextvars.bound_contextvars(**logged(message)),
        ):
            logger.info("heard", subject=msg.subject, delivery=msg.metadata.num_delivered)
            if gate is not None:
                await gate()
            outcome = await self._handle(message, handler)
            span.set_attribute(names.OUTCOME, outcome)
            logger.info(outcome, subject=msg.subject, milliseconds=round((time.perf_counter() - begun) * 1000, 1))

    async def _handle(self, message: Message, handler: Handler) -> str:
        """Call the handler; an order that nobody waits for any more is dropped without working."""
        if not isinstance(message, Order):
            await handler(message)
            return "done"
        if message.late(clock.now()):
            return "dropped: its deadline has passed"
        finished = await self._working.on(message.run_id, handler(message))
        return "done" if finished else "dropped: its run was cancelled"

    async def _reply(self, msg: Msg, body: bytes) -> None:
        """Send a reply; a large one by reference, as any large body."""
        body, reference = await self._packed(body, (msg.headers or {}).get(belongings.SUBJECT_HEADER, ""))
        await self.broker.config.connection_state.connection.publish(msg.reply, body, headers=reference or None)

    async def _packed(self, body: bytes, run_id: str) -> tuple[bytes, dict[str, str]]:
        """Return the body, or nothing and the header that refers to it when it is too large to be sent."""
        if len(body) <= MOST_BODY_BYTES:
            return body, {}
        return b"", {REFERENCE_HEADER: await NatsObjects(self.js, PAYLOADS).put(body, run_id)}

    async def _answered(self, msg: Msg, subject: str, answerer: Answerer) -> bytes:
        """Return the reply to a request as bytes; what went wrong is told to the caller."""
        try:
            reply = await answerer(await self._read(msg, empty=b"{}"))
        except Exception as error:
            if not isinstance(error, VouchError):
                logger.exception("a bug in the answer", subject=subject)
            reply = QueryError(error=reason_of(error))
        return reply.model_dump_json().encode()


@contextlib.contextmanager
def _connected() -> Iterator[None]:
    """Say plainly that the broker has not started, whatever was asked of it."""
    try:
        yield
    except IncorrectState as error:
        message = "the bus is not connected"
        raise RetryLater(message) from error


async def _undecoded(msg: StreamMessage[Msg]) -> bytes:
    """Leave the body as it is: parsing is ours (``envelope.py``)."""
    return msg.body
