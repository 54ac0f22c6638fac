"""A Weaviate that a killed command left running: ended before another has its data, and no other process ever is."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.weaviate import leftover
from deploy.weaviate.building import VERSION
from deploy.weaviate.leftover import Started
from deploy.weaviate.local import start
from deploy.weaviate.ports import free_ports
from tests.waiting import PATIENCE_SECONDS

SERVER = """#!@PYTHON@
import http.server, sys

class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass

told = sys.argv[1:]
http.server.HTTPServer(("127.0.0.1", int(told[told.index("--port") + 1])), Ready).serve_forever()
"""
"""In Weaviate's place, which needs seconds to start."""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a program where the one that was built would be."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "cache" / "vouch" / "weaviate" / VERSION / "weaviate-server"
    path.parent.mkdir(parents=True)
    path.write_text(SERVER.replace("@PYTHON@", sys.executable))
    path.chmod(0o755)


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """Run a process that is nobody's business."""
    with subprocess.Popen(["/bin/sleep", "600"]) as process:
        yield process
        process.kill()


@pytest.mark.usefixtures("program")
async def test_what_a_killed_command_left_is_ended_and_its_place_taken(tmp_path: Path) -> None:
    """It holds the data; a second server beside it would ruin them, at ports that nobody knows."""
    left = await start(tmp_path / "data")

    try:
        running = await start(tmp_path / "data")
        await running.stop()
        how = await asyncio.wait_for(left.process.wait(), PATIENCE_SECONDS)
    finally:
        await left.kill()

    assert how == -9
    assert running.ports == left.ports


@pytest.mark.parametrize("command", [("/bin/weaviate-server", "--port", "20000"), ("/bin/sleep", "60")])
def test_another_process_of_the_same_id_is_left_alone(
    sleeper: subprocess.Popen[bytes], tmp_path: Path, command: tuple[str, ...]
) -> None:
    """Ids are given again, after a restart of the machine at the latest."""
    leftover.remember(tmp_path, Started(pid=sleeper.pid, command=command, ports=free_ports()))

    leftover.end(tmp_path)

    assert sleeper.poll() is None


@pytest.mark.parametrize("text", ["", "17", '{"pid": "x"}', '{"pid": 1, "command": [], "ports": {"http": 20000}}'])
def test_a_file_that_nobody_can_read_keeps_nobody_from_starting(tmp_path: Path, text: str) -> None:
    """A crash may have left half of it."""
    (tmp_path / leftover.PID_FILE).write_text(text)

    leftover.end(tmp_path)
