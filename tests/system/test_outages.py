"""What people and systems see when a server, a memory or a service goes away; all services are processes."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import nats
import pytest
from nats.js import JetStreamContext

from deploy.provision import stream_config
from deploy.server import LocalServer, start
from deploy.streams import STREAMS
from shared import clock
from shared.bus.envelope import encode
from tests.asking import ask, ends, event_numbers, left_over, stored, wait_for_ends
from tests.builders import make_judged
from tests.bursting import ask_at_once
from tests.processes import SERVICES, Fleet
from tests.recordings import ROOT
from tests.waiting import eventually, until

NOWHERE = "nats://127.0.0.1:1"
"""Nobody listens on port 1."""


@pytest.fixture
async def fleet(server: LocalServer, tmp_path: Path) -> AsyncIterator[Fleet]:
    """Return the services, not started yet, and kill what a test leaves."""
    fleet = Fleet(server.url, tmp_path / "fleet")
    yield fleet
    await fleet.stop()


async def command(*arguments: str, **environment: str) -> tuple[int | None, str, str]:
    """Run a Python module; return its exit code, what it printed, and what it complained about."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *arguments, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe
    )
    async with asyncio.timeout(60):
        out, complaints = await process.communicate()
    return process.returncode, out.decode().strip(), complaints.decode().strip()


def logged(fleet: Fleet, service: str, event: str) -> list[dict[str, object]]:
    """Return the lines of a service's log that tell of *event*."""
    lines = [json.loads(line) for line in fleet.log(service).splitlines() if line.startswith("{")]
    return [line for line in lines if line.get("event") == event]


def started(fleet: Fleet, times: int) -> bool:
    """Say whether the coordinator has started so many times."""
    return len(logged(fleet, "coordinator", "ready")) == times


def moment(line: dict[str, object]) -> datetime:
    """Return when a line was logged."""
    return datetime.fromisoformat(str(line["timestamp"]))


async def ready(fleet: Fleet, *services: str) -> None:
    """Wait until these services, or all, hear."""
    await until(lambda: all(logged(fleet, service, "ready") for service in services or SERVICES), 60)


async def test_provisioning_without_a_server_says_so(tmp_path: Path) -> None:
    """One sentence, exit code 1, no traceback."""
    done = await command("deploy.provision", VOUCH_NATS_URL=NOWHERE, HOME=str(tmp_path))

    assert done == (1, "", "no NATS at nats://127.0.0.1:1: connection refused; is it running?")


async def test_a_health_check_without_a_server_says_so(tmp_path: Path) -> None:
    """An orchestrator waits for the answer: it must come, and soon."""
    done = await command("services.judge", "--check", VOUCH_NATS_URL=NOWHERE, HOME=str(tmp_path))

    assert done == (1, "no NATS at nats://127.0.0.1:1: connection refused; is it running?", "")


@pytest.mark.parametrize(
    ("variables", "complaint"),
    [
        ({"VOUCH_NATS_ULR": "x"}, "judge: VOUCH_NATS_ULR is no setting of Vouch; do you mean VOUCH_NATS_URL?"),
        (
            {"VOUCH_MAX_RUNNING_RUNS": "0"},
            "judge: VOUCH_MAX_RUNNING_RUNS: Input should be greater than or equal to 1",
        ),
    ],
)
async def test_a_wrong_variable_keeps_a_service_from_starting(
    tmp_path: Path, variables: dict[str, str], complaint: str
) -> None:
    """A misspelt one would otherwise be ignored, and the default silently used."""
    done = await command("services.judge", HOME=str(tmp_path), **variables)

    assert done == (1, "", complaint)


async def test_a_service_on_a_server_without_streams_says_what_to_run(tmp_path: Path) -> None:
    """Nothing would be heard of a consumer that nobody made."""
    bare = await start(tmp_path / "bare")
    try:
        code, _, complaint = await command("services.judge", VOUCH_NATS_URL=bare.url, HOME=str(tmp_path))
    finally:
        await bare.kill()

    assert code == 1
    assert json.loads(complaint)["problem"] == (
        "the consumer judge of COMMANDS does not exist: run `python -m deploy.provision`"
    )


