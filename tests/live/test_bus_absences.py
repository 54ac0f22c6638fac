"""An agent is silent or says nonsense, or the memory is away: the run ends all the same, and names what is missing."""

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
from nats.js import JetStreamContext

from shared import clock
from shared import messages as m
from shared.bus.envelope import encode
from shared.embedding.hashing import HashingEmbedder
from shared.memory.embedded import SqliteMemory
from shared.memory.in_memory import InMemoryMemory
from tests.asking import ask, ends, event_numbers, left_over, stored, wait_for_ends
from tests.builders import make_searched
from tests.live.conftest import Buses, Lines
from tests.live.scripting import agents, coordinator
from tests.waiting import eventually, until

AGENTS = ("search", "retrieval", "hypothesis", "judge", "report")
LIMITS = {"deadline_seconds": 1.5}
OUTAGE_CHECKS = 4
"""The breaker looks once a second: an outage of about four."""

PASSED = "cut off: the run's deadline passed"


class Watched(SqliteMemory):
    """Counts how often the breaker has looked whether it is back."""

    checks = 0

    async def check(self) -> None:
        """Look, and count."""
        self.checks += 1
        await super().check()


async def errors(js: JetStreamContext) -> list[str]:
    """Return the sentences of the error events."""
    return [json.loads(body)["message"] for _, body in await stored(js, "EVENTS", "research.events.r1.error")]


async def ordered(js: JetStreamContext, step: str) -> bool:
    """Say whether a step was ordered."""
    return any(json.loads(body)["step"] == step for _, body in await stored(js, "COMMANDS"))


@pytest.mark.parametrize("absent", ["search", "retrieval", "hypothesis", "judge"])
async def test_a_run_without_one_of_its_agents_ends_partial_and_names_the_hole(
    js: JetStreamContext, buses: Buses, absent: str
) -> None:
    """A service that never starts costs the run its deadline, never its end."""
    await coordinator(buses, js, InMemoryMemory())
    await agents(buses, (agent for agent in AGENTS if agent != absent))

    await ask(js, "r1", limits=LIMITS)
    end = (await wait_for_ends(js, ["r1"], 60))["r1"]

    assert (end.status, end.stopped_by) == ("partial", "deadline")
    assert end.reason == "The deadline of the run passed before the evidence was sufficient."
    assert end.holes == (f"The {absent} agent gave no answer in round 1: {PASSED}.",)
    assert end.report is not None
    assert await errors(js) == [f"The {absent} agent gave no answer: {PASSED}"]


async def test_a_run_without_a_report_agent_is_ended_by_the_last_timer(js: JetStreamContext, buses: Buses) -> None:
    """It is due 150 s after the run's deadline and needs neither memory nor agents; here the test lets it fire."""
    await coordinator(buses, js, InMemoryMemory())
    await agents(buses, (agent for agent in AGENTS if agent != "report"))
    await ask(js, "r1")
    await eventually(lambda: stored(js, "COMMANDS", "research.report.requested"))

    fired = encode(m.DeadlinePassed(run_id="r1", step=m.LAST_TIMER, due_at=clock.now()), "test", clock.now())
    await js.publish(fired.subject, fired.body)
    end = (await wait_for_ends(js, ["r1"], 60))["r1"]

    assert (end.status, end.report) == ("partial", None)
    assert end.reason == (
        "The evidence is sufficient by the rule of the domain."
        " The last timer ended the run before its report was there."
    )
    assert (await left_over(js))["TIMERS"] == 0


async def test_an_agent_that_says_nonsense_is_as_good_as_absent(js: JetStreamContext, buses: Buses) -> None:
    """What nobody can read is kept at once for a person, and the run goes on by its deadline."""
    await coordinator(buses, js, InMemoryMemory())
    await agents(buses, (agent for agent in AGENTS if agent != "judge"))

    await ask(js, "r1", limits=LIMITS)
    await js.publish("judge.completed", b"\xff\xfe not JSON", headers={"ce-subject": "r1"})
    end = (await wait_for_ends(js, ["r1"], 60))["r1"]

    left = await left_over(js)
    assert (end.status, end.holes) == ("partial", (f"The judge agent gave no answer in round 1: {PASSED}.",))
    assert (left["INBOX"], left["DEADLETTERS"]) == (0, 1)


async def test_a_result_of_five_megabytes_becomes_a_report(js: JetStreamContext, buses: Buses) -> None:
    """From an agent that found much, through a reference, into memory and to the end of the run."""
    await coordinator(buses, js, InMemoryMemory())
    await agents(buses, (agent for agent in AGENTS if agent != "search"))
    search = buses("search")
    await search.broker.start()
    texts = [f"Passage {n} says that drug A halved relapses. " + "x" * 25_000 for n in range(200)]
    piece = make_searched("w1").evidence[0]
    evidence = tuple(piece.model_copy(update={"content": text}) for text in texts)

    await ask(js, "r1")
    await eventually(lambda: stored(js, "COMMANDS", "research.search.requested"))
    await search.say(make_searched("w1").model_copy(update={"evidence": evidence}))
    await eventually(lambda: ordered(js, "1-targeted"))
    await search.say(make_searched(step="1-targeted"))
    end = (await wait_for_ends(js, ["r1"], 60))["r1"]

    assert (end.status, end.stopped_by) == ("complete", "sufficient")
    assert len(end.sources) == 4


@pytest.mark.parametrize("run_id", ["nobody", "r1"])
async def test_a_result_for_an_unknown_or_ended_run_leaves_nothing_behind(
    js: JetStreamContext, buses: Buses, run_id: str
) -> None:
    """Nobody will ever know the run, or it has its end: the answer is taken and dropped."""
    await coordinator(buses, js, InMemoryMemory())
    await agents(buses, AGENTS)
    await ask(js, "r1")
    before = await wait_for_ends(js, ["r1"], 60)

    late = encode(make_searched("w9", run_id=run_id, step="9-search"), "search", clock.now())
    await js.publish("search.completed", late.body, headers={"Nats-Msg-Id": "late"})

    async def taken() -> bool:
        return (await left_over(js)).total() == 0

    assert await eventually(taken)
    assert await ends(js) == before
    assert len((await js.stream_info("KV_RUNS", subjects_filter="$KV.RUNS.>")).state.subjects or {}) == 1


async def test_runs_wait_for_a_memory_that_is_away(
    js: JetStreamContext, buses: Buses, tmp_path: Path, lines: Lines
) -> None:
    """Another process holds the file: answers wait in their queue, spend no deliveries, and every run ends."""
    memory = Watched.open(tmp_path / "memory.sqlite3", HashingEmbedder(), wait_seconds=0.05)
    run_ids = [f"r{n}" for n in range(10)]
    await coordinator(buses, js, memory)
    await agents(buses, AGENTS, seconds=0.2)
    with contextlib.closing(sqlite3.connect(tmp_path / "memory.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for run_id in run_ids:
            await ask(js, run_id)
        await until(lambda: memory.checks == OUTAGE_CHECKS, seconds=60)
        other.execute("ROLLBACK")
    done = await wait_for_ends(js, run_ids, 60)
    await memory.close()

    assert {end.status for end in done.values()} == {"complete"}
    assert max(line["delivery"] for line in lines if line["event"] == "heard") <= 2
    assert (said(lines, "the memory is away"), said(lines, "the memory is back")) == (1, 1)
    assert {tuple(numbers) for numbers in (await event_numbers(js)).values()} == {tuple(range(1, 18))}
    assert (await left_over(js)).total() == 0


def said(lines: Lines, event: str) -> int:
    """Return how often something was logged."""
    return sum(line["event"] == event for line in lines)
