"""How the coordinator starts."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial

from deploy.streams import ANSWERS, REQUESTS, TIMERS
from shared import messages as m
from shared.bus.keyvalue import opened
from shared.bus.nats_bus import NatsBus
from shared.bus.running import run
from shared.embedding.opening import open_embedder
from shared.memory.opening import opened_with
from shared.settings import Settings

from .app import build
from .breaking import awaited
from .taking import Ceilings


async def wire(bus: NatsBus, settings: Settings, stack: AsyncExitStack) -> None:
    """Open the buckets and the memory, and listen."""
    bucket = await stack.enter_async_context(opened(bus.js, "RUNS"))
    sessions = await stack.enter_async_context(opened(bus.js, "SESSIONS"))
    embedder = await awaited(partial(asyncio.to_thread, open_embedder, settings))
    memory = await awaited(partial(opened_with, embedder, settings))
    stack.push_async_callback(memory.close)
    ceilings = Ceilings(
        max_rounds=settings.ceiling_rounds,
        max_results=settings.ceiling_results,
        deadline_seconds=settings.ceiling_deadline_seconds,
        max_tokens=settings.ceiling_tokens,
        max_usd=settings.ceiling_usd,
        running_runs=settings.max_running_runs,
    )
    build(bus, bucket, memory, ceilings, sessions=sessions)
    if settings.sweep_seconds:
        await bus.schedule(m.SweepDue(), every_seconds=settings.sweep_seconds)


if __name__ == "__main__":
    run("coordinator", wire, (REQUESTS, ANSWERS, TIMERS))
