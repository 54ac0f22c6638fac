"""Repair what a crash left behind: outboxes that were saved and never sent, deletions that were cut short."""

from datetime import timedelta

import structlog

from shared.errors import VouchError

from .deleting import Deleter
from .following import Locks, Tools
from .keeping import Kept

LEFT_BEHIND = timedelta(seconds=10)
"""A living replica sends its outbox within this time."""

logger = structlog.get_logger()


async def sweep(tools: Tools, locks: Locks) -> int:
    """Send the outboxes that were left behind; return how many. One that cannot be sent waits for the next tick."""
    repaired = 0
    for run_id in await tools.runs.running():
        try:
            async with locks.of(run_id):
                repaired += await _repaired(run_id, tools)
        except VouchError as error:
            logger.warning("an outbox stays behind", run_id=run_id, reason=str(error))
    return repaired


async def settle(tools: Tools, deleter: Deleter) -> int:
    """Go on with the deletions that are not settled; return how many. One that cannot be waits for the next tick."""
    done = 0
    for run_id in await tools.runs.unsettled():
        try:
            done += await deleter.go_on(run_id)
        except VouchError as error:
            logger.warning("a deletion stays unfinished", run_id=run_id, reason=str(error))
    return done


async def _repaired(run_id: str, tools: Tools) -> bool:
    """Say whether the run's outbox was sent again."""
    kept = await tools.runs.load(run_id)
    if not isinstance(kept, Kept):
        return False  # a request that is being taken right now, or a deleted run
    if kept.saved.ended:
        await tools.runs.forget(run_id)
        return False
    if tools.now() - kept.saved.saved_at < LEFT_BEHIND or not tools.sender.may_be_unsent(kept):
        return False
    logger.warning("sending an outbox that was left behind", run_id=run_id, messages=len(kept.saved.outbox))
    await tools.sender.send(kept)
    return True
