"""The report agent: hears ``research.report.requested``, says ``report.completed`` or ``.failed``."""

from deploy.streams import AGENTS
from shared import messages as m
from shared.bus import Bus

from .drafting import Writer
from .writing import write


def build(bus: Bus, writer: Writer, made_by: str = "rules") -> None:
    """Wire the service. Tests pass a scripted writer; ``__main__`` passes a real one."""

    @bus.hear(AGENTS["report"])
    async def report_requested(order: m.ReportRequested) -> None:
        await bus.say(await write(order, writer, made_by))
