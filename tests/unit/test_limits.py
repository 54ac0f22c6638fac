"""The rate limit of an account: never more than it allows, by a clock of the test's own."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.bus.in_memory import InMemoryBucket
from shared.bus.keyvalue import Entry
from shared.errors import RetryLater
from shared.limits import MOST_UNDERWAY_SECONDS, AccountLimiter, earliest
from tests.unit.clocks import EPOCH, IDLE_TURNS, LateClock, ManualClock


class LeavingBucket(InMemoryBucket):
    """A bucket whose server may be away."""

    def __init__(self, *, is_away: bool = False) -> None:
        super().__init__()
        self.is_away = is_away

    async def get(self, key: str) -> Entry | None:
        """Fail while it is away."""
        if self.is_away:
            message = f"could not read {key} in LIMITS: nats: timeout"
            raise RetryLater(message)
        return await super().get(key)


class SlowBucket(InMemoryBucket):
    """A bucket that takes its time to write, a few times."""

    def __init__(self, clock: ManualClock, seconds: float, times: int) -> None:
        super().__init__()
        self._clock, self._late = clock, [seconds] * times

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Write after a while."""
        if self._late:
            await self._clock.sleep(self._late.pop())
        return await super().put_if(key, value, revision)


def limiter(bucket: InMemoryBucket, clock: ManualClock, per_second: float = 3.0) -> AccountLimiter:
    """Return a replica's limiter of the account."""
    return AccountLimiter(bucket, "pubmed", per_second, clock)


@dataclass(frozen=True)
class Wire:
    """How long requests take to be counted, and to be answered after that, in seconds, one after another."""

    there: Sequence[float] = (0.0,)
    back: Sequence[float] = (0.0,)


async def sent_by(
    one: AccountLimiter, clock: ManualClock, requests: int, sent: list[float], wire: Wire = Wire()
) -> None:
    """Make so many requests, and note when they were counted."""
    for number in range(requests):
        async with one.slot():
            if there := wire.there[number % len(wire.there)]:
                await clock.sleep(there)
            sent.append(clock.time - EPOCH)
            if back := wire.back[number % len(wire.back)]:
                await clock.sleep(back)


async def flow(
    clock: ManualClock, replicas: Sequence[AccountLimiter], requests: Sequence[int], wire: Wire = Wire()
) -> list[float]:
    """Return when the replicas' requests were counted, in seconds from the beginning."""
    sent: list[float] = []
    each = zip(replicas, requests, strict=True)
    await clock.run([asyncio.create_task(sent_by(one, clock, count, sent, wire)) for one, count in each])
    return sorted(sent)


def most_in_a_span(times: Sequence[float], seconds: float = 1.0) -> int:
    """Return the greatest number of times in any span, one of its ends included."""
    return max(sum(start <= one < start + seconds for one in times) for start in times)


async def test_the_first_requests_go_at_once_and_the_next_after_a_second() -> None:
    """A single query needs two or three requests, and should not wait for a limit it does not reach."""
    clock = ManualClock()

    sent = await flow(clock, [limiter(InMemoryBucket(), clock)], [7])

    assert sent == pytest.approx([0, 0, 0, 1.05, 1.05, 1.05, 2.1], abs=0.04)


@pytest.mark.parametrize(("per_second", "expected"), [(1.0, [0, 1.05, 2.1]), (0.5, [0, 2.05, 4.1])])
async def test_slow_accounts_are_spaced(per_second: float, expected: list[float]) -> None:
    """Once in two seconds is no burst of one in each of them."""
    clock = ManualClock()

    sent = await flow(clock, [limiter(InMemoryBucket(), clock, per_second)], [3])

    assert sent == pytest.approx(expected, abs=0.03)


async def test_a_fraction_above_one_is_dropped() -> None:
    """2.5 a second are two in one second, never three."""
    clock = ManualClock()

    sent = await flow(clock, [limiter(InMemoryBucket(), clock, 2.5)], [6])

    assert most_in_a_span(sent) == 2


