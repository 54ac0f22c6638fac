"""`vouch delete` and `vouch memory prune`: runs that are to be forgotten, one by name, or all that are old."""

import sys
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated

import typer
from rich.console import Console

from shared import clock
from shared import messages as m
from shared.errors import CannotDo, RetryLater

from . import options as o
from .calling import Caller, NobodyAnswers, Unanswered
from .commanding import run
from .exits import COMPLETE, OTHER, BadInput
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


class Underway(RetryLater):
    """A deletion that takes long; it goes on."""


@dataclass
class Pruned:
    """What became of the old runs so far."""

    count: int = 0
    problems: list[str] = field(default_factory=list)
    unreadable: tuple[str, ...] = ()

    def tell(self, screen: Screen, days: int) -> int:
        """Say it, what could not be done last; return the exit code."""
        screen.say(f"{how_many(self.count)} deleted that ended more than {days} days ago", style="bold")
        for problem in self.problems:
            screen.problem(f"not deleted: {problem}")
        for problem in self.unreadable:
            screen.problem(f"not looked at: {problem}")
        return OTHER if self.problems or self.unreadable else COMPLETE


def delete(run_id: o.Run, *, server: o.Server = None) -> None:
    """Delete a run everywhere, its report and evidence too; one that goes on is cancelled first. For good."""
    run(deleted(run_id, server))


def prune(*, days: Days = None, sure: Sure = False, server: o.Server = None) -> None:
    """Delete the runs that ended long ago; one that goes on is never deleted."""
    run(pruned(days, server, sure=sure))


async def deleted(run_id: str, server: str | None) -> int:
    """Delete one run."""
    async with reached(server) as caller:
        gone = await delete_run(caller, checked_run(run_id))
    Screen().say(said(gone))
    return COMPLETE


async def pruned(days: int | None, server: str | None, *, sure: bool) -> int:
    """Delete or list the old runs; killed half-way, it is finished by repeating it."""
    wanted = days or read_settings().retention_days
    if wanted is None:
        message = "how old? say --days N, or set VOUCH_RETENTION_DAYS, which is not set: runs are kept for ever"
        raise BadInput(message)
    screen, pruned = Screen(), Pruned()
    async with reached(server) as caller:
        if not sure:
            return await _listed(caller, wanted, screen)
        try:
            await _prune(caller, wanted, screen, pruned)
        finally:  # also where the coordinator is gone half-way
            code = pruned.tell(screen, wanted)
    return code


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


async def _prune(caller: Caller, days: int, screen: Screen, pruned: Pruned) -> None:
    """Try to delete each old run once, page by page: what was deleted is on no page any more."""
    tried: set[str] = set()
    while todo := [run_id for run_id in await _old_ones(caller, days, pruned) if run_id not in tried]:
        tried.update(todo)
        for run_id in todo:
            try:
                screen.say(said(await delete_run(caller, run_id)))
                pruned.count += 1
            except (CannotDo, Underway) as error:  # the next one may go
                pruned.problems.append(f"run {run_id}: {error}")


async def _old_ones(caller: Caller, days: int, pruned: Pruned) -> tuple[str, ...]:
    """Return the ids of the oldest runs, and note those that nobody can read."""
    page = await _page(caller, days)
    pruned.unreadable = page.unreadable
    return tuple(old.run_id for old in page.runs)


async def _page(caller: Caller, days: int) -> m.RunsPage:
    """Return the oldest of the runs that ended so long ago."""
    before = clock.now() - timedelta(days=days)
    return await caller.ask(m.RunsList(run_id="", most=PAGE, ended_before=before), m.RunsPage, DELETE_SECONDS)


async def delete_run(caller: Caller, run_id: str, seconds: float = DELETE_SECONDS) -> m.RunDeleted:
    """Delete a run; raise ``Underway`` when that takes longer than so many seconds."""
    try:
        return await caller.ask(m.RunsDelete(run_id=run_id), m.RunDeleted, seconds)
    except NobodyAnswers:
        raise
    except Unanswered as error:
        message = (
            f"run {run_id} was not deleted within {seconds:g} s: once the coordinator has heard of it, the deletion is "
            f"noted and goes on by itself; `vouch delete {run_id}` again is safe, and says when it is done"
        )
        raise Underway(message) from error


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
