"""How the search agent starts."""

from contextlib import AsyncExitStack

from deploy.streams import AGENTS
from shared.bus.nats_bus import NatsBus
from shared.bus.objects import NatsObjects
from shared.bus.running import run
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.settings import Settings

from .app import build
from .library import LibrarySource


async def wire(bus: NatsBus, _settings: Settings, _stack: AsyncExitStack) -> None:
    """Open the sources, and listen."""
    bus.stop_cancelled_work()
    build(bus, {"library": LibrarySource(NatsObjects(bus.js, "LIBRARY").get, WordLlamaEmbedder())})


if __name__ == "__main__":
    run("search", wire, (AGENTS["search"],))