@settings(max_examples=30)
@given(st.integers(1, 10), st.lists(st.integers(0, 8), min_size=1, max_size=5))
def test_no_second_ever_holds_more_than_the_limit_and_no_request_is_lost(per_second: int, requests: list[int]) -> None:
    """The vendor counts what arrives from all replicas together, and blocks an account that is above."""

    async def story() -> list[float]:
        clock, bucket = ManualClock(), InMemoryBucket()
        return await flow(clock, [limiter(bucket, clock, per_second) for _ in requests], requests)

    sent = asyncio.run(story())

    assert len(sent) == sum(requests)
    assert not sent or most_in_a_span(sent) <= per_second


@pytest.mark.parametrize(("per_second", "each"), [(3, 20), (10, 40), (1, 6)])
async def test_three_replicas_together_use_what_the_account_allows(per_second: int, each: int) -> None:
    """The promise: all is asked within 1.2 times the least that the limit allows."""
    clock, bucket = ManualClock(), InMemoryBucket()

    sent = await flow(clock, [limiter(bucket, clock, per_second) for _ in range(3)], [each] * 3)

    assert sent[-1] <= 1.2 * 3 * each / per_second
    assert most_in_a_span(sent) <= per_second


async def test_replicas_are_served_alike() -> None:
    """One replica must not take all slots while another's order runs out of time."""
    clock, bucket = ManualClock(), InMemoryBucket()
    each: list[list[float]] = [[], [], []]

    await clock.run(
        [asyncio.create_task(sent_by(limiter(bucket, clock), clock, 20, sent)) for sent in each],
    )

    assert all(20 / 3 * 2 <= sent[-1] <= 20 * 1.2 for sent in each)


@settings(max_examples=30)
@given(
    st.integers(1, 4),
    st.lists(st.floats(0, MOST_UNDERWAY_SECONDS), min_size=1, max_size=7),
    st.lists(st.floats(0, 2), min_size=1, max_size=5),
)
def test_requests_that_are_late_on_their_way_are_never_too_many(
    per_second: int, there: list[float], back: list[float]
) -> None:
    """A busy machine or a slow wire brings one request late and the next at once: the vendor counts both."""

    async def story() -> list[float]:
        clock, bucket = ManualClock(), InMemoryBucket()
        return await flow(clock, [limiter(bucket, clock, per_second) for _ in range(3)], [6] * 3, Wire(there, back))

    sent = asyncio.run(story())

    assert len(sent) == 18
    assert most_in_a_span(sent) <= per_second


@pytest.mark.parametrize(("back", "each"), [(0.0, 1.05), (0.1, 1.15), (0.3, 1.35), (3.0, 1.35)])
async def test_a_second_begins_with_the_answer_and_soon_after_the_slot(back: float, each: float) -> None:
    """An answer proves that its request was counted; a vendor that takes long does not slow us further."""
    clock, bucket = ManualClock(), InMemoryBucket()

    sent = await flow(clock, [limiter(bucket, clock, 1) for _ in range(5)], [1] * 5, Wire(back=[back]))

    assert sent == pytest.approx([number * each for number in range(5)], abs=0.1)


async def test_a_request_that_failed_counts_as_long_as_one_without_an_answer() -> None:
    """It may have been counted before the connection broke."""
    clock = ManualClock()
    one = limiter(InMemoryBucket(), clock, 1)
    with pytest.raises(TimeoutError):
        async with one.slot():
            raise TimeoutError

    assert await flow(clock, [one], [1]) == pytest.approx([1.35], abs=0.03)


async def test_a_process_that_wakes_late_is_only_late() -> None:
    """The others have not waited for it, and its own request counts from when it goes."""
    clock = LateClock(0.6)

    sent = await flow(clock, [limiter(InMemoryBucket(), clock, 1)], [3])

    assert sent == pytest.approx([0, 1.35, 2.4], abs=0.03)


async def test_a_slot_that_took_long_to_write_down_is_given_back() -> None:
    """What is left of its time may be too short for the request to be counted in."""
    clock = ManualClock()
    bucket = SlowBucket(clock, 0.2, times=1)

    sent = await flow(clock, [limiter(bucket, clock, 1)], [2])

    assert sent == pytest.approx([0.2, 1.25], abs=0.03)


