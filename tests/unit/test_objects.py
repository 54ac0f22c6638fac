"""An object bucket whose server falls silent."""

import asyncio
from typing import Any

import pytest
from nats.js.object_store import ObjectStore

from shared.bus.objects import PAYLOADS, NatsObjects
from shared.errors import RetryLater


class Silent:
    """A server that never says what its bucket has, as after a lost connection."""

    stopped = False

    async def object_store(self, _name: str) -> Any:
        """Return itself."""
        return self

    async def list(self, **_options: Any) -> Any:
        """Never return, as the library's own list does then."""
        await asyncio.Event().wait()

    async def watch(self, **_options: Any) -> Any:
        """Return the library's watcher, which nobody feeds."""
        watcher = ObjectStore.ObjectWatcher(self)  # type: ignore[no-untyped-call]
        watcher._sub = self
        return watcher

    async def unsubscribe(self) -> None:
        """Note that nobody listens any more."""
        self.stopped = True


async def test_a_list_that_never_comes_is_waited_for_a_while() -> None:
    """A deletion would hang for ever, and the sweeper's pass with it."""
    silent = Silent()
    objects = NatsObjects(silent, PAYLOADS, listed_seconds=0.01)  # type: ignore[arg-type]

    with pytest.raises(RetryLater, match="could not delete the objects of r1 from PAYLOADS: "):
        await objects.delete_run("r1")

    assert silent.stopped
