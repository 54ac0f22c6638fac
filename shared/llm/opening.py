"""Opens what an agent needs to think with Claude, from the settings."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import structlog

from shared import clock
from shared import messages as m
from shared.bus.keyvalue import Bucket, opened
from shared.bus.nats_bus import NatsBus
from shared.bus.server_clock import ServerClock
from shared.settings import AgentSettings, Settings

from .calls import Calls, Means
from .journal import BUCKET, Journal
from .live import Live, Tell
from .pacing import Pace, account_of
from .pricing import Prices
from .prompts import Prompts
from .values import Request, Tool

logger = structlog.get_logger()


@dataclass(frozen=True)
class Thinking:
    """What an agent thinks with: a model and all that surrounds its calls."""

    means: Means
    bucket: Bucket
    prompts: Prompts
    tell: Tell

    def on(self, order: m.Order) -> Calls:
        """Return the calls of one order."""
        return Calls(order, self.means, Journal(self.bucket, order))

    def live(self, order: m.Order, agent: m.AgentName) -> Live:
        """Return what tells the text of one order as it is written."""
        return Live(order, agent, self.tell)

    async def request(self, calls: Calls, domain: m.Domain, content: str, tools: tuple[Tool, ...] = ()) -> Request:
        """Return the first request of an order: the prompt of its domain, and *content* from the user."""
        prompt = await calls.prompt(self.prompts.of, domain)
        own = self.means.settings
        return Request(
            model=own.model,
            system=prompt.text,
            messages=({"role": "user", "content": content},),
            most_tokens=own.most_output_tokens,
            tools=tools,
            effort=own.effort,
        )


async def open_thinking(
    agent: m.AgentName, bus: NatsBus, settings: Settings, stack: AsyncExitStack, prompt: Path
) -> Thinking:
    """Open the model, the journal, the pace and the prompts of *agent*; *stack* closes them.

    Raises ``CannotDo`` where there is no key, ``RetryLater`` where a bucket is not there.
    """
    # What takes long to load, and the rules do without: the SDK, and HTTP for prompts.
    from . import claude, langfuse  # noqa: PLC0415

    own: AgentSettings = getattr(settings, agent)
    model = await stack.enter_async_context(claude.opened(settings.claude))
    journal = await stack.enter_async_context(opened(bus.js, BUCKET))
    limits = await stack.enter_async_context(opened(bus.js, "LIMITS"))
    prices = Prices(settings.prices)
    if not prices.knows(own.model):
        logger.warning("no price is known, so the dearest counts: set VOUCH_PRICES", model=own.model)
    account = account_of(settings.claude.url, settings.claude.key)
    means = Means(
        model=model,
        settings=own,
        prices=prices,
        pace=Pace(limits, account, ServerClock(bus.client), settings.claude.concurrency),
        now=clock.now,
        tracing=bus.tracing,
        call_seconds=settings.claude.call_seconds,
        context_tokens=settings.claude.context_tokens,
    )
    prompts = await langfuse.open_prompts(agent, settings, stack, prompt)
    return Thinking(means, journal, prompts, bus.tell)
