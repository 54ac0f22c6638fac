"""Processes that are kept running: started, listened to, and started again when they die."""

import asyncio
import contextlib
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import services
from shared.errors import VouchError

from .lines import says

Hear = Callable[[str, str], None]
"""Told something of a process by its name."""


class Ears(NamedTuple):
    """Who listens to the processes."""

    log: Hear
    """A line they wrote."""
    fate: Hear
    """What became of them."""


FIRST_DELAY_SECONDS = 0.5
MOST_DELAY_SECONDS = 30.0
STEADY_SECONDS = 30.0
"""A process that ran for so long has earned a quick new start."""

MOST_LINE_BYTES = 4 << 20
ROOT = Path(services.__file__).parent.parent


def next_delay(delay: float, ran_seconds: float) -> float:
    """Return how long to wait after a process that ran so long: twice as long each time, up to 30 s."""
    return FIRST_DELAY_SECONDS if ran_seconds > STEADY_SECONDS or not delay else min(MOST_DELAY_SECONDS, delay * 2)


def _nothing() -> None:
    """Do nothing."""


class Kept(ABC):
    """A process by name that is started again when it dies, until it is stopped."""

    def __init__(self, name: str, ears: Ears) -> None:
        self.name = name
        self.ears = ears
        self.ready = asyncio.Event()
        self.on_start: Callable[[], None] = _nothing
        self._stopping = asyncio.Event()

    @property
    @abstractmethod
    def pid(self) -> int | None:
        """Return its process id; None while it is not running."""

    @abstractmethod
    async def live(self) -> str:
        """Start it, return once it has died, and say how; raise ``VouchError`` when it cannot start."""

    @abstractmethod
    async def end(self, grace_seconds: float) -> None:
        """Stop it in good order, or else at once."""

    async def keep(self) -> None:
        """Run it until it is stopped."""
        loop, delay = asyncio.get_running_loop(), 0.0
        while not self._stopping.is_set():
            began = loop.time()
            try:
                how = await self.live()
            except VouchError as error:
                how = str(error)
            self.ready.clear()
            if self._stopping.is_set():
                return
            delay = next_delay(delay, loop.time() - began)
            self.ears.fate(self.name, f"{how}; starting it again in {delay:g} s")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), delay)

    async def stop(self, grace_seconds: float) -> None:
        """Stop it, and do not start it again."""
        self._stopping.set()
        await self.end(grace_seconds)


class Service(Kept):
    """A service of Vouch as a process of its own."""

    def __init__(self, name: str, ears: Ears, environment: Mapping[str, str]) -> None:
        super().__init__(name, ears)
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """Return its process id; None while it is not running."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if running and self._process else None

    async def live(self) -> str:
        """Start it, pass its log on, and say how it left. A session of its own keeps Ctrl-C from it."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", f"services.{self.name}"),
            env=self._environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=MOST_LINE_BYTES,
            start_new_session=True,
        )
        self.on_start()
        if self._process.stdout:
            async for raw in self._process.stdout:
                self._heard(raw.decode(errors="replace").rstrip())
        return f"left with code {await self._process.wait()}"

    async def end(self, grace_seconds: float) -> None:
        """Have it finish its work; kill it when that takes longer than it may."""
        if self._process is None or self._process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), grace_seconds)
        except TimeoutError:
            self.ears.fate(self.name, f"did not stop within {grace_seconds:g} s: killed")
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    def _heard(self, line: str) -> None:
        """Pass a line on, and note when the service is ready."""
        if says(line, "ready"):
            self.ready.set()
        self.ears.log(self.name, line)
