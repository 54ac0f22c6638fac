"""Runs over one fleet of real services, many at a time, each with a Claude of its own and what it did."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nats
from nats.aio.msg import Msg

from deploy.server import start
from services.coordinator.state import Run
from shared import messages as m
from shared.bus.objects import NatsObjects
from tests.asking import ask
from tests.claude.cases import LIMITS, Case
from tests.claude.standing import READY_SECONDS, Standing
from tests.claude.switchboard import Switchboard, question
from tests.conftest import provisioned
from tests.processes import Fleet, real
from tests.waiting import until
from tests.world.claude import KEY
from tests.world.claude.calls import Call
from tests.world.claude.planting import planted_ris
from tests.world.pubmed import Limits
from tests.world.serving import World

AT_ONCE = 5
"""Runs that go on together, besides those that do little but wait for a deadline."""

AFTER_SECONDS = 180.0
"""How long a run may take beyond its deadline: the report has two minutes, then the last timer ends it."""

UNLIMITED = Limits(without_key=1_000, with_key=1_000)
SETTINGS = {
    "VOUCH_THINKING": "claude",
    "VOUCH_CLAUDE__CALL_SECONDS": "6",
    "VOUCH_CLAUDE__CONCURRENCY": "50",
    "VOUCH_PUBMED__ENABLED": "true",
    "VOUCH_PUBMED__PER_SECOND": "200",
    "VOUCH_CLINICALTRIALS__ENABLED": "true",
    "VOUCH_CLINICALTRIALS__PER_SECOND": "200",
    "VOUCH_DUCKDUCKGO__ENABLED": "true",
    "VOUCH_DUCKDUCKGO__PER_SECOND": "200",
    "VOUCH_CONTACT": "tests@example.org",
    "VOUCH_HTTP_CACHE": "false",
}
"""Limits of vendors are tested elsewhere, and what one world has answered is not true of the next."""


@dataclass(frozen=True)
class Told:
    """A run with what its Claude was asked."""

    case: Case
    end: m.ResearchCompleted
    run: Run
    calls: tuple[Call, ...]
    seconds: float

    @property
    def report(self) -> m.ResearchReport:
        """Return its report; fails the test where there is none."""
        assert self.end.report is not None, self.end.reason
        return self.end.report


@dataclass
class Place:
    """Everything but the world: a server, six services, and the switchboard that is their Claude."""

    standing: Standing
    board: Switchboard
    port: int
    """Where a world must be for the services to find it."""
    ended: dict[str, asyncio.Future[m.ResearchCompleted]] = field(default_factory=dict)

    def world(self, *literature: Iterable[Any], planted: bool = False) -> World:
        """Return a world that the services can find."""
        return World(*literature, port=self.port, limits=UNLIMITED, planted=planted)

    async def all(self, cases: Sequence[Case], **asked: Any) -> list[Told]:
        """Return the runs of all *cases*, in their order."""
        room = asyncio.Semaphore(AT_ONCE)

        async def one(case: Case) -> Told:
            async with contextlib.nullcontext() if case.is_long else room:
                return await self.run(case, **asked)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(case)) for case in cases]
        return [task.result() for task in tasks]

    async def run(self, case: Case, **asked: Any) -> Told:
        """Return a run whose Claude behaves as *case* says. Raises ``TimeoutError`` where it never ends."""
        loop = asyncio.get_running_loop()
        number, claude = self.board.connected()
        if case.behaviour:
            claude.behave(case.agent, case.behaviour, case.times)
        run_id, began = f"unruly-{number}", loop.time()
        fields = {"sources": ["pubmed"], "web": True, "library": self.standing.library, "limits": LIMITS, **asked}
        await ask(self.standing.js, run_id, question=question(number), **fields)
        async with asyncio.timeout(LIMITS["deadline_seconds"] + AFTER_SECONDS):
            end = await self.end_of(run_id)
        saved = await self.standing.state(run_id)
        return Told(case, end, saved.run, tuple(claude.calls), loop.time() - began)

    def end_of(self, run_id: str) -> asyncio.Future[m.ResearchCompleted]:
        """Return what becomes the end of a run."""
        return self.ended.setdefault(run_id, asyncio.get_running_loop().create_future())

    async def heard(self, message: Msg) -> None:
        """Note that a run has ended."""
        end = m.ResearchCompleted.model_validate_json(message.data)
        if not (noted := self.end_of(end.run_id)).done():
            noted.set_result(end)


@contextlib.asynccontextmanager
async def place(folder: Path) -> AsyncIterator[Place]:
    """Start everything but the world, and wait until each service listens."""
    port = _free_port()
    server = await start(folder / "nats")
    await provisioned(server.url)
    client = await nats.connect(server.url)
    async with Switchboard() as board:
        outside = World(port=port)
        environment = outside.environment(KEY) | SETTINGS | {"VOUCH_CLAUDE__URL": board.url}
        fleet = Fleet(server.url, folder / "fleet", real, environment)
        try:
            await fleet.start()
            reference = planted_ris(outside.url()).encode()
            sha256 = await NatsObjects(client.jetstream(), "LIBRARY").put(reference)
            library = ({"sha256": sha256, "name": "planted.ris", "size_bytes": len(reference)},)
            ready = Place(Standing(client.jetstream(), fleet, outside, library), board, port)
            await client.subscribe("research.completed", cb=ready.heard)
            await until(lambda: all("ready" in fleet.log(name) for name in fleet.services), READY_SECONDS)
            yield ready
        finally:
            await fleet.stop()
            await client.close()
            await server.kill()


def _free_port() -> int:
    """Return a port that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
