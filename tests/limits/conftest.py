"""A world that is a process of its own: what it counts, no busy test can delay."""

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest

from tests.recordings import ROOT
from tests.world.control import Control


@pytest.fixture
async def world() -> AsyncIterator[Control]:
    """Start the world, and steer it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.world"), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        url = (await process.stdout.readline()).decode().strip()
        async with Control(url) as control:
            yield control
    finally:
        process.terminate()
        await process.wait()
