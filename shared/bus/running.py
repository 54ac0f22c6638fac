"""Run a service as a process: one way for all of them."""

import argparse
import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

import structlog
import uvloop
from faststream import FastStream

from shared import clock
from shared.errors import RetryLater, VouchError
from shared.settings import Settings, read_settings
from shared.tracing import configure as configure_tracing

from .connecting import UNREACHABLE, connected, in_short
from .consumers import Consumer
from .health import check, missing
from .logs import configure
from .nats_bus import NatsBus

Wiring = Callable[[NatsBus, Settings, AsyncExitStack], Awaitable[None]]
"""Opens what the service needs (to be closed by the stack) and calls its ``build``."""

GC_ALLOCATIONS = 50_000
"""Between two looks for cycles; Python's own 700 has it walk through every message being handled."""

RETRY_SECONDS = 1.0
"""Between two tries to reach a server that is not there yet."""

logger = structlog.get_logger()


def run(service: str, wire: Wiring, consumers: Sequence[Consumer]) -> None:
    """Run the service until it is told to stop; with ``--check`` say whether it is healthy, and leave.

    Exit codes: 0 stopped or healthy, 1 unhealthy or wrongly set up, 70 the connection was closed for good.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m services.{service}", description=f"The {service} service of Vouch."
    )
    parser.add_argument("--check", action="store_true", help="say whether the service is healthy, and leave")
    options = parser.parse_args()
    try:
        settings = read_settings()
    except VouchError as error:
        sys.exit(f"{service}: {error}")
    configure(service, settings.log_level)
    if options.check:
        sys.exit(asyncio.run(_checked(service, settings, consumers)))
    try:
        uvloop.run(_served(service, settings, wire, consumers))
    except (VouchError, *UNREACHABLE) as error:
        logger.error("could not start; leaving", problem=in_short(error))  # noqa: TRY400
        sys.exit(1)


async def _checked(service: str, settings: Settings, consumers: Sequence[Consumer]) -> int:
    """Print what is wrong; return the exit code."""
    problems = await check(settings.nats_urls, consumers, clock.now())
    print("\n".join(problems) or f"{service} is healthy")  # noqa: T201 -- the answer of a command
    return 1 if problems else 0


async def _served(service: str, settings: Settings, wire: Wiring, consumers: Sequence[Consumer]) -> None:
    """Connect, wire, serve; close what was opened in the end."""
    stopping = asyncio.Event()
    bus = connected(settings.nats_urls, service, settings.grace_seconds, stopping)
    async with AsyncExitStack() as stack:
        bus.tracing = configure_tracing(service, settings)
        stack.push_async_callback(bus.tracing.aclose)  # first, so that it is closed last
        await _reached(bus)
        if problems := await missing(bus.js, consumers):
            raise RetryLater("; ".join(problems))
        await wire(bus, settings, stack)
        collect_rarely()
        app = FastStream(bus.broker, logger=None)

        @app.after_startup
        async def ready() -> None:
            logger.info("ready")

        @app.on_shutdown
        async def stop() -> None:
            stopping.set()
            logger.info("stopping")

        await app.run()


def collect_rarely() -> None:
    """Leave what start-up made to itself, and look for cycles less often: messages make few (docs/decisions/0008)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_ALLOCATIONS, 50, 50)


async def _reached(bus: NatsBus) -> None:
    """Connect, however long the server takes to be there."""
    while True:
        try:
            await bus.broker.connect()
        except UNREACHABLE as error:
            logger.warning("no NATS yet", problem=in_short(error))
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return
