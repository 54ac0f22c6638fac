"""Take a request: refuse it with a reason, or make it a run; once, however often it is delivered."""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from shared import messages as m
from shared.bus import Bus
from shared.bus.protocol import Heard
from shared.errors import CannotDo
from shared.tracing import begun

from .deciding import begin
from .following import Locks, Tools
from .keeping import Kept, Saved, Tombstone

REQUESTS_NAMESPACE = uuid.UUID("6f1f3a52-6a57-5d0c-9c0e-0d8f4f0f6f31")
"""Of the run ids that are made for requests without one."""

COUNT_AGE = timedelta(seconds=1)
"""A count of the running runs that is older may leave out what other replicas began."""

DOOR_SECONDS = 0.5
"""Between two looks at whether a run has ended and another may begin."""


@dataclass(frozen=True)
class Ceilings:
    """What the operator allows at most."""

    max_rounds: int = 10
    max_results: int = 200
    deadline_seconds: float = 3600.0
    max_tokens: int = 500_000
    max_usd: float = 50.0
    running_runs: int = 500


class Taker:
    """The handler of requests; it alone makes runs."""

    def __init__(self, bus: Bus, tools: Tools, locks: Locks, ceilings: Ceilings) -> None:
        self._bus, self._tools, self._locks, self._ceilings = bus, tools, locks, ceilings
        self._running = ceilings.running_runs
        """At least as many as run: counted anew when that many would be too many, and at the start."""
        self._entering = 0
        """Those that were let in and cannot be counted yet."""
        self._counted_at: datetime | None = None
        self._door = asyncio.Lock()

    async def take(self, asked: m.ResearchRequested) -> None:
        """Begin a run, or say why not; returning acknowledges the request."""
        origin = self._bus.delivery()
        asked = asked.model_copy(update={"run_id": asked.run_id or made_run_id(origin)})
        if reason := "; ".join(above(asked.limits, self._ceilings)):
            await self._reject(asked, origin, reason)
            return
        async with self._locks.of(asked.run_id):
            while not await self._taken(asked, origin):
                pass  # another replica was quicker: look again

    async def _taken(self, asked: m.ResearchRequested, origin: Heard) -> bool:
        """Say whether the request is dealt with; False when another replica made the run meanwhile."""
        match await self._tools.runs.load(asked.run_id):
            case Tombstone():
                await self._reject(asked, origin, f"run {asked.run_id} was deleted: choose another run id")
            case Kept() as kept if not kept.run.asked.same_request(asked):
                await self._reject(asked, origin, f"run {asked.run_id} asks something else: choose another run id")
            case Kept() as kept:
                if self._tools.sender.may_be_unsent(kept):
                    await self._tools.sender.send(kept)
            case None:
                return await self._begun(asked, origin)
        return True

    async def _begun(self, asked: m.ResearchRequested, origin: Heard) -> bool:
        """Begin the run once there is room for it."""
        async with self._room():
            decision = begin(asked, origin.message_id, self._tools.now())
            run = replace(decision.run, trace=begun(asked.run_id))
            kept = await self._created(Saved(run, decision.outbox, self._tools.now()))
        if kept is None:
            return False
        await self._tools.sender.send(kept)
        if await self._tools.runs.was_cancelled_early(asked.run_id):
            await self._bus.say(m.CancelRequested(run_id=asked.run_id, reason="asked before the run began"))
        return True

    async def _created(self, saved: Saved) -> Kept | None:
        """Keep the new run; one that is too large to be kept leaves no trace in the index of running ones."""
        try:
            return await self._tools.runs.create(saved)
        except CannotDo:
            await self._tools.runs.forget(saved.run.run_id)
            raise

    @contextlib.asynccontextmanager
    async def _room(self) -> AsyncIterator[None]:
        """Wait at the door while as many runs go on as the operator allows; one at a time, so that nobody slips in."""
        async with self._door:
            while self._running >= self._ceilings.running_runs or self._is_old():
                self._counted_at = self._tools.now()
                self._running = len(await self._tools.runs.running()) + self._entering
                if self._running >= self._ceilings.running_runs:
                    await asyncio.sleep(DOOR_SECONDS)
            self._running += 1
            self._entering += 1
        try:
            yield
        finally:
            self._entering -= 1

    def _is_old(self) -> bool:
        """Say whether other replicas may have begun so many runs that ours is no count any more."""
        return self._counted_at is None or self._tools.now() - self._counted_at > COUNT_AGE

    async def _reject(self, asked: m.ResearchRequested, origin: Heard, reason: str) -> None:
        """Say why there will be no run."""
        rejected = m.ResearchRejected(
            run_id=asked.run_id,
            request_id=asked.request_id,
            request_message_id=origin.message_id,
            reason=reason,
            at=self._tools.now(),
            sequence=origin.sequence,
        )
        await self._bus.say(rejected)


def made_run_id(origin: Heard) -> str:
    """Return a run id that a redelivery of the same request gets again."""
    return str(uuid.uuid5(REQUESTS_NAMESPACE, f"{origin.stream}:{origin.sequence}:{origin.at_seconds}"))


def above(limits: m.Limits, ceilings: Ceilings) -> Iterator[str]:
    """Yield a sentence for each limit that is above what the operator allows."""
    for name in ("max_rounds", "max_results", "deadline_seconds", "max_tokens", "max_usd"):
        asked, most = getattr(limits, name), getattr(ceilings, name)
        if asked > most:
            yield f"limits.{name} is {asked:g}; at most {most:g} is allowed here"
