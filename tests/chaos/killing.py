"""Kill every process of a running fleet, again and again, and say what it did to the runs."""

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import nats
import nats.errors
from nats.js import JetStreamContext

from deploy.server import LocalServer, start
from deploy.weaviate.local import LocalWeaviate
from deploy.weaviate.local import start as start_weaviate
from tests.asking import Ends, ask, ends, event_numbers, left_over, stored, wait_for_ends
from tests.processes import SERVICES, Fleet, scripted

IN_FLIGHT = 20
WITH_WEAVIATE = ("weaviate", "coordinator", "nats", "weaviate", "search")
"""Weaviate and those it works with; it takes longest to come back."""

NOBODY: Mapping[str, int] = MappingProxyType({})
VICTIMS = (*SERVICES, "coordinator", "nats")
"""The coordinator twice as often: it has the most to lose, and dies by itself besides."""


def variables(weaviate: LocalWeaviate) -> dict[str, str]:
    """Return what a coordinator is set to whose memory is there."""
    return {"VOUCH_MEMORY": "weaviate", "VOUCH_WEAVIATE_URL": weaviate.url, "VOUCH_WEAVIATE_GRPC": weaviate.grpc}


def crashing(service: str) -> list[str]:
    """Return how a service starts; the coordinator is the one that also dies by itself."""
    return [sys.executable, "-m", "tests.chaos.coordinator"] if service == "coordinator" else scripted(service)


@dataclass
class Tally:
    """What was done to the fleet."""

    kills: Counter[str] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)
    interrupted: int = 0

    @property
    def total(self) -> int:
        """Return how many processes were killed."""
        return self.kills.total()


class Chaos:
    """A fleet, its server, and somebody who kills both."""

    def __init__(
        self,
        server: LocalServer,
        folder: Path,
        seed: int,
        *,
        chance: float = 0.008,
        weaviate: LocalWeaviate | None = None,
    ) -> None:
        self.server, self.random, self.tally = server, random.Random(seed), Tally()
        self.weaviate, self._starting = weaviate, set[asyncio.Task[None]]()
        self.victims = WITH_WEAVIATE if weaviate else VICTIMS
        environment = {
            "VOUCH_SCRIPT_SECONDS": "0.3,1.5",
            "VOUCH_CHAOS_CRASH": str(chance),
            "VOUCH_SWEEP_SECONDS": "5",
            **(variables(weaviate) if weaviate else {}),
        }
        self.fleet = Fleet(server.url, folder, crashing, environment)
        self._read: dict[str, int] = {}
        self._deck: list[str] = []

    async def kill(self) -> None:
        """Kill one process that is alive, count it, and start it again."""
        victim = self._drawn()
        await self.busy(victim)
        if victim == "weaviate" and self.weaviate:
            await self.settled()
            self.tally.interrupted += bool(self.open_handlers("coordinator"))
            await self.weaviate.kill()
            self._starting = {asyncio.create_task(self._started(self.weaviate))}
        elif victim == "nats":
            self.tally.interrupted += any(self.open_handlers(service) for service in SERVICES)
            await self.server.kill()
            self.server = await start(self.server.folder, self.server.port)
        else:
            await self.fleet.kill(victim)
            self.tally.interrupted += bool(self.open_handlers(victim))
            await self.restarted(victim)
        self.tally.kills[victim] += 1

    def _drawn(self) -> str:
        """Return who is next: everybody's turn comes, in an order of chance."""
        if not self._deck:
            self._deck = self.random.sample(self.victims, len(self.victims))
        return self._deck.pop()

    async def busy(self, victim: str) -> None:
        """Wait a moment for the victim to be at work, so that there is something to interrupt."""
        services = {"nats": SERVICES, "weaviate": ("coordinator",)}.get(victim, (victim,))
        for _ in range(100):
            if any(self.open_handlers(service) for service in services):
                return
            await asyncio.sleep(0.02)

    async def settled(self) -> None:
        """Wait until Weaviate is back; others may be killed meanwhile."""
        for starting in tuple(self._starting):
            await starting
        self._starting.clear()

    async def _started(self, weaviate: LocalWeaviate) -> None:
        """Start Weaviate again where it was; it takes longer than to kill everybody else."""
        self.weaviate = await start_weaviate(weaviate.folder, ports=weaviate.ports)

    async def revive(self) -> None:
        """Start again whatever died by itself, and count where."""
        for service, process in list(self.fleet.processes.items()):
            if process.returncode is not None:
                self.tally.kills[service] += 1
                self.tally.interrupted += bool(self.open_handlers(service))
                self.tally.places.update(self._crashes(service))
                await self.restarted(service)

    async def restarted(self, service: str) -> None:
        """Start a service; what it logged in its last life is read no more."""
        self._read[service] = len(self.fleet.log(service))
        await self.fleet.start(service)

    def open_handlers(self, service: str) -> set[str]:
        """Return the messages that this life of a service has heard and not dealt with."""
        working: set[str] = set()
        for line in self._life(service):
            if line.get("event") == "heard":
                working.add(line["message_id"])
            elif "milliseconds" in line or line.get("event") == "delivered again later":
                working.discard(line.get("message_id", ""))
        return working

    def _crashes(self, service: str) -> list[str]:
        return [line["place"] for line in self._life(service) if line.get("event") == "crash"]

    def _life(self, service: str) -> list[dict[str, str]]:
        text = self.fleet.log(service)[self._read.get(service, 0) :]
        return [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]


