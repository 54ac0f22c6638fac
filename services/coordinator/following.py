"""Move a run by what is heard: load, send what may be unsent, decide, remember, save, send, ack."""

import asyncio
import uuid
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import structlog

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.memory import ResearchMemory

from .breaking import Breaker
from .budgeting import is_above_allowance
from .deciding import Decision, decide
from .keeping import Kept, Runs, Saved, Tombstone
from .noting import Notes
from .remembering import likely_same, remember
from .sending import Sender
from .state import Run, outcome_of_step

MOST_CONFLICTS = 20
"""Times that other replicas may be quicker before the message waits."""

logger = structlog.get_logger()


@dataclass(frozen=True)
class Tools:
    """What the coordinator works with; tests pass fakes."""

    runs: Runs
    memory: ResearchMemory
    breaker: Breaker
    sender: Sender
    now: Callable[[], datetime]
    notes: Notes


class Locks:
    """One lock per run id inside a process: it spares needless conflicts, no more."""

    def __init__(self) -> None:
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    def of(self, run_id: str) -> asyncio.Lock:
        """Return the lock of a run; it lives as long as somebody holds it."""
        return self._locks.setdefault(run_id, asyncio.Lock())


class Follower:
    """The handler of answers, cancellations and timers: the same for any message, any replica, any order."""

    def __init__(self, tools: Tools, locks: Locks) -> None:
        self._tools, self._locks = tools, locks
        self._own = uuid.uuid4().hex[:8]

    async def follow(self, heard: m.Heard) -> None:
        """Do what *heard* makes necessary; returning acknowledges it.

        Raises ``RetryLater`` when something it needs is away, or other replicas keep changing the run.
        """
        async with self._locks.of(heard.run_id):
            at_hand = self._tools.runs.at_hand(heard.run_id)
            sent = at_hand is not None and not self._tools.sender.may_be_unsent(at_hand, heard)
            if at_hand and sent and await self._moved(at_hand, heard):
                return
            for _ in range(MOST_CONFLICTS):
                if await self._followed(heard):
                    return
        message = f"other replicas changed run {heard.run_id} {MOST_CONFLICTS} times"
        raise RetryLater(message)

    async def _followed(self, heard: m.Heard) -> bool:
        """Say whether *heard* is dealt with; False when another replica changed the run meanwhile."""
        tools = self._tools
        kept = await tools.runs.load(heard.run_id)
        if kept is None and isinstance(heard, m.CancelRequested):
            await tools.runs.cancel_early(heard.run_id)
            kept = await tools.runs.load(heard.run_id)  # it may have begun meanwhile
        if isinstance(kept, Tombstone):
            await self._leave_nothing(heard)
        if not isinstance(kept, Kept) or kept.saved.ended:
            logger.info("nothing to do: the run is unknown, ended or deleted")
            return True
        if tools.sender.may_be_unsent(kept, heard):
            await tools.sender.send(kept, whole=not is_last_timer(heard))
        return await self._moved(kept, heard, fresh=True)

    async def _moved(self, kept: Kept, heard: m.Heard, *, fresh: bool = False) -> bool:
        """Decide upon *kept*, and say whether that is dealt with.

        False when another replica changed the run meanwhile. What this process wrote itself is as good as
        a fresh copy for a decision that is saved, since the save fails if it is old; that there is *nothing*
        to do is only believed of a fresh one (docs/decisions/0004).
        """
        tools = self._tools
        decision, accepted = await self._decided(kept, heard)
        if decision.run is kept.run:
            if fresh:
                logger.info("nothing to do: stale, repeated, or not ordered")
            return fresh
        try:
            await self._remember(accepted, kept.run, decision.run)
        except CannotDo as error:
            accepted = refused(heard, str(error))
            decision = decide(kept.run, accepted, tools.now(), size_bytes=kept.size_bytes)
        saved = Saved(decision.run, decision.outbox, tools.now())
        if (after := await tools.runs.save(kept, saved)) is None:
            await self._forget(accepted)
            return False
        note_excess(accepted, kept.run)
        await tools.sender.send(after)
        return True

    async def _decided(self, kept: Kept, heard: m.Heard) -> tuple[Decision, m.Heard]:
        """Decide; what the memory can never hold counts as a failed answer."""
        tools = self._tools
        try:
            async with tools.breaker.watching():
                same = await likely_same(heard, tools.memory)
            return decide(kept.run, heard, tools.now(), same, kept.size_bytes), heard
        except CannotDo as error:
            instead = refused(heard, str(error))
            return decide(kept.run, instead, tools.now(), size_bytes=kept.size_bytes), instead

    async def _remember(self, heard: m.Heard, before: Run, after: Run) -> None:
        """Keep the texts of an answer that ended its step; a late or repeated one leaves nothing."""
        if not isinstance(heard, m.Completed) or outcome_of_step(before, heard.step):
            return
        if outcome_of_step(after, heard.step):
            async with self._tools.breaker.watching():
                await remember(heard, self._tools.memory, self._key(heard))

    async def _leave_nothing(self, heard: m.Heard) -> None:
        """Forget what was remembered of an answer while another replica deleted its run."""
        if isinstance(heard, m.Completed):
            async with self._tools.breaker.watching():
                await self._tools.memory.delete_run(heard.run_id)

    async def _forget(self, heard: m.Heard) -> None:
        """Take back what was kept for an answer whose decision another replica overtook; it will be decided again."""
        if isinstance(heard, m.Completed):
            async with self._tools.breaker.watching():
                await self._tools.memory.forget_step(heard.run_id, self._key(heard))

    def _key(self, heard: m.Completed) -> str:
        """Return what the memory files an answer under: its step, and who keeps it.

        Another replica that keeps another answer, or the same one, cannot be in the way: who loses takes back its own.
        """
        return f"{heard.step}:{heard.attempt}:{self._own}"


def note_excess(heard: m.Heard, run: Run) -> None:
    """Log that an answer has used more than it was allowed: an agent that does is at fault, and the run has paid."""
    if isinstance(heard, m.Answer) and is_above_allowance(run, heard):
        spent = heard.spent.model_dump()
        logger.warning("an answer is above its allowance", step=heard.step, attempt=heard.attempt, spent=spent)


def is_last_timer(heard: m.Heard) -> bool:
    """Say whether the run is to end from its state alone: its orders need not go out any more."""
    return isinstance(heard, m.DeadlinePassed) and heard.step == m.LAST_TIMER


def refused(heard: m.Heard, reason: str) -> m.Heard:
    """Return the failure that stands for an answer which cannot be kept; raise ``CannotDo`` for what is no answer."""
    instead = FAILURES.get(type(heard))
    if instead is None:
        raise CannotDo(reason)
    fields = heard.model_dump(include={"run_id", "step", "attempt", "spent"})
    return instead.model_validate({**fields, "reason": f"its answer could not be kept: {reason}"})


FAILURES: dict[
    type[m.Message],
    type[m.SearchFailed]
    | type[m.RetrievalFailed]
    | type[m.HypothesisFailed]
    | type[m.JudgeFailed]
    | type[m.ReportFailed],
] = {
    m.SearchCompleted: m.SearchFailed,
    m.RetrievalCompleted: m.RetrievalFailed,
    m.HypothesisCompleted: m.HypothesisFailed,
    m.JudgeCompleted: m.JudgeFailed,
    m.ReportCompleted: m.ReportFailed,
}
