"""Answer those who ask and wait: submit a request, look at runs, fetch a report."""

import uuid
from datetime import datetime

from pydantic import ValidationError

from shared import messages as m
from shared.bus import Bus
from shared.bus.envelope import problems
from shared.errors import CannotDo, VouchError
from shared.memory import ResearchMemory

from .attaching import attach
from .budgeting import used, used_by
from .ending import completed, holes
from .keeping import Kept, Runs, Tombstone
from .planning import rounds_begun
from .state import open_steps
from .taking import Ceilings, above
from .wording import deleted, no_run


class Replier:
    """The request-reply endpoints of the coordinator."""

    def __init__(self, bus: Bus, runs: Runs, memory: ResearchMemory, ceilings: Ceilings) -> None:
        self._bus, self._runs, self._memory, self._ceilings = bus, runs, memory, ceilings

    async def submit(self, asked: m.Submit) -> m.Value:
        """Store a request at the door; raise ``CannotDo`` for what would be rejected, ``QueueFull`` at a full door."""
        if reason := "; ".join(above(asked.limits, self._ceilings)):
            raise CannotDo(reason)
        run_id = asked.run_id or str(uuid.uuid4())
        fields = asked.model_dump(exclude={"subject", "run_id"})
        try:
            request = m.ResearchRequested.model_validate({**fields, "run_id": run_id})
        except ValidationError as error:
            raise CannotDo(problems(error)) from None
        known = await self._runs.load(run_id) if asked.run_id else None
        if isinstance(known, Tombstone):
            reason = f"{deleted(run_id, known.deleted_at)}: choose another run id"
            raise CannotDo(reason)
        if isinstance(known, Kept) and not known.run.asked.same_request(request):
            reason = f"run {run_id} asks something else: choose another run id"
            raise CannotDo(reason)
        return m.Submitted(run_id=run_id, sequence=await self._bus.say(request))

    async def run(self, asked: m.RunsGet) -> m.Value:
        """Return how a run is doing."""
        return view(await self._kept(asked.run_id))

    async def page(self, asked: m.RunsList) -> m.Value:
        """Return the runs, running ones first, then by when they began, newest first; of old ones the oldest first."""
        running = frozenset(await self._runs.running())
        found, unreadable = [], []
        for run_id in await self._runs.every():
            try:
                kept = await self._runs.load(run_id)
            except VouchError as error:
                unreadable.append(f"{run_id}: {error}")
                continue
            found += [kept] if isinstance(kept, Kept) and _is_wanted(kept, asked.ended_before) else []
        found.sort(key=_newest_first, reverse=asked.ended_before is not None)
        shown = tuple(view(kept) for kept in found[: asked.most])
        return m.RunsPage(runs=shown, running=len(running), unreadable=tuple(unreadable))

    async def report(self, asked: m.ReportGet) -> m.Value:
        """Return a run's end with its report; raise ``CannotDo`` while it has none."""
        kept = await self._kept(asked.run_id)
        for message in completed(kept.run):
            whole = await attach(message, kept.run, self._memory)
            if isinstance(whole, m.ResearchCompleted):
                return m.ReportView(completed=whole)
        reason = f"run {asked.run_id} has not ended yet: `vouch watch {asked.run_id}` follows it"
        raise CannotDo(reason)

    async def _kept(self, run_id: str) -> Kept:
        """Return the run, or raise ``CannotDo`` when there is none of that id."""
        kept = await self._runs.load(run_id)
        if isinstance(kept, Tombstone):
            raise CannotDo(deleted(run_id, kept.deleted_at))
        if kept is None:
            raise CannotDo(no_run(run_id))
        return kept


def _is_wanted(kept: Kept, ended_before: datetime | None) -> bool:
    """Say whether a run is asked for: any, or only those that ended before a moment and owe nothing any more."""
    end = kept.run.end
    return ended_before is None or (end is not None and kept.saved.ended and end.at < ended_before)


def _newest_first(kept: Kept) -> tuple[bool, float]:
    """Return what sorts running runs first, then the newest."""
    started: datetime = kept.run.started_at
    return (kept.run.end is not None, -started.timestamp())


def view(kept: Kept) -> m.RunView:
    """Return a run as callers see it."""
    run = kept.run
    return m.RunView(
        run_id=run.run_id,
        question=run.asked.question,
        state="ended" if run.end else "running",
        status=run.end.status if run.end else None,
        stopped_by=run.end.stopped_by if run.end else None,
        reason=run.end.reason if run.end else "",
        round=rounds_begun(run),
        waiting_for=() if run.end else tuple(open_steps(run)),
        sources=run.registry.numbered,
        events=run.seq,
        started_at=run.started_at,
        ended_at=run.end.at if run.end else None,
        size_bytes=kept.size_bytes,
        holes=holes(run),
        spent=used(run),
        spent_by=used_by(run),
    )
