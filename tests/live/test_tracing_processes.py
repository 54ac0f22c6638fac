"""A service as a process: its settings say where traces go, and it stops in time whatever becomes of them."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from nats.js import JetStreamContext

from deploy.server import LocalServer
from shared import clock
from shared import messages as m
from tests.asking import stored
from tests.processes import Fleet
from tests.waiting import eventually, until
from tests.world.faults import Late
from tests.world.otlp import Collector

LOST = "the last traces are lost"


@pytest.fixture
async def collector() -> AsyncIterator[Collector]:
    """Start a collector."""
    async with Collector() as running:
        yield running


@pytest.fixture
async def judge(server: LocalServer, tmp_path: Path, collector: Collector) -> AsyncIterator[Fleet]:
    """Start a judge that answers from a script."""
    where = {"VOUCH_TELEMETRY__ENDPOINT": collector.url}
    fleet = Fleet(server.url, tmp_path / "fleet", environment=where, services=("judge",))
    await fleet.start()
    try:
        yield fleet
    finally:
        await fleet.stop()


async def answered(js: JetStreamContext, run_id: str) -> None:
    """Give the judge an order, and wait for its answer."""
    order = m.JudgeRequested(
        run_id=run_id, step="1-judge", expires_at=clock.now().replace(year=2100), question="Does it help?"
    )
    await js.publish("research.judge.requested", order.model_dump_json().encode())
    await eventually(lambda: stored(js, "INBOX", "judge.completed"))


async def stopped(fleet: Fleet) -> tuple[int, float]:
    """Ask the judge to stop; return its exit code and how many seconds that took."""
    process, begun = fleet.processes["judge"], time.perf_counter()
    process.terminate()
    async with asyncio.timeout(20):
        return await process.wait(), time.perf_counter() - begun


async def test_a_process_sends_its_last_spans_when_it_stops(
    judge: Fleet, collector: Collector, js: JetStreamContext
) -> None:
    """Those of its last second are still in its queue then."""
    await answered(js, "r1")
    code, _ = await stopped(judge)

    assert code == 0
    (span,) = collector.named("judge research.judge.requested")
    assert (span.service, span.attributes["vouch.outcome"]) == ("vouch-judge", "done")
    assert f'"trace_id": "{span.trace_id}"' in judge.log("judge")


async def test_a_process_stops_in_time_where_its_collector_hangs(
    judge: Fleet, collector: Collector, js: JetStreamContext
) -> None:
    """It answers as ever, and says that its traces are lost."""
    collector.faults.set("v1", Late())
    await answered(js, "r1")
    await until(lambda: collector.faults.met["v1"] > 0)
    code, seconds = await stopped(judge)

    assert (code, collector.spans) == (0, [])
    assert seconds < 6
    assert LOST in judge.log("judge")
