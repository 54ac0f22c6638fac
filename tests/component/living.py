"""A coordinator among fakes of which each may be away, for the tests of a run's life."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from services.coordinator.app import build
from services.coordinator.keeping import DELETING, Saved, Tombstone, decode
from services.coordinator.sessions import Session, key_of
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.errors import RetryLater
from shared.memory.in_memory import InMemoryMemory
from shared.memory.records import RunRecords
from tests.builders import NOON, make_asked, make_judged, make_proposed, make_reported, make_retrieved, make_searched

SESSION = "malaria"
STORY = (
    make_asked(session_id=SESSION),
    make_searched("w1", "w2"),
    make_retrieved("w3"),
    make_proposed(),
    make_judged(),
    make_reported(),
)
DELETE = m.RunsDelete(run_id="r1")
NOTHING: tuple[object, ...] = ([], [], (), [])
"""What is left of a run that is gone."""


class Meanwhile:
    """Something else that happens once, in the middle of what a fake does."""

    meanwhile: Callable[[], Awaitable[object]] | None = None

    async def happen(self) -> None:
        """Let it happen."""
        if meanwhile := self.meanwhile:
            self.meanwhile = None
            await meanwhile()


class Bus(InMemoryBus, Meanwhile):
    """A bus whose server may be away."""

    away = False
    erasures = 0

    async def erase(self, run_id: str, since: datetime) -> m.Erased:
        """Erase, or say that nobody answers."""
        self.erasures += 1
        await self.happen()
        if self.away:
            message = "could not erase what is left of r1: timeout"
            raise RetryLater(message)
        return await super().erase(run_id, since)


class Memory(InMemoryMemory, Meanwhile):
    """A memory during whose writing something else may happen."""

    async def store_report(self, run_id: str, report: m.ResearchReport, markdown: str) -> None:
        """Let the other thing happen, and store a report."""
        await self.happen()
        await super().store_report(run_id, report, markdown)

    async def import_run(self, run_id: str, records: RunRecords) -> None:
        """Hold the records, and let the other thing happen."""
        await super().import_run(run_id, records)
        await self.happen()


class Runs(InMemoryBucket, Meanwhile):
    """A bucket that something else may change before a run is written, and from which nothing may be removable."""

    keeps_all = False

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Let the other thing happen, and write."""
        if key == "r1":
            await self.happen()
        return await super().put_if(key, value, revision)

    async def remove(self, key: str, revision: int = 0) -> None:
        """Remove, or say that nobody answers."""
        if self.keeps_all:
            message = f"could not remove {key} from RUNS: timeout"
            raise RetryLater(message)
        await super().remove(key, revision)


class Sessions(InMemoryBucket):
    """A bucket that may be away."""

    away = False

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Write, or say that nobody answers."""
        if self.away:
            message = "could not write a key in SESSIONS: timeout"
            raise RetryLater(message)
        return await super().put_if(key, value, revision)


class World:
    """A coordinator among fakes of which each may be away, and a clock that tests set."""

    def __init__(self) -> None:
        self.bus, self.bucket, self.memory, self.sessions = Bus(), Runs(), Memory(), Sessions()
        self.moment = NOON
        self.replica(self.bus)

    def replica(self, bus: InMemoryBus) -> None:
        """Start a coordinator that remembers nothing."""
        build(bus, self.bucket, self.memory, now=self.now, sessions=self.sessions)

    def another(self) -> Bus:
        """Start another replica, which hears what it is told."""
        bus = Bus()
        self.replica(bus)
        return bus

    def now(self) -> datetime:
        """Return what time it is in the test."""
        return self.moment

    async def hear(self, *heard: m.Message) -> None:
        """Deliver one message after another."""
        for message in heard:
            await self.bus.heard(message)

    async def delete(self, run_id: str = "r1") -> m.RunDeleted:
        """Delete the run."""
        gone = await self.bus.asked(m.RunsDelete(run_id=run_id))
        assert isinstance(gone, m.RunDeleted)
        return gone

    async def export(self) -> m.RunParts:
        """Return all of the run."""
        found = await self.bus.asked(m.RunsExport(run_id="r1"))
        assert isinstance(found, m.RunExported)
        return found.parts

    async def put_in(self, parts: m.RunParts, *, again: bool = False, bus: Bus | None = None) -> m.RunImported:
        """Put the run in, here or through another replica."""
        done = await (bus or self.bus).asked(m.RunsImport(run_id="r1", parts=parts, again=again))
        assert isinstance(done, m.RunImported)
        return done

    async def sweep(self, later: timedelta, bus: Bus | None = None) -> None:
        """Let the sweeper look, so much later, here or in another replica."""
        self.moment += later
        await (bus or self.bus).heard(m.SweepDue())

    async def kept(self) -> Saved | Tombstone | None:
        """Return what the bucket holds of the run."""
        entry = await self.bucket.get("r1")
        return decode(entry.value, "r1") if entry else None

    async def left(self) -> tuple[object, ...]:
        """Return what is left of the run beside its tombstone: keys, messages, records and turns."""
        keys = [key for key in await self.bucket.keys("") if key not in ("r1", DELETING + "r1")]
        said = [one for one in self.bus.said if one.run_id == "r1" and not isinstance(one, m.ResearchRejected)]
        return keys, said, await self.memory.runs(), await self.turns()

    async def turns(self) -> list[str]:
        """Return the runs that the session knows."""
        entry = await self.sessions.get(key_of(SESSION))
        return [one.run_id for one in Session.model_validate_json(entry.value).said] if entry else []


async def exported() -> m.RunParts:
    """Return all of a run that has ended, in another world."""
    world = World()
    await world.hear(*STORY)
    return await world.export()
