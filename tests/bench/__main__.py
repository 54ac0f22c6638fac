"""``make bench``: runs per second beside a control, latency, memory, idle CPU, start-up and calls of Claude, in one go.

Agents do no work: one sufficient round, ten pieces an answer, SQLite memory on, events stored. The control is
bare FastStream handlers doing the same publishes; the machine's own floor stands above both.
"""

import asyncio
import dataclasses
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import nats
import psutil
import uvloop
from rich.console import Console
from rich.table import Table

os.environ.setdefault("VOUCH_SCRIPT_PIECES", "10")

from deploy.server import start
from tests.bench import parsing
from tests.bench.control import recorded
from tests.bench.driving import Speed, drive
from tests.conftest import provisioned
from tests.processes import SERVICES, Fleet, real, scripted
from tests.recordings import FOLDER
from tests.whole import Whole, files

LOADS = ((1, 40), (50, 300), (500, 600))
"""Runs in flight, and how many runs are measured."""

ROUNDS = 2
"""Ours and the control take turns, so that a slow minute of the machine hits both."""

IDLE_SECONDS = 20
GOAL_RATIO = 0.6

QUESTION = "Is tafenoquine effective and safe for the radical cure of Plasmodium vivax malaria?"

Command = Callable[[str], list[str]]


def controlled(service: str) -> list[str]:
    """Return how a process of the control starts."""
    return [sys.executable, "-m", "tests.bench.control", service]


async def floor(folder: Path) -> dict[str, float]:
    """Return what the machine does at best, in operations per second."""
    server = await start(folder / "floor")
    await provisioned(server.url)
    client = await nats.connect(server.url)
    js = client.jetstream()
    kv = await js.key_value("RUNS")

    async def publish(n: int) -> None:
        await js.publish("research.events.floor.progress", b"x" * 500, headers={"Nats-Msg-Id": f"floor-{n}"})

    async def one_by_one(work: Callable[[int], object], count: int) -> float:
        begun = time.perf_counter()
        for n in range(count):
            await work(n)  # type: ignore[misc]
        return count / (time.perf_counter() - begun)

    alone = await one_by_one(publish, 1000)
    begun = time.perf_counter()
    await asyncio.gather(*(publish(n + 10_000) for n in range(5000)))
    many = 5000 / (time.perf_counter() - begun)
    writes = await one_by_one(lambda n: kv.put(f"floor-{n}", b"x" * 500), 1000)
    await client.close()
    await server.kill()
    return {"acked publish, one by one": alone, "acked publish, many": many, "KV write, one by one": writes}


async def measured(folder: Path, name: str, command: Command, extra: Mapping[str, str]) -> list[Speed]:
    """Return the speeds of one fleet, from a fresh server."""
    server = await start(folder / name / "nats")
    await provisioned(server.url)
    environment = {"VOUCH_SCRIPT_PIECES": "10", "VOUCH_MAX_RUNNING_RUNS": "2000", **extra}
    fleet = Fleet(server.url, folder / name / "fleet", command, environment)
    await fleet.start()
    await asyncio.sleep(4)
    try:
        await drive(server.url, "warm", 10, 30)
        return [await drive(server.url, name, in_flight, runs) for in_flight, runs in LOADS]
    finally:
        await fleet.stop()
        await server.kill()


def best(rounds: list[list[Speed]]) -> list[Speed]:
    """Return for each load the faster of its rounds: noise only ever makes a run slower."""
    return [max(speeds, key=lambda one: one.per_second) for speeds in zip(*rounds, strict=True)]


async def said(fleet: Fleet, service: str, words: str) -> None:
    """Wait until a service has logged these words."""
    async with asyncio.timeout(30):
        while True:
            if words in fleet.log(service):
                return
            await asyncio.sleep(0.01)


async def resting(folder: Path) -> dict[str, tuple[float, float, float]]:
    """Return for each real service its start-up in seconds, resident MB and per cent of CPU when idle."""
    server = await start(folder / "idle" / "nats")
    await provisioned(server.url)
    fleet = Fleet(server.url, folder / "idle" / "fleet", real, {})
    found: dict[str, tuple[float, float, float]] = {}
    for service in SERVICES:
        begun = time.perf_counter()
        await fleet.start(service)
        await said(fleet, service, '"ready"')
        found[service] = (time.perf_counter() - begun, 0.0, 0.0)
    processes = {service: psutil.Process(one.pid) for service, one in fleet.processes.items()}
    processes["nats-server"] = psutil.Process(server.process.pid)
    before = {service: sum(one.cpu_times()[:2]) for service, one in processes.items()}
    await asyncio.sleep(IDLE_SECONDS)
    for service, one in processes.items():
        idle = 100 * (sum(one.cpu_times()[:2]) - before[service]) / IDLE_SECONDS
        found[service] = (found.get(service, (0.0, 0.0, 0.0))[0], one.memory_info().rss / 1e6, idle)
    await fleet.stop()
    await server.kill()
    return found


async def waited() -> float | None:
    """Return how many seconds a whole run over 179 recorded references takes in one process; None without them."""
    library = FOLDER / "labelled" / "duplicates" / "dedupe_sweep_tafenoquine.xml.gz"
    if not library.exists():
        return None
    begun = time.perf_counter()
    await Whole(files(library)).ask(QUESTION, domain="general")
    return time.perf_counter() - begun


async def main() -> None:
    """Measure, and print."""
    console = Console(width=110)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        script = folder / "script.json"
        lines = {name: [dataclasses.asdict(one) for one in all_] for name, all_ in (await recorded()).items()}
        script.write_text(json.dumps(lines))
        publishes = sum(len(one) for one in lines.values())
        console.print(f"floor of this machine, per second: { {k: round(v) for k, v in (await floor(folder)).items()} }")
        ours, control = [], []
        for n in range(ROUNDS):
            control.append(await measured(folder, f"control{n}", controlled, {"VOUCH_SCRIPT_FILE": str(script)}))
            ours.append(await measured(folder, f"ours{n}", scripted, {}))
        table = Table("in flight", "ours runs/s", "p50 ms", "p95 ms", "control runs/s", "p50 ms", "ratio", "goal")
        for mine, bare in zip(best(ours), best(control), strict=True):
            ratio = mine.per_second / bare.per_second
            table.add_row(
                str(mine.in_flight),
                f"{mine.per_second:.1f}",
                f"{mine.percentile(50):.0f}",
                f"{mine.percentile(95):.0f}",
                f"{bare.per_second:.1f}",
                f"{bare.percentile(50):.0f}",
                f"{ratio:.2f}",
                "≤ 30 ms" if mine.in_flight == 1 else f"≥ {GOAL_RATIO}",
            )
        console.print(f"a run is {publishes} publishes", table)
        rest = Table("process", "start-up s", "memory MB", "idle CPU %")
        for service, (seconds, megabytes, cpu) in (await resting(folder)).items():
            rest.add_row(service, f"{seconds:.1f}" if seconds else "", f"{megabytes:.0f}", f"{cpu:.2f}")
        console.print(rest)
    seconds = await waited()
    console.print("no recordings to run over" if seconds is None else f"a run over 179 references: {seconds:.1f} s")
    for line in parsing.lines():
        console.print(line)
    for section in ("claude", *(("pdfs",) if FOLDER.is_dir() else ())):  # in processes of their own, without our heap
        await (await asyncio.create_subprocess_exec(sys.executable, "-m", f"tests.bench.{section}")).wait()


if __name__ == "__main__":
    uvloop.run(main())
