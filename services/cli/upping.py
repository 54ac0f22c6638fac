"""`vouch up`: a server and every service, kept running until Ctrl-C."""

import asyncio
import contextlib
import os

from shared.errors import RetryLater

from .commanding import run
from .exits import COMPLETE, Cancelled
from .interrupts import Interrupts, interrupts
from .keeping import Ears
from .lines import is_tick
from .reaching import read_settings
from .remembering import held
from .running import Local, running, starting
from .screen import Screen
from .thinking import check_thinking, who

READY_SECONDS = 60.0


def up() -> None:
    """Start a NATS server and every service, each a process of its own, and keep them running until Ctrl-C."""
    run(kept_up())


async def kept_up() -> int:
    """Run everything until somebody wants it to end."""
    settings, screen = read_settings(), Screen()
    check_thinking(settings)
    with held(settings.data_dir), interrupts() as wanted:
        screen.say(f"data in {settings.data_dir}", style="dim")
        screen.say(f"thinking: {who(settings)}", style="dim")
        opening = running(
            settings.data_dir,
            _ears(screen),
            settings.grace_seconds,
            starting(os.getpid(), private=False),
        )
        async with contextlib.AsyncExitStack() as stack:
            with contextlib.suppress(Cancelled):
                began = asyncio.get_running_loop().time()
                local = await wanted.during(stack.enter_async_context(opening))
                await _ready(local, screen, wanted, began)
                await wanted.during(asyncio.Event().wait())  # until Ctrl-C
            screen.say("stopping", style="bold")
    screen.say("everything has stopped", style="bold")
    return COMPLETE


async def _ready(local: Local, screen: Screen, wanted: Interrupts, began: float) -> None:
    """Say once everything is ready; what is not is said, too, and started again and again."""
    try:
        await wanted.during(local.ready(READY_SECONDS))
    except RetryLater as error:
        screen.problem(str(error))
        return
    seconds = asyncio.get_running_loop().time() - began
    screen.say(f"ready in {seconds:.1f} s at {local.server.url}", style="bold green")
    screen.say('now, in another terminal: vouch ask "…" --library FILE   (Ctrl-C here stops everything)', style="dim")


def _ears(screen: Screen) -> Ears:
    """Return who listens to the services: the screen, but for the ticks of the sweeper."""

    def log(who: str, line: str) -> None:
        if not is_tick(line):
            screen.log(who, line)

    return Ears(log, screen.log)
