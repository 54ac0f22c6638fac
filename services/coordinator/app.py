"""The coordinator: hears requests, answers and timers; says orders, events and how runs end."""

from collections.abc import Callable
from datetime import datetime

from deploy.streams import ANSWERS, REQUESTS, TIMERS
from shared import clock
from shared import messages as m
from shared.bus import Bus
from shared.bus.in_memory import InMemoryBucket
from shared.bus.keyvalue import Bucket
from shared.memory import ResearchMemory

from .breaking import Breaker
from .carrying import Carrier
from .deleting import Deleter
from .following import Follower, Locks, Tools
from .keeping import Runs
from .noting import Notes
from .replying import Replier
from .sending import Sender
from .sessions import Sessions
from .sweeping import Settler, sweep
from .taking import Ceilings, Taker


def build(
    bus: Bus,
    bucket: Bucket,
    memory: ResearchMemory,
    ceilings: Ceilings | None = None,
    now: Callable[[], datetime] = clock.now,
    *,
    sender: type[Sender] = Sender,
    sessions: Bucket | None = None,
) -> Tools:
    """Wire the service. Tests pass fakes; ``__main__`` passes the real things.

    Without a bucket of *sessions* conversations last as long as the process.
    """
    runs, breaker, ceilings = Runs(bucket), Breaker(memory.check), ceilings or Ceilings()
    talks = Sessions(InMemoryBucket() if sessions is None else sessions)
    tools = Tools(runs, memory, breaker, sender(bus, runs, memory, breaker, now, sessions=talks), now, Notes(bucket))
    locks = Locks()
    taker, follower = Taker(bus, tools, locks, ceilings), Follower(tools, locks)
    replier = Replier(bus, runs, memory, ceilings)
    deleter, carrier = Deleter(bus, tools, locks, follower, talks), Carrier(bus, tools, locks)
    settler = Settler(tools.notes, deleter.go_on)

    @bus.hear(REQUESTS)
    async def research_requested(asked: m.ResearchRequested) -> None:
        await taker.take(asked)

    @bus.hear(ANSWERS, gate=breaker.wait)
    async def answered(heard: m.Heard) -> None:
        await follower.follow(heard)

    @bus.hear(TIMERS)
    async def timer_fired(heard: m.DeadlinePassed | m.SweepDue) -> None:
        if isinstance(heard, m.SweepDue):
            await sweep(tools, locks)
            await settler.settle()
        else:
            await follower.follow(heard)

    bus.answer(m.Submit)(replier.submit)
    bus.answer(m.RunsGet)(replier.run)
    bus.answer(m.RunsList)(replier.page)
    bus.answer(m.ReportGet)(replier.report)
    bus.answer(m.RunsDelete)(deleter.delete)
    bus.answer(m.RunsExport)(carrier.take_out)
    bus.answer(m.RunsImport)(carrier.put_in)
    return tools
