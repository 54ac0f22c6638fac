"""The world's ClinicalTrials.gov, Europe PMC and OpenAlex on a port of loopback, and how tests ask them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from aiohttp import web

from tests.world import clinicaltrials, europepmc, openalex
from tests.world.corpus import PAPERS, STUDIES, answer_key

KEY = answer_key()
PAPER = {paper.key: paper for paper in PAPERS}
JSON = {"format": "json"}
SOURCES = {"clinicaltrials": clinicaltrials.app, "europepmc": europepmc.app, "openalex": openalex.app}


@asynccontextmanager
async def served() -> AsyncIterator[httpx.AsyncClient]:
    """Serve the three on one port, as the world does, and yield a client of it."""
    whole = web.Application()
    for name, app in SOURCES.items():
        whole.add_subapp(f"/{name}", app(PAPERS, STUDIES))
    runner = web.AppRunner(whole)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            yield client
    finally:
        await runner.cleanup()


async def ask(world: httpx.AsyncClient, path: str, **params: str) -> dict[str, Any]:
    """Return a JSON answer; two underscores in a parameter's name stand for a full stop."""
    answer = await world.get(path, params={name.replace("__", "."): value for name, value in params.items()})
    assert answer.status_code == httpx.codes.OK, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def rows(world: httpx.AsyncClient, query: str, **params: str) -> list[dict[str, Any]]:
    """Return the rows Europe PMC finds."""
    body = await ask(
        world, "/europepmc/search", query=query, pageSize="1000", **JSON, **{"resultType": "core", **params}
    )
    found: list[dict[str, Any]] = body["resultList"]["result"]
    return found
