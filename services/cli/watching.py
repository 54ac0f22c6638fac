"""`vouch watch`: follow a run that goes on, or replay one that has ended."""

from typing import Annotated

import typer

from shared import messages as m

from . import options as o
from .calling import Caller
from .commanding import run
from .exits import Cancelled, code_of
from .following import end_of, followed
from .interrupts import interrupts
from .presenting import summary, tell_changes
from .reaching import reached
from .requesting import checked_run
from .screen import Screen

FromSeq = Annotated[int, typer.Option(help="The number of the first event to show.", min=1)]


def watch(run_id: o.Run, *, from_seq: FromSeq = 1, server: o.Server = None) -> None:
    """Show the events of a run from the first one, and follow it to its end. Ctrl-C leaves the run going on."""
    run(watched(run_id, from_seq, server))


async def watched(run_id: str, from_seq: int, server: str | None) -> int:
    """Follow a run; return the exit code of its end."""
    screen = Screen()
    with interrupts() as wanted:
        async with reached(server) as caller:
            await caller.ask(m.RunsGet(run_id=checked_run(run_id)), m.RunView)  # or it would wait for ever
            try:
                await wanted.during(_watched(caller, run_id, screen, from_seq))
            except Cancelled:
                screen.say(f"the run goes on: `vouch watch {run_id}` follows it again", style="dim")
                raise
            end = await end_of(caller, run_id)
    tell_changes(end, screen)
    screen.say(summary(end), style="bold")
    if screen.draft and end.report:
        screen.say(f"the checked report, instead of the draft: `vouch report {run_id}`", style="dim")
    return code_of(end.status)


async def _watched(caller: Caller, run_id: str, screen: Screen, from_seq: int) -> None:
    """Show what is told until the run ends."""
    async with caller.follow(run_id) as feed:
        with screen.busy("waiting for the next event"):
            await followed(feed, screen, from_seq)
