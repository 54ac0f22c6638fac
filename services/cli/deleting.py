"""`vouch delete` and `vouch memory prune`: runs that are to be forgotten, one by name, or all that are old."""

import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Annotated

import typer
from rich.console import Console

from shared import clock
from shared import messages as m

from . import options as o
from .calling import Caller
from .commanding import run
from .exits import COMPLETE, BadInput
from .lines import plain
from .reaching import reached, read_settings
from .requesting import checked_run
from .screen import Screen
from .tables import rich_table, tabbed, when

DELETE_SECONDS = 120.0
"""A run whose orders lie among many thousand others is looked for in all of them."""

PAGE = 1000
OLD_HEAD = ("Run", "Ended", "Status", "Sources", "Events", "State", "Question")
MOST_DAYS = 36_500

Days = Annotated[
    int | None,
    typer.Option(
        help="Ended longer ago than so many days. Without it: VOUCH_RETENTION_DAYS.",
        min=1,
        max=MOST_DAYS,
        show_default=False,
    ),
]
Sure = Annotated[bool, typer.Option("--yes/--dry-run", help="Delete them, or only list what would be deleted.")]


def delete(run_id: o.Run, *, server: o.Server = None) -> None:
    """Delete a run everywhere, its report and evidence too; one that goes on is cancelled first. For good."""
    run(deleted(run_id, server))


def prune(*, days: Days = None, sure: Sure = False, server: o.Server = None) -> None:
    """Delete the runs that ended long ago; one that goes on is never deleted."""
    run(pruned(days, server, sure=sure))


async def deleted(run_id: str, server: str | None) -> int:
    """Delete one run."""
    async with reached(server) as caller:
        gone = await _delete(caller, checked_run(run_id))
    Screen().say(said(gone))
    return COMPLETE


async def pruned(days: int | None, server: str | None, *, sure: bool) -> int:
    """Delete or list the old runs; killed half-way, it is finished by repeating it."""
    wanted = days or read_settings().retention_days
    if wanted is None:
        message = "how old? say --days N, or set VOUCH_RETENTION_DAYS, which is not set: runs are kept for ever"
        raise BadInput(message)
    screen, count = Screen(), 0
    async with reached(server) as caller:
        if not sure:
            return await _listed(caller, wanted, screen)
        async for old in _old_ones(caller, wanted):
            screen.say(said(await _delete(caller, old.run_id)))
            count += 1
    screen.say(f"{how_many(count)} deleted that ended more than {wanted} days ago", style="bold")
    return COMPLETE


async def _listed(caller: Caller, days: int, screen: Screen) -> int:
    """Print what would be deleted."""
    page = await _page(caller, days)
    console, rows = Console(highlight=False), [old_row(one) for one in page.runs]
    if rows and console.is_terminal:
        console.print(rich_table(OLD_HEAD, rows, {"Question": 1}))
    elif rows:
        sys.stdout.write(f"{tabbed([OLD_HEAD, *rows])}\n")
    most = "at least " if len(rows) == PAGE else ""
    screen.say(f"{most}{how_many(len(rows))} ended more than {days} days ago; --yes deletes them", style="bold")
    for problem in page.unreadable:
        screen.problem(f"not looked at: {problem}")
    return COMPLETE


async def _old_ones(caller: Caller, days: int) -> AsyncIterator[m.RunView]:
    """Yield the old runs, page by page: those that were deleted are on no page any more."""
    while page := (await _page(caller, days)).runs:
        for old in page:
            yield old


async def _page(caller: Caller, days: int) -> m.RunsPage:
    """Return the oldest of the runs that ended so long ago."""
    before = clock.now() - timedelta(days=days)
    return await caller.ask(m.RunsList(run_id="", most=PAGE, ended_before=before), m.RunsPage, DELETE_SECONDS)


async def _delete(caller: Caller, run_id: str) -> m.RunDeleted:
    """Delete a run."""
    return await caller.ask(m.RunsDelete(run_id=run_id), m.RunDeleted, DELETE_SECONDS)


def said(gone: m.RunDeleted) -> str:
    """Return what was deleted, in a line."""
    counts = {
        "events": gone.erased.events,
        "timers": gone.erased.timers,
        "orders and answers": gone.erased.queued,
        "large bodies": gone.erased.bodies,
        "kept answers of models": gone.erased.journaled,
        "dead letters": gone.erased.dead_letters,
    }
    beside = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"run {gone.run_id} is deleted with its report and evidence{f'; {beside}' if beside else ''}"


def old_row(run: m.RunView) -> tuple[str, ...]:
    """Return an old run."""
    return (
        run.run_id,
        when(run.ended_at) if run.ended_at else "",
        run.status or "",
        str(run.sources),
        str(run.events),
        f"{run.size_bytes / 1000:.0f} kB",
        plain(run.question),
    )


def how_many(count: int) -> str:
    """Return how many runs."""
    return "1 run" if count == 1 else f"{count} runs"
