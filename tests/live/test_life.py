"""What becomes of a run on a real server: it is deleted for good, carried to a file and back, lost and restored."""

import shutil
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from deploy.server import LocalServer
from services.cli.archives import packed, unpacked
from services.coordinator.deleting import SETTLED
from services.coordinator.keeping import Tombstone
from shared import clock
from shared import messages as m
from shared.bus.envelope import encode
from shared.errors import CannotDo
from tests.builders import QUESTION, make_evidence
from tests.live.conftest import Buses
from tests.live.living import AGENTS, World, all_of, elsewhere, nothing_waits, opened
from tests.live.scripting import agents
from tests.scripted import answer
from tests.waiting import eventually

TOMB = ["$KV.RUNS.deleting.gone", "$KV.RUNS.gone"]
"""What is left while the deletion is not settled."""

LARGE = {"seq": 10_000, "type": "error", "agent": "judge", "round": 1, "message": "x" * 1_000_000, "at": clock.now()}
LARGE |= {"data": {"type": "error", "reason": "large"}}


@pytest.fixture
async def world(server: LocalServer, tmp_path: Path) -> AsyncIterator[World]:
    """Start a coordinator on a server of its own."""
    async with opened(server.url, tmp_path / "memory.sqlite3") as found:
        yield found


async def taken(js: JetStreamContext, agent: str, orders: int) -> list[Msg]:
    """Return orders to an agent as it takes them from its queue, without acknowledging them."""
    consumer = await js.pull_subscribe_bind(agent, "COMMANDS")
    found: list[Msg] = []
    while len(found) < orders:
        found += await consumer.fetch(orders - len(found), timeout=10)
    return found


async def test_a_run_deleted_while_three_of_its_orders_are_out_stays_deleted(world: World) -> None:
    """Agents that heard of nothing answer in the end: a run that came back piece by piece would be no deletion."""
    await world.begin("gone", limits={"deadline_seconds": 600})
    await world.begin("staying")
    await fired(world.js, m.DeadlinePassed(run_id="gone", step="1-search", due_at=clock.now()))
    out = [one for agent, count in (("search", 3), ("retrieval", 2)) for one in await taken(world.js, agent, count)]
    orders = [m.KINDS[one.subject].model_validate_json(one.data) for one in out]
    gone = [one for one in orders if isinstance(one, m.Order) and one.run_id == "gone"]
    other = await world.mentions("staying")

    await world.delete("gone")
    for order in gone:
        await world.bus.say(answer(order))
    await fired(world.js, m.DeadlinePassed(run_id="gone", step="retrieval", due_at=clock.now()))
    await world.bus.say(m.CancelRequested(run_id="gone"))
    await eventually(lambda: nothing_waits(world.js))

    assert [(one.step, one.attempt) for one in gone] == [("1-search", 1), ("1-search", 2), ("retrieval", 1)]
    assert isinstance(await world.kept("gone"), Tombstone)
    assert await world.memory.runs() == ()
    assert await world.mentions("gone") == TOMB
    assert await world.mentions("staying") == other


async def test_a_deleted_run_leaves_its_tombstone_and_nothing_else(world: World, buses: Buses) -> None:
    """Wherever something of it lies on the server: the streams are read from end to end, and the memory's file."""
    await agents(buses, AGENTS)
    await world.ended("staying", session_id="malaria")
    await world.ended("gone", session_id="malaria")
    await littered(world, "gone")
    other, records = await world.mentions("staying"), await world.memory.export_run("staying")

    erased = (await world.delete("gone")).erased

    assert await world.mentions("gone") == TOMB
    assert (await world.mentions("staying"), await world.memory.export_run("staying")) == (other, records)
    assert await world.memory.runs() == ("staying",)
    assert (erased.bodies, erased.journaled, erased.dead_letters, erased.queued, erased.timers) == (1, 1, 1, 1, 1)
    assert erased.events > 10
    with pytest.raises(CannotDo, match=r"run gone was deleted on \d{4}-"):
        await world.report("gone")


async def littered(world: World, run_id: str) -> None:
    """Leave what runs leave: a large body, a paid answer, a timer, an answer that nobody takes, a dead letter."""
    await world.bus.say(m.AgentEvent.model_validate(LARGE | {"run_id": run_id}))
    await (await world.js.key_value("JOURNAL")).put(f"judge.{run_id}.1-judge.1.0", b"{}")
    due = clock.now() + timedelta(hours=1)
    await world.bus.schedule(m.DeadlinePassed(run_id=run_id, step="9-judge", due_at=due))
    order = m.JudgeRequested(run_id=run_id, step="9-judge", question=QUESTION, expires_at=due)
    sent = encode(order, "coordinator", clock.now())
    await world.js.publish("deadletter.judge.research.judge.requested", sent.body, headers=dict(sent.headers))
    await world.js.delete_consumer("COMMANDS", "judge")
    await world.bus.say(order)


