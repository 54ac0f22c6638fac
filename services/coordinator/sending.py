"""Send what a saved decision owes: in order, each stored before the next, orders last."""

from collections.abc import Callable
from datetime import datetime, timedelta

from shared import messages as m
from shared.bus import Bus
from shared.memory import ResearchMemory
from shared.tracing import within

from .attaching import attach, needs_memory, with_record
from .breaking import Breaker
from .keeping import Kept, Runs
from .ordering import Owed
from .sessions import Sessions
from .state import Run

MOST_REMEMBERED = 5_000
"""Runs of which a process remembers that it sent their outbox."""

OLD_OUTBOX = timedelta(seconds=300)
"""Half the streams' memory for message ids: an older outbox is compared with what is stored."""


class Sender:
    """The outboxes of one process."""

    def __init__(
        self,
        bus: Bus,
        runs: Runs,
        memory: ResearchMemory,
        breaker: Breaker,
        now: Callable[[], datetime],
        *,
        sessions: Sessions,
    ) -> None:
        self._bus, self._runs, self._memory, self._breaker, self._now = bus, runs, memory, breaker, now
        self._sessions = sessions
        self._sent: dict[str, int] = {}

    def may_be_unsent(self, kept: Kept, heard: m.Heard | None = None) -> bool:
        """Say whether the outbox may not have gone out: neither this process nor *heard* knows that it did."""
        if kept.saved.ended or self._sent.get(kept.run.run_id) == kept.revision:
            return False
        return heard is None or not proves_sent(heard, kept.saved.outbox)

    async def send(self, kept: Kept, *, whole: bool = True) -> None:
        """Send the outbox in the trace of its run; end the run if it was its last. Repeating it is harmless.

        Not *whole*, it asks the memory for nothing: orders stay behind, and the end goes out without its report.
        """
        with within(kept.run.trace):
            await self._send(kept, whole=whole)

    async def _send(self, kept: Kept, *, whole: bool) -> None:
        """Send the outbox, whatever made that necessary: an answer, a timer or the sweeper."""
        known = await self._last_event(kept)
        for message in kept.saved.outbox:
            if isinstance(message, m.AgentEvent) and message.seq <= known:
                continue
            if whole:
                await self._one(message, kept)
            elif isinstance(message, m.ResearchCompleted):
                await self._say_end(with_record(message, kept.run), kept.run)
            elif not isinstance(message, m.Order):
                await self._one(message, kept)
        self._sent[kept.run.run_id] = kept.revision
        while len(self._sent) > MOST_REMEMBERED:
            del self._sent[next(iter(self._sent))]  # of a run that another replica went on with; sent again, no harm
        if kept.run.end:
            await self._bus.forget_timers(kept.run.run_id)
            await self._runs.end(kept)
            self._sent.pop(kept.run.run_id, None)

    async def _one(self, message: Owed, kept: Kept) -> None:
        """Send one message in the way that is its own."""
        if isinstance(message, m.DeadlinePassed):
            await self._bus.schedule(message)
        elif isinstance(message, m.RunCancelled):
            await self._bus.tell(message)
        elif isinstance(message, m.RetrievalRequested):
            await self._bus.say(await self._sessions.with_turns(message, kept.run.started_at))
        else:
            whole = await self._whole(message, kept.run)
            await (self._say_end(whole, kept.run) if isinstance(whole, m.ResearchCompleted) else self._bus.say(whole))

    async def _whole(self, message: Owed, run: Run) -> m.Message:
        """Return the message with what the memory has for it."""
        if not needs_memory(message, run):
            return message
        async with self._breaker.watching():
            return await attach(message, run, self._memory)

    async def _say_end(self, end: m.ResearchCompleted, run: Run) -> None:
        """Say how a run ended; its session knows it first, for whoever hears of it may ask on at once."""
        await self._sessions.note(end, run.asked.session_id)
        await self._bus.say(end)

    async def _last_event(self, kept: Kept) -> int:
        """Return the number of the last stored event, for an outbox whose message ids may be forgotten."""
        if self._now() - kept.saved.saved_at < OLD_OUTBOX:
            return 0
        return await self._bus.last_event(kept.run.run_id)


def proves_sent(heard: m.Heard, outbox: tuple[Owed, ...]) -> bool:
    """Say whether *heard* answers the last order of the outbox: orders go out last."""
    last = outbox[-1] if outbox else None
    if not isinstance(last, m.Order) or not isinstance(heard, m.Answer):
        return False
    return (heard.step, heard.attempt) == (last.step, last.attempt)
