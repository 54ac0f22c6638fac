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
from nats.js.errors import BadRequestError, NotFoundError

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


async def provision(js: JetStreamContext) -> tuple[str, ...]:
    """Bring the server to what the table says; return a line for each thing made or changed.

    Raises ``CannotDo`` when that would lose data, before anything is changed.
    """
    streams = [(row, await _existing(js, row.name)) for row in STREAMS]
    buckets = [(row, await _existing(js, row.stream)) for row in (*KEY_VALUES, *OBJECTS)]
    _refuse_losses(streams, buckets)
    done = [await _stream(js, row, existing) for row, existing in streams]
    done += [await _bucket(js, bucket, existing) for bucket, existing in buckets]
    for consumer in CONSUMERS:
        await js.add_consumer(consumer.stream, consumer_config(consumer))
    return tuple(line for line in done if line)


def _refuse_losses(
    streams: Iterable[tuple[Stream, StreamConfig | None]],
    buckets: Iterable[tuple[KeyValueBucket | ObjectBucket, StreamConfig | None]],
) -> None:
    """Raise ``CannotDo`` when the table would have something that is there lose data."""
    for row, existing in streams:
        _refuse(f"stream {row.name}", losses(existing, stream_config(row)) if existing else ())
    for bucket, existing in buckets:
        _refuse(f"bucket {bucket.name}", shrinking(existing, bucket.max_age_seconds) if existing else ())


def _refuse(name: str, lost: Iterable[str]) -> None:
    """Raise ``CannotDo`` when something would be lost."""
    if loss := "; ".join(lost):
        message = f"refused, because it would lose data: {name}: {loss}"
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
        max_ack_pending=row.most_unacked,
        filter_subjects=list(row.subjects),
    )


def losses(existing: StreamConfig, wanted: StreamConfig) -> Iterator[str]:
    """Yield how *wanted* would lose messages that *existing* holds."""
    if existing.retention != wanted.retention:
        yield f"it keeps messages by {_word(existing.retention)}, the table says {_word(wanted.retention)}"
    missing = set(existing.subjects or ()) - set(wanted.subjects or ())
    if missing:
        yield f"it holds subjects that the table does not have: {', '.join(sorted(missing))}"
    yield from shrinking(existing, wanted.max_age or 0)
    now, then = existing.max_msgs_per_subject or 0, wanted.max_msgs_per_subject or 0
    if _is_smaller(then, now):
        yield f"its max_msgs_per_subject would shrink from {now} to {then}"


def shrinking(existing: StreamConfig, max_age_seconds: float) -> Iterator[str]:
    """Yield how a new age would lose what is older."""
    now = existing.max_age or 0
    if _is_smaller(max_age_seconds, now):
        yield f"its max_age would shrink from {f'{now:.0f} s' if now else 'for ever'} to {max_age_seconds:.0f} s"


def _word(retention: RetentionPolicy | None) -> str:
    """Return a policy as the server spells it."""
    return RetentionPolicy(retention or RetentionPolicy.LIMITS).value


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


async def _bucket(js: JetStreamContext, row: KeyValueBucket | ObjectBucket, existing: StreamConfig | None) -> str:
    """Make one bucket, or change how long it keeps things."""
    if existing is None:
        await _made(js, row)
        return f"made bucket {row.name}"
    if (existing.max_age or 0) == row.max_age_seconds:
        return ""
    await js.update_stream(existing.evolve(max_age=row.max_age_seconds))
    return f"changed bucket {row.name}: it keeps things for {row.max_age_seconds:.0f} s"


async def _made(js: JetStreamContext, row: KeyValueBucket | ObjectBucket) -> None:
    """Make one bucket; leader reads, for on three nodes direct ones missed our own writes (stack.md)."""
    ttl = row.max_age_seconds or None
    if isinstance(row, KeyValueBucket):
        await js.create_key_value(KeyValueConfig(bucket=row.name, history=1, direct=False, ttl=ttl))
    else:
        await js.create_object_store(row.name, config=ObjectStoreConfig(bucket=row.name, ttl=ttl))


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
