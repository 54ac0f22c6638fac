"""The servers that Vouch runs itself: NATS, and Weaviate where the memory is kept there."""

import asyncio
from abc import abstractmethod
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from deploy import server as nats_server
from deploy.server import LocalServer
from deploy.weaviate import local as weaviate
from deploy.weaviate.finding import Found
from deploy.weaviate.launching import Way
from deploy.weaviate.local import LocalWeaviate
from shared.errors import RetryLater

from .keeping import Ears, Kept


class Running(Protocol):
    """A server that runs."""

    @property
    def process(self) -> asyncio.subprocess.Process:
        """Return its process."""
        ...

    async def stop(self) -> None:
        """Stop it in good order."""
        ...

    async def kill(self) -> None:
        """Stop it at once."""
        ...


RunningT = TypeVar("RunningT", bound=Running)


class Server(Kept, Generic[RunningT]):
    """A server of one's own; after a crash it comes back where it was, with what it had stored."""

    def __init__(self, name: str, folder: Path, ears: Ears) -> None:
        super().__init__(name, ears)
        self.local: RunningT | None = None
        self._folder = folder
        self._starting: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """Return its process id; None while it is not running."""
        return self.local.process.pid if self.local and self.local.process.returncode is None else None

    @abstractmethod
    async def started(self) -> RunningT:
        """Start it, where it was before if it was; raise ``VouchError`` when it does not come up.

        A start that is cancelled leaves no process behind.
        """

    async def begin(self) -> None:
        """Start it and wait until it answers; raise ``VouchError`` when it does not come up, or is stopped before."""
        self._starting = asyncio.create_task(self._start())
        try:
            await self._starting
        except asyncio.CancelledError:
            if not self._stopping.is_set():
                raise  # it is we who are not wanted any more; the start has been cancelled with us
            message = f"{self.name} was stopped while it started"
            raise RetryLater(message) from None

    async def _start(self) -> None:
        """Start it; nobody can come between its start and our knowing the process."""
        self.local = await self.started()

    async def live(self) -> str:
        """Start it unless it runs, and say how it left."""
        if self.pid is None:
            await self.begin()
        if self.local is None:  # begin has set it; mypy cannot know
            return "did not start"
        self.on_start()
        return f"left with code {await self.local.process.wait()}"

    async def end(self, grace_seconds: float) -> None:
        """Stop it in good order; what it acknowledged is on disk. A start that is under way is broken off."""
        if self._starting:
            self._starting.cancel()
            await asyncio.wait((self._starting,))
        if self.local is None:
            return
        try:
            await asyncio.wait_for(self.local.stop(), grace_seconds)
        except TimeoutError:
            await self.local.kill()


class NatsServer(Server[LocalServer]):
    """Carries the messages."""

    def __init__(self, folder: Path, ears: Ears) -> None:
        super().__init__("nats-server", folder, ears)

    @property
    def url(self) -> str:
        """Return where it listens."""
        return self.local.url if self.local else ""

    async def started(self) -> LocalServer:
        """Start it at the port it had."""
        return await nats_server.start(self._folder, self.local.port if self.local else -1)


class WeaviateServer(Server[LocalWeaviate]):
    """Keeps the research memory; whoever reaches this machine needs its key."""

    def __init__(self, found: Found, ears: Ears) -> None:
        super().__init__("weaviate", found.folder, ears)
        self._way: Way = found.way or "program"

    @property
    def url(self) -> str:
        """Return its address for HTTP."""
        return self.local.url if self.local else ""

    @property
    def grpc(self) -> str:
        """Return its host and port for gRPC."""
        return self.local.grpc if self.local else ""

    @property
    def environment(self) -> dict[str, str]:
        """Return what the services are told of it."""
        key = self.local.api_key if self.local else ""
        return {"VOUCH_WEAVIATE_URL": self.url, "VOUCH_WEAVIATE_GRPC": self.grpc, "VOUCH_WEAVIATE_API_KEY": key}

    async def started(self) -> LocalWeaviate:
        """Start it at the ports it had."""
        ports, key = self.local.ports if self.local else None, weaviate.own_key(self._folder)
        return await weaviate.start(self._folder, ports=ports, api_key=key, way=self._way)