async def test_what_comes_after_a_deletion_is_erased_once_nobody_works_for_the_run(world: World) -> None:
    """An agent that was just paying for an answer keeps it for a repeat, whatever became of the run."""
    await world.begin("gone")
    await world.delete("gone")
    await (await world.js.key_value("JOURNAL")).put("judge.gone.1-judge.1.0", b"{}")

    await world.bus.say(m.SweepDue())
    await eventually(lambda: nothing_waits(world.js))
    early = await world.mentions("gone")
    world.later = SETTLED + timedelta(seconds=1)
    await world.bus.say(m.SweepDue(attempt=2))
    await eventually(lambda: nothing_waits(world.js))

    assert early == ["$KV.JOURNAL.judge.gone.1-judge.1.0", *TOMB]
    assert await world.mentions("gone") == ["$KV.RUNS.gone"]


async def test_a_run_comes_back_from_its_file_byte_for_byte(world: World, buses: Buses, tmp_path: Path) -> None:
    """Report, evidence and events are what they were, here and in another Vouch that never saw the run."""
    await agents(buses, AGENTS)
    report, before = await world.ended("r1"), await world.export("r1")
    file = packed(before, "1.0")
    await world.delete("r1")

    with pytest.raises(CannotDo, match="--again brings it back"):
        await world.put_in(unpacked(file, "r1.vouch"))
    done = await world.put_in(unpacked(file, "r1.vouch"), again=True)

    assert (done.known, done.events) == (False, len(before.parts.events))
    assert (await world.report("r1")).model_dump_json() == report.model_dump_json()
    assert packed(await world.export("r1"), "1.0") == file
    async with elsewhere(tmp_path) as other:
        await other.put_in(unpacked(file, "r1.vouch"))
        assert (await other.report("r1")).model_dump_json() == report.model_dump_json()
        assert packed(await other.export("r1"), "1.0") == file


async def test_a_run_of_many_megabytes_travels_by_reference(world: World, buses: Buses) -> None:
    """No message may be so large, neither the answer nor the request."""
    await agents(buses, AGENTS)
    await world.ended("r1")
    pieces = [make_evidence(f"w{n}", content=f"{n} {'x' * 20_000}") for n in range(100)]
    await world.memory.store_evidence("r1", "1-search:1:test", pieces)
    await world.bus.say(m.AgentEvent.model_validate(LARGE | {"run_id": "r1"}))
    found = await world.export("r1")
    await world.delete("r1")

    await world.put_in(found, again=True)

    assert (len(found.parts.records) > 2_000_000, len(found.parts.events[-1]) > 1_000_000) == (True, True)
    assert await world.export("r1") == found


async def test_what_a_refused_import_brought_is_not_kept(world: World, buses: Buses) -> None:
    """Somebody wanted the run gone: its texts must not lie about for a month because a file was tried."""
    await agents(buses, AGENTS)
    await world.ended("gone")
    await world.memory.store_evidence("gone", "1-search:1:test", [make_evidence("w1", content="x" * 1_000_000)])
    found = await world.export("gone")
    await world.delete("gone")

    with pytest.raises(CannotDo, match="--again brings it back"):
        await world.put_in(found)

    assert await world.mentions("gone") == TOMB


async def test_a_backup_is_a_copy_of_the_stopped_folder(tmp_path: Path) -> None:
    """The disk is lost, the copy put in its place: the same reports, byte for byte, and a run goes on where it was."""
    folder, copy = tmp_path / "data", tmp_path / "backup"
    async with all_of(folder) as world:
        await world.ended("r1")
        reports = [(await world.ended(run_id)).model_dump_json() for run_id in ("r2", "r3")]
    shutil.copytree(folder, copy)
    shutil.rmtree(folder)

    shutil.copytree(copy, folder)

    async with all_of(folder) as world:
        assert [(await world.report(run_id)).model_dump_json() for run_id in ("r2", "r3")] == reports
        assert (await world.ended("r4")).completed.status == "complete"


async def fired(js: JetStreamContext, timer: m.DeadlinePassed) -> None:
    """Have a timer fire now: under no name, for the stream knows the one under which it was set."""
    await js.publish(timer.destination, timer.model_dump_json().encode())
