"""A scripted Claude, and the SDK connected to it."""

from collections.abc import AsyncIterator

import pytest
from anthropic import AsyncAnthropic

from tests.claude.world.asking import client_of
from tests.world.serving import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Serve a world without literature."""
    async with World((), ()) as serving:
        yield serving


@pytest.fixture
async def client(world: World) -> AsyncIterator[AsyncAnthropic]:
    """Connect the SDK to it."""
    async with client_of(world.url("claude")) as connected:
        yield connected
