"""The ways of asking that the bench compares: the bare SDK, our adapter, and a whole call of a service."""

import asyncio
import itertools
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import nats
from anthropic import AsyncAnthropic
from nats.aio.client import Client
from pydantic import SecretStr

from deploy.server import start
from shared import clock
from shared import messages as m
from shared.bus.nats_bus import NatsBus
from shared.llm.claude import _call
from shared.llm.opening import Thinking, open_thinking
from shared.llm.values import Request, Tool
from shared.settings import ClaudeSettings, Settings
from tests.claude.world.asking import EVIDENCE, MODEL, SCHEMAS, prompt, turn_of
from tests.conftest import provisioned
from tests.recordings import ROOT
from tests.world.claude import KEY

SECONDS = 60.0
IN_FLIGHT = 50
AMPLE = m.Spending(tokens=1_000_000, usd=100.0)

Heard = dict[str, asyncio.Future[float]]
"""When the first piece of each run came."""


@dataclass(frozen=True)
class Ways:
    """The ways to make a call."""

    sdk: AsyncAnthropic
    thinking: Thinking
    numbers: Iterator[int]

    async def bare(self) -> None:
        """Ask for JSON by the SDK alone."""
        await self.sdk.messages.create(**plain(JUDGING), timeout=SECONDS)

    async def adapter(self) -> None:
        """Ask for JSON by our adapter."""
        await self.thinking.means.model.send(JUDGING, SECONDS)

    async def service(self) -> None:
        """Ask for JSON as a service does for one order."""
        await self.thinking.on(self.order()).send(JUDGING)

    def order(self) -> m.ReportRequested:
        """Return an order that nobody has made before."""
        later = clock.now() + timedelta(seconds=600)
        run_id = f"bench-{next(self.numbers)}"
        return m.ReportRequested(
            run_id=run_id, step="report", expires_at=later, question="Does it help?", allowance=AMPLE
        )

    async def bare_stream(self) -> float:
        """Return how long the SDK's first text takes."""
        begun, first = time.perf_counter(), 0.0
        async with self.sdk.messages.stream(**plain(WRITING), timeout=SECONDS) as stream:
            async for _ in stream.text_stream:
                first = first or time.perf_counter() - begun
        return first

    async def told_stream(self, heard: Heard) -> float:
        """Return how long the first piece takes to whoever watches the run."""
        order = self.order()
        first = heard[order.run_id] = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        live = self.thinking.live(order, "report")
        async with live.writing() as written:
            await self.thinking.on(order).send(WRITING, written)
        async with asyncio.timeout(SECONDS):
            return await first - begun


JUDGING = Request(
    model=MODEL,
    system="Be honest.",
    messages=({"role": "user", "content": prompt(*EVIDENCE)},),
    most_tokens=4_000,
    answer_schema=dict(SCHEMAS["judge"]),
)
"""Answered with JSON of some kilobytes."""

WRITING = Request(
    model=MODEL,
    system="Be honest.",
    messages=tuple(turn_of("report")["messages"]),
    most_tokens=60,
    tools=(Tool(name="get_bibliography", description="Lists the sources.", argument="filter"),),
)
"""Answered with the beginning of a report: its first piece is what is waited for."""


def plain(request: Request) -> dict[str, Any]:
    """Return the arguments that our adapter gives the SDK, so that both ways ask the same."""
    return _call(request)


@asynccontextmanager
async def world() -> AsyncIterator[str]:
    """Start the scripted Claude as a process; yield the address of its world."""
    command = (sys.executable, "-m", "tests.world", "--claude-key", KEY)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def opened(url: str, folder: Path) -> AsyncIterator[tuple[Ways, Client]]:
    """Open the ways to the scripted Claude at *url* over a fresh NATS server, and a connection that watches runs."""
    server = await start(folder / "claude")
    await provisioned(server.url)
    own = ClaudeSettings(url=f"{url}/claude", api_key=SecretStr(KEY), concurrency=IN_FLIGHT)
    settings = Settings().model_copy(update={"claude": own})
    bus = NatsBus((server.url,), "report")
    await bus.broker.start()
    watcher = await nats.connect(server.url)
    try:
        async with AsyncExitStack() as stack:
            thinking = await open_thinking("report", bus, settings, stack, ROOT / "services" / "report" / "prompt.md")
            sdk = await stack.enter_async_context(AsyncAnthropic(api_key=KEY, base_url=own.url, max_retries=0))
            yield Ways(sdk, thinking, itertools.count()), watcher
    finally:
        await watcher.close()
        await bus.broker.stop()
        await server.kill()
