"""``make chaos``, with Weaviate among the victims: every run ends, and the memory holds what was accepted, once."""

import os
import sys
from collections import Counter
from pathlib import Path

import nats

from deploy.server import LocalServer
from services.coordinator.keeping import Saved, decode
from services.coordinator.state import outcomes
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.memory import ResearchMemory
from shared.memory.steps import content_id
from shared.memory.weaviate.memory import WeaviateMemory
from shared.memory.weaviate.server import Address
from tests.chaos.killing import Chaos, survive
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
            found = await compared(chaos.server.url, memory, list(result.runs))
            await memory.close()
        finally:
            await chaos.fleet.stop()
            await chaos.server.kill()
            if chaos.weaviate:
                await chaos.weaviate.kill()

    sys.stdout.write(f"\n{result}; evidence {dict(found)}\n")
    assert result.tally.kills["weaviate"] >= KILLS
    assert {end.status for end in result.runs.values()} <= {"complete", "partial"}
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in result.numbers.values())
    assert result.repeated == []
    assert result.left.total() == 0
    assert found["pieces"] > len(result.runs)
    assert (found["missing"], found["doubled"], found["reports missing"]) == (0, 0, 0)


async def compared(url: str, memory: ResearchMemory, runs: list[str]) -> Counter[str]:
    """Return how the memory compares with what the states of the runs accepted."""
    found = Counter[str]()
    client = await nats.connect(url)
    states = await client.jetstream().key_value("RUNS")
    for run_id in runs:
        saved = decode((await states.get(run_id)).value or b"", run_id)
        assert isinstance(saved, Saved)
        accepted = {work for outcome in outcomes(saved.run) for work in outcome.pieces}
        held = await memory.get_all_evidence(run_id)
        found["pieces"] += len(held)
        found["missing"] += len(accepted - {piece.work_id for piece in held})
        found["doubled"] += len(held) - len({content_id(piece) for piece in held})
        has_report = saved.run.end is not None and saved.run.end.status == "complete"
        found["reports missing"] += has_report and await memory.get_report(run_id) is None
    await client.close()
    return found
