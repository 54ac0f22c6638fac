"""How the retrieval agent starts."""

from contextlib import AsyncExitStack

from deploy.streams import AGENTS
from shared.bus.nats_bus import NatsBus
from shared.bus.objects import NatsObjects
from shared.bus.running import run
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.settings import Settings

from .app import build
from .rules import RuleReasoner
from .tools import Library


async def wire(bus: NatsBus, settings: Settings, _stack: AsyncExitStack) -> None:
    """Open what can be read, and listen."""
    bus.stop_cancelled_work()
    library = Library(NatsObjects(bus.js, "LIBRARY").get, WordLlamaEmbedder(), settings.similarity)
    build(bus, RuleReasoner(), library.tools)


if __name__ == "__main__":
    run("retrieval", wire, (AGENTS["retrieval"],))
