"""The rate limit of an account over a real NATS server, held by several replicas at once."""

import asyncio
import time
from collections.abc import Sequence

import nats
import pytest
from nats.js import JetStreamContext

from deploy.server import LocalServer
from shared.bus.keyvalue import NatsBucket
from shared.bus.server_clock import Reading, ServerClock, better
from shared.errors import RetryLater
from shared.limits import AccountLimiter


async def replica(server: LocalServer, per_second: float, stack: list[nats.NATS]) -> tuple[AccountLimiter, ServerClock]:
    """Return the limiter of a process with a connection of its own, and the time it goes by."""
    client = await nats.connect(server.url)
    stack.append(client)
    js = client.jetstream()
    clock = ServerClock(client)
    return AccountLimiter(NatsBucket(js, await js.key_value("LIMITS"), "LIMITS"), "pubmed", per_second, clock), clock


def most_in_a_second(times: Sequence[float]) -> int:
    """Return the greatest number of times in any second."""
    return max(sum(start <= one < start + 1 for one in times) for start in times)


async def test_three_replicas_keep_the_limit_of_one_account(server: LocalServer) -> None:
    """Each has its own connection and its own idea of the time; the vendor sees one account."""
    clients: list[nats.NATS] = []
    replicas = [await replica(server, 5, clients) for _ in range(3)]
    sent: list[float] = []

    async def ask(limiter: AccountLimiter, clock: ServerClock) -> None:
        for _ in range(6):
            async with limiter.slot():
                sent.append(await clock.now())

    began = time.monotonic()
    await asyncio.gather(*(ask(*one) for one in replicas))
    took = time.monotonic() - began
    for client in clients:
        await client.close()

    assert len(sent) == 18
    assert most_in_a_second(sent) <= 5
    assert took >= 3 * 1.05 - 0.1


async def test_a_replica_that_is_killed_while_it_asks_holds_nobody_up(server: LocalServer) -> None:
    """Its request was never answered, and may have been counted."""
    clients: list[nats.NATS] = []
    killed, living = [(await replica(server, 1, clients))[0] for _ in range(2)]
    await killed._taken()
    began = time.monotonic()

    async with living.slot():
        took = time.monotonic() - began

    assert took >= 1.1
    for client in clients:
        await client.close()


async def test_the_servers_time_is_told_within_its_doubt(js: JetStreamContext) -> None:
    """Here server and service share a clock, so the two can be compared."""
    clock = ServerClock(js._nc)

    told, ours = await clock.now(), time.time()  # noqa: TID251 -- the machine's clock, which the server reads too

    assert clock._known is not None
    assert abs(told - ours) <= clock._known.doubt(time.monotonic()) + 0.05
    assert await clock.now() > told


async def test_without_the_bucket_the_time_cannot_be_told(js: JetStreamContext) -> None:
    """The bucket is made by provisioning; until then nobody is asked."""
    await js.delete_stream("KV_LIMITS")

    with pytest.raises(RetryLater, match="NATS did not tell the time"):
        await ServerClock(js._nc).now()


async def test_a_lost_connection_is_told(server: LocalServer) -> None:
    """Asking a vendor without the shared limit would break it."""
    clients: list[nats.NATS] = []
    limiter, _ = await replica(server, 1, clients)
    async with limiter.slot():
        pass
    await clients[0].close()

    with pytest.raises(
        RetryLater, match=r"the rate limit that all replicas share \(pubmed\) cannot be kept: could not read"
    ):
        async with limiter.slot():
            pass


@pytest.mark.parametrize(
    ("known", "new", "kept"),
    [
        (None, Reading(100.0, 1.0, 1.2), "new"),
        (Reading(100.0, 1.0, 1.01), Reading(110.0, 11.0, 11.2), "known"),
        (Reading(100.0, 1.0, 1.2), Reading(110.0, 11.0, 11.01), "new"),
        (Reading(100.0, 1.0, 1.01), Reading(170.0, 11.0, 11.2), "new"),
    ],
)
def test_the_surer_reading_counts_until_the_clock_was_set(known: Reading | None, new: Reading, kept: str) -> None:
    """A slow answer tells little; one that contradicts the last tells that somebody set the server's clock."""
    assert better(known, new) is {"new": new, "known": known}[kept]
