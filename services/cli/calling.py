"""A caller of Vouch: asks, says, and follows runs. What nats-py raises ends here."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

import nats
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext
from nats.js.api import DeliverPolicy
from nats.js.errors import NotFoundError, ServiceUnavailableError

from deploy.weaviate.finding import without_key
from shared import clock
from shared import messages as m
from shared.bus.envelope import REFERENCE_HEADER, decode, encode
from shared.bus.keyvalue import translated
from shared.bus.objects import PAYLOADS, NatsObjects
from shared.bus.publishing import MOST_BODY_BYTES, publish
from shared.errors import CannotDo, RetryLater, Unreadable

from .feeding import Feed, Notice
from .knocking import reachable

ANSWER_SECONDS = 5.0
"""How long a running coordinator may take to answer."""

CONNECT_SECONDS = 10.0
AGAIN_SECONDS = 0.1
HEARTBEAT_SECONDS = 2.0
"""An ordered consumer that is silent for twice as long is made anew: after a server's restart."""

ValueT = TypeVar("ValueT", bound=m.Value)


class Unanswered(RetryLater):
    """Nobody answered a request."""


class NobodyAnswers(Unanswered):
    """The server says that nobody listens for the request: there is no coordinator."""


class Caller:
    """A connection to a running Vouch."""

    def __init__(self, client: Client, url: str, feeds: set[Feed], patience_seconds: float = ANSWER_SECONDS) -> None:
        self._client, self.url, self._feeds = client, url, feeds
        self._patience_seconds = patience_seconds

    @property
    def js(self) -> JetStreamContext:
        """Return the JetStream context."""
        return self._client.jetstream(timeout=ANSWER_SECONDS)

    async def ask(self, message: m.Message, kind: type[ValueT], seconds: float = ANSWER_SECONDS) -> ValueT:
        """Return the answer to a request, which may take so many *seconds*.

        It is asked again while there is patience left: asking twice is harmless.
        Raises ``CannotDo`` with its reason when it refuses, ``Unanswered`` when it does not answer in time,
        ``NobodyAnswers`` when there is nobody who could.
        """
        envelope = encode(message, "cli", clock.now())
        body, headers = envelope.body, dict(envelope.headers)
        if len(body) <= MOST_BODY_BYTES:
            return await self._read(await self._request(envelope.subject, body, headers, seconds), kind)
        objects = NatsObjects(self.js, PAYLOADS)
        reference = await objects.put(body, message.run_id)
        try:
            reply = await self._request(envelope.subject, b"", headers | {REFERENCE_HEADER: reference}, seconds)
        finally:
            with contextlib.suppress(RetryLater):  # the bucket forgets it in time
                await objects.delete(reference)
        return await self._read(reply, kind)

    async def _request(self, subject: str, body: bytes, headers: dict[str, str], seconds: float) -> Msg:
        """Return the reply, asking again while there is patience left."""
        deadline = asyncio.get_running_loop().time() + self._patience_seconds
        while True:
            try:
                return await self._client.request(subject, body, timeout=seconds, headers=headers)
            except nats.errors.Error as error:
                if asyncio.get_running_loop().time() > deadline:
                    raise _unanswered(self.url, error) from error
                await asyncio.sleep(AGAIN_SECONDS)

    async def say(self, message: m.Message) -> None:
        """Publish a message that must arrive; raise ``RetryLater`` when the server does not store it."""
        envelope = encode(message, "cli", clock.now())
        await publish(self.js, envelope.subject, envelope.body, envelope.headers)

    async def upload(self, data: bytes) -> str:
        """Store a library file and return its hash."""
        return await NatsObjects(self.js, "LIBRARY").put(data)

    @contextlib.asynccontextmanager
    async def follow(self, run_id: str) -> AsyncIterator[Feed]:
        """Open a feed of a run: all its events from the first one, and what happens from now on."""
        feed = Feed(run_id)

        async def hear(msg: Msg) -> None:
            with contextlib.suppress(Unreadable):  # a newer replica may say what this one does not know
                told = decode(msg.subject, msg.data, msg.headers or {})
                if isinstance(told, m.AgentEvent | m.LiveUpdate | m.ResearchRejected):
                    feed.add(told)

        with translated(f"follow run {run_id}"):
            events = await self._events(run_id, hear)
            rest = [await self._client.subscribe(one, cb=hear) for one in _beside(run_id)]
            await self._client.flush()
        self._feeds.add(feed)
        try:
            yield feed
        finally:
            self._feeds.discard(feed)
            with contextlib.suppress(nats.errors.Error):
                for subscription in (events, *rest):
                    await subscription.unsubscribe()

    async def _events(self, run_id: str, hear: Callable[[Msg], Awaitable[None]]) -> Subscription:
        """Subscribe to the stored events of a run; raise ``CannotDo`` on a server that is none of Vouch's."""
        try:
            return await self.js.subscribe(
                f"research.events.{run_id}.>",
                stream="EVENTS",
                cb=hear,
                ordered_consumer=True,
                deliver_policy=DeliverPolicy.ALL,
                idle_heartbeat=HEARTBEAT_SECONDS,
            )
        except (NotFoundError, ServiceUnavailableError) as error:
            message = (
                f"there is a NATS server at {self.url}, but it has no streams of Vouch: "
                "turn JetStream on and run `python -m deploy.provision`, or name no server to have one of your own"
            )
            raise CannotDo(message) from error

    async def _read(self, reply: Msg, kind: type[ValueT]) -> ValueT:
        """Parse an answer, fetching its body when it travels by reference."""
        body = reply.data
        if reference := (reply.headers or {}).get(REFERENCE_HEADER):
            body = await NatsObjects(self.js, PAYLOADS).get(reference)
        if isinstance(known := json.loads(body), dict) and "error" in known:
            raise CannotDo(m.QueryError.model_validate(known).error)
        return kind.model_validate_json(body)


