"""The report agent: hears ``research.report.requested``, says ``report.completed`` or ``.failed``."""

from collections.abc import Callable

import structlog

from deploy.streams import AGENTS
from shared import messages as m
from shared.audit.numbers import numbers_of
from shared.bus import Bus
from shared.tracing import names, note

from .completing import Completing
from .drafting import Writer
from .writing import write

Writing = Callable[[m.ReportRequested], Writer]
"""Returns who writes the drafts of one order."""

logger = structlog.get_logger()


def build(bus: Bus, writing: Writing) -> None:
    """Wire the service. Tests pass a scripted writer; ``__main__`` passes a real one."""

    @bus.hear(AGENTS["report"])
    async def report_requested(order: m.ReportRequested) -> None:
        done = await write(order, Completing(writing(order)))
        tell_audit(done)
        await bus.say(done)


def tell_audit(done: m.ReportCompleted) -> None:
    """Leave the audit of a report in numbers in the log and on the span of its order: no text of it."""
    numbers = numbers_of(done.report.audit).model_dump()
    logger.info("audited", made_by=done.made_by, **numbers)
    note({f"{names.AUDIT}{name}": value for name, value in numbers.items()})
