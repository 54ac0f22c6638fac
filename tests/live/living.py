"""A coordinator on a real server with its memory in a file, and somebody who asks it: for the tests of a run's life."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import nats
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from deploy.server import start
from deploy.streams import KEY_VALUES, OBJECTS, STREAMS
from services.cli.calling import Caller, calling
from services.coordinator.app import build
from services.coordinator.keeping import decode
from shared import clock
from shared import messages as m
from shared.bus.keyvalue import NatsBucket
from shared.bus.nats_bus import NatsBus
from shared.embedding import HashingEmbedder
from shared.errors import CannotDo
from shared.memory import ResearchMemory
from shared.memory.embedded import SqliteMemory
from tests.builders import QUESTION
from tests.conftest import provisioned
from tests.live.conftest import listening
from tests.live.scripting import agents
from tests.waiting import eventually

AGENTS = ("search", "retrieval", "hypothesis", "judge", "report")


@dataclass
class World:
    """A coordinator on a real server, with the memory in a file, and somebody who asks it."""

    js: JetStreamContext
    bus: NatsBus
    memory: ResearchMemory
    caller: Caller
    later: timedelta = timedelta()
    """How far its clock is ahead."""

    def now(self) -> datetime:
        """Return what time it is for the coordinator."""
        return clock.now() + self.later

    async def begin(self, run_id: str, **fields: object) -> None:
        """Ask for a run."""
        fields = {"question": QUESTION, "sources": ("pubmed",), "run_id": run_id, **fields}
        await self.caller.ask(m.Submit.model_validate(fields), m.Submitted)
        await eventually(lambda: self._answers(m.RunsGet(run_id=run_id), m.RunView))

    async def ended(self, run_id: str, **fields: object) -> m.ReportView:
        """Ask for a run, and return its end; agents must be there."""
        await self.begin(run_id, **fields)
        await eventually(lambda: self._answers(m.RunsExport(run_id=run_id), m.RunExported))
        return await self.report(run_id)

    async def report(self, run_id: str) -> m.ReportView:
        """Return the end of a run with its report."""
        return await self.caller.ask(m.ReportGet(run_id=run_id), m.ReportView)

    async def export(self, run_id: str) -> m.RunExported:
        """Return all of a run."""
        return await self.caller.ask(m.RunsExport(run_id=run_id), m.RunExported)

    async def put_in(self, run: m.RunExported, *, again: bool = False) -> m.RunImported:
        """Put a run in."""
        return await self.caller.ask(m.RunsImport(run_id=run.run_id, parts=run.parts, again=again), m.RunImported)

    async def delete(self, run_id: str) -> m.RunDeleted:
        """Delete a run."""
        return await self.caller.ask(m.RunsDelete(run_id=run_id), m.RunDeleted)

    async def kept(self, run_id: str) -> object:
        """Return what the bucket of runs holds."""
        entry = await (await self.js.key_value("RUNS")).get(run_id)
        return decode(entry.value or b"", run_id)

    async def mentions(self, run_id: str) -> list[str]:
        """Return every subject of the server, of any stream, that has the run in its name, headers or body."""
        found = []
        for stream in [row.name for row in STREAMS] + [row.stream for row in (*KEY_VALUES, *OBJECTS)]:
            found += [subject async for subject in mentioned(self.js, stream, run_id)]
        return sorted(found)

    async def _answers(self, asked: m.Message, kind: type[m.Value]) -> bool:
        """Say whether something can be answered by now."""
        try:
            await self.caller.ask(asked, kind)
        except CannotDo:
            return False
        return True


async def mentioned(js: JetStreamContext, stream: str, run_id: str) -> AsyncIterator[str]:
    """Yield the subject of each message of a stream that mentions a run."""
    place = 1
    while True:
        try:
            raw = await js.get_msg(stream, seq=place, subject=">", next=True)
        except NotFoundError:
            return
        place = (raw.seq or place) + 1
        if run_id in f"{raw.subject} {raw.headers} {(raw.data or b'').decode(errors='replace')}":
            yield str(raw.subject)


async def nothing_waits(js: JetStreamContext) -> bool:
    """Say whether the coordinator has dealt with all it was told."""
    waiting = [
        (await js.consumer_info(stream, name))
        for stream, name in (("INBOX", "coordinator-inbox"), ("TIMERS", "coordinator-timers"))
    ]
    return not any((one.num_pending or 0) + (one.num_ack_pending or 0) for one in waiting)


@asynccontextmanager
async def opened(url: str, folder: Path) -> AsyncIterator[World]:
    """Start a coordinator, and connect a caller."""
    bus, memory = NatsBus([url], "coordinator", graceful_timeout=1), SqliteMemory.open(folder, HashingEmbedder())
    client = await nats.connect(url)
    js = client.jetstream()
    async with calling((url,)) as caller:
        world = World(js, bus, memory, caller)
        await bus.broker.connect()
        buckets = [NatsBucket(js, await js.key_value(name), name) for name in ("RUNS", "SESSIONS")]
        build(bus, buckets[0], memory, now=world.now, sessions=buckets[1])
        await listening(bus)
        yield world
        await bus.broker.stop()
    await client.close()
    await memory.close()


@asynccontextmanager
async def elsewhere(folder: Path) -> AsyncIterator[World]:
    """Start another Vouch on an empty server."""
    server = await start(folder / "elsewhere")
    try:
        await provisioned(server.url)
        async with opened(server.url, folder / "elsewhere.sqlite3") as found:
            yield found
    finally:
        await server.stop()


@asynccontextmanager
async def all_of(folder: Path) -> AsyncIterator[World]:
    """Start a server, a coordinator and agents over one folder; stop them in good order."""
    server = await start(folder / "nats")
    made: list[NatsBus] = []

    def make(service: str) -> NatsBus:
        made.append(NatsBus([server.url], service, graceful_timeout=1))
        return made[-1]

    try:
        await provisioned(server.url)
        async with opened(server.url, folder / "memory.sqlite3") as found:
            await agents(make, AGENTS)
            yield found
        for bus in made:
            await bus.broker.stop()
    finally:
        await server.stop()
