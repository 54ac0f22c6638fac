"""What the research memory costs, in one SQLite file and in Weaviate, by the same calls: part of ``make bench``.

``python -m tests.bench.bench_memory``; it prints and decides nothing. Weaviate is measured where its program is built.
Each is measured in a process of its own (``… bench_memory sqlite``), so that its growth is that of one memory.
"""

import asyncio
import functools
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil
from rich.console import Console
from rich.table import Table

from deploy.weaviate.building import built
from deploy.weaviate.local import start
from shared import messages as m
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.memory import ResearchMemory
from shared.memory.embedded import SqliteMemory
from tests.recordings import ROOT

MOST, MANY, SOME, FEW, ROUNDS = 5_000, 200, 30, 10, 40
TENANTS = 500
GOALS = {"store 200": 60.0, "relevant 10 of 200": 10.0, "relevant 10 of 5,000": 25.0}
"""Milliseconds: of the first the median, of the others the 95th percentile."""

SOUNDS = ("ra", "lo", "mi", "tan", "vex", "cor", "dil", "pha", "ne", "sto", "gli", "ber")
WORDS = (
    "the of and in to with for was were a that at by from than treatment patients study group dose weeks months rate "
    "days placebo control risk plasma mean after during oral daily single trial cohort children women men blood serum "
    "cells mice rats tissue receptor enzyme inhibitor pathway protein gene expression activity response infection "
    "parasite liver kidney heart lung brain acute severe mild clinical outcome primary secondary adverse event safety "
    "efficacy increased reduced higher lower significant difference analysis results methods conclusion compared"
)
QUESTION = "Does the drug prevent relapse in adults with chronic liver infection?"


@functools.cache
def pieces(count: int, seed: int) -> tuple[m.Evidence, ...]:
    """Return abstracts of about 200 made-up words, 1,500 characters, some of them the question's."""
    chance = random.Random(seed)
    words = [
        *WORDS.split() * 20,
        *QUESTION.rstrip("?").split() * 10,
        *("".join(chance.choices(SOUNDS, k=3)) for _ in range(600)),
    ]
    return tuple(
        m.Evidence(
            work_id=f"w{seed}-{at}",
            content=" ".join(chance.choices(words, k=200)),
            citation=m.Citation(source="pubmed", title=" ".join(chance.choices(words, k=12)), date="2019"),
            relevance_score=chance.random(),
        )
        for at in range(count)
    )


def among(evidence: tuple[m.Evidence, ...]) -> dict[str, str]:
    """Return S numbers for all."""
    return {piece.work_id: f"S{at}" for at, piece in enumerate(evidence, 1)}


