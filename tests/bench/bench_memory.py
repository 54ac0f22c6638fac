"""What the embedded memory costs; run it by hand, it prints and decides nothing.

``python -m tests.bench.bench_memory``
"""

import asyncio
import random
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from shared import messages as m
from shared.embedding import Embedder
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.memory.embedded import SqliteMemory

MANY, FEW, ROUNDS = 200, 10, 60
SOUNDS = ("ra", "lo", "mi", "tan", "vex", "cor", "dil", "pha", "ne", "sto", "gli", "ber")
WORDS = (
    "the of and in to with for was were a that at by from than treatment patients study group dose weeks months rate "
    "days placebo control risk plasma mean after during oral daily single trial cohort children women men blood serum "
    "cells mice rats tissue receptor enzyme inhibitor pathway protein gene expression activity response infection "
    "parasite liver kidney heart lung brain acute severe mild clinical outcome primary secondary adverse event safety "
    "efficacy increased reduced higher lower significant difference analysis results methods conclusion compared"
)
QUESTION = "Does the drug prevent relapse in adults with chronic liver infection?"


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


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


def most_megabytes() -> float:
    """Return the most memory this process has taken so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


async def timed(name: str, call: Callable[[int], Awaitable[object]], rounds: int = ROUNDS) -> None:
    """Print the median, the 95th percentile and the CPU time of *rounds* calls."""
    times, cpu = [], time.process_time()
    for at in range(rounds):
        begin = time.perf_counter()
        await call(at)
        times.append((time.perf_counter() - begin) * 1000)
    cpu = (time.process_time() - cpu) * 1000 / rounds
    ordered = sorted(times)
    p50, p95 = ordered[rounds // 2], ordered[int(rounds * 0.95)]
    say(f"{name:<44} p50 {p50:7.2f} ms   p95 {p95:7.2f} ms   CPU {cpu:7.2f} ms")


async def few(memory: SqliteMemory) -> None:
    """Print the costs of answers of ten pieces, as most are."""
    runs = [pieces(FEW, 1000 + at) for at in range(ROUNDS)]
    await timed("store 10", lambda at: memory.store_evidence(f"f{at}", "1-search", runs[at]))
    await timed("store 10 again", lambda at: memory.store_evidence(f"f{at}", "1-search", runs[at]))
    numbers = [among(run) for run in runs]
    await timed("relevant 10 of 10", lambda at: memory.get_relevant_evidence(f"f{at}", QUESTION, FEW, numbers[at]))
    await timed("likely the same: nothing held", lambda at: memory.likely_same(f"n{at}", (), runs[at]))
    await timed("bibliography of an empty run", lambda at: memory.bibliography(f"n{at}"))
    await timed("delete a run of 10", lambda at: memory.delete_run(f"f{at}"))


async def many(memory: SqliteMemory, embedder: Embedder) -> None:
    """Print the costs of runs of two hundred pieces."""
    runs = [pieces(MANY, at) for at in range(ROUNDS)]
    await timed("store 200", lambda at: memory.store_evidence(f"m{at}", "1-search", runs[at]))
    await timed("all 200", lambda at: memory.get_all_evidence(f"m{at}"))
    numbers = [among(run) for run in runs]

    def relevant(at: int) -> Awaitable[object]:
        return memory.get_relevant_evidence(f"m{at}", QUESTION, FEW, numbers[at], keep_places=True)

    await timed("embed 200", lambda at: asyncio.to_thread(embedder.embed, [one.content for one in runs[at]]), 20)
    await timed("relevant 10 of 200: first, embeds them", relevant)
    await timed("relevant 10 of 200: vectors stored", relevant)
    await timed("relevant 10 of 200: asked again", lambda _: relevant(0))


async def main() -> None:
    """Measure in a new file."""
    embedder = WordLlamaEmbedder()
    say(f"{most_megabytes():.0f} MB before the model, Python {sys.version.split()[0]}")
    embedder.embed(["a first text reads the model"])
    say(f"{most_megabytes():.0f} MB with it")
    with tempfile.TemporaryDirectory() as folder:
        memory = SqliteMemory.open(Path(folder, "memory.sqlite3"), embedder)
        await few(memory)
        await many(memory, embedder)
        await memory.close()
    say(f"{most_megabytes():.0f} MB at the end")


if __name__ == "__main__":
    asyncio.run(main())
