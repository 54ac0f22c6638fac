"""How the retrieval agent starts."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from deploy.streams import AGENTS
from shared import clock
from shared import messages as m
from shared.bus.keyvalue import opened
from shared.bus.nats_bus import NatsBus
from shared.bus.objects import NatsObjects
from shared.bus.running import run
from shared.bus.server_clock import ServerClock
from shared.embedding.opening import open_embedder
from shared.limits import AccountLimiter
from shared.llm.opening import open_thinking
from shared.settings import Settings

from .app import Reasoning, build, rules
from .claude import ClaudeReasoner
from .retrieving import Keep, Observation, Reasoner, Tool
from .tools import Library
from .traced import Traced
from .web import open_web

PROMPT = Path(__file__).with_name("prompt.md")


async def wire(bus: NatsBus, settings: Settings, stack: AsyncExitStack) -> None:
    """Open what can be read, and listen."""
    bus.stop_cancelled_work()
    library = Library(NatsObjects(bus.js, "LIBRARY").get, open_embedder(settings), settings.nearness)
    bucket = await stack.enter_async_context(opened(bus.js, "LIMITS"))
    web = await open_web(stack, settings, partial(AccountLimiter, bucket, clock=ServerClock(bus.client)), clock.now)

    def tools(order: m.RetrievalRequested) -> tuple[Tool, ...]:
        return tuple(Traced(tool, bus.tracing) for tool in (*library.tools(order), *web.tools(order)))

    async def states() -> Sequence[m.SourceState]:
        return (await web.state(),)

    build(bus, await reasoning(bus, settings, stack), tools, states)


async def reasoning(bus: NatsBus, settings: Settings, stack: AsyncExitStack) -> Reasoning:
    """Return who reasons: Claude where there is a key, else the rules."""
    if not settings.by_claude:
        return rules
    thinking = await open_thinking("retrieval", bus, settings, stack, PROMPT)

    def by_claude(order: m.RetrievalRequested, tools: Sequence[Tool]) -> tuple[Reasoner, Keep]:
        reasoner = ClaudeReasoner(thinking, order, tools)

        async def keep(name: str, look: Callable[[], Awaitable[Observation]]) -> Observation:
            return await reasoner.calls.kept(name, Observation, look)

        return reasoner, keep

    return by_claude


if __name__ == "__main__":
    run("retrieval", wire, (AGENTS["retrieval"],))
