"""What is being done for which run, so that cancelling a run stops its work."""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

MOST_REMEMBERED = 1_000
"""Cancelled runs whose orders are still dropped when they come."""


class Working:
    """The tasks of one process by run."""

    def __init__(self) -> None:
        self._tasks: dict[str, set[asyncio.Task[Any]]] = {}
        self._cancelled: OrderedDict[str, None] = OrderedDict()

    async def on(self, run_id: str, work: Coroutine[Any, Any, Any]) -> bool:
        """Do *work* unless its run is cancelled; say whether it was finished.

        Whatever *work* raises comes through, so does the cancellation of the caller itself.
        """
        if run_id in self._cancelled:
            work.close()
            return False
        task = asyncio.ensure_future(work)
        self._tasks.setdefault(run_id, set()).add(task)
        try:
            await task
        except asyncio.CancelledError:
            if not task.cancelled() or run_id not in self._cancelled:
                task.cancel()
                raise
            return False
        finally:
            self._forget(run_id, task)
        return True

    def cancel(self, run_id: str) -> int:
        """Stop all work on a run, now and later; return how many tasks were stopped."""
        self._cancelled[run_id] = None
        while len(self._cancelled) > MOST_REMEMBERED:
            self._cancelled.popitem(last=False)
        tasks = self._tasks.get(run_id, set())
        for task in tasks:
            task.cancel()
        return len(tasks)

    def _forget(self, run_id: str, task: asyncio.Task[Any]) -> None:
        """Drop a finished task."""
        tasks = self._tasks[run_id]
        tasks.discard(task)
        if not tasks:
            del self._tasks[run_id]
