"""A whole Vouch that thinks with the scripted Claude: a server, six services as processes, the sample library."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nats
from nats.js import JetStreamContext

from deploy.server import start
from services.coordinator.keeping import Saved, decode
from shared.bus.keyvalue import opened
from shared.bus.objects import NatsObjects
from tests.asking import ask
from tests.conftest import provisioned
from tests.processes import Fleet, real
from tests.waiting import until
from tests.whole import sample
from tests.world.claude import KEY
from tests.world.serving import World

READY_SECONDS = 60.0
QUESTION = "Does tafenoquine prevent the relapse of vivax malaria in people of village {number}?"
"""Each run asks something of its own, so that no two of their calls are alike."""


@dataclass(frozen=True)
class Standing:
    """What a test has in hand."""

    js: JetStreamContext
    fleet: Fleet
    world: World
    library: tuple[dict[str, object], ...]

    async def ask(self, number: int, **fields: Any) -> str:
        """Publish a request over the sample library; return its run id."""
        run_id = f"run-{number}"
        await ask(self.js, run_id, question=QUESTION.format(number=number), library=self.library, **fields)
        return run_id

    async def state(self, run_id: str) -> Saved:
        """Return what the coordinator keeps of a run."""
        async with opened(self.js, "RUNS") as bucket:
            entry = await bucket.get(run_id)
        assert entry is not None
        saved = decode(entry.value, run_id)
        assert isinstance(saved, Saved)
        return saved


@asynccontextmanager
async def standing(folder: Path, **settings: str) -> AsyncIterator[Standing]:
    """Start everything, and wait until each service listens."""
    server = await start(folder / "nats")
    await provisioned(server.url)
    client = await nats.connect(server.url)
    async with World() as world:
        environment = {**world.environment(KEY), "VOUCH_THINKING": "claude", **settings}
        fleet = Fleet(server.url, folder / "fleet", real, environment)
        try:
            await fleet.start()
            library = await _uploaded(client.jetstream())
            await until(lambda: all("ready" in fleet.log(name) for name in fleet.services), READY_SECONDS)
            yield Standing(client.jetstream(), fleet, world, library)
        finally:
            await fleet.stop()
            await client.close()
            await server.kill()


async def _uploaded(js: JetStreamContext) -> tuple[dict[str, object], ...]:
    """Store the sample library; return its files as a request names them."""
    files = []
    for name, data in sample().items():
        sha256 = await NatsObjects(js, "LIBRARY").put(data)
        files.append({"name": name, "sha256": sha256, "size_bytes": len(data)})
    return tuple(files)


def seeded(number: int) -> random.Random:
    """Return chance that is the same in every run of the tests."""
    return random.Random(number)
