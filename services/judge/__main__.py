"""How the judge agent starts."""

from contextlib import AsyncExitStack
from pathlib import Path

from deploy.streams import AGENTS
from shared.bus.nats_bus import NatsBus
from shared.bus.running import run
from shared.llm.opening import open_thinking
from shared.settings import Settings

from .app import build
from .claude import ClaudeAssessor
from .rubric import RubricAssessor

PROMPT = Path(__file__).with_name("prompt.md")


async def wire(bus: NatsBus, settings: Settings, stack: AsyncExitStack) -> None:
    """Listen, with Claude where there is a key, else with the rules, which need nothing."""
    bus.stop_cancelled_work()
    if settings.by_claude:
        build(bus, ClaudeAssessor(await open_thinking("judge", bus, settings, stack, PROMPT)))
    else:
        build(bus, RubricAssessor())


if __name__ == "__main__":
    run("judge", wire, (AGENTS["judge"],))