@dataclass
class Costs:
    """What one memory took, call by call."""

    name: str
    times: dict[str, list[float]] = field(default_factory=dict)
    megabytes: dict[str, float] = field(default_factory=dict)

    async def take(self, name: str, call: Callable[[int], Awaitable[object]], rounds: int = ROUNDS) -> None:
        """Time *rounds* calls, in milliseconds."""
        for at in range(rounds):
            begin = time.perf_counter()
            await call(at)
            self.times.setdefault(name, []).append((time.perf_counter() - begin) * 1000)

    def told(self, name: str) -> str:
        """Return the median and the 95th percentile of a call."""
        ordered = sorted(self.times[name])
        if len(ordered) == 1:
            return f"{ordered[0]:,.0f}"
        return f"{ordered[len(ordered) // 2]:,.1f} / {ordered[int(len(ordered) * 0.95)]:,.1f}"

    def size(self, name: str) -> str:
        """Return a size, where this memory has such a thing."""
        return f"{self.megabytes[name]:,.0f}" if name in self.megabytes else "none"

    def met(self, name: str) -> str:
        """Say whether a goal was met."""
        if name not in GOALS:
            return ""
        ordered = sorted(self.times[name])
        took = ordered[len(ordered) // 2] if name.startswith("store") else ordered[int(len(ordered) * 0.95)]
        return " ✓" if took <= GOALS[name] else " ✗"


async def measured(costs: Costs, memory: ResearchMemory) -> None:
    """Take the costs of runs of all sizes."""
    await _sized(costs, memory, SOME, "few")
    runs = await _sized(costs, memory, MANY, "many")
    await costs.take("all of 200", lambda at: memory.get_all_evidence(f"many-{at}"))
    numbers = [among(run) for run in runs]

    def relevant(at: int) -> Awaitable[object]:
        return memory.get_relevant_evidence(f"many-{at}", QUESTION, FEW, numbers[at], keep_places=True)

    await costs.take("relevant 10 of 200, first: embeds them", relevant)
    await costs.take("relevant 10 of 200, another run each time", relevant)
    await costs.take("relevant 10 of 200", lambda _: relevant(0))
    most = pieces(MOST, 7)
    for at in range(0, MOST, MANY):
        await memory.store_evidence("most", f"{at // MANY + 1}-search", most[at : at + MANY])
    number = among(most)

    def of_most(_: int) -> Awaitable[object]:
        return memory.get_relevant_evidence("most", QUESTION, FEW, number, keep_places=True)

    await costs.take("relevant 10 of 5,000, first: embeds them", of_most, 1)
    await costs.take("relevant 10 of 5,000", of_most)
    await costs.take("all of 5,000", lambda _: memory.get_all_evidence("most"), 5)
    await costs.take("500 runs of 5 pieces at once", lambda _: tenants(memory), 1)
    await costs.take("delete a run of 200", lambda at: memory.delete_run(f"many-{at}"))


async def _sized(costs: Costs, memory: ResearchMemory, count: int, name: str) -> list[tuple[m.Evidence, ...]]:
    """Store runs of one size, and return them."""
    runs = [pieces(count, at) for at in range(ROUNDS)]
    await costs.take(f"store {count}", lambda at: memory.store_evidence(f"{name}-{at}", "1-search", runs[at]))
    await costs.take(f"store {count} again", lambda at: memory.store_evidence(f"{name}-{at}", "1-search", runs[at]), 10)
    return runs


async def tenants(memory: ResearchMemory) -> None:
    """Store a little in many runs at once."""
    few = pieces(5, 3)
    await asyncio.gather(*(memory.store_evidence(f"tenant-{at}", "1-search", few) for at in range(TENANTS)))


async def in_sqlite(folder: Path) -> Costs:
    """Measure the embedded memory in a new file."""
    costs, embedder, before = Costs("SQLite"), warmed(), _size_of_process()
    memory = SqliteMemory.open(folder / "memory.sqlite3", embedder)
    await measured(costs, memory)
    costs.megabytes["our process grew by"] = _size_of_process() - before
    await memory.close()
    costs.megabytes["on disk"] = _size(folder)
    return costs


async def in_weaviate(folder: Path) -> Costs:
    """Measure Weaviate, started for this; its client's own size is part of what it costs us."""
    costs, embedder, before = Costs("Weaviate"), warmed(), _size_of_process()
    from shared.memory.weaviate.memory import WeaviateMemory  # noqa: PLC0415 -- only now, for its size
    from shared.memory.weaviate.server import Address  # noqa: PLC0415 -- likewise

    server = await start(folder)
    try:
        idle = _size_of_process(server.process.pid)
        memory = await WeaviateMemory.open(Address(server.url, server.grpc, seconds=60.0), embedder)
        await measured(costs, memory)
        costs.megabytes["our process grew by"] = _size_of_process() - before
        await memory.close()
        costs.megabytes |= {"the server, empty": idle, "the server": _size_of_process(server.process.pid)}
    finally:
        await server.stop()
    costs.megabytes["on disk"] = _size(folder)
    return costs


def warmed() -> WordLlamaEmbedder:
    """Return an embedder that has read its model; what will be stored is made, too, as it is no memory's cost."""
    embedder = WordLlamaEmbedder()
    embedder.embed(["a first text reads the model"])
    for at in range(ROUNDS):
        pieces(SOME, at)
        pieces(MANY, at)
    pieces(MOST, 7)
    return embedder


def _size(folder: Path) -> float:
    """Return what a folder takes, in megabytes."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def _size_of_process(pid: int | None = None) -> float:
    """Return what a process, or our own, holds of the machine's memory, in megabytes."""
    return float(psutil.Process(pid).memory_info().rss / 1e6)


MEMORIES = {"sqlite": in_sqlite, "weaviate": in_weaviate}


def in_its_own_process(kind: str) -> Costs:
    """Measure a memory in a new process."""
    command = [sys.executable, "-m", "tests.bench.bench_memory", kind]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return Costs(**json.loads(done.stdout))


def main() -> None:
    """Measure both, and print one table."""
    every = [in_its_own_process("sqlite")]
    if built():
        every.append(in_its_own_process("weaviate"))
    else:
        sys.stdout.write("Weaviate is not measured: `make weaviate` builds it\n")
    console = Console(width=100, force_terminal=False)
    table = Table("milliseconds, p50 / p95", *(costs.name for costs in every), "goal")
    for name in every[0].times:
        goal = f"≤ {GOALS[name]:g}" if name in GOALS else ""
        table.add_row(name, *(costs.told(name) + costs.met(name) for costs in every), goal)
    for name in every[-1].megabytes:
        table.add_row(f"MB, {name}", *(costs.size(name) for costs in every), "")
    console.print(table)


def measure(kind: str) -> None:
    """Measure one memory in a new folder; print its costs as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        costs = asyncio.run(MEMORIES[kind](Path(folder)))
    sys.stdout.write(json.dumps(asdict(costs)))


if __name__ == "__main__":
    measure(sys.argv[1]) if sys.argv[1:] else main()
