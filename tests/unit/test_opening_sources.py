"""Sources as a service opens them: each waits for its account's limit, and says so where that takes too long."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from services.search.opening import VENDORS, open_sources
from shared import messages as m
from shared.settings import Settings
from tests.builders import NOON

SOON = 0.05
"""Seconds a query has here."""


class Shut:
    """A limiter that lets no request go."""

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait for ever."""
        await asyncio.Event().wait()
        yield


@pytest.mark.parametrize("name", VENDORS)
async def test_a_source_whose_limit_leaves_no_turn_is_not_blamed(name: m.SourceName) -> None:
    """Nobody asked the vendor: the record names the limit that was kept."""
    limits: dict[str, float] = {}

    def limit(account: str, per_second: float) -> Shut:
        limits[account] = per_second
        return Shut()

    settings = Settings.model_validate(
        {"http_cache": False, name: {"url": "http://127.0.0.1:9", "deadline_seconds": SOON}}
    )
    order = m.SearchRequested(run_id="r1", step="1", expires_at=NOON, queries=("velastirin",), sources=(name,))
    async with AsyncExitStack() as stack:
        opened, _ = await open_sources(settings, limit, stack, None)
        (record,) = (await opened[name].search(order, NOON)).searches

    vendor = VENDORS[name]
    assert limits[name] == vendor.per_second
    assert record.status == "failed"
    assert record.reason.startswith(f"{vendor.title} was not asked in time: its limit of {vendor.per_second:g} request")
