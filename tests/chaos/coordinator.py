"""The real coordinator, killed between the numbered steps of its handler: ``python -m tests.chaos.coordinator``.

``VOUCH_CHAOS_CRASH=0.02`` is the chance at each place, ``VOUCH_CHAOS_PLACES=saved`` names the places
(all of them by default), ``VOUCH_CHAOS_NO_RESEND=1`` switches step 2's re-send off.
Nothing of the product knows about this: what it works with is wrapped.
"""

import os
import random
import signal
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from deploy.streams import ANSWERS, REQUESTS, TIMERS
from services.coordinator.app import build
from services.coordinator.breaking import awaited
from services.coordinator.keeping import Kept
from services.coordinator.sending import Sender
from shared import messages as m
from shared.bus.consumers import Consumer
from shared.bus.keyvalue import NatsBucket, opened
from shared.bus.nats_bus import NatsBus
from shared.bus.protocol import Gate, Handler
from shared.bus.running import run
from shared.memory.opening import open_memory
from shared.settings import Settings

CHANCE = float(os.environ.get("VOUCH_CHAOS_CRASH", "0"))
PLACES = os.environ.get("VOUCH_CHAOS_PLACES", "remembered,saved,sending,sent").split(",")


def crash(place: str) -> None:
    """Kill this process as ``kill -9`` does, perhaps; the log says where."""
    if place in PLACES and random.random() < CHANCE:
        os.write(2, f'{{"event": "crash", "place": "{place}"}}\n'.encode())
        os.kill(os.getpid(), signal.SIGKILL)


class CrashingBucket(NatsBucket):
    """Dies before a save (after remembering), or after it (before sending)."""

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Write, or die around it."""
        crash("remembered")
        new = await super().put_if(key, value, revision)
        crash("saved")
        return new


class CrashingBus:
    """Dies between two messages of an outbox, or between the last one and the ack."""

    def __init__(self, bus: NatsBus) -> None:
        self._bus = bus

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bus, name)

    async def say(self, message: m.Message) -> int:
        """Publish, then perhaps die."""
        sequence = await self._bus.say(message)
        crash("sending")
        return sequence

    def hear(self, consumer: Consumer, *, gate: Gate | None = None) -> Callable[[Handler], Handler]:
        """Register a handler after which the process may die before the ack."""

        def register(handler: Handler) -> Handler:
            def dying(message: m.Message) -> Coroutine[Any, Any, None]:
                return handled(handler, message)

            return self._bus.hear(consumer, gate=gate)(dying)

        return register


async def handled(handler: Handler, message: m.Message) -> None:
    """Handle, then perhaps die."""
    await handler(message)
    crash("sent")


class ForgetfulSender(Sender):
    """Never sends an outbox again: what the repair is worth can be seen without it."""

    def may_be_unsent(self, kept: Kept, heard: m.Heard | None = None) -> bool:
        """Say no."""
        del kept, heard
        return False


async def wire(bus: NatsBus, settings: Settings, stack: AsyncExitStack) -> None:
    """Open the real things, wrapped."""
    plain = await stack.enter_async_context(opened(bus.js, "RUNS"))
    bucket = CrashingBucket(plain._js, plain._kv, plain._name)
    memory = await awaited(partial(open_memory, settings))
    stack.push_async_callback(memory.close)
    sender = ForgetfulSender if os.environ.get("VOUCH_CHAOS_NO_RESEND") else Sender
    build(CrashingBus(bus), bucket, memory, sender=sender)  # type: ignore[arg-type]
    if settings.sweep_seconds:
        await bus.schedule(m.SweepDue(), every_seconds=settings.sweep_seconds)


if __name__ == "__main__":
    run("coordinator", wire, (REQUESTS, ANSWERS, TIMERS))
