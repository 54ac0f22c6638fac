"""The retrieval agent: hears ``research.retrieval.requested``, says ``retrieval.completed`` or ``.failed``."""

from collections.abc import Awaitable, Callable, Sequence

from deploy.streams import AGENTS
from shared import messages as m
from shared.bus import Bus
from shared.errors import CannotDo

from .retrieving import Keep, Reasoner, Tool, keep_nothing, retrieve
from .web_rules import by_rules

Toolbox = Callable[[m.RetrievalRequested], Sequence[Tool]]
"""Returns the tools for an order: what may be read differs from order to order."""

Reasoning = Callable[[m.RetrievalRequested, Sequence[Tool]], tuple[Reasoner, Keep]]
"""Returns who reasons over the tools of an order, and what keeps what they saw."""

States = Callable[[], Awaitable[Sequence[m.SourceState]]]
"""Returns whether what lies outside answers; asks each once."""


def rules(_order: m.RetrievalRequested, tools: Sequence[Tool]) -> tuple[Reasoner, Keep]:
    """Return a reasoner that needs nothing but the tools."""
    return by_rules(tools), keep_nothing


async def nothing_outside() -> tuple[m.SourceState, ...]:
    """Return no state: there is nothing outside to ask."""
    return ()


def build(bus: Bus, reasoning: Reasoning, tools: Toolbox, states: States = nothing_outside) -> None:
    """Wire the service. Tests pass a scripted reasoner; ``__main__`` passes a real one."""

    @bus.hear(AGENTS["retrieval"])
    async def retrieval_requested(order: m.RetrievalRequested) -> None:
        async def tell(text: str) -> None:
            update = m.LiveUpdate(run_id=order.run_id, agent="retrieval", step=order.step, kind="tool", text=text)
            await bus.tell(update)

        found = tools(order)
        reasoner, keep = reasoning(order, found)
        try:
            done = await retrieve(order, reasoner, found, tell, keep)
        except CannotDo as error:
            error.spent = reasoner.cost.spent
            raise
        await bus.say(done)

    @bus.answer(m.RetrievalSourcesGet)
    async def sources_asked(_asked: m.RetrievalSourcesGet) -> m.Value:
        return m.SourcesView(sources=tuple(await states()))
