"""Durable deadlines on a real server."""

from datetime import timedelta

import pytest
from nats.js import JetStreamContext

from deploy.streams import TIMERS
from shared import clock
from shared import messages as m
from shared.bus.nats_bus import NatsBus
from tests.asking import left_over
from tests.live.conftest import Buses
from tests.waiting import eventually, until

Fired = list[tuple[m.DeadlinePassed, float]]


def make_timer(step: str = "1-judge", seconds: float = 0.5, attempt: int = 1) -> m.DeadlinePassed:
    """Return a deadline that passes in so many seconds."""
    due = clock.now() + timedelta(seconds=seconds)
    return m.DeadlinePassed(run_id="r1", step=step, attempt=attempt, due_at=due)


@pytest.fixture
async def fired() -> Fired:
    """Return the timers that fired, with how late each was in seconds."""
    return []


@pytest.fixture
async def bus(buses: Buses, fired: Fired) -> NatsBus:
    """Return the bus of a coordinator that hears timers."""
    bus = buses("coordinator")

    @bus.hear(TIMERS)
    async def timer_fired(timer: m.DeadlinePassed) -> None:
        fired.append((timer, (clock.now() - timer.due_at).total_seconds()))

    await bus.broker.start()
    return bus


async def test_a_timer_fires_when_it_is_due(bus: NatsBus, fired: Fired, js: JetStreamContext) -> None:
    """Not before, and within a second after; nothing is left behind."""
    timer = make_timer()

    await bus.schedule(timer)
    await until(lambda: bool(fired))

    ((heard, late),) = fired
    assert heard == timer
    assert 0 <= late < 1
    assert await eventually(lambda: _none_left(js))


async def test_a_later_attempt_replaces_the_timer_of_an_earlier_one(bus: NatsBus, fired: Fired) -> None:
    """A step has one deadline: that of its latest attempt."""
    await bus.schedule(make_timer(seconds=0.6))
    await bus.schedule(make_timer(seconds=1.2, attempt=2))
    await bus.schedule(make_timer("sentinel", seconds=1.6))
    await until(lambda: any(timer.step == "sentinel" for timer, _ in fired))

    assert [(timer.step, timer.attempt) for timer, _ in fired] == [("1-judge", 2), ("sentinel", 1)]


async def test_the_timers_of_a_run_can_be_forgotten(bus: NatsBus, fired: Fired, js: JetStreamContext) -> None:
    """A run that ended leaves nothing that would wake it, and the others' stay."""
    await bus.schedule(make_timer("run", seconds=0.5))
    await bus.schedule(make_timer("end", seconds=0.5))
    await bus.schedule(make_timer("run", seconds=0.8).model_copy(update={"run_id": "r2"}))
    await bus.forget_timers("r1")
    await bus.forget_timers("r1")
    await until(lambda: bool(fired))

    assert [timer.run_id for timer, _ in fired] == ["r2"]
    assert await eventually(lambda: _none_left(js))


async def test_a_timer_that_is_set_twice_fires_once(bus: NatsBus, fired: Fired) -> None:
    """An outbox may be sent again."""
    timer = make_timer(seconds=0.5)
    await bus.schedule(timer)
    await bus.schedule(timer)
    await bus.schedule(make_timer("sentinel", seconds=1.0))
    await until(lambda: any(one.step == "sentinel" for one, _ in fired))

    assert [one.step for one, _ in fired] == ["1-judge", "sentinel"]


async def test_a_timer_that_is_due_already_fires_at_once(bus: NatsBus, fired: Fired) -> None:
    """After an outage an outbox may hold deadlines of the past."""
    await bus.schedule(make_timer(seconds=-5))
    await until(lambda: bool(fired), seconds=3)

    assert [one.step for one, _ in fired] == ["1-judge"]


async def test_the_sweeper_ticks_again_and_again_however_often_it_is_set(buses: Buses, js: JetStreamContext) -> None:
    """Every replica sets it when it starts; there is one tick for all of them."""
    bus, ticks = buses("coordinator"), []

    @bus.hear(TIMERS)
    async def timer_fired(tick: m.SweepDue) -> None:
        ticks.append(tick.step)

    await bus.broker.start()
    for _ in range(3):
        await bus.schedule(m.SweepDue(), every_seconds=1)
    await until(lambda: len(ticks) == 2)

    info = await js.stream_info("TIMERS", subjects_filter="timer.set.>")
    assert info.state.subjects == {"timer.set.sweeper.tick": 1}


async def _none_left(js: JetStreamContext) -> bool:
    """Say whether no timer of a run is left."""
    return (await left_over(js))["TIMERS"] == 0
