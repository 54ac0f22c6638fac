"""The servers of a Vouch: those that are named are used and left alone, its own end with it."""

from pathlib import Path

import nats

from deploy.server import LocalServer
from services.cli.keeping import Ears
from services.cli.places import Places
from services.cli.running import OWN, begun


def ignore(_who: str, _what: str) -> None:
    """Say nothing of it."""


EARS = Ears(ignore, ignore)


async def streams(url: str) -> set[str]:
    """Return the names of a server's streams."""
    client = await nats.connect(url)
    try:
        return {info.config.name or "" for info in await client.jetstream().streams_info()}
    finally:
        await client.close()


async def test_a_nats_server_that_is_named_is_used_and_left_running(server: LocalServer, tmp_path: Path) -> None:
    """It is somebody's, with other things on it; a second one beside it would split the runs."""
    async with begun(tmp_path, EARS, Places(nats_urls=(server.url,))) as servers:
        told, own = servers.environment, servers.own

    assert (own, told) == ((), {"VOUCH_NATS_URL": server.url, "VOUCH_MEMORY": "embedded"})
    assert "REQUESTS" in await streams(server.url)
    assert server.process.returncode is None


async def test_a_nats_server_of_ones_own_has_its_streams_and_ends_with_the_command(tmp_path: Path) -> None:
    """Where none is named, Python is all one needs."""
    async with begun(tmp_path, EARS, OWN) as servers:
        (url,) = servers.urls
        made = await streams(url)
        running = [one.pid is not None for one in servers.own]

    assert "REQUESTS" in made
    assert (running, [one.pid for one in servers.own]) == ([True], [None])
