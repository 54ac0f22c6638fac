"""What is being done for which run: cancelling a run stops its work, and no other's."""

import asyncio

import pytest

from shared.bus.working import MOST_REMEMBERED, Working


class Work:
    """Work that goes on until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go_on, self.ended = asyncio.Event(), asyncio.Event(), ""

    async def __call__(self) -> None:
        """Wait, and note how that ended."""
        self.begun.set()
        try:
            await self.go_on.wait()
            self.ended = "done"
        except asyncio.CancelledError:
            self.ended = "cancelled"
            raise


async def test_work_that_nobody_cancels_is_finished() -> None:
    """Saying so has the message acknowledged."""
    working, work = Working(), Work()
    work.go_on.set()

    assert await working.on("r1", work()) is True
    assert work.ended == "done"


async def test_cancelling_a_run_stops_its_work_and_no_others() -> None:
    """Agents work on several runs side by side."""
    working, first, second, other = Working(), Work(), Work(), Work()
    tasks = [
        asyncio.create_task(working.on(run, work())) for run, work in (("r1", first), ("r1", second), ("r2", other))
    ]
    await asyncio.gather(*(work.begun.wait() for work in (first, second, other)))

    stopped = working.cancel("r1")
    other.go_on.set()

    assert await asyncio.gather(*tasks) == [False, False, True]
    assert (stopped, first.ended, second.ended, other.ended) == (2, "cancelled", "cancelled", "done")


async def test_work_for_a_cancelled_run_is_never_begun() -> None:
    """Its order may come after the word."""
    working, work = Working(), Work()
    stopped = working.cancel("r1")

    assert await working.on("r1", work()) is False
    assert (stopped, work.begun.is_set()) == (0, False)


async def test_what_work_raises_comes_through() -> None:
    """The failure policy decides about it."""

    async def fail() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        await Working().on("r1", fail())


async def test_a_process_that_stops_is_not_a_run_that_was_cancelled() -> None:
    """The order must go back to its queue, not be acknowledged."""
    working, work = Working(), Work()
    task = asyncio.create_task(working.on("r1", work()))
    await work.begun.wait()

    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert work.ended == "cancelled"


async def test_finished_work_is_forgotten() -> None:
    """A service runs for months."""
    working, work = Working(), Work()
    work.go_on.set()

    await working.on("r1", work())

    assert working._tasks == {}
    assert working.cancel("r1") == 0


async def test_only_so_many_cancelled_runs_are_remembered() -> None:
    """The oldest is forgotten: its orders are long past their deadline."""
    working, work = Working(), Work()
    work.go_on.set()
    for n in range(MOST_REMEMBERED + 1):
        working.cancel(f"r{n}")

    assert await working.on("r0", work()) is True
    assert await working.on("r1", Work()()) is False
