"""The rate limit of an account: never more than it allows, by a clock of the test's own."""

import asyncio
import json
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.bus.in_memory import InMemoryBucket
from shared.bus.keyvalue import Entry
from shared.errors import RetryLater
from shared.limits import AccountLimiter, earliest
from tests.unit.clocks import EPOCH, IDLE_TURNS, LateClock, ManualClock


class GoneBucket(InMemoryBucket):
    """A bucket whose server is away."""

    async def get(self, key: str) -> Entry | None:
        """Fail."""
        message = f"could not read {key} in LIMITS: nats: timeout"
        raise RetryLater(message)


class SlowBucket(InMemoryBucket):
    """A bucket that takes its time to write."""

    def __init__(self, clock: ManualClock, seconds: float) -> None:
        super().__init__()
        self._clock, self._seconds = clock, seconds

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Write after a while."""
        await self._clock.sleep(self._seconds)
        return await super().put_if(key, value, revision)


def limiter(bucket: InMemoryBucket, clock: ManualClock, per_second: float = 3.0) -> AccountLimiter:
    """Return a replica's limiter of the account."""
    return AccountLimiter(bucket, "pubmed", per_second, clock)


async def sent_by(one: AccountLimiter, clock: ManualClock, requests: int, sent: list[float]) -> None:
    """Make so many requests, and note when."""
    for _ in range(requests):
        await one.slot()
        sent.append(clock.time - EPOCH)


async def flow(clock: ManualClock, replicas: Sequence[AccountLimiter], requests: Sequence[int]) -> list[float]:
    """Return when the replicas made their requests, in seconds from the beginning."""
    sent: list[float] = []
    await clock.run(
        [asyncio.create_task(sent_by(one, clock, count, sent)) for one, count in zip(replicas, requests, strict=True)]
    )
    return sorted(sent)


def most_in_a_span(times: Sequence[float], seconds: float = 1.0) -> int:
    """Return the greatest number of times in any span, one of its ends included."""
    return max(sum(start <= one < start + seconds for one in times) for start in times)


async def test_the_first_requests_go_at_once_and_the_next_after_a_second() -> None:
    """A single query needs two or three requests, and should not wait for a limit it does not reach."""
    clock = ManualClock()

    sent = await flow(clock, [limiter(InMemoryBucket(), clock)], [7])

    assert sent == pytest.approx([0, 0, 0, 1.13, 1.13, 1.13, 2.26], abs=0.001)


@pytest.mark.parametrize(("per_second", "expected"), [(1.0, [0, 1.13, 2.26]), (0.5, [0, 2.13, 4.26])])
async def test_slow_accounts_are_spaced(per_second: float, expected: list[float]) -> None:
    """Once in two seconds is no burst of one in each of them."""
    clock = ManualClock()

    sent = await flow(clock, [limiter(InMemoryBucket(), clock, per_second)], [3])

    assert sent == pytest.approx(expected, abs=0.001)


async def test_a_fraction_above_one_is_dropped() -> None:
    """2.5 a second are two in one second, never three."""
    clock = ManualClock()

    sent = await flow(clock, [limiter(InMemoryBucket(), clock, 2.5)], [6])

    assert most_in_a_span(sent) == 2


@settings(max_examples=60)
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


async def test_a_process_that_wakes_late_takes_another_slot() -> None:
    """By then the slot's second is over, and other requests were counted on it."""
    clock = LateClock(0.3)

    sent = await flow(clock, [limiter(InMemoryBucket(), clock, 1)], [3])

    assert sent == pytest.approx([0, 1.43, 2.56], abs=0.001)


async def test_a_slot_that_was_missed_is_given_back() -> None:
    """A busy machine that is late now and then must not halve its own rate."""
    clock, bucket = LateClock(0.3), InMemoryBucket()

    await flow(clock, [limiter(bucket, clock, 1)], [2])

    entry = await bucket.get("pubmed")
    assert entry is not None
    assert [one - EPOCH for one in json.loads(entry.value)] == pytest.approx([0, 1.43], abs=0.001)


async def test_writing_that_takes_long_does_not_go_on_for_ever() -> None:
    """A slot at once is over when it is written down; the next is taken further ahead."""
    clock = ManualClock()

    sent = await flow(clock, [limiter(SlowBucket(clock, 0.2), clock)], [4])

    assert len(sent) == 4
    assert sent[-1] < 4
    assert most_in_a_span(sent) <= 3


async def test_a_killed_replica_wastes_one_slot_and_no_more() -> None:
    """Whoever dies while it waits holds nobody up."""
    clock, bucket = ManualClock(), InMemoryBucket()
    await flow(clock, [limiter(bucket, clock, 1)], [1])
    killed = limiter(bucket, clock, 1)
    await killed._reserved(0.0, None)

    sent = await flow(clock, [limiter(bucket, clock, 1)], [2])

    assert sent == pytest.approx([2.26, 3.39], abs=0.001)


async def test_whoever_gives_up_leaves_the_slot_to_the_next() -> None:
    """A deadline of one query costs the other queries nothing."""
    clock, bucket = ManualClock(), InMemoryBucket()
    one = limiter(bucket, clock, 1)
    await one.slot()
    impatient = asyncio.create_task(one.slot())
    for _ in range(IDLE_TURNS):
        await asyncio.sleep(0)
    impatient.cancel()

    sent = await flow(clock, [one], [2])

    assert sent == pytest.approx([1.13, 2.26], abs=0.001)


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
        await limiter(GoneBucket(), ManualClock()).slot()

    assert str(failed.value) == (
        "the rate limit that all replicas share (pubmed) cannot be kept: could not read pubmed in LIMITS: nats: timeout"
    )


@pytest.mark.parametrize("value", [b"", b"{", b"7", b'["soon"]', b"[[1]]"])
async def test_times_that_cannot_be_read_say_what_to_do(value: bytes) -> None:
    """Starting anew on our own could break the limit for as long as somebody writes there."""
    bucket = InMemoryBucket()
    await bucket.put("pubmed", value)

    with pytest.raises(RetryLater, match="remove the key pubmed from the bucket LIMITS"):
        await limiter(bucket, ManualClock()).slot()


@given(st.lists(st.floats(0, 10), max_size=12), st.floats(0, 10), st.integers(1, 4))
def test_the_earliest_slot_keeps_the_limit_among_whatever_was_taken(wished: list[float], now: float, most: int) -> None:
    """Replicas' clocks differ a little, so a slot may fall between others that are still to come."""
    taken: list[float] = []
    for one in wished:
        taken = sorted([*taken, earliest(taken, one, most, 1.13)])

    slot = earliest(taken, now, most, 1.13)

    assert slot >= now
    assert most_in_a_span([*taken, slot]) <= most


def test_the_earliest_slot_is_the_first_that_fits() -> None:
    """Waiting longer than the limit asks would lose what the account allows."""
    assert earliest([], 5.0, 1, 1.0) == 5.0
    assert earliest([4.5], 5.0, 1, 1.0) == 5.5
    assert earliest([4.5], 5.0, 2, 1.0) == 5.0
    assert earliest([4.5, 7.0], 5.0, 1, 1.0) == 5.5
    assert earliest([4.5, 6.2], 5.0, 1, 1.0) == 7.2
    assert earliest([4.5, 4.6, 5.4], 5.0, 2, 1.0) == 5.6
