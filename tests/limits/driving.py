"""Search replicas as processes around one NATS and one PubMed, and orders for them."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import nats
from nats.js import JetStreamContext

from deploy.server import start
from shared import clock
from shared import messages as m
from shared.bus.envelope import encode
from tests.asking import stored
from tests.conftest import provisioned
from tests.processes import Fleet, real
from tests.waiting import until

REPLICAS = ("search-1", "search-2", "search-3")
READY_SECONDS = 60.0


@dataclass(frozen=True)
class Place:
    """Three replicas of the search agent, and a connection to their server."""

    js: JetStreamContext
    fleet: Fleet


@asynccontextmanager
async def replicas(folder: Path, environment: dict[str, str]) -> AsyncIterator[Place]:
    """Start a server and the replicas, and wait until each of them listens."""
    server = await start(folder / "nats")
    await provisioned(server.url)
    fleet = Fleet(server.url, folder / "fleet", lambda _name: real("search"), environment, REPLICAS)
    client = await nats.connect(server.url)
    try:
        await fleet.start()
        await until(lambda: all("ready" in fleet.log(name) for name in REPLICAS), READY_SECONDS)
        yield Place(client.jetstream(), fleet)
    finally:
        await fleet.stop()
        await client.close()
        await server.kill()


def orders(words: Sequence[str], count: int) -> tuple[m.SearchRequested, ...]:
    """Return so many orders of one query each, no two alike."""
    queries = itertools.islice(itertools.combinations(words, 2), count)
    return tuple(
        m.SearchRequested(
            run_id=f"limits-{number}",
            step="1-search",
            queries=(" ".join(query),),
            sources=("pubmed",),
            expires_at=clock.now() + timedelta(minutes=10),
            max_results=5,
        )
        for number, query in enumerate(queries)
    )


async def publish(js: JetStreamContext, asked: Sequence[m.SearchRequested]) -> float:
    """Publish the orders at once; return when that was done, by the monotonic clock."""
    for order in asked:
        envelope = encode(order, "coordinator", clock.now())
        await js.publish(envelope.subject, envelope.body, headers=dict(envelope.headers))
    return time.monotonic()


async def answers(js: JetStreamContext, count: int, seconds: float) -> list[m.SearchCompleted]:
    """Return the answers to so many runs, each once; raise ``TimeoutError`` where they do not come in time."""
    done: dict[str, m.SearchCompleted] = {}
    async with asyncio.timeout(seconds):
        while len(done) < count:
            await asyncio.sleep(0.2)
            for _, body in await stored(js, "INBOX", "search.completed"):
                answer = m.SearchCompleted.model_validate_json(body)
                done.setdefault(answer.run_id, answer)
    return list(done.values())
