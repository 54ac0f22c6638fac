"""What all tests share: a real server where one is asked for, and nothing beyond loopback."""

import os
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import nats
import pytest
from hypothesis import settings
from nats.js import JetStreamContext
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from deploy.provision import provision
from deploy.server import LocalServer, start
from tests.outside import leads_outside
from tests.weaviate import NAMED, Address, shared_server

settings.register_profile("vouch", deadline=None, max_examples=40)
settings.load_profile("vouch")
"""A busy machine is no failure: speed is measured in tests/bench."""

LOOPBACK = {"127.0.0.1", "::1", "localhost", "0.0.0.0", None}  # noqa: S104 -- a name to compare with
GIVEN = {urlsplit(NAMED["URL"]).hostname, NAMED["GRPC"].rpartition(":")[0] or None}
"""Where a Weaviate is that somebody gave to the tests."""


class ByModule(LoadScopeScheduling):
    """Gives the modules that start processes to one worker each, and every other test to whoever is free.

    Groups by mark, as ``--dist loadgroup`` has them, do nothing with pytest 9.2: it names tests in another way.
    """

    def _split_scope(self, nodeid: str) -> str:
        """Return what must stay together with a test."""
        return nodeid.partition("::")[0] if nodeid.startswith("tests/system/") else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByModule:
    """Share the tests among the workers."""
    return ByModule(config, log)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail in CI where a test was skipped: what is skipped there is never run anywhere."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True, scope="session")
def nobodys_account() -> Iterator[None]:
    """Let no test, and no process that one starts, see the keys and settings of whoever runs them."""
    with pytest.MonkeyPatch.context() as patched:
        for name in tuple(filter(leads_outside, os.environ)):
            patched.delenv(name)
        yield


@pytest.fixture(autouse=True)
def nothing_beyond_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test reach another machine."""
    resolve = socket.getaddrinfo

    def guarded(host: str | bytes | None, *rest: object, **options: object) -> object:
        name = host.decode() if isinstance(host, bytes) else host
        if name not in LOOPBACK | GIVEN:
            message = f"a test tried to reach {name}"
            raise OSError(message)
        return resolve(host, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", guarded)


@pytest.fixture(scope="session")
def weaviate_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """Reach the Weaviate that all workers share; where none can be had, skip and say how to get one."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "weaviate"
    with shared_server(folder) as address:
        yield address


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[LocalServer]:
    """Start a real NATS server, with its streams."""
    running = await start(tmp_path / "nats")
    try:
        await provisioned(running.url)
        yield running
    finally:
        await running.kill()


async def provisioned(url: str) -> None:
    """Make the streams of the table."""
    client = await nats.connect(url)
    try:
        await provision(client.jetstream())
    finally:
        await client.close()


@pytest.fixture
async def js(server: LocalServer) -> AsyncIterator[JetStreamContext]:
    """Connect to the server."""
    client = await nats.connect(server.url)
    try:
        yield client.jetstream()
    finally:
        await client.close()
