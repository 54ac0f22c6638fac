"""A Weaviate for tests: one for all workers of a session, ended by nobody in particular, or one of a test's own.

The one for all is kept by a process of its own, ``python -m tests.weaviate FOLDER``: it starts the server and ends it
once no worker holds the lock any more. A worker that is killed lets go of it, too.
"""

import asyncio
import contextlib
import fcntl
import os
import secrets
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import psutil
import pytest
from pydantic import BaseModel

from deploy.weaviate import launching
from deploy.weaviate.building import build, built
from deploy.weaviate.docker import daemon
from deploy.weaviate.launching import GRPC_INSIDE, HTTP_INSIDE
from deploy.weaviate.local import READY, LocalWeaviate, start
from shared.errors import VouchError
from tests.recordings import ROOT

NAMED = {name: os.environ.get(f"VOUCH_WEAVIATE_{name}", "") for name in ("URL", "GRPC", "API_KEY")}
"""Read before ``nobodys_account`` hides the variables: a server that somebody gives to the tests."""

ABSENT = (
    "no Weaviate: run `make weaviate` once (needs Go), start a Docker daemon, "
    "or name a server that tests may fill with VOUCH_WEAVIATE_URL"
)
NO_PROGRAM = "no Weaviate that a test may kill: run `make weaviate` once (needs Go)"
ADDRESS, PROBLEM, USERS, STARTING = "address.json", "problem", "users.lock", "starting.lock"
MOST_SECONDS = 1200.0
"""In CI the program may have to be built first."""

POLL_SECONDS = 0.05

Where = Literal["VOUCH_WEAVIATE_URL", "program", "Docker"]


class Address(BaseModel):
    """A running server: how to reach it, and where it comes from."""

    url: str
    grpc: str
    where: Where
    api_key: str = ""


def where() -> Where | None:
    """Return where a server would come from: somebody's, else the program, else Docker; None where there is none.

    The program first, for it starts sooner and is what tests may kill. In CI it is built where it is missing, for there
    nothing may be skipped.
    """
    if NAMED["URL"]:
        return "VOUCH_WEAVIATE_URL"
    if built() or os.environ.get("CI"):
        return "program"
    return "Docker" if daemon() else None


@contextlib.contextmanager
def shared_server(folder: Path) -> Iterator[Address]:
    """Yield the server that all workers use; the first starts it, and it ends when the last has gone."""
    if (source := where()) is None:
        pytest.skip(ABSENT)
    if source == "VOUCH_WEAVIATE_URL":
        yield named()
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / STARTING).open("a") as starting, (folder / USERS).open("a") as using:
        fcntl.flock(starting, fcntl.LOCK_EX)
        fcntl.flock(using, fcntl.LOCK_SH)  # waits while an earlier one is just ending
        if not (folder / ADDRESS).exists():
            _begun(folder)
        fcntl.flock(starting, fcntl.LOCK_UN)
        yield Address.model_validate_json((folder / ADDRESS).read_bytes())


def named() -> Address:
    """Return the server that somebody gave to the tests."""
    host = urlsplit(NAMED["URL"]).hostname
    return Address(
        url=NAMED["URL"],
        grpc=NAMED["GRPC"] or f"{host}:50051",
        api_key=NAMED["API_KEY"],
        where="VOUCH_WEAVIATE_URL",
    )


@contextlib.asynccontextmanager
async def own_server(folder: Path, api_key: str = "") -> AsyncIterator[LocalWeaviate]:
    """Run a server of a test's own, which it may kill and start again; skip where there is no program.

    Whatever the test has started in the folder ends with it, also where the test fails.
    """
    await asyncio.to_thread(needed)
    running = await start(folder, api_key=api_key)
    try:
        yield running
    finally:
        await running.kill()
        for process in running_in(folder):
            process.kill()


def running_in(folder: Path) -> list[psutil.Process]:
    """Return the processes whose working directory is in a folder."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if Path(process.cwd()).is_relative_to(folder):
                found.append(process)
    return found


def needed() -> Path:
    """Return the program, built in CI; skip where there is none to run."""
    if not built() and not os.environ.get("CI"):
        pytest.skip(NO_PROGRAM)
    return build(print)


def _begun(folder: Path) -> None:
    """Start the process that keeps the server, and wait until it says where; fail with its reason."""
    (folder / PROBLEM).unlink(missing_ok=True)
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.weaviate", str(folder)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    for _ in range(int(MOST_SECONDS / POLL_SECONDS)):
        if (folder / ADDRESS).exists():
            keeper.returncode = 0  # it outlives us, and that is no accident
            return
        if keeper.poll() is not None:
            break
        time.sleep(POLL_SECONDS)
    problem = folder / PROBLEM
    pytest.fail(f"Weaviate did not start: {problem.read_text() if problem.exists() else 'its keeper gave no reason'}")


async def _kept(folder: Path) -> None:
    """Run the server until nobody uses it."""
    with (folder / USERS).open("a") as users:
        async with _in_docker() if where() == "Docker" else _from_program(folder) as address:
            half = folder / f"{ADDRESS}.half"
            half.write_text(address.model_dump_json())
            half.replace(folder / ADDRESS)
            await asyncio.to_thread(fcntl.flock, users, fcntl.LOCK_EX)  # kept until the server has ended
            (folder / ADDRESS).unlink()


@contextlib.asynccontextmanager
async def _from_program(folder: Path) -> AsyncIterator[Address]:
    """Run the program, built where it was not, with a key: it answers gRPC on every network."""
    async with own_server(folder / "server", secrets.token_hex(16)) as running:
        yield Address(url=running.url, grpc=running.grpc, api_key=running.api_key, where="program")


@contextlib.asynccontextmanager
async def _in_docker() -> AsyncIterator[Address]:
    """Run a container with the product's own options; nothing of it is left behind. No daemon was at hand to try it.

    Testcontainers' own class for Weaviate makes a network of fixed addresses, so that two sessions would collide.
    """
    from testcontainers.core.container import DockerContainer  # noqa: PLC0415 -- only where a daemon answers
    from testcontainers.core.wait_strategies import HttpWaitStrategy  # noqa: PLC0415 -- likewise

    key = secrets.token_hex(16)
    container = (
        DockerContainer(launching.IMAGE)
        .with_envs(**launching._options(key), PERSISTENCE_DATA_PATH=launching.DATA_INSIDE)
        .with_envs(BACKUP_FILESYSTEM_PATH=launching.BACKUPS_INSIDE)
        .with_command(["--host", "0.0.0.0", "--port", str(HTTP_INSIDE), "--scheme", "http"])  # noqa: S104 -- inside
        .with_exposed_ports(HTTP_INSIDE, GRPC_INSIDE)
        .waiting_for(HttpWaitStrategy(HTTP_INSIDE, READY))
    )
    with container:
        host = container.get_container_host_ip()
        http, grpc = (container.get_exposed_port(port) for port in (HTTP_INSIDE, GRPC_INSIDE))
        yield Address(url=f"http://{host}:{http}", grpc=f"{host}:{grpc}", api_key=key, where="Docker")


if __name__ == "__main__":
    place = Path(sys.argv[1])
    try:
        asyncio.run(_kept(place))
    except Exception as error:  # noqa: BLE001 -- whatever it was, nobody else will say it
        (place / PROBLEM).write_text(str(error) if isinstance(error, VouchError) else repr(error))
        sys.exit(1)
