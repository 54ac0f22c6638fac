"""How a service connects: it waits for a server for ever, and leaves when its connection is closed for good."""

import asyncio
import os
from collections.abc import Sequence

import nats.errors
import structlog

from .nats_bus import NatsBus

CLOSED_EXIT_CODE = 70
"""FastStream's pull loop would spin on a closed connection: leave, and be started again (stack.md)."""

logger = structlog.get_logger()


def connected(servers: Sequence[str], service: str, grace_seconds: float, stopping: asyncio.Event) -> NatsBus:
    """Return a bus that is not started yet. *stopping* is set in an orderly stop, which closes too."""

    async def on_closed() -> None:
        if not stopping.is_set():
            logger.error("the connection to NATS is closed for good; leaving")
            os._exit(CLOSED_EXIT_CODE)

    async def on_error(error: Exception) -> None:
        logger.warning("NATS", problem=str(error) or type(error).__name__)

    async def on_disconnected() -> None:
        logger.warning("lost NATS; reconnecting for as long as it takes")

    async def on_reconnected() -> None:
        logger.info("NATS is back")

    return NatsBus(
        servers,
        service,
        graceful_timeout=grace_seconds,
        max_reconnect_attempts=-1,
        reconnect_time_wait=1,
        connect_timeout=2,
        ping_interval=5,
        max_outstanding_pings=2,
        closed_cb=on_closed,
        error_cb=on_error,
        disconnected_cb=on_disconnected,
        reconnected_cb=on_reconnected,
    )


UNREACHABLE = (nats.errors.Error, OSError, TimeoutError)
"""What connecting raises when nobody answers."""
