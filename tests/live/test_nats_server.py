"""A NATS server of one's own: whoever starts it can change their mind."""

import asyncio
from pathlib import Path

import psutil
import pytest

from deploy import server
from tests.waiting import until


async def test_a_nats_server_that_is_not_wanted_any_more_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in its first moments must not leave a server that nobody knows; here those moments do not end."""
    monkeypatch.setattr(server, "_said", lambda _folder: "")
    starting = asyncio.create_task(server.start(tmp_path))
    await until(lambda: len(running_with(tmp_path)) == 1)
    starting.cancel()
    await asyncio.wait((starting,))

    assert starting.cancelled()
    assert running_with(tmp_path) == []


def running_with(folder: Path) -> list[int]:
    """Return the processes of ours that were started with a folder."""
    return [one.pid for one in psutil.Process().children() if str(folder) in one.cmdline()]
