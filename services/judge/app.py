"""The judge agent: hears ``research.judge.requested``, says ``judge.completed`` or ``.failed``."""

from deploy.streams import AGENTS
from shared import messages as m
from shared.bus import Bus

from .judging import Assessor, judge


def build(bus: Bus, assessor: Assessor) -> None:
    """Wire the service. Tests pass a scripted assessor; ``__main__`` passes a real one."""

    @bus.hear(AGENTS["judge"])
    async def judge_requested(order: m.JudgeRequested) -> None:
        await bus.say(await judge(order, assessor))
