"""The search agent: hears ``research.search.requested``, says ``search.completed`` or ``.failed``."""

import asyncio
from collections.abc import Mapping

from deploy.streams import AGENTS
from shared import clock
from shared import messages as m
from shared.bus import Bus

from .planning import AsAsked, Planner
from .searching import Source, search


def build(bus: Bus, sources: Mapping[m.SourceName, Source], planner: Planner | None = None) -> None:
    """Wire the service. Tests pass sources of their own; ``__main__`` passes the real ones."""
    planning = planner or AsAsked()

    @bus.hear(AGENTS["search"])
    async def search_requested(order: m.SearchRequested) -> None:
        plan = await planning.plan(order)
        await bus.say(await search(order, sources, clock.now(), plan))

    @bus.answer(m.SearchSourcesGet)
    async def sources_asked(_asked: m.SearchSourcesGet) -> m.Value:
        return m.SourcesView(sources=tuple(await asyncio.gather(*(one.state() for one in sources.values()))))
