"""A Weaviate of one's own: it comes back with what it had, and nobody beyond this machine can read it."""

import asyncio
import fcntl
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from deploy.weaviate.finding import Found
from deploy.weaviate.local import READY, LocalWeaviate, start
from deploy.weaviate.ports import free_ports
from services.cli.keeping import Ears
from services.cli.servers import WeaviateServer
from shared.errors import CannotDo
from tests.recordings import ROOT
from tests.waiting import until
from tests.weaviate import Address, needed, own_server, running_in

VERSION = "1.39.0"
MOST_SECONDS = 120.0
"""For a start on a machine that does much else."""

USER = """
import pathlib, sys
from tests.weaviate import shared_server
with shared_server(pathlib.Path(sys.argv[1])) as one:
    print(one.url, flush=True)
    sys.stdin.readline()
"""


def asked(server: LocalWeaviate | Address, path: str, key: str = "") -> httpx.Response:
    """Return what the server answers on HTTP."""
    return httpx.get(f"{server.url}{path}", headers={"Authorization": f"Bearer {key}"} if key else {})


def classes(server: LocalWeaviate) -> list[str]:
    """Return the collections of a server."""
    schema = asked(server, "/v1/schema", server.api_key).json()
    return [one["class"] for one in schema["classes"]]


def test_the_shared_server_is_of_the_version_that_is_pinned(weaviate_server: Address) -> None:
    """What the tests hold against it would otherwise say little about the one that people run."""
    answer = asked(weaviate_server, "/v1/meta", weaviate_server.api_key)

    assert answer.json()["version"] == VERSION


def make_class(server: LocalWeaviate, name: str) -> int:
    """Make a collection; return the status of the answer."""
    headers = {"Authorization": f"Bearer {server.api_key}"}
    return httpx.post(f"{server.url}/v1/schema", json={"class": name}, headers=headers).status_code


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[WeaviateServer]:
    """Run a server as `vouch up` does: started again when it dies."""
    needed()
    server = WeaviateServer(Found("Weaviate", "program", tmp_path / "weaviate"), Ears(ignore, ignore))
    await server.begin()
    keeping = asyncio.create_task(server.keep())
    try:
        yield server
    finally:
        await server.stop(10)
        await keeping


async def test_a_server_that_was_killed_comes_back_where_it_was_with_what_it_had(kept: WeaviateServer) -> None:
    """Services keep its address and its key; at another place they would have lost everything."""
    first, told = kept.local, kept.environment
    assert first is not None
    made, stranger = make_class(first, "Kept"), asked(first, "/v1/schema").status_code
    await first.kill()
    await until(lambda: kept.local is not first and kept.pid is not None, MOST_SECONDS)

    assert (made, stranger) == (200, 401)
    assert kept.environment == told
    assert kept.local is not None
    assert classes(kept.local) == ["Kept"]
    assert (kept.local.folder / "key").stat().st_mode & 0o077 == 0


async def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """Its log is long, and nobody who wanted a report reads it."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "raft").write_text("a file where it wants a folder")

    with pytest.raises(CannotDo, match=r"Weaviate left with code 1: .*raft.*not a directory"):
        async with own_server(tmp_path):
            pass


async def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """Whoever listens there could look like the server that was started."""
    ports = free_ports()
    with (
        socket.create_server(("127.0.0.1", ports.grpc)),
        pytest.raises(CannotDo, match=rf"cannot listen at port {ports.grpc}: another process does"),
    ):
        await start(tmp_path, ports=ports)


async def test_a_start_that_is_not_wanted_any_more_leaves_nothing(tmp_path: Path) -> None:
    """Ctrl-C in its first seconds must not leave a server that nobody knows."""
    needed()
    starting = asyncio.create_task(start(tmp_path))
    await until(lambda: bool(running_in(tmp_path)))  # from there it needs seconds to be ready
    starting.cancel()
    await asyncio.wait((starting,))

    assert starting.cancelled()
    assert running_in(tmp_path) == []


async def test_the_server_of_a_session_ends_with_its_last_user(tmp_path: Path) -> None:
    """A worker may be killed; a server left by each test run of a day would fill the machine."""
    needed()
    with user(tmp_path) as one, user(tmp_path) as another:
        urls = [said.readline().strip() for said in (one.stdout, another.stdout) if said]
        one.kill()
        after_one = status_of(urls[1])
        another.kill()
    await until(lambda: not (tmp_path / "address.json").exists())
    with (tmp_path / "users.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the keeper lets go of it when the server has ended

    assert all(urls)
    assert urls[0] == urls[1]
    assert after_one == 200
    assert running_in(tmp_path) == []


def ignore(_who: str, _what: str) -> None:
    """Say nothing of it."""


def user(folder: Path) -> subprocess.Popen[str]:
    """Start a worker that uses the shared server until it is killed."""
    command = [sys.executable, "-c", USER, str(folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)


def status_of(url: str) -> int:
    """Return the status of a server's answer."""
    return httpx.get(f"{url}{READY}").status_code
