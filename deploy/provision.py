"""Make or update the streams, buckets and consumers of the table; safe to repeat.

``python -m deploy.provision`` reads ``VOUCH_NATS_URL``. It refuses whatever would lose data:
it never deletes, and never changes how a stream keeps its messages.
"""

import asyncio
import sys
from collections.abc import Iterable, Iterator

import nats.errors
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DiscardPolicy,
    KeyValueConfig,
    ObjectStoreConfig,
    RetentionPolicy,
    StorageType,
    StreamConfig,
)
from nats.js.errors import BadRequestError, BucketNotFoundError, NotFoundError

from shared.bus.connecting import connected_once
from shared.bus.consumers import Consumer
from shared.errors import CannotDo, VouchError
from shared.settings import read_settings

from .streams import (
    CONSUMERS,
    DEDUPLICATION_SECONDS,
    KEY_VALUES,
    OBJECTS,
    STREAMS,
    KeyValueBucket,
    ObjectBucket,
    Stream,
)

MOST_UNACKED = 256
"""Messages that wait after a nack count against it; at the limit nothing else arrives (stack.md)."""


async def provision(js: JetStreamContext) -> tuple[str, ...]:
    """Bring the server to what the table says; return a line for each thing made or changed.

    Raises ``CannotDo`` when that would lose data, before anything is changed.
    """
    plans = [(row, await _existing(js, row.name)) for row in STREAMS]
    _refuse_losses(plans)
    done = [await _stream(js, row, existing) for row, existing in plans]
    done += [await _key_values(js, row) for row in KEY_VALUES]
    done += [await _objects(js, row) for row in OBJECTS]
    for consumer in CONSUMERS:
        await js.add_consumer(consumer.stream, consumer_config(consumer))
    return tuple(line for line in done if line)


def _refuse_losses(plans: Iterable[tuple[Stream, StreamConfig | None]]) -> None:
    """Raise ``CannotDo`` for the first stream that the table would have lose data."""
    for row, existing in plans:
        if existing and (loss := "; ".join(losses(existing, stream_config(row)))):
            message = f"refused, because it would lose data: stream {row.name}: {loss}"
            raise CannotDo(message)


def stream_config(row: Stream) -> StreamConfig:
    """Return the row as the server wants it."""
    return StreamConfig(
        name=row.name,
        subjects=list(row.subjects),
        retention=RetentionPolicy.WORK_QUEUE if row.retention == "workqueue" else RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        max_age=row.max_age_seconds,
        duplicate_window=DEDUPLICATION_SECONDS,
        max_msgs_per_subject=row.max_per_subject,
        discard=DiscardPolicy.NEW if row.refuse_when_full else DiscardPolicy.OLD,
        discard_new_per_subject=row.refuse_when_full,
        allow_msg_schedules=row.schedules,
    )


def consumer_config(row: Consumer) -> ConsumerConfig:
    """Return the row as the server wants it; ``max_deliver`` stays off, for it would hide messages."""
    return ConsumerConfig(
        durable_name=row.durable,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=row.ack_wait_seconds,
        max_deliver=-1,
        max_ack_pending=MOST_UNACKED,
        filter_subjects=list(row.subjects),
    )


def losses(existing: StreamConfig, wanted: StreamConfig) -> Iterator[str]:
    """Yield how *wanted* would lose messages that *existing* holds."""
    if existing.retention != wanted.retention:
        yield f"it keeps messages by {existing.retention}, the table says {wanted.retention}"
    missing = set(existing.subjects or ()) - set(wanted.subjects or ())
    if missing:
        yield f"it holds subjects that the table does not have: {', '.join(sorted(missing))}"
    for name in ("max_age", "max_msgs_per_subject"):
        now, then = getattr(existing, name) or 0, getattr(wanted, name) or 0
        if _is_smaller(then, now):
            yield f"its {name} would shrink from {now} to {then}"


def _is_smaller(then: float, now: float) -> bool:
    """Compare two bounds of which 0 and less mean none."""
    return then > 0 and (now <= 0 or then < now)


async def _existing(js: JetStreamContext, name: str) -> StreamConfig | None:
    """Return how the stream is configured, or None when there is none."""
    try:
        return (await js.stream_info(name)).config
    except NotFoundError:
        return None


async def _stream(js: JetStreamContext, row: Stream, existing: StreamConfig | None) -> str:
    """Make or update one stream."""
    if existing is None:
        await js.add_stream(stream_config(row))
        return f"made stream {row.name}"
    try:
        await js.update_stream(stream_config(row))
    except BadRequestError as error:
        message = f"the server refused to update stream {row.name}: {error.description}"
        raise CannotDo(message) from error
    return ""


async def _key_values(js: JetStreamContext, row: KeyValueBucket) -> str:
    """Make one KV bucket; leader reads, for on three nodes direct ones missed our own writes (stack.md)."""
    try:
        await js.key_value(row.name)
    except BucketNotFoundError:
        await js.create_key_value(
            KeyValueConfig(bucket=row.name, history=1, direct=False, ttl=row.max_age_seconds or None)
        )
        return f"made bucket {row.name}"
    return ""


async def _objects(js: JetStreamContext, row: ObjectBucket) -> str:
    """Make one object bucket."""
    try:
        await js.object_store(row.name)
    except NotFoundError:
        await js.create_object_store(
            row.name, config=ObjectStoreConfig(bucket=row.name, ttl=row.max_age_seconds or None)
        )
        return f"made bucket {row.name}"
    return ""


async def main() -> int:
    """Provision the server that the settings name; return the exit code."""
    try:
        client = await connected_once(read_settings().nats_urls)
        try:
            done = await provision(client.jetstream())
        finally:
            await client.close()
    except (VouchError, nats.errors.Error) as error:
        print(error or type(error).__name__, file=sys.stderr)  # noqa: T201
        return 1
    print("\n".join(done) or "nothing to change")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
