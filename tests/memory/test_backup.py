"""A Weaviate whose disk is lost comes back from a copy of its folder: the same reports, the same evidence."""

import shutil
from pathlib import Path

from deploy.weaviate.local import LocalWeaviate, start
from shared.embedding import HashingEmbedder
from shared.memory.weaviate.memory import WeaviateMemory
from shared.memory.weaviate.server import Address
from tests.contract.memories import make_evidence, make_report, make_work
from tests.weaviate import own_server

RUNS = ("r1", "r2", "r3")


async def opened(server: LocalWeaviate) -> WeaviateMemory:
    """Open the memory in a server."""
    return await WeaviateMemory.open(Address(server.url, server.grpc), HashingEmbedder())


async def test_a_copy_of_the_folder_gives_back_what_was_lost(tmp_path: Path) -> None:
    """Stop it, copy the folder, start it: what docs/keeping.md says."""
    folder, copy = tmp_path / "weaviate", tmp_path / "copy"
    async with own_server(folder) as server:
        memory = await opened(server)
        for run in RUNS:
            await memory.store_works(run, "1-search", (make_work(),))
            await memory.store_evidence(run, "1-search", (make_evidence(content=f"evidence of {run}"),))
            await memory.store_report(run, make_report(run), f"# Report of {run}")
        kept = [await memory.export_run(run) for run in RUNS]
        await memory.close()
        await server.stop()
        shutil.copytree(folder, copy)

        shutil.rmtree(folder)
        shutil.copytree(copy, folder)
        restored = await start(folder, ports=server.ports)
        try:
            memory = await opened(restored)
            assert [await memory.export_run(run) for run in RUNS] == kept
            assert await memory.runs() == RUNS
            await memory.store_evidence("r4", "1-search", (make_evidence(),))
            await memory.close()
        finally:
            await restored.kill()