async def test_a_killed_replica_leaves_a_request_without_an_answer_and_no_more() -> None:
    """Whoever dies holds nobody up for longer."""
    clock, bucket = ManualClock(), InMemoryBucket()
    await limiter(bucket, clock, 1)._taken()

    sent = await flow(clock, [limiter(bucket, clock, 1)], [2])

    assert sent == pytest.approx([1.35, 2.4], abs=0.03)


async def test_whoever_gives_up_takes_no_slot() -> None:
    """A deadline of one query costs the other queries nothing."""
    clock, bucket = ManualClock(), InMemoryBucket()
    one = limiter(bucket, clock, 1)
    async with one.slot():
        pass
    impatient = asyncio.create_task(sent_by(one, clock, 1, []))
    for _ in range(IDLE_TURNS):
        await asyncio.sleep(0)
    impatient.cancel()

    sent = await flow(clock, [one], [2])

    assert sent == pytest.approx([1.05, 2.1], abs=0.03)


async def test_an_answer_that_cannot_be_noted_is_an_answer_all_the_same() -> None:
    """The bucket went away in between; the slot ends by itself."""
    clock, bucket = ManualClock(), LeavingBucket()
    one = limiter(bucket, clock, 1)

    async with one.slot():
        bucket.is_away = True
    bucket.is_away = False

    assert await flow(clock, [one], [1]) == pytest.approx([1.35], abs=0.03)


async def test_few_times_are_kept() -> None:
    """The value is read and written for each request."""
    clock, bucket = ManualClock(), InMemoryBucket()

    await flow(clock, [limiter(bucket, clock) for _ in range(3)], [20, 20, 20])

    entry = await bucket.get("pubmed")
    assert entry is not None
    assert len(json.loads(entry.value)) <= 3 * 3
    assert all(first <= second for first, second in pairwise(json.loads(entry.value)))


async def test_times_that_a_wrong_clock_wrote_hold_nobody_up() -> None:
    """A server that was set an hour ahead leaves slots that nobody can wait for."""
    clock, bucket = ManualClock(), InMemoryBucket()
    await bucket.put("pubmed", json.dumps([EPOCH + 3600] * 3).encode())

    sent = await flow(clock, [limiter(bucket, clock)], [1])

    assert sent == [0]


async def test_accounts_do_not_wait_for_each_other() -> None:
    """Each vendor counts for itself."""
    clock, bucket = ManualClock(), InMemoryBucket()
    other = AccountLimiter(bucket, "openalex", 1, clock)

    sent = await flow(clock, [limiter(bucket, clock, 1), other], [1, 1])

    assert sent == [0, 0]


async def test_a_bucket_that_is_away_is_named() -> None:
    """Asking without the limit would have the whole account blocked."""
    with pytest.raises(RetryLater) as failed:
        async with limiter(LeavingBucket(is_away=True), ManualClock()).slot():
            pass

    assert str(failed.value) == (
        "the rate limit that all replicas share (pubmed) cannot be kept: could not read pubmed in LIMITS: nats: timeout"
    )


@pytest.mark.parametrize("value", [b"", b"{", b"7", b'["soon"]', b"[[1]]"])
async def test_times_that_cannot_be_read_say_what_to_do(value: bytes) -> None:
    """Starting anew on our own could break the limit for as long as somebody writes there."""
    bucket = InMemoryBucket()
    await bucket.put("pubmed", value)

    with pytest.raises(RetryLater, match="remove the key pubmed from the bucket LIMITS"):
        async with limiter(bucket, ManualClock()).slot():
            pass


def test_the_earliest_slot_is_the_first_that_fits() -> None:
    """Waiting longer than the limit asks would lose what the account allows."""
    assert earliest([], 5.0, 1, 1.0) == 5.0
    assert earliest([4.5], 5.0, 1, 1.0) == 5.5
    assert earliest([4.5], 5.0, 2, 1.0) == 5.0
    assert earliest([5.2], 5.0, 1, 1.0) == 6.2
    assert earliest([4.6, 5.2, 4.5], 5.0, 2, 1.0) == 5.6
    assert earliest([3.9, 4.0], 5.0, 1, 1.0) == 5.0