@contextlib.asynccontextmanager
async def calling(urls: Sequence[str], patience_seconds: float = ANSWER_SECONDS) -> AsyncIterator[Caller]:
    """Connect to a server; raise ``NobodyListens`` when there is none, ``RetryLater`` when it does not let us in.

    Once connected, it waits through an outage for as long as that takes, and its feeds say so.
    """
    await reachable(urls)

    feeds: set[Feed] = set()

    async def lost() -> None:
        _notify(feeds, "lost the server; waiting for it")

    async def back() -> None:
        _notify(feeds, "the server is back")

    async def ignore(_error: Exception) -> None:
        """Say nothing: whoever waits for an answer is told."""

    with translated(f"connect to {', '.join(map(without_key, urls))}"):
        client = await _in_time(
            nats.connect(
                list(urls),
                name="vouch",
                connect_timeout=2,
                max_reconnect_attempts=-1,
                reconnect_time_wait=1,
                ping_interval=5,
                max_outstanding_pings=2,
                error_cb=ignore,
                disconnected_cb=lost,
                reconnected_cb=back,
            )
        )
    try:
        yield Caller(client, ", ".join(map(without_key, urls)), feeds, patience_seconds)
    finally:
        await client.close()


async def _in_time(connecting: Awaitable[Client]) -> Client:
    """Return the client once it is connected: to a server that refuses our name nats-py would knock for ever."""
    try:
        return await asyncio.wait_for(connecting, CONNECT_SECONDS)
    except TimeoutError:
        message = f"it did not let us in within {CONNECT_SECONDS:g} s; are name and password in the address right?"
        raise TimeoutError(message) from None


def _beside(run_id: str) -> tuple[str, ...]:
    """Return the subjects of a run that are not its events."""
    return (f"research.live.{run_id}.*", str(m.ResearchRejected.model_fields["subject"].default))


def _notify(feeds: set[Feed], text: str) -> None:
    """Tell every feed about the connection."""
    for feed in feeds:
        feed.add(Notice(text))


def _unanswered(url: str, error: Exception) -> Unanswered:
    """Return the error for a server on which nobody answers."""
    if isinstance(error, nats.errors.NoRespondersError):
        return NobodyAnswers(f"there is a server at {url}, but no coordinator answers: start one with `vouch up`")
    return Unanswered(f"the coordinator at {url} does not answer: {error or type(error).__name__}")
