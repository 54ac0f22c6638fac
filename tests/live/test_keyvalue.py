"""The bucket of runs on a real server: compare-and-set, and no traces."""

from collections.abc import AsyncIterator

import pytest
from nats.js import JetStreamContext

from shared.bus.keyvalue import Entry, NatsBucket, opened
from shared.errors import CannotDo, RetryLater


@pytest.fixture
async def bucket(js: JetStreamContext) -> AsyncIterator[NatsBucket]:
    """Open the bucket of runs."""
    async with opened(js, "RUNS") as found:
        yield found


async def test_what_is_written_is_read_with_its_revision(bucket: NatsBucket) -> None:
    """The revision is what the next writer must name."""
    revision = await bucket.put("r1", b"first")

    assert await bucket.get("r1") == Entry(b"first", revision)
    assert await bucket.get("r2") is None


async def test_the_second_of_two_writers_learns_that_it_was_second(bucket: NatsBucket) -> None:
    """Two replicas decide upon the same state: one decision counts."""
    revision = await bucket.put_if("r1", b"begun", 0)
    assert revision is not None

    first = await bucket.put_if("r1", b"one replica", revision)
    second = await bucket.put_if("r1", b"another replica", revision)

    assert second is None
    assert await bucket.get("r1") == Entry(b"one replica", first or 0)


async def test_a_run_is_made_once(bucket: NatsBucket) -> None:
    """Revision 0 means that the key must be new."""
    await bucket.put_if("r1", b"the first question", 0)

    again = await bucket.put_if("r1", b"another question", 0)

    assert again is None


async def test_removing_leaves_no_trace(bucket: NatsBucket) -> None:
    """A marker would be counted as a running run."""
    await bucket.put("running.r1", b"")
    await bucket.remove("running.r1")
    await bucket.remove("running.r1")

    assert await bucket.keys("running.") == ()
    assert await bucket.get("running.r1") is None
    assert await bucket.put_if("running.r1", b"", 0) is not None


async def test_what_was_written_anew_is_not_removed_by_who_read_what_was_there_before(bucket: NatsBucket) -> None:
    """Somebody wants a run deleted just when its import is done with the note under the same key."""
    read = await bucket.put("deleting.r1", b"an import")
    newer = await bucket.put("deleting.r1", b"a deletion")

    await bucket.remove("deleting.r1", read)
    kept = await bucket.get("deleting.r1")
    await bucket.remove("deleting.r1", newer)

    assert kept == Entry(b"a deletion", newer)
    assert await bucket.get("deleting.r1") is None


async def test_keys_are_listed_by_their_beginning(bucket: NatsBucket) -> None:
    """The index of running runs lies beside the runs."""
    for key in ("r2", "running.r2", "r1", "running.r1", "running-away"):
        await bucket.put(key, b"")

    assert await bucket.keys("running.") == ("running.r1", "running.r2")
    assert await bucket.keys("") == ("r1", "r2", "running-away", "running.r1", "running.r2")


@pytest.mark.parametrize("size", [1_000_001, 1_048_576 - 20, 5_000_000])
async def test_a_value_that_is_too_large_is_refused_and_the_connection_lives(bucket: NatsBucket, size: int) -> None:
    """Just below the server's limit, writing it would close the connection for good."""
    with pytest.raises(CannotDo) as refused:
        await bucket.put_if("r1", b"x" * size, 0)

    assert str(refused.value) == f"could not write r1 in RUNS: {size:,} bytes are above 1,000,000"
    assert await bucket.put_if("r1", b"x" * 1_000_000, 0) is not None


async def test_a_bucket_that_provisioning_has_not_made_says_so(js: JetStreamContext) -> None:
    """A service may start before its server is ready."""
    with pytest.raises(RetryLater, match=r"there is no bucket NONE: run `python -m deploy\.provision`"):
        async with opened(js, "NONE"):
            pass


async def test_a_server_that_is_away_is_tried_again_later(js: JetStreamContext, bucket: NatsBucket) -> None:
    """No answer is not the answer that there is nothing."""
    await js._nc.close()

    with pytest.raises(RetryLater, match="could not read r1 in RUNS: nats: connection closed"):
        await bucket.get("r1")
