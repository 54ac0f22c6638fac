"""Is a service healthy? Connected, its consumers exist, and nothing waits beyond its deadline."""

from collections.abc import Iterable
from datetime import datetime

from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from shared.errors import RetryLater

from .connecting import connected_once
from .consumers import Consumer
from .keyvalue import translated

MOST_WAIT_SECONDS = 300.0
"""A message at the head of a queue that is older than any step's deadline means that nobody takes it."""


async def check(servers: Iterable[str], consumers: Iterable[Consumer], now: datetime) -> tuple[str, ...]:
    """Return what is wrong, in sentences; nothing means healthy."""
    try:
        client = await connected_once(tuple(servers))
    except RetryLater as error:
        return (str(error),)
    try:
        js = client.jetstream(timeout=2)
        return tuple([problem for one in consumers for problem in await _problems(js, one, now)])
    except RetryLater as error:
        return (str(error),)
    finally:
        await client.close()


async def missing(js: JetStreamContext, consumers: Iterable[Consumer]) -> tuple[str, ...]:
    """Return a sentence for each consumer that provisioning has not made; nothing would be heard of it."""
    return tuple([problem for one in consumers if (problem := await _absence(js, one))])


async def _absence(js: JetStreamContext, consumer: Consumer) -> str:
    """Return what to do about a consumer that does not exist."""
    with translated(f"ask for the consumer {consumer.durable}"):
        try:
            await js.consumer_info(consumer.stream, consumer.durable)
        except NotFoundError:
            return (
                f"the consumer {consumer.durable} of {consumer.stream} does not exist: run `python -m deploy.provision`"
            )
    return ""


async def _problems(js: JetStreamContext, consumer: Consumer, now: datetime) -> list[str]:
    """Return what is wrong with one consumer."""
    if absence := await _absence(js, consumer):
        return [absence]
    with translated(f"ask for the consumer {consumer.durable}"):
        info = await js.consumer_info(consumer.stream, consumer.durable)
        if not info.num_pending:
            return []
        delivered = info.delivered.stream_seq if info.delivered else 0
        ages = [await _age(js, consumer.stream, subject, delivered + 1, now) for subject in consumer.subjects]
    if (age := max(ages)) > MOST_WAIT_SECONDS:
        return [f"{info.num_pending} messages wait for {consumer.durable}, the first for {age:.0f} s"]
    return []


async def _age(js: JetStreamContext, stream: str, subject: str, sequence: int, now: datetime) -> float:
    """Return for how many seconds the next message of a subject has waited; 0 when there is none."""
    try:
        waiting = await js.get_msg(stream, seq=sequence, subject=subject, next=True)
    except NotFoundError:
        return 0.0
    return (now - waiting.time).total_seconds() if waiting.time else 0.0