async def test_services_wait_for_a_server_that_is_down_and_say_so(
    server: LocalServer, fleet: Fleet, tmp_path: Path
) -> None:
    """They may be started in any order; the run is asked for when the server is there."""
    await server.kill()
    await fleet.start()
    await until(lambda: all(logged(fleet, one, "no NATS yet; trying again") for one in SERVICES), 60)

    again = await start(tmp_path / "nats", server.port)
    client = await nats.connect(again.url)
    try:
        await ready(fleet)
        await ask(client.jetstream(), "r1")
        end = (await wait_for_ends(client.jetstream(), ["r1"], 60))["r1"]
    finally:
        await client.close()
        await again.kill()

    (line, *_) = logged(fleet, "judge", "no NATS yet; trying again")
    assert (line["problem"], line["servers"]) == ("connection refused", server.url)
    assert end.status == "complete"


async def test_runs_survive_a_server_that_goes_away_and_comes_back(
    server: LocalServer, fleet: Fleet, tmp_path: Path
) -> None:
    """For three seconds in the middle of their work: every run ends complete, every event is there once."""
    fleet.environment = {"VOUCH_SCRIPT_SECONDS": "0.3,1"}
    run_ids = [f"r{n}" for n in range(10)]
    before = await nats.connect(server.url)
    await fleet.start()
    await ready(fleet)
    for run_id in run_ids:
        await ask(before.jetstream(), run_id)
    await eventually(lambda: stored(before.jetstream(), "EVENTS", "research.events.r9"))
    await before.close()

    await server.stop()
    await until(lambda: all(len(logged(fleet, one, "no NATS yet; trying again")) >= 3 for one in SERVICES), 60)
    again = await start(tmp_path / "nats", server.port)
    client = await nats.connect(again.url)
    try:
        js = client.jetstream()
        done = await wait_for_ends(js, run_ids, 120)
        numbers = await event_numbers(js)
        left = await eventually(lambda: _nothing_left(js))
    finally:
        await client.close()
        await again.kill()

    assert {end.status for end in done.values()} == {"complete"}
    assert {tuple(one) for one in numbers.values()} == {tuple(range(1, 18))}
    assert left
    assert all(logged(fleet, one, "NATS is back") for one in SERVICES)


async def test_a_terminated_service_finishes_its_work_and_leaves_in_good_order(
    fleet: Fleet, js: JetStreamContext
) -> None:
    """Within the grace period: its answer is said, exit code 0, and nobody repeats the work."""
    fleet.environment = {"VOUCH_SCRIPT_SECONDS": "1.5,1.5"}
    await fleet.start("coordinator", "search", "retrieval")
    await ready(fleet, "coordinator", "search", "retrieval")
    await ask(js, "r1")
    await until(lambda: bool(logged(fleet, "search", "heard")))

    fleet.processes["search"].send_signal(signal.SIGTERM)
    code = await asyncio.wait_for(fleet.processes["search"].wait(), 20)
    found = await eventually(lambda: stored(js, "EVENTS", "research.events.r1.search_complete"))

    assert code == 0
    assert [line["delivery"] for line in logged(fleet, "search", "heard")] == [1]
    assert len(logged(fleet, "search", "done")) == 1
    assert found


async def test_work_that_takes_longer_than_the_grace_period_goes_to_another(fleet: Fleet, js: JetStreamContext) -> None:
    """What is broken off goes back to the queue: its second delivery comes long before ``ack_wait`` is over."""
    fleet.environment = {"VOUCH_SCRIPT_SECONDS": "60,60", "VOUCH_GRACE_SECONDS": "0.5"}
    await fleet.start("coordinator", "search")
    await ready(fleet, "coordinator", "search")
    await ask(js, "r1")
    await until(lambda: bool(logged(fleet, "search", "heard")))

    fleet.processes["search"].send_signal(signal.SIGTERM)
    code = await asyncio.wait_for(fleet.processes["search"].wait(), 15)
    fleet.environment = {}
    await fleet.start("search")
    await until(lambda: len(logged(fleet, "search", "done")) == 1)

    again = moment(logged(fleet, "search", "heard")[1]) - moment(logged(fleet, "search", "ready")[1])
    assert code == 0
    assert [line["delivery"] for line in logged(fleet, "search", "heard")] == [1, 2]
    assert again < timedelta(seconds=5)
    assert await eventually(lambda: stored(js, "EVENTS", "research.events.r1.search_complete"))


