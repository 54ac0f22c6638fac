"""The hypothesis agent: hears ``research.hypothesis.requested``, says ``hypothesis.completed`` or ``.failed``."""

from deploy.streams import AGENTS
from shared import messages as m
from shared.bus import Bus

from .proposing import Proposer, propose


def build(bus: Bus, proposer: Proposer) -> None:
    """Wire the service. Tests pass a scripted proposer; ``__main__`` passes a real one."""

    @bus.hear(AGENTS["hypothesis"])
    async def hypothesis_requested(order: m.HypothesisRequested) -> None:
        await bus.say(await propose(order, proposer))
