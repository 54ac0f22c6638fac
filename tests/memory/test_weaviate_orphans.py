"""A command that needs the memory in Weaviate runs one of its own: after a crash, too."""

import os
import subprocess
import sys
from pathlib import Path

from deploy.weaviate.local import own_key
from services.cli.remembering import Up, write
from tests.builders import NOON
from tests.outside import OFF
from tests.recordings import ROOT
from tests.weaviate import own_server

SECONDS = 120.0


def vouch(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the memory in Weaviate: the program, as there is no Docker on its path."""
    own = {**OFF, "VOUCH_DATA_DIR": str(data), "VOUCH_MEMORY": "weaviate", "PATH": ""}
    command = [sys.executable, "-m", "services.cli", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, timeout=SECONDS, check=False
    )


async def test_what_a_killed_vouch_left_is_ended_and_its_data_are_used(tmp_path: Path) -> None:
    """Two servers in one folder would ruin it; without the data, every run so far would be lost."""
    folder = tmp_path / "weaviate"
    async with own_server(folder, own_key(folder)) as orphan:
        write(
            tmp_path,
            Up(url="", pid=1, started_at=NOON, weaviate_url=orphan.url, children={"weaviate": orphan.process.pid}),
        )
        done = vouch(tmp_path, "memory", "reindex")
        how = await orphan.process.wait()

    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith(f"memory: Weaviate 1.39.0 built from source, its data in {folder}\n")
    assert how == -9
    assert not (tmp_path / "up.json").exists()
