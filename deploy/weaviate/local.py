"""A Weaviate of one's own on this machine: what a laptop and the tests run."""

import asyncio
import contextlib
import json
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import httpx

from deploy.processes import killed, stopped
from shared.errors import CannotDo, RetryLater

from . import leftover
from .building import built
from .launching import BACKUPS, DATA, Launch, Way, of_container, of_program
from .leftover import Started
from .ports import HOST, Ports, keep_ports, ports_of

START_SECONDS = 60.0
"""It takes two to ten on an idle machine."""

CONTAINER_SECONDS = 600.0
"""The first time, its image is fetched."""

POLL_SECONDS = 0.1
READY = "/v1/.well-known/ready"
LOG_FILE, KEY_FILE = "weaviate.log", "key"
GRAVE = ('"level":"error"', '"level":"fatal"', '"level":"panic"')
MOST_CHARACTERS = 300


@dataclass(frozen=True)
class LocalWeaviate:
    """A running server, and how to reach it."""

    process: asyncio.subprocess.Process
    ports: Ports
    folder: Path
    api_key: str = ""
    launch: Launch | None = None

    @property
    def http_port(self) -> int:
        """Return the port for HTTP."""
        return self.ports.http

    @property
    def grpc_port(self) -> int:
        """Return the port for gRPC."""
        return self.ports.grpc

    @property
    def url(self) -> str:
        """Return its address for HTTP."""
        return f"http://{HOST}:{self.ports.http}"

    @property
    def grpc(self) -> str:
        """Return its host and port for gRPC."""
        return f"{HOST}:{self.ports.grpc}"

    async def stop(self) -> None:
        """Stop it in good order; what it acknowledged is on disk."""
        await stopped(self.process)

    async def kill(self) -> None:
        """Stop it as a crash would."""
        if await killed(self.process):
            await asyncio.to_thread(_cleared, self.launch)


def own_key(folder: Path) -> str:
    """Return the key of the server in a folder, made when it is first asked for; only its owner can read the file."""
    path = folder / KEY_FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        path.write_text(secrets.token_hex(16))
    return path.read_text().strip()


async def start(folder: Path, *, ports: Ports | None = None, api_key: str = "", way: Way = "program") -> LocalWeaviate:
    """Start a server that keeps its data in *folder*; where no ports are given, it comes back where it was before.

    One that a killed command left running there is ended first.
    Without a key, whoever reaches this machine can read all of it: the program answers gRPC on every network.
    Raises ``CannotDo`` when there is no program or it leaves at once, ``RetryLater`` when it is not ready in time.
    """
    await asyncio.to_thread(leftover.end, folder)
    ports = ports_of(folder, ports)
    launch = _launch(way, folder, ports, api_key)
    await asyncio.to_thread(_cleared, launch)
    with (folder / LOG_FILE).open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *launch.command,
            cwd=folder,
            env=launch.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    running = LocalWeaviate(process, ports, folder, api_key, launch)
    async with contextlib.AsyncExitStack() as starting:
        starting.push_async_callback(running.kill)  # also when it is not wanted any more: nobody else knows the process
        if way == "program":  # a container has a name, by which it is cleared away
            leftover.remember(folder, Started(pid=process.pid, command=launch.command, ports=ports))
        await _ready(running, START_SECONDS if way == "program" else CONTAINER_SECONDS)
        keep_ports(folder, ports)
        starting.pop_all()
    return running


def _launch(way: Way, folder: Path, ports: Ports, api_key: str) -> Launch:
    """Return what is run; raise ``CannotDo`` where there is nothing to run."""
    for part in (DATA, BACKUPS):
        (folder / part).mkdir(parents=True, exist_ok=True)  # or Docker would make it, and it would be root's
    if way == "container":
        return of_container(shutil.which("docker") or "docker", folder, ports, api_key)
    if program := built():
        return of_program(program, folder, ports, api_key)
    message = "there is no Weaviate here: `make weaviate` builds one (needs Go)"
    raise CannotDo(message)


def _cleared(launch: Launch | None) -> None:
    """Remove a container that a crash left."""
    if launch and launch.before:
        subprocess.run(launch.before, capture_output=True, check=False, timeout=START_SECONDS)  # noqa: S603 -- our own


async def _ready(running: LocalWeaviate, seconds: float) -> None:
    """Wait until the server says that it is ready."""
    log = running.folder / LOG_FILE
    async with httpx.AsyncClient(base_url=running.url, timeout=POLL_SECONDS * 10, trust_env=False) as client:
        for _ in range(int(seconds / POLL_SECONDS)):
            if running.process.returncode is not None:
                message = f"Weaviate left with code {running.process.returncode}: {last_words(log)}"
                raise CannotDo(message)
            with contextlib.suppress(httpx.HTTPError):
                if (await client.get(READY)).is_success:
                    return
            await asyncio.sleep(POLL_SECONDS)
    message = f"Weaviate was not ready within {seconds:g} s: {last_words(log)}"
    raise RetryLater(message)


def last_words(log: Path) -> str:
    """Return what the server complained of last, for a person: it logs events as JSON, and a crash as plain lines."""
    lines = log.read_text(errors="replace").splitlines() or ["it said nothing"]
    graves = [line for line in lines if any(grave in line for grave in GRAVE)]
    return _in_words((graves or lines)[-1])[:MOST_CHARACTERS]


def _in_words(line: str) -> str:
    """Return the words of an event, or the line as it is."""
    try:
        event = json.loads(line)
        return ": ".join(str(event[name]) for name in ("msg", "error") if event.get(name))
    except (ValueError, AttributeError):
        return line
