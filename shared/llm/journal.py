"""What was paid for is kept for a day, so that an order that is delivered again pays for nothing twice.

One entry for each call of an order, in the order they are made: ``<agent>.<run>.<step>.<attempt>.<call>``. An entry
is written before its call, with what the call may cost, and again with the answer: what a crash left open counts as
spent. Tool observations and the prompt that was used are kept beside them, so that a replayed loop walks the same way.
"""

from typing import Any, TypeVar

import structlog
from pydantic import TypeAdapter

from shared import messages as m
from shared.bus.keyvalue import MOST_VALUE_BYTES, Bucket
from shared.bus.packing import packed, unpacked

from .values import Reply

ValueT = TypeVar("ValueT")

BUCKET = "JOURNAL"
MOST_PLAIN_BYTES = 50_000
"""A longer entry is packed."""

logger = structlog.get_logger()


class Entry(m.Value):
    """One call of a model, begun or answered."""

    digest: str
    """Of what was asked."""
    reserved: m.Spending = m.Spending()
    """What the call may cost, while it has no answer."""
    lost: m.Spending = m.Spending()
    """What earlier tries may have cost that never answered."""
    cost: m.Spending = m.Spending()
    """What the answer has cost."""
    reply: Reply | None = None


class Journal:
    """The entries of one order."""

    def __init__(self, bucket: Bucket, order: m.Order) -> None:
        self._bucket = bucket
        self._lead = f"{order.AGENT}.{order.run_id}.{order.step}.{order.attempt}"

    async def read(self, name: str, kind: type[ValueT]) -> ValueT | None:
        """Return what was kept under *name*, or None; raise ``RetryLater`` where the bucket cannot be asked."""
        entry = await self._bucket.get(self._key(name))
        if entry is None:
            return None
        try:
            value: ValueT = _adapter(kind).validate_json(unpacked(entry.value))
        except ValueError:
            logger.warning("a journal entry cannot be read, so its call is made again", key=self._key(name))
            return None
        return value

    async def write(self, name: str, value: object) -> None:
        """Keep *value*; one that is too large to be kept is left out, and would be made again."""
        plain = _adapter(type(value)).dump_json(value)
        value_bytes = packed(plain, MOST_PLAIN_BYTES)
        if len(value_bytes) > MOST_VALUE_BYTES:
            logger.warning("too large to be journaled", key=self._key(name), size_bytes=len(value_bytes))
            return
        await self._bucket.put(self._key(name), value_bytes)

    def _key(self, name: str) -> str:
        """Return the key of an entry."""
        return f"{self._lead}.{name}"


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}
"""Made once for each class: making one takes milliseconds."""


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    """Return what reads and writes values of a class: a message's value, or a dataclass."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]