@dataclass(frozen=True)
class Result:
    """What became of the runs."""

    runs: Ends
    tally: Tally
    numbers: dict[str, list[int]]
    repeated: list[str]
    left: Counter[str]
    seconds: float

    def __str__(self) -> str:
        statuses = Counter(end.status for end in self.runs.values())
        return (
            f"{len(self.runs)} runs {dict(statuses)}, {self.tally.total} kills {dict(self.tally.kills)}, "
            f"{self.tally.interrupted} interrupted a handler, own crashes at {dict(self.tally.places)}, "
            f"left over {dict(self.left)}, {self.seconds:.0f} s"
        )


async def survive(
    chaos: Chaos, kills: int, interrupted: int = 0, pause_seconds: float = 0.5, *, of: Mapping[str, int] = NOBODY
) -> Result:
    """Keep runs in flight while killing; then wait for them all, and look at what is stored.

    Goes on until at least so many kills were done, so many *of* each of these, and so many interrupted something.
    """
    begun = time.monotonic()
    client = await nats.connect(chaos.server.url, max_reconnect_attempts=-1, reconnect_time_wait=0.1)
    js = client.jetstream()
    asked: list[str] = []
    await chaos.fleet.start()
    await asyncio.sleep(2)  # let them all be ready: a process that is still starting has nothing to lose
    while (
        chaos.tally.total < kills
        or chaos.tally.interrupted < interrupted
        or any(chaos.tally.kills[victim] < most for victim, most in of.items())
    ):
        await asked_more(js, asked)
        await asyncio.sleep(chaos.random.uniform(0.5, 1.5) * pause_seconds)
        await chaos.revive()
        await chaos.kill()
    await chaos.settled()
    runs = await ended_at_last(chaos, js, asked)
    result = Result(
        runs,
        chaos.tally,
        await event_numbers(js),
        await repeated_transitions(js),
        await emptied(chaos, js),
        time.monotonic() - begun,
    )
    await client.close()
    return result


async def asked_more(js: JetStreamContext, asked: list[str]) -> None:
    """Ask for as many runs as have ended, so that there are always as many in flight."""
    try:
        done = len(await ends(js))
        while len(asked) - done < IN_FLIGHT:
            asked.append(f"run-{len(asked)}")
            await ask(js, asked[-1])
    except (nats.errors.Error, OSError):
        return  # the server is away: whoever asked did not hear back, and asks for the same again
    finally:
        asked[:] = list(dict.fromkeys(asked))


async def ended_at_last(chaos: Chaos, js: JetStreamContext, asked: list[str]) -> Ends:
    """Return the ends of all runs; what still dies by itself is started again meanwhile."""
    for run_id in asked:
        await ask(js, run_id)  # idempotent; the last request may have been lost with the server
    waiting = asyncio.create_task(wait_for_ends(js, asked, 180))
    while not waiting.done():
        await asyncio.sleep(0.2)
        await chaos.revive()
    return await waiting


async def repeated_transitions(js: JetStreamContext) -> list[str]:
    """Return the transitions that were told more than once: a run has each of them once."""
    told: Counter[str] = Counter()
    for _, body in await stored(js, "EVENTS", "research.events."):
        event = json.loads(body)
        if event["type"] in {"started", "judging", "judge_complete", "hypothesizing", "synthesizing", "complete"}:
            told[f"{event['run_id']} {event['type']} {event['data'].get('step', '')}"] += 1
    completions = Counter(m for m, _ in await stored(js, "EVENTS", "research.completed"))
    return [name for name, count in told.items() if count > 1] + [
        name for name, count in completions.items() if count < 1
    ]


async def emptied(chaos: Chaos, js: JetStreamContext) -> Counter[str]:
    """Return what is still held once what is in flight was acknowledged, by whoever may yet die by itself.

    A coordinator that dies between a run's end and the purge of its timers leaves them to the sweeper.
    """
    for _ in range(600):
        left = await left_over(js)
        if not left.total():
            return left
        await chaos.revive()
        await asyncio.sleep(0.1)
    return left
