"""Real reports, made once for all tests of a process."""

from collections.abc import Mapping

import pytest_asyncio

from tests.audit.reports import Real, reports


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def real() -> Mapping[str, Real]:
    """Return the real reports by their names."""
    return await reports()
