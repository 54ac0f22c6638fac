"""How the retrieval agent starts."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial

from deploy.streams import AGENTS
from shared import clock
from shared import messages as m
from shared.bus.keyvalue import opened
from shared.bus.nats_bus import NatsBus
from shared.bus.objects import NatsObjects
from shared.bus.running import run
from shared.bus.server_clock import ServerClock
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.limits import AccountLimiter
from shared.settings import Settings

from .app import build
from .retrieving import Tool
from .tools import Library
from .web import open_web
from .web_rules import by_rules


async def wire(bus: NatsBus, settings: Settings, stack: AsyncExitStack) -> None:
    """Open what can be read, and listen."""
    bus.stop_cancelled_work()
    library = Library(NatsObjects(bus.js, "LIBRARY").get, WordLlamaEmbedder(), settings.similarity)
    bucket = await stack.enter_async_context(opened(bus.js, "LIMITS"))
    web = await open_web(stack, settings, partial(AccountLimiter, bucket, clock=ServerClock(bus.client)), clock.now)

    def tools(order: m.RetrievalRequested) -> tuple[Tool, ...]:
        return *library.tools(order), *web.tools(order)

    async def states() -> Sequence[m.SourceState]:
        return (await web.state(),)

    build(bus, by_rules, tools, states)


if __name__ == "__main__":
    run("retrieval", wire, (AGENTS["retrieval"],))
