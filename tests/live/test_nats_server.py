"""A NATS server of one's own: whoever starts it can change their mind."""

import asyncio
from pathlib import Path

import psutil

from deploy.server import start


async def test_a_nats_server_that_is_not_wanted_any_more_is_not_left(tmp_path: Path) -> None:
    """Ctrl-C in its first moments must not leave a server that nobody knows."""
    starting = asyncio.create_task(start(tmp_path))
    for _ in range(20):  # turns of the loop, a millisecond in all: it runs, and has not yet said where it listens
        await asyncio.sleep(0)
    began = running_with(tmp_path)
    starting.cancel()
    await asyncio.wait((starting,))

    assert (len(began), starting.cancelled()) == (1, True)
    assert running_with(tmp_path) == []


def running_with(folder: Path) -> list[int]:
    """Return the processes of ours that were started with a folder."""
    return [one.pid for one in psutil.Process().children() if str(folder) in one.cmdline()]
