"""Three replicas of the search agent stay under the one limit of their account, and use it: ``make limits``.

The world's PubMed counts sliding seconds itself and answers 429 above its limit.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.limits.driving import REPLICAS, answers, orders, publish, replicas
from tests.world.control import Control, Seen

QUERIES = 60
MOST_SHARE = 1.2
"""Of the time that the requests seen must take at the limit."""

MOST_SECONDS = 240.0


def environment(url: str, key: str = "") -> dict[str, str]:
    """Return what a replica is set to: the world's PubMed, no cache, and nothing else that asks."""
    return {
        "VOUCH_PUBMED__ENABLED": "true",
        "VOUCH_PUBMED__URL": f"{url}/pubmed",
        "VOUCH_PUBMED__DEADLINE_SECONDS": "60",
        "VOUCH_PUBMED__API_KEY": key,
        "VOUCH_CONTACT": "tests@example.org",
        "VOUCH_HTTP_CACHE": "false",
    }


def words() -> Sequence[str]:
    """Return words of which any two make a query of their own."""
    return (
        *("velasartan", "migraine", "pain", "attack", "trial", "channel"),
        *("placebo", "sodium", "neuron", "cohort", "mouse", "safety"),
    )


def told(seen: Seen, seconds: float, limit: int) -> str:
    """Return what was measured, in a line."""
    least = len(seen.requests) / limit
    return (
        f"{QUERIES} queries, {len(seen.requests)} requests in {seconds:.1f} s: {seconds / least:.2f} of the time they "
        f"take at {limit} a second; at most {seen.most_in_a_second} in any second, {seen.refused} refused"
    )


@pytest.mark.parametrize(("key", "limit", "kill"), [("", 3, False), ("", 3, True), ("a-key", 10, False)])
async def test_replicas_share_one_limit(tmp_path: Path, world: Control, key: str, limit: int, kill: bool) -> None:  # noqa: FBT001 -- a parameter of the table
    """Sixty queries at once; with and without a key, and with a replica killed in the middle."""
    asked = orders(words(), QUERIES)
    async with replicas(tmp_path, environment(world.url, key)) as place:
        await world.reset()
        began = time.monotonic()
        await publish(place.js, asked)
        if kill:
            await asyncio.sleep(QUERIES / limit / 2)
            await place.fleet.kill(REPLICAS[0])
        done = await answers(place.js, QUERIES, MOST_SECONDS)
        seconds = time.monotonic() - began
    seen = await world.seen()
    sys.stdout.write(f"\n{told(seen, seconds, limit)}{', a replica killed' if kill else ''}\n")

    failed = [one.searches[0].reason for one in done if one.searches[0].status == "failed"]
    assert failed == []
    assert (seen.refused, sum(seen.missing.values())) == (0, 0)
    assert seen.most_in_a_second <= limit
    assert seconds <= MOST_SHARE * len(seen.requests) / limit
