"""The report agent: hears ``research.report.requested``, says ``report.completed`` or ``.failed``."""

from collections.abc import Callable

from deploy.streams import AGENTS
from shared import messages as m
from shared.bus import Bus

from .drafting import Writer
from .writing import write

Writing = Callable[[m.ReportRequested], Writer]
"""Returns who writes the drafts of one order."""


def build(bus: Bus, writing: Writing) -> None:
    """Wire the service. Tests pass a scripted writer; ``__main__`` passes a real one."""

    @bus.hear(AGENTS["report"])
    async def report_requested(order: m.ReportRequested) -> None:
        await bus.say(await write(order, writing(order)))
