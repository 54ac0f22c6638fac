"""Follow a run to its end: every event as a line, and Ctrl-C as a wish."""

import asyncio

from shared import messages as m

from .calling import Caller
from .exits import Cancelled, Rejected
from .feeding import Feed, Notice, Told
from .interrupts import Interrupts
from .requesting import in_options
from .screen import Screen

CANCEL_SECONDS = 15.0
"""How long to wait for the end of a run that was cancelled."""


async def followed(feed: Feed, screen: Screen, from_seq: int = 1) -> None:
    """Show what is told of a run until it ends; raise ``Rejected`` when there will be none."""
    while True:
        told = await feed.next()
        _show(told, screen, from_seq)
        if isinstance(told, m.AgentEvent) and told.type == "complete":
            return


def _show(told: Told, screen: Screen, from_seq: int) -> None:
    """Show one thing that was told."""
    match told:
        case m.AgentEvent():
            screen.event(told, shown=told.seq >= from_seq)
        case m.LiveUpdate():
            screen.live(told)
        case m.ResearchRejected():
            raise Rejected(in_options(told.reason))
        case Notice():
            screen.say(told.text, style="yellow")


async def followed_or_cancelled(caller: Caller, feed: Feed, screen: Screen, wanted: Interrupts) -> None:
    """Follow a run; on Ctrl-C cancel it, say so, and wait for its end."""
    try:
        await wanted.during(followed(feed, screen))
    except Cancelled:
        screen.say("cancelling the run; Ctrl-C again leaves at once", style="yellow")
        wanted.forget()
        await wanted.during(cancelled(caller, feed, screen))


async def cancelled(caller: Caller, feed: Feed, screen: Screen) -> None:
    """Cancel a run and wait for its end; raise ``Cancelled`` when that does not come."""
    await caller.say(m.CancelRequested(run_id=feed.run_id, reason="cancelled at the command line"))
    try:
        async with asyncio.timeout(CANCEL_SECONDS):
            await followed(feed, screen)
    except TimeoutError:
        message = f"asked to cancel run {feed.run_id}, but its end was not heard of within {CANCEL_SECONDS:.0f} s"
        raise Cancelled(message) from None


async def end_of(caller: Caller, run_id: str) -> m.ResearchCompleted:
    """Return how a run ended, with its report; raise ``CannotDo`` when it has not."""
    return (await caller.ask(m.ReportGet(run_id=run_id), m.ReportView)).completed
