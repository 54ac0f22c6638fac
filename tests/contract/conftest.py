"""Every ResearchMemory in turn, for the suite that all of them are held to."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from shared.memory import ResearchMemory
from tests.contract.memories import KINDS, PERSISTENT, Opener, opener


@pytest.fixture(params=KINDS)
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ResearchMemory]:
    """Open each ResearchMemory in turn."""
    opened = await _opener(request, tmp_path)()
    yield opened
    await opened.close()


@pytest.fixture(params=PERSISTENT)
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Return what opens a memory that outlives its process, again and again."""
    return _opener(request, tmp_path)


def _opener(request: pytest.FixtureRequest, folder: Path) -> Opener:
    """Return what opens the memory of a kind; a Weaviate is started only for who needs one."""
    return opener(request.param, folder, lambda: request.getfixturevalue("weaviate_server"))
