"""Buses of our own on a real server, and what the streams hold."""

from collections.abc import AsyncIterator, Callable, Iterator, MutableMapping
from typing import Any

import pytest
import structlog.testing

from deploy.server import LocalServer
from shared.bus.answering import Patience
from shared.bus.nats_bus import NatsBus

SOON = Patience(most_deliveries=7, first_delay_seconds=0.02, most_delay_seconds=0.1)
"""What a test can wait for; how often a bug is tried is the product's own number."""

Buses = Callable[..., NatsBus]
Lines = list[MutableMapping[str, Any]]


@pytest.fixture(autouse=True)
def lines() -> Iterator[Lines]:
    """Catch what is logged, as events with fields."""
    with structlog.testing.capture_logs(processors=[structlog.contextvars.merge_contextvars]) as caught:
        yield caught


@pytest.fixture
async def buses(server: LocalServer) -> AsyncIterator[Buses]:
    """Return a function that makes the bus of a service; a test registers handlers and starts its broker."""
    made: list[NatsBus] = []

    def make(service: str, patience: Patience = SOON) -> NatsBus:
        made.append(NatsBus([server.url], service, patience=patience, graceful_timeout=1))
        return made[-1]

    yield make
    for bus in made:
        await bus.broker.stop()


async def listening(bus: NatsBus) -> None:
    """Start a bus, and return when the server knows: on core NATS, what is said before is lost.

    The client's first flush may overtake what it subscribed to just before; the second comes after it.
    """
    await bus.broker.start()
    for _ in range(2):
        await bus.client.flush()
