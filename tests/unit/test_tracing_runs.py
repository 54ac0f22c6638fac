"""A run is one trace, whatever makes the coordinator speak: its request, an answer, a timer, a repair, a stranger."""

from datetime import datetime

import pytest

from services.coordinator.app import build
from services.coordinator.following import Tools
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.errors import RetryLater
from shared.memory.in_memory import InMemoryMemory
from tests.builders import NOON, RUN, at, make_asked, make_deadline, make_retrieved, make_searched

CALLER = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"
ELSE = "00-fedcba9876543210fedcba9876543210-fedcba9876543210-01"


class BreakingBus(InMemoryBus):
    """A bus that loses its connection at the next order."""

    is_broken = False

    async def say(self, message: m.Message) -> int:
        """Say, or fail."""
        if self.is_broken and isinstance(message, m.Order):
            self.is_broken = False
            problem = "the connection is lost"
            raise RetryLater(problem)
        return await super().say(message)


class World:
    """A coordinator among fakes, and a clock that tests set."""

    def __init__(self) -> None:
        self.bus, self.bucket, self.memory = BreakingBus(), InMemoryBucket(), InMemoryMemory()
        self.moment = NOON
        self.restarted()

    def restarted(self) -> Tools:
        """Start a coordinator that remembers nothing of what was sent."""
        return build(self.bus, self.bucket, self.memory, now=self.now)

    def now(self) -> datetime:
        """Return what time it is in the test."""
        return self.moment

    def new_traces(self) -> set[str]:
        """Return the trace contexts of what was said since the last look."""
        found = set(self.bus.traces)
        self.bus.traces.clear()
        return found


async def test_all_that_is_said_belongs_to_the_callers_trace() -> None:
    """Events, timers and orders; also where an answer or a fired timer brings another context or none."""
    world = World()
    await world.bus.heard(make_asked(), trace=CALLER)
    assert world.bus.said
    assert world.bus.scheduled
    assert world.new_traces() == {CALLER}

    await world.bus.heard(make_searched("w1"), trace=ELSE)
    await world.bus.heard(make_retrieved("w2"))
    assert world.new_traces() == {CALLER}

    await world.bus.heard(make_deadline("run", seconds=600))
    assert world.new_traces() == {CALLER}


async def test_what_a_crash_left_behind_is_sent_in_the_trace_of_its_run() -> None:
    """By another replica, when the sweeper's tick comes, which belongs to no run."""
    world = World()
    world.bus.is_broken = True
    with pytest.raises(RetryLater):
        await world.bus.heard(make_asked(), trace=CALLER)
    world.new_traces()
    world.restarted()
    world.moment = at(60)

    await world.bus.heard(m.SweepDue(), trace=ELSE)

    assert any(isinstance(one, m.SearchRequested) for one in world.bus.said)
    assert world.new_traces() == {CALLER}


async def test_a_request_that_is_delivered_again_changes_no_trace() -> None:
    """The first delivery saved it."""
    world = World()
    await world.bus.heard(make_asked(), trace=CALLER)
    world.new_traces()
    world.restarted()

    await world.bus.heard(make_asked(), trace=ELSE)

    assert world.new_traces() == {CALLER}


async def test_where_nobody_traces_nothing_is_put_on_a_message() -> None:
    """Whoever hears it, and traces, makes the same trace from the run's id."""
    world = World()

    await world.bus.heard(make_asked())
    await world.bus.heard(m.CancelRequested(run_id=RUN))

    assert world.new_traces() == {""}
