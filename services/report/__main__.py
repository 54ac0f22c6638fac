"""How the report agent starts."""

from contextlib import AsyncExitStack

from deploy.streams import AGENTS
from shared.bus.nats_bus import NatsBus
from shared.bus.running import run
from shared.settings import Settings

from .app import build
from .rules import RuleWriter


async def wire(bus: NatsBus, _settings: Settings, _stack: AsyncExitStack) -> None:
    """Listen; the rules need nothing else."""
    bus.stop_cancelled_work()
    build(bus, RuleWriter())


if __name__ == "__main__":
    run("report", wire, (AGENTS["report"],))
