"""A coordinator and agents that answer from a script, all in one process around a real server."""

import asyncio
from collections.abc import Iterable

from nats.js import JetStreamContext

from deploy.streams import AGENTS
from services.coordinator.app import build
from services.coordinator.following import Tools
from services.coordinator.taking import Ceilings
from shared import messages as m
from shared.bus.keyvalue import NatsBucket
from shared.bus.nats_bus import NatsBus
from shared.memory import ResearchMemory
from tests.live.conftest import Buses, listening
from tests.scripted import answer


async def coordinator(
    buses: Buses, js: JetStreamContext, memory: ResearchMemory, ceilings: Ceilings | None = None
) -> Tools:
    """Start a coordinator."""
    bus = buses("coordinator")
    bucket = NatsBucket(js, await js.key_value("RUNS"), "RUNS")
    tools = build(bus, bucket, memory, ceilings)
    await listening(bus)
    return tools


async def agents(buses: Buses, names: Iterable[str], seconds: float = 0) -> None:
    """Start these agents; each takes so long for an answer."""
    for name in names:
        bus = buses(name)
        bus.stop_cancelled_work()

        async def ordered(order: m.Order, bus: NatsBus = bus) -> None:
            if seconds:
                await asyncio.sleep(seconds)
            await bus.say(answer(order))

        bus.hear(AGENTS[name])(ordered)
        await listening(bus)
