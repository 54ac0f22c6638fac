"""`vouch up`: a server and every service, kept running until Ctrl-C."""

import asyncio
import contextlib
import os

from deploy.weaviate.finding import without_key
from shared.errors import RetryLater
from shared.settings import Settings

from . import options as o
from .commanding import run
from .exits import COMPLETE, Cancelled
from .interrupts import Interrupts, interrupts
from .keeping import Ears
from .lines import is_tick
from .places import MemoryKind, Places, chosen, places
from .reaching import read_settings
from .readying import readied
from .remembering import held
from .running import Local, running, starting
from .screen import Screen
from .thinking import check_thinking, who

READY_SECONDS = 60.0


def up(*, memory: o.Memory = None) -> None:
    """Start a NATS server and every service, each a process of its own, and keep them running until Ctrl-C.

    Where VOUCH_NATS_URL names a server, that one is used and none is started.
    """
    run(kept_up(memory))


async def kept_up(memory: MemoryKind | None) -> int:
    """Run everything until somebody wants it to end."""
    settings, screen = chosen(read_settings(), memory), Screen()
    check_thinking(settings)
    with held(settings.data_dir), interrupts() as wanted:
        used = places(settings, settings.data_dir)
        for line in (f"data in {settings.data_dir}", *used.words, f"thinking: {who(settings)}"):
            screen.say(line, style="dim")
        async with contextlib.AsyncExitStack() as stack:
            with contextlib.suppress(Cancelled):
                await wanted.during(readied(used, screen))
                began = asyncio.get_running_loop().time()
                local = await wanted.during(stack.enter_async_context(_running(settings, screen, used)))
                await _ready(local, screen, wanted, began)
                await wanted.during(asyncio.Event().wait())  # until Ctrl-C
            screen.say("stopping", style="bold")
    screen.say("everything has stopped", style="bold")
    return COMPLETE


def _running(settings: Settings, screen: Screen, used: Places) -> contextlib.AbstractAsyncContextManager[Local]:
    """Return what starts everything when it is entered, and stops everything when it is left."""
    up = starting(os.getpid(), private=False)
    return running(settings.data_dir, _ears(screen), settings.grace_seconds, up=up, places=used)


async def _ready(local: Local, screen: Screen, wanted: Interrupts, began: float) -> None:
    """Say once everything is ready; what is not is said, too, and started again and again."""
    try:
        await wanted.during(local.ready(READY_SECONDS))
    except RetryLater as error:
        screen.problem(str(error))
        return
    seconds = asyncio.get_running_loop().time() - began
    screen.say(f"ready in {seconds:.1f} s at {', '.join(map(without_key, local.urls))}", style="bold green")
    screen.say('now, in another terminal: vouch ask "…" --library FILE   (Ctrl-C here stops everything)', style="dim")


def _ears(screen: Screen) -> Ears:
    """Return who listens to the services: the screen, but for the ticks of the sweeper."""

    def log(who: str, line: str) -> None:
        if not is_tick(line):
            screen.log(who, line)

    return Ears(log, screen.log)
