"""``make chaos``, with Weaviate among the victims: every run ends, and the memory holds what was accepted, once."""

import os
import sys
from collections import Counter
from pathlib import Path

import nats

from deploy.server import LocalServer
from services.coordinator.keeping import Saved, decode
from services.coordinator.state import Run
from shared import messages as m
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.memory.steps import content_id
from shared.memory.weaviate.memory import WeaviateMemory
from shared.memory.weaviate.server import Address
from tests.chaos.killing import Chaos, survive
from tests.scripted import found
from tests.weaviate import own_server

KILLS = int(os.environ.get("VOUCH_CHAOS_WEAVIATE_KILLS", "20"))


async def test_twenty_kills_of_weaviate_lose_and_double_nothing(server: LocalServer, tmp_path: Path) -> None:
    """It is killed about every twelve seconds, and is away for most of them; the others are killed meanwhile."""
    async with own_server(tmp_path / "weaviate") as weaviate:
        chaos = Chaos(server, tmp_path / "fleet", seed=11, weaviate=weaviate)
        try:
            result = await survive(chaos, kills=KILLS, of={"weaviate": KILLS})
            address = Address(weaviate.url, weaviate.grpc)
            memory = await WeaviateMemory.open(address, WordLlamaEmbedder())
            counted = await compared(chaos.server.url, memory, list(result.runs))
            await memory.close()
        finally:
            await chaos.fleet.stop()
            await chaos.server.kill()
            if chaos.weaviate:
                await chaos.weaviate.kill()

    sys.stdout.write(f"\n{result}; evidence {dict(counted)}\n")
    assert result.tally.kills["weaviate"] >= KILLS
    assert {end.status for end in result.runs.values()} <= {"complete", "partial"}
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in result.numbers.values())
    assert result.repeated == []
    assert result.left.total() == 0
    assert counted["pieces"] > len(result.runs)
    assert counted["reports"] >= len(result.runs) / 2
    assert (counted["missing"], counted["doubled"], counted["reports missing"]) == (0, 0, 0)


async def compared(url: str, memory: WeaviateMemory, runs: list[str]) -> Counter[str]:
    """Return how the memory compares with what the script said at every step that a run accepted."""
    counted = Counter[str]()
    client = await nats.connect(url)
    states = await client.jetstream().key_value("RUNS")
    for run_id in runs:
        saved = decode((await states.get(run_id)).value or b"", run_id)
        assert isinstance(saved, Saved)
        wanted = Counter(content_id(piece) for name in looked(saved.run) for piece in said(name))
        held = Counter(content_id(piece) for piece in await memory.get_all_evidence(run_id))
        kept = [listed for _, note in await memory._store.notes(run_id, ("evidence",)) for listed in note.listed]
        objects = await memory._store.records(run_id, sorted({one.uuid for one in kept}))
        counted["pieces"] += held.total()
        counted["missing"] += (wanted - held).total()
        counted["doubled"] += (held - wanted).total() + len(objects) - wanted.total()
        has_report = saved.run.end is not None and saved.run.end.status == "complete"
        counted["reports"] += has_report
        counted["reports missing"] += has_report and await memory.get_report(run_id) is None
    await client.close()
    return counted


def looked(run: Run) -> list[str]:
    """Return the steps at which a run accepted what was found."""
    steps = run.steps.items()
    ended = [(name, step) for name, step in steps if step.outcome and not step.outcome.failed]
    return [name for name, step in ended if step.agent in ("search", "retrieval")]


def said(step: str) -> tuple[m.Evidence, ...]:
    """Return the evidence of the script at a step."""
    evidence = found(step)["evidence"]
    assert isinstance(evidence, tuple)
    return evidence
