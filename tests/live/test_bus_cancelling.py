"""Cancelling on a real server: agents stop, and drop what comes for the run later."""

import asyncio
from datetime import timedelta

from nats.js import JetStreamContext

from deploy.streams import AGENTS
from shared import clock
from shared import messages as m
from shared.bus.envelope import encode
from tests.asking import left_over
from tests.live.conftest import Buses, listening
from tests.waiting import eventually, until


def make_order(run_id: str) -> m.JudgeRequested:
    """Return an order for a run."""
    expires = clock.now() + timedelta(seconds=60)
    return m.JudgeRequested(run_id=run_id, step="1-judge", question="Does drug A help?", expires_at=expires)


async def published(js: JetStreamContext, order: m.Order) -> None:
    """Say an order as the coordinator would."""
    sent = encode(order, "coordinator", clock.now())
    await js.publish(sent.subject, sent.body, headers=dict(sent.headers))


async def test_work_on_a_cancelled_run_stops_within_two_seconds(js: JetStreamContext, buses: Buses) -> None:
    """Nobody waits for it, and it may cost money by the second."""
    judge, coordinator, begun, stopped = buses("judge"), buses("coordinator"), [], []
    judge.stop_cancelled_work()

    @judge.hear(AGENTS["judge"])
    async def judge_requested(order: m.JudgeRequested) -> None:
        begun.append(order.run_id)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.append(order.run_id)
            raise

    await listening(judge)
    await listening(coordinator)
    await published(js, make_order("r1"))
    await published(js, make_order("r2"))
    await until(lambda: len(begun) == 2)
    await coordinator.tell(m.RunCancelled(run_id="r1"))
    await until(lambda: stopped == ["r1"], seconds=2)

    async def one_left() -> bool:
        return (await left_over(js))["COMMANDS"] == 1

    assert await eventually(one_left, seconds=2)
    assert stopped == ["r1"]


async def test_an_order_that_comes_after_its_runs_cancellation_is_not_begun(js: JetStreamContext, buses: Buses) -> None:
    """The word may overtake an order that still lies in the queue."""
    judge, coordinator, begun = buses("judge"), buses("coordinator"), []
    judge.stop_cancelled_work()

    @judge.hear(AGENTS["judge"])
    async def judge_requested(order: m.JudgeRequested) -> None:
        begun.append(order.run_id)

    await listening(judge)
    await listening(coordinator)
    await coordinator.tell(m.RunCancelled(run_id="r1"))
    await until(lambda: "r1" in judge._working._cancelled)
    await published(js, make_order("r1"))
    await published(js, make_order("r2"))
    await until(lambda: bool(begun))

    async def none_left() -> bool:
        return (await left_over(js))["COMMANDS"] == 0

    assert await eventually(none_left)
    assert begun == ["r2"]
