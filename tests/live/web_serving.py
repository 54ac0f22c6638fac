"""The world's web on a port of its own, with faults before it."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from aiohttp import web

from tests.world import duckduckgo, pages, tavily
from tests.world.faults import Faults, middleware


@asynccontextmanager
async def served(*apps: web.Application, faults: Faults | None = None) -> AsyncIterator[str]:
    """Serve what *apps* answer as one host of this machine; yield its address. Endless answers end with it."""
    whole = web.Application(middlewares=(middleware(faults or Faults()),))
    for resource in _resources(apps):
        whole.router.register_resource(resource)
    runner = web.AppRunner(whole, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def _resources(apps: Iterable[web.Application]) -> list[web.AbstractResource]:
    """Return what the applications answer."""
    return [resource for app in apps for resource in app.router.resources()]


@asynccontextmanager
async def the_web(faults: Faults | None = None, robots: str = pages.ROBOTS) -> AsyncIterator[tuple[str, str]]:
    """Serve pages and both engines; yield the addresses of the pages and of the engines."""
    async with served(pages.app(robots), faults=faults) as base:
        engine = duckduckgo.app(base)
        async with served(engine, tavily.app(base), faults=faults) as engines:
            yield base, engines
