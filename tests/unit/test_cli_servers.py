"""A server of one's own that is stopped while it starts: the command ends at once, and nothing is left running."""

import asyncio
from asyncio.subprocess import Process
from dataclasses import dataclass
from pathlib import Path

import pytest

from services.cli.exits import Cancelled
from services.cli.interrupts import Interrupts
from services.cli.keeping import Ears
from services.cli.servers import Server
from tests.waiting import PATIENCE_SECONDS, until


def ignore(_who: str, _what: str) -> None:
    """Say nothing of it."""


@dataclass
class Sleeper:
    """A process that does nothing."""

    process: Process

    async def stop(self) -> None:
        """Stop it in good order."""
        await self.kill()

    async def kill(self) -> None:
        """Stop it at once."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


class Slow(Server[Sleeper]):
    """Answers only once it may; a start that is cancelled puts its process away, as each of our servers does."""

    def __init__(self) -> None:
        super().__init__("slow", Path(), Ears(ignore, ignore))
        self.may_answer = asyncio.Event()
        self.processes: list[Process] = []

    async def started(self) -> Sleeper:
        """Start a process, and wait until it may answer."""
        sleeper = Sleeper(await asyncio.create_subprocess_exec("sleep", "600"))
        self.processes.append(sleeper.process)
        try:
            await self.may_answer.wait()
        except BaseException:
            await sleeper.kill()
            raise
        return sleeper

    @property
    def running(self) -> list[int]:
        """Return the processes that it has left running."""
        return [one.pid for one in self.processes if one.returncode is None]


async def test_a_server_that_is_just_coming_back_can_be_stopped() -> None:
    """It had crashed, and Ctrl-C came while it started again: whoever waited for its end would wait for ever."""
    server = Slow()
    server.may_answer.set()
    await server.begin()
    keeping = asyncio.create_task(server.keep())
    server.may_answer.clear()
    server.processes[0].kill()
    await until(lambda: len(server.processes) > 1)

    await server.stop(1)
    await asyncio.wait((keeping,), timeout=PATIENCE_SECONDS)

    assert (keeping.done(), server.running) == (True, [])


async def test_nobody_waits_for_a_start_that_is_not_wanted_any_more() -> None:
    """Weaviate may take a minute, and a container ten, to be fetched; Ctrl-C means now."""
    server, wanted = Slow(), Interrupts()
    beginning = asyncio.create_task(wanted.during(server.begin()))
    await until(lambda: bool(server.processes))
    wanted.set()

    await asyncio.wait((beginning,), timeout=PATIENCE_SECONDS)

    assert (beginning.done(), server.running) == (True, [])
    with pytest.raises(Cancelled):
        await beginning


@pytest.mark.parametrize("turns", range(12))
async def test_a_start_may_be_cancelled_at_any_moment(turns: int) -> None:
    """Also in the one between its answer and ours, when nobody else knows the process."""
    server = Slow()
    server.may_answer.set()
    beginning = asyncio.create_task(server.begin())
    for _ in range(turns):
        await asyncio.sleep(0)
    beginning.cancel()
    await asyncio.wait((beginning,))

    await server.stop(1)

    assert server.running == []