async def test_a_terminated_coordinator_loses_no_run(fleet: Fleet, js: JetStreamContext) -> None:
    """Whatever it was doing: the next one goes on from what is kept."""
    fleet.environment = {"VOUCH_SCRIPT_SECONDS": "0.1,0.4"}
    run_ids = [f"r{n}" for n in range(10)]
    await fleet.start()
    await ready(fleet)
    codes = []
    for run_id in run_ids:
        await ask(js, run_id)
    for starts in (1, 2):
        await until(partial(started, fleet, starts))
        await eventually(lambda: stored(js, "INBOX"))
        fleet.processes["coordinator"].send_signal(signal.SIGTERM)
        codes.append(await asyncio.wait_for(fleet.processes["coordinator"].wait(), 20))
        await fleet.start("coordinator")
    done = await wait_for_ends(js, run_ids, 120)

    assert codes == [0, 0]
    assert {end.status for end in done.values()} == {"complete"}
    assert {tuple(one) for one in (await event_numbers(js)).values()} == {tuple(range(1, 18))}


async def test_a_cancelled_run_stops_its_agents_and_late_answers_change_nothing(
    fleet: Fleet, js: JetStreamContext
) -> None:
    """Long before they would have ended; the run has its end and its reason, and nothing is left in any queue."""
    fleet.environment = {"VOUCH_SCRIPT_SECONDS": "60,60"}
    await fleet.start("coordinator", "search", "retrieval")
    await ready(fleet, "coordinator", "search", "retrieval")
    await ask(js, "r1")
    await until(lambda: all(logged(fleet, one, "heard") for one in ("search", "retrieval")))

    await js.publish("research.cancel.requested", b'{"run_id": "r1", "reason": "asked the wrong question"}')
    end = (await wait_for_ends(js, ["r1"], 20))["r1"]
    await eventually(lambda: _nothing_left(js), 20)
    late = encode(make_judged(), "judge", clock.now())
    await js.publish(late.subject, late.body, headers=dict(late.headers))
    await eventually(lambda: _nothing_left(js))

    assert (end.status, end.stopped_by, end.report) == ("cancelled", "cancelled", None)
    assert end.reason == "Cancelled on request: asked the wrong question"
    assert [line["stopped"] for line in logged(fleet, "search", "run cancelled")] == [1]
    assert logged(fleet, "search", "dropped: its run was cancelled")
    assert await ends(js) == {"r1": end}


async def test_a_burst_is_refused_at_the_door_and_delays_nobody_who_was_let_in(
    fleet: Fleet, js: JetStreamContext
) -> None:
    """Three thousand requests at once, room for fifty and ten runs side by side: each that was stored ends in time."""
    narrowed = stream_config(STREAMS[0])
    narrowed.max_msgs_per_subject = 50
    await js.update_stream(narrowed)
    fleet.environment = {"VOUCH_MAX_RUNNING_RUNS": "10"}
    await fleet.start()
    await ready(fleet)

    answers = await ask_at_once(js, (f"r{n}" for n in range(3_000)))
    accepted = {run_id for run_id, answer in answers.items() if answer == "stored"}
    done = await wait_for_ends(js, accepted, 120)

    seconds = sorted((end.ended_at - end.started_at).total_seconds() for end in done.values())
    assert 50 <= len(accepted) < 200
    assert {end.stopped_by for end in done.values()} == {"sufficient"}
    assert await ends(js) == done
    assert seconds[-1] < 60


async def test_a_memory_that_cannot_be_opened_is_named_and_waited_for(fleet: Fleet) -> None:
    """Whoever reads the log sees what to mend, and need not start the coordinator again afterwards."""
    fleet.folder.mkdir()
    in_the_way = fleet.folder / "data"
    in_the_way.write_text("a file where a folder should be")
    await fleet.start("coordinator")
    await until(lambda: bool(logged(fleet, "coordinator", "the memory is not there yet")), 60)
    was_ready = started(fleet, 1)
    in_the_way.unlink()
    await ready(fleet, "coordinator")

    (line,) = logged(fleet, "coordinator", "the memory is not there yet")
    assert not was_ready
    assert str(line["reason"]).startswith("the research memory (memory.sqlite3) cannot be opened: ")


async def _nothing_left(js: JetStreamContext) -> bool:
    """Say whether all queues and timers are empty."""
    return (await left_over(js)).total() == 0
