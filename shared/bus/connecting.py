"""How a service connects: it waits for a server for ever, and leaves when its connection is closed for good.

A command connects once, or says that there is no server.
"""

import asyncio
import os
from collections.abc import Sequence

import nats
import nats.errors
import structlog
from nats.aio.client import Client

from shared.errors import RetryLater

from .nats_bus import NatsBus

CLOSED_EXIT_CODE = 70
"""FastStream's pull loop would spin on a closed connection: leave, and be started again (stack.md)."""

AGAIN_SECONDS = 0.1
"""Between the two tries of a command."""

logger = structlog.get_logger()


def connected(servers: Sequence[str], service: str, grace_seconds: float, stopping: asyncio.Event) -> NatsBus:
    """Return a bus that is not started yet. *stopping* is set in an orderly stop, which closes too."""

    async def on_closed() -> None:
        if not stopping.is_set():
            logger.error("the connection to NATS is closed for good; leaving")
            os._exit(CLOSED_EXIT_CODE)

    async def on_error(error: Exception) -> None:
        if isinstance(error, OSError | TimeoutError):
            logger.warning("no NATS yet; trying again", servers=", ".join(servers), problem=in_short(error))
        else:
            logger.warning("NATS", problem=in_short(error))

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


async def connected_once(servers: Sequence[str]) -> Client:
    """Return a connection that is not made again when it is lost; raise ``RetryLater`` when nobody answers."""
    problems: list[Exception] = []

    async def on_error(error: Exception) -> None:
        problems.append(error)

    try:
        return await nats.connect(
            list(servers),
            connect_timeout=2,
            allow_reconnect=False,
            max_reconnect_attempts=1,  # 0 would be for ever
            reconnect_time_wait=AGAIN_SECONDS,
            error_cb=on_error,
        )
    except UNREACHABLE as error:
        message = f"no NATS at {', '.join(servers)}: {in_short((problems or [error])[-1])}; is it running?"
        raise RetryLater(message) from error


def in_short(error: BaseException) -> str:
    """Return why a connection failed, in a few words."""
    if isinstance(error, ConnectionRefusedError):
        return "connection refused"
    return str(error) or type(error).__name__


UNREACHABLE = (nats.errors.Error, OSError, TimeoutError)
"""What connecting raises when nobody answers."""
