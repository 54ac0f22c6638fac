"""What our adapter costs beside the bare SDK, against the scripted Claude: ``python -m tests.bench.claude``.

Three ways to make the same call take turns: the bare SDK, our adapter alone, and a call of an order as the services
make it, with the journal and the pause of the account in buckets of a real NATS server. The scripted Claude is a
process of its own. Where it answers at once, nothing hides what a call costs here; with a wait before each answer it
is more like a model, which takes seconds. The processor time of this process is told beside the speed.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import uvloop
from nats.aio.client import Client
from nats.aio.msg import Msg
from rich.console import Console
from rich.table import Table

from tests.bench.claude_ways import IN_FLIGHT, Heard, Ways, opened, world
from tests.world.control import Control

CALLS = 400
ROUNDS = 3
WAITS_SECONDS = (0.0, 0.5)
"""Before an answer: none, and less than any model takes."""
STREAMS = 120
PAUSE_SECONDS = 0.005
"""Between two deltas of a stream: one that came all at once would be read before any of it is published."""
WARM = 20
"""Of those, the first, which are not counted."""

GOAL_RATIO = 1.15
GOAL_MORE_MILLISECONDS = 20.0

Call = Callable[[], Awaitable[object]]


@dataclass(frozen=True)
class Speed:
    """How fast calls went."""

    per_second: float
    processor_milliseconds: float
    """That this process took for each."""


async def speed(call: Call) -> Speed:
    """Return how fast so many calls go, with so many of them in flight."""
    left = iter(range(CALLS))

    async def work() -> None:
        for _ in left:
            await call()

    processor, begun = time.process_time(), time.perf_counter()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    seconds = time.perf_counter() - begun
    return Speed(CALLS / seconds, (time.process_time() - processor) / CALLS * 1000)


async def speeds(ways: Ways) -> dict[str, Speed]:
    """Return the best of some rounds for each way, all of which take turns: noise only ever makes a call slower."""
    named: dict[str, Call] = {
        "the bare SDK": ways.bare,
        "our adapter": ways.adapter,
        "with journal and pace": ways.service,
    }
    found: dict[str, list[Speed]] = {name: [] for name in named}
    for one in range(ROUNDS + 1):
        for name, call in named.items():
            measured = await speed(call)
            if one:  # the first opens connections
                found[name].append(measured)
    return {
        name: Speed(max(one.per_second for one in all_), min(one.processor_milliseconds for one in all_))
        for name, all_ in found.items()
    }


async def delays(ways: Ways, watcher: Client) -> tuple[list[float], list[float]]:
    """Return how long the first piece took, by the bare SDK and to whoever watches a run, in milliseconds."""
    heard: Heard = {}

    async def told(msg: Msg) -> None:
        first = heard.get(msg.subject.split(".")[2])
        if first and not first.done():
            first.set_result(time.perf_counter())

    await watcher.subscribe("research.live.>", cb=told)
    await watcher.flush()
    bare, ours = [], []
    for _ in range(STREAMS):
        bare.append(await ways.bare_stream() * 1000)
        ours.append(await ways.told_stream(heard) * 1000)
    return bare[WARM:], ours[WARM:]


async def tables() -> AsyncIterator[Table]:
    """Yield what was measured, with the goals beside it."""
    with tempfile.TemporaryDirectory() as folder:
        async with world() as url, opened(url, Path(folder)) as (ways, watcher), Control(url) as control:
            for seconds in WAITS_SECONDS:
                await control.pace(latency_seconds=seconds)
                yield of_speeds(await speeds(ways), seconds)
            await control.pace(pause_seconds=PAUSE_SECONDS)
            yield of_delays(*await delays(ways, watcher))


def of_speeds(found: dict[str, Speed], seconds: float) -> Table:
    """Return the table of calls a second, where each answer takes so long."""
    title = f"Claude, {IN_FLIGHT} in flight, answers {f'after {seconds} s' if seconds else 'at once'}"
    table = Table(title, "calls/s", "bare ÷ ours", "goal", "processor ms a call")
    bare, *ours = found
    best = found[bare].per_second
    table.add_row(bare, f"{best:.0f}", "", "", f"{found[bare].processor_milliseconds:.2f}")
    for name in ours:
        one, goal = found[name], f"≤ {GOAL_RATIO}"
        ratio = f"{best / one.per_second:.2f}"
        table.add_row(name, f"{one.per_second:.0f}", ratio, goal, f"{one.processor_milliseconds:.2f}")
    return table


def of_delays(bare: list[float], ours: list[float]) -> Table:
    """Return the table of first pieces."""
    table = Table("the first piece of a stream", "bare SDK ms", "to a watcher of the run ms", "more ms", "goal")
    for share in (50, 95):
        one, other = (statistics.quantiles(all_, n=100)[share - 1] for all_ in (bare, ours))
        table.add_row(
            f"p{share}", f"{one:.1f}", f"{other:.1f}", f"{other - one:.1f}", f"≤ {GOAL_MORE_MILLISECONDS:.0f}"
        )
    return table


async def main() -> None:
    """Measure, and print."""
    async for table in tables():
        Console(width=110).print(table)


if __name__ == "__main__":
    uvloop.run(main())
