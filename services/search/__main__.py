"""How the search agent starts."""

from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from deploy.streams import AGENTS
from shared.bus.keyvalue import opened
from shared.bus.nats_bus import NatsBus
from shared.bus.objects import NatsObjects
from shared.bus.running import run
from shared.bus.server_clock import ServerClock
from shared.embedding.opening import open_embedder
from shared.limits import AccountLimiter
from shared.llm.opening import open_thinking
from shared.settings import Settings

from .app import build
from .claude import ClaudePlanner
from .crosswalk import Crosswalk
from .europepmc import EuropePMC
from .library import LibrarySource
from .opening import open_sources

PROMPT = Path(__file__).with_name("prompt.md")


async def wire(bus: NatsBus, settings: Settings, stack: AsyncExitStack) -> None:
    """Open the sources, and listen."""
    bus.stop_cancelled_work()
    embedder = open_embedder(settings)
    bucket = await stack.enter_async_context(opened(bus.js, "LIMITS"))
    limits = partial(AccountLimiter, bucket, clock=ServerClock(bus.client))
    outside, indexes = await open_sources(settings, limits, stack, embedder)
    europepmc = indexes.get("europepmc")
    crosswalk = Crosswalk(europepmc.title, europepmc.crosswalk) if isinstance(europepmc, EuropePMC) else None
    library = LibrarySource(NatsObjects(bus.js, "LIBRARY").get, embedder, crosswalk)
    thinking = await open_thinking("search", bus, settings, stack, PROMPT) if settings.by_claude else None
    build(bus, {"library": library, **outside}, ClaudePlanner(thinking) if thinking else None)


if __name__ == "__main__":
    run("search", wire, (AGENTS["search"],))
