"""All of Vouch on one machine: a server, its streams, and every service a process of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from deploy.provision import provision
from deploy.streams import AGENTS, ANSWERS, REQUESTS, TIMERS
from deploy.weaviate.finding import without_key
from shared import clock
from shared.bus.consumers import Consumer
from shared.bus.keyvalue import translated
from shared.errors import RetryLater

from . import remembering
from .calling import calling
from .interrupts import Interrupts
from .keeping import Ears, Kept, Service
from .places import Places
from .remembering import Up
from .servers import NatsServer, WeaviateServer

LISTENING: Mapping[str, tuple[Consumer, ...]] = {
    "coordinator": (REQUESTS, ANSWERS, TIMERS),
    **{agent: (consumer,) for agent, consumer in AGENTS.items()},
}
"""Every service, and what it hears."""

SERVER_GRACE_SECONDS = 10.0

OWN = Places()
"""NATS of one's own, and the memory in a file."""

NOTHING_MORE: Mapping[str, str] = MappingProxyType({})
"""For services that have the environment of whoever starts them."""


@dataclass(frozen=True)
class Servers:
    """What carries the messages and keeps the memory: those of our own that run, and what the services are told."""

    urls: tuple[str, ...]
    """Of NATS, ours or another."""
    weaviate: WeaviateServer | None
    own: tuple[Kept, ...]
    environment: Mapping[str, str]


@dataclass(frozen=True)
class Local:
    """A running Vouch."""

    servers: Servers
    services: tuple[Service, ...]

    @property
    def urls(self) -> tuple[str, ...]:
        """Return where NATS listens."""
        return self.servers.urls

    @property
    def children(self) -> Mapping[str, int]:
        """Return the process ids of what runs."""
        return {one.name: one.pid for one in (*self.servers.own, *self.services) if one.pid is not None}

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
    *,
    up: Up | None = None,
    environment: Mapping[str, str] = NOTHING_MORE,
    places: Places = OWN,
) -> AsyncIterator[Local]:
    """Start everything, keep it running, and stop everything in the end.

    With *up*, the file in *folder* says what runs, its pid and its children, as long as it does. The services have
    our environment, and *environment* goes before it.
    """
    async with begun(folder, ears, places) as servers:
        own = {**environment, **servers.environment, "VOUCH_DATA_DIR": str(folder)}
        local = Local(servers, tuple(Service(name, ears, own) for name in LISTENING))
        if up:
            _remember(local, folder, up)
        async with _kept(local, grace_seconds):
            yield local


@contextlib.asynccontextmanager
async def begun(folder: Path, ears: Ears, places: Places) -> AsyncIterator[Servers]:
    """Start the servers that are to be our own, make the streams, and stop those servers in the end."""
    nats_server = None if places.nats_urls else NatsServer(folder / "nats", ears)
    weaviate = WeaviateServer(places.weaviate, ears) if places.weaviate and places.weaviate.way else None
    own = tuple(one for one in (nats_server, weaviate) if one)
    try:
        for one in own:
            await one.begin()
        urls = places.nats_urls or ((nats_server.url,) if nats_server else ())
        await _provisioned(urls)
        yield Servers(urls, weaviate, own, _told(urls, places, weaviate))
    finally:
        await asyncio.gather(*(one.stop(SERVER_GRACE_SECONDS) for one in own))


def _told(urls: tuple[str, ...], places: Places, weaviate: WeaviateServer | None) -> dict[str, str]:
    """Return what the services are told of the servers."""
    told = {"VOUCH_NATS_URL": ",".join(urls), "VOUCH_MEMORY": "weaviate" if places.weaviate else "embedded"}
    return told | (weaviate.environment if weaviate else {})


@contextlib.asynccontextmanager
async def serving(folder: Path, ears: Ears, wanted: Interrupts) -> AsyncIterator[tuple[str, ...]]:
    """Run a NATS server alone, with its streams; yield where it listens, and stop it in the end."""
    async with contextlib.AsyncExitStack() as stack:
        servers = await wanted.during(stack.enter_async_context(begun(folder, ears, OWN)))
        yield servers.urls


@contextlib.asynccontextmanager
async def _kept(local: Local, grace_seconds: float) -> AsyncIterator[None]:
    """Keep all processes running; in the end stop the services before their servers."""
    keeping = [asyncio.create_task(one.keep()) for one in (*local.servers.own, *local.services)]
    try:
        yield
    finally:
        await asyncio.gather(*(service.stop(grace_seconds) for service in local.services))
        await asyncio.gather(*(one.stop(SERVER_GRACE_SECONDS) for one in local.servers.own))
        await asyncio.gather(*keeping)


def _remember(local: Local, folder: Path, up: Up) -> None:
    """Have the file say what runs, from now on and whenever a process is started again."""
    weaviate = local.servers.weaviate
    memory = {"weaviate_url": weaviate.url, "weaviate_grpc": weaviate.grpc} if weaviate else {}
    known = up.model_copy(update={"url": ",".join(map(without_key, local.urls)), **memory})

    def note() -> None:
        remembering.write(folder, known.model_copy(update={"children": local.children}))

    for one in (*local.servers.own, *local.services):
        one.on_start = note


async def _provisioned(urls: tuple[str, ...]) -> None:
    """Make the streams, buckets and consumers of the table."""
    async with calling(urls) as caller:
        with translated("make the streams"):
            await provision(caller.js)


def starting(pid: int, *, private: bool) -> Up:
    """Return what is known before anything runs."""
    return Up(url="", pid=pid, started_at=clock.now(), private=private)
