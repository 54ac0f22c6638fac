"""Ask for runs, so many in flight, and measure until each has ended."""

import asyncio
import json
import statistics
import time
from dataclasses import dataclass

import nats
from nats.aio.msg import Msg


@dataclass(frozen=True)
class Speed:
    """How fast runs went."""

    in_flight: int
    runs: int
    seconds: float
    latencies: tuple[float, ...]

    @property
    def per_second(self) -> float:
        """Return runs per second."""
        return self.runs / self.seconds

    def percentile(self, share: int) -> float:
        """Return a latency in milliseconds that so many per cent do not exceed."""
        return statistics.quantiles(self.latencies, n=100)[share - 1] * 1000


async def drive(url: str, name: str, in_flight: int, runs: int) -> Speed:
    """Return the speed of *runs* runs with at most *in_flight* at once."""
    client = await nats.connect(url)
    js = client.jetstream()
    begun: dict[str, float] = {}
    latencies: list[float] = []
    room = asyncio.Semaphore(in_flight)
    done = asyncio.Event()

    async def completed(msg: Msg) -> None:
        run_id = json.loads(msg.data)["run_id"]
        if run_id in begun:
            latencies.append(time.perf_counter() - begun.pop(run_id))
            room.release()
            if len(latencies) == runs:
                done.set()

    await client.subscribe("research.completed", cb=completed)
    start = time.perf_counter()
    for n in range(runs):
        await room.acquire()
        run_id = f"{name}-{in_flight}-{n}"
        begun[run_id] = time.perf_counter()
        body = {"run_id": run_id, "question": "Does drug A help people with disease B?"}
        await js.publish("research.requested", json.dumps(body).encode(), headers={"Nats-Msg-Id": run_id})
    async with asyncio.timeout(300):
        await done.wait()
    seconds = time.perf_counter() - start
    await client.close()
    return Speed(in_flight, runs, seconds, tuple(latencies))
