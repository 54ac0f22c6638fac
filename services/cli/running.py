"""All of Vouch on one machine: a server, its streams, and every service a process of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import nats

from deploy.provision import provision
from deploy.streams import AGENTS, ANSWERS, REQUESTS, TIMERS
from shared import clock
from shared.bus.consumers import Consumer
from shared.bus.keyvalue import translated
from shared.errors import RetryLater

from . import remembering
from .interrupts import Interrupts
from .keeping import Ears, Kept, Server, Service
from .remembering import Up

LISTENING: Mapping[str, tuple[Consumer, ...]] = {
    "coordinator": (REQUESTS, ANSWERS, TIMERS),
    **{agent: (consumer,) for agent, consumer in AGENTS.items()},
}
"""Every service, and what it hears."""

SERVER_GRACE_SECONDS = 5.0

NOTHING_MORE: Mapping[str, str] = MappingProxyType({})
"""For services that have the environment of whoever starts them."""


@dataclass(frozen=True)
class Local:
    """A running Vouch."""

    server: Server
    services: tuple[Service, ...]

    @property
    def children(self) -> Mapping[str, int]:
        """Return the process ids of what runs."""
        kept: tuple[Kept, ...] = (self.server, *self.services)
        return {one.name: one.pid for one in kept if one.pid is not None}

    async def ready(self, seconds: float) -> None:
        """Wait until every service has said that it listens; raise ``RetryLater`` naming those that did not."""
        try:
            async with asyncio.timeout(seconds):
                for service in self.services:
                    await service.ready.wait()
        except TimeoutError:
            late = ", ".join(one.name for one in self.services if not one.ready.is_set())
            message = f"not ready within {seconds:g} s: {late}; their log lines say why"
            raise RetryLater(message) from None


@contextlib.asynccontextmanager
async def running(
    folder: Path,
    ears: Ears,
    grace_seconds: float,
    up: Up | None = None,
    environment: Mapping[str, str] = NOTHING_MORE,
) -> AsyncIterator[Local]:
    """Start everything, keep it running, and stop everything in the end.

    With *up*, the file in *folder* says what runs, its pid and its children, as long as it does. The services have
    our environment, and *environment* goes before it.
    """
    server = Server(folder / "nats", ears)
    await server.begin()
    services: tuple[Service, ...] = ()
    try:
        await _provisioned(server.url)
        own = {**environment, "VOUCH_NATS_URL": server.url, "VOUCH_DATA_DIR": str(folder)}
        services = tuple(Service(name, ears, own) for name in LISTENING)
        local = Local(server, services)
        if up:
            _remember(local, folder, up)
        async with _kept(local, grace_seconds):
            yield local
    finally:
        await server.stop(SERVER_GRACE_SECONDS)


@contextlib.asynccontextmanager
async def serving(folder: Path, ears: Ears, wanted: Interrupts) -> AsyncIterator[str]:
    """Run a server alone, with its streams; yield where it listens, and stop it in the end."""
    server = Server(folder / "nats", ears)
    try:
        await wanted.during(server.begin())
        await wanted.during(_provisioned(server.url))
        yield server.url
    finally:
        await server.stop(SERVER_GRACE_SECONDS)


@contextlib.asynccontextmanager
async def _kept(local: Local, grace_seconds: float) -> AsyncIterator[None]:
    """Keep all processes running; in the end stop the services before their server."""
    keeping = [asyncio.create_task(one.keep()) for one in (local.server, *local.services)]
    try:
        yield
    finally:
        await asyncio.gather(*(service.stop(grace_seconds) for service in local.services))
        await local.server.stop(SERVER_GRACE_SECONDS)
        await asyncio.gather(*keeping)


def _remember(local: Local, folder: Path, up: Up) -> None:
    """Have the file say what runs, from now on and whenever a process is started again."""

    def note() -> None:
        remembering.write(folder, up.model_copy(update={"url": local.server.url, "children": local.children}))

    for one in (local.server, *local.services):
        one.on_start = note


async def _provisioned(url: str) -> None:
    """Make the streams, buckets and consumers of the table."""
    with translated("make the streams"):
        client = await nats.connect(url, connect_timeout=2, max_reconnect_attempts=3)
        try:
            await provision(client.jetstream())
        finally:
            await client.close()


def starting(pid: int, *, private: bool) -> Up:
    """Return what is known before anything runs."""
    return Up(url="", pid=pid, started_at=clock.now(), private=private)
