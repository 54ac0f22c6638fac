"""Services as processes, for the tests that run them all: start, kill, restart, read their logs."""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.outside import OFF
from tests.recordings import ROOT

SERVICES = ("coordinator", "search", "retrieval", "hypothesis", "judge", "report")


def real(service: str) -> list[str]:
    """Return how a service starts."""
    return [sys.executable, "-m", f"services.{service}"]


def scripted(service: str) -> list[str]:
    """Return how a service starts whose agents answer from a script; the coordinator is always the real one."""
    return real(service) if service == "coordinator" else [sys.executable, "-m", "tests.scripted", service]


@dataclass
class Fleet:
    """All services as processes around one server."""

    url: str
    folder: Path
    command: Callable[[str], list[str]] = scripted
    environment: Mapping[str, str] = field(default_factory=dict)
    services: Sequence[str] = SERVICES
    processes: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)

    async def start(self, *services: str) -> None:
        """Start these services, or all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for service in services or self.services:
            with (self.folder / f"{service}.log").open("ab") as log:
                self.processes[service] = await asyncio.create_subprocess_exec(
                    *self.command(service), cwd=ROOT, env=self._variables(), stderr=log, stdout=log
                )

    async def kill(self, service: str) -> None:
        """Kill a service with SIGKILL."""
        process = self.processes.pop(service)
        if process.returncode is None:
            process.kill()
        await process.wait()

    async def stop(self) -> None:
        """Kill what is left."""
        for service in list(self.processes):
            await self.kill(service)

    def log(self, service: str) -> str:
        """Return what a service has logged."""
        path = self.folder / f"{service}.log"
        return path.read_text() if path.exists() else ""

    def _variables(self) -> dict[str, str]:
        """Return the environment of a service."""
        own = {"VOUCH_NATS_URL": self.url, "VOUCH_DATA_DIR": str(self.folder / "data")}
        return {**os.environ, **OFF, **own, **self.environment}
