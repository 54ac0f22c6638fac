"""How the report agent starts."""

from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from deploy.streams import AGENTS
from shared import messages as m
from shared.bus.nats_bus import NatsBus
from shared.bus.running import run
from shared.llm.opening import open_thinking
from shared.settings import Settings

from .app import build
from .claude import ClaudeWriter
from .rules import RuleWriter

PROMPT = Path(__file__).with_name("prompt.md")


def by_rules(_order: m.ReportRequested) -> RuleWriter:
    """Return a writer that needs nothing but the order."""
    return RuleWriter()


async def wire(bus: NatsBus, settings: Settings, stack: AsyncExitStack) -> None:
    """Listen, with Claude where there is a key, else with the rules, which need nothing."""
    bus.stop_cancelled_work()
    if settings.by_claude:
        build(bus, partial(ClaudeWriter, await open_thinking("report", bus, settings, stack, PROMPT)))
    else:
        build(bus, by_rules)


if __name__ == "__main__":
    run("report", wire, (AGENTS["report"],))
