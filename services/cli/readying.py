"""Builds the program of Weaviate where it is needed and missing, in a process that ends with the command."""

import asyncio
import contextlib
import os
import signal
import sys

from shared.errors import CannotDo

from .keeping import ROOT
from .places import Places
from .screen import Screen


async def readied(places: Places, screen: Screen) -> None:
    """Build the program if it must be, and say so; raise ``CannotDo`` where that fails."""
    if not places.weaviate or not places.weaviate.to_build:
        return
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "deploy.weaviate.building"),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        said = await asyncio.gather(_shown(process.stdout, screen), _read(process.stderr), process.wait())
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)  # Go and its compilers, too
            await process.wait()
    if process.returncode:
        raise CannotDo(said[1] or "Weaviate could not be built")


async def _shown(lines: asyncio.StreamReader | None, screen: Screen) -> None:
    """Show what the process says, line by line as it comes."""
    while lines and (raw := await lines.readline()):
        screen.say(raw.decode(errors="replace").rstrip(), style="dim")


async def _read(problem: asyncio.StreamReader | None) -> str:
    """Return why the process failed, if it did."""
    return (await problem.read()).decode(errors="replace").strip() if problem else ""
