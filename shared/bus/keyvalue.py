"""A bucket with compare-and-set. The only place that knows how JetStream's KV fails."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Protocol

import nats.errors
from nats.js import JetStreamContext
from nats.js.errors import APIError, BucketNotFoundError, KeyNotFoundError, KeyWrongLastSequenceError
from nats.js.kv import KeyValue

from shared.errors import CannotDo, RetryLater

MOST_VALUE_BYTES = 1_000_000
"""The server's limit of 1 MiB counts headers, and a value just below it closes the connection (stack.md)."""

TRANSIENT = (nats.errors.Error, APIError, BucketNotFoundError, OSError)


@dataclass(frozen=True)
class Entry:
    """A value, and the revision to name when replacing it."""

    value: bytes
    revision: int


class Bucket(Protocol):
    """Keys to bytes, with compare-and-set."""

    async def get(self, key: str) -> Entry | None:
        """Return the entry, or None; raise ``RetryLater`` when the bucket cannot be asked."""
        ...

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Write if the key is at *revision* (0: it must be new); return the new one, or None on a conflict."""
        ...

    async def put(self, key: str, value: bytes) -> int:
        """Write whatever is there; return the new revision."""
        ...

    async def remove(self, key: str, revision: int = 0) -> None:
        """Remove the key without a trace; removing it again is harmless. What is newer than *revision* stays."""
        ...

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """Return the keys that begin with *prefix*, which ends at a dot."""
        ...


class NatsBucket:
    """A KV bucket of a running server."""

    def __init__(self, js: JetStreamContext, kv: KeyValue, name: str) -> None:
        self._js, self._kv, self._name = js, kv, name

    async def get(self, key: str) -> Entry | None:
        """Return the entry from the leader, or None when there is none."""
        with translated(f"read {key} in {self._name}"):
            try:
                entry = await self._kv.get(key)
            except KeyNotFoundError:
                return None
            return Entry(entry.value or b"", entry.revision or 0)

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Write if the key is at *revision*; a conflict may also be the echo of our own write."""
        self._check_size(key, value)
        with translated(f"write {key} in {self._name}"):
            try:
                return await self._kv.update(key, value, last=revision)
            except KeyWrongLastSequenceError:
                return None

    async def put(self, key: str, value: bytes) -> int:
        """Write whatever is there."""
        self._check_size(key, value)
        with translated(f"write {key} in {self._name}"):
            return await self._kv.put(key, value)

    def _check_size(self, key: str, value: bytes) -> None:
        """Raise ``CannotDo`` for a value that can never be stored."""
        if len(value) > MOST_VALUE_BYTES:
            message = f"could not write {key} in {self._name}: {len(value):,} bytes are above {MOST_VALUE_BYTES:,}"
            raise CannotDo(message)

    async def remove(self, key: str, revision: int = 0) -> None:
        """Purge the key's subject: a plain delete would leave a marker that is counted as a key."""
        before = revision + 1 if revision else None
        with translated(f"remove {key} from {self._name}"):
            await self._js.purge_stream(f"KV_{self._name}", before, f"$KV.{self._name}.{key}")

    async def keys(self, prefix: str) -> tuple[str, ...]:
        """List without a consumer of its own, which a service may not create."""
        lead = f"$KV.{self._name}."
        with translated(f"list {prefix} in {self._name}"):
            info = await self._js.stream_info(f"KV_{self._name}", subjects_filter=f"{lead}{prefix}>")
        return tuple(subject.removeprefix(lead) for subject in sorted(info.state.subjects or {}))


@contextlib.contextmanager
def translated(attempt: str) -> Iterator[None]:
    """Turn what nats-py raises into ``RetryLater``, or ``CannotDo`` for what can never fit."""
    try:
        yield
    except nats.errors.MaxPayloadError as error:
        message = f"could not {attempt}: the value is above the server's limit"
        raise CannotDo(message) from error
    except TRANSIENT as error:
        message = f"could not {attempt}: {error or type(error).__name__}"
        raise RetryLater(message) from error


@contextlib.asynccontextmanager
async def opened(js: JetStreamContext, name: str) -> AsyncIterator[NatsBucket]:
    """Open a bucket that provisioning made; raise ``RetryLater`` while it is not there."""
    with translated(f"open the bucket {name}"):
        try:
            kv = await js.key_value(name)
        except BucketNotFoundError as error:
            message = f"there is no bucket {name}: run `python -m deploy.provision`"
            raise RetryLater(message) from error
    yield NatsBucket(js, kv, name)
