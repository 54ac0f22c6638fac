"""Every ResearchMemory in turn, for the suite that all of them are held to."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from shared.memory import ResearchMemory
from tests.contract.memories import OPEN, PERSISTENT


@pytest.fixture(params=list(OPEN))
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ResearchMemory]:
    """Open each ResearchMemory in turn."""
    opened = OPEN[request.param](tmp_path)
    yield opened
    await opened.close()


@pytest.fixture(params=PERSISTENT)
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], ResearchMemory]:
    """Return what opens a memory that outlives its process, again and again."""
    return lambda: OPEN[request.param](tmp_path)
