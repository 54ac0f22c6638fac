"""How many calls go out at once, and the pause that all replicas keep."""

import asyncio

import pytest

from shared.bus.in_memory import InMemoryBucket
from shared.bus.keyvalue import Entry
from shared.errors import RetryLater
from shared.llm.pacing import FRESH_SECONDS, Pace, account_of
from tests.unit.clocks import EPOCH, ManualClock


async def test_no_more_than_so_many_calls_are_in_flight() -> None:
    """A burst of orders must not become a burst of calls."""
    pace, flying, most = Pace(InMemoryBucket(), "a", ManualClock(), 3), 0, 0

    async def call() -> None:
        nonlocal flying, most
        async with pace.turn():
            flying += 1
            most = max(most, flying)
            await asyncio.sleep(0.001)
            flying -= 1

    await asyncio.gather(*(call() for _ in range(12)))

    assert most == 3


async def test_a_pause_that_one_was_asked_for_is_kept_by_all() -> None:
    """Two replicas with one key are one account to the server."""
    bucket, clock = InMemoryBucket(), ManualClock()
    one, other = Pace(bucket, "a", clock, 8), Pace(bucket, "a", clock, 8)
    slow_down = RetryLater("slow down", after_seconds=30.0)
    with pytest.raises(RetryLater):
        async with one.turn():
            raise slow_down

    with pytest.raises(RetryLater, match="left alone for 30 s more") as refused:
        async with other.turn():
            pytest.fail("it called in the pause")
    assert refused.value.after_seconds == pytest.approx(30.0)

    clock.time += 31
    async with other.turn():
        pass


async def test_a_short_pause_is_waited_for() -> None:
    """Giving an order back and fetching it again takes longer."""
    bucket, clock = InMemoryBucket(), ManualClock()
    await bucket.put("a.pause", str(EPOCH + 2).encode())

    async def call() -> None:
        async with Pace(bucket, "a", clock, 8).turn():
            pass

    await clock.run([asyncio.create_task(call())])

    assert clock.time == EPOCH + 2


class Counted(InMemoryBucket):
    """A bucket that counts how often it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.read = 0

    async def get(self, key: str) -> Entry | None:
        """Return the entry, after a while."""
        self.read += 1
        await asyncio.sleep(0)
        return await super().get(key)


async def test_calls_that_begin_at_once_look_for_a_pause_together() -> None:
    """Fifty calls in flight would else ask NATS fifty times for the same."""
    bucket, clock = Counted(), ManualClock()
    pace = Pace(bucket, "a", clock, 50)

    async def call() -> None:
        async with pace.turn():
            pass

    await asyncio.gather(*(call() for _ in range(50)))

    assert bucket.read == 1


async def test_what_another_worker_was_told_is_heeded_a_moment_later() -> None:
    """What was read holds for a fifth of a second; what this worker itself was told, at once."""
    bucket, clock = InMemoryBucket(), ManualClock()
    one, other = Pace(bucket, "a", clock, 8), Pace(bucket, "a", clock, 8)
    slow_down = RetryLater("slow down", after_seconds=30.0)
    async with other.turn():
        pass
    with pytest.raises(RetryLater):
        async with one.turn():
            raise slow_down

    with pytest.raises(RetryLater, match="left alone"):
        async with one.turn():
            pytest.fail("it called in the pause")
    clock.time += FRESH_SECONDS + 0.01
    with pytest.raises(RetryLater, match="left alone"):
        async with other.turn():
            pytest.fail("it called in the pause")


async def test_a_pause_that_nobody_can_read_is_not_kept() -> None:
    """Else one bad value would stop every agent for ever."""
    bucket = InMemoryBucket()
    await bucket.put("a.pause", b"soon")
    async with Pace(bucket, "a", ManualClock(), 8).turn():
        pass


def test_the_account_is_named_without_its_key() -> None:
    """A bucket is read by people."""
    assert "sk-secret" not in account_of("https://api.example", "sk-secret")
    assert account_of("https://api.example", "a") != account_of("https://api.example", "b")
