"""`vouch memory`: runs to a file and back, old runs, and the research memory as a whole."""

import contextlib
from collections.abc import AsyncIterator
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Annotated

import typer

from shared import messages as m
from shared.memory import ResearchMemory
from shared.settings import Settings

from . import options as o
from .archives import packed, unpacked
from .commanding import run
from .deleting import how_many, prune
from .exits import COMPLETE, BadInput
from .migrating import alone, migrate
from .places import MemoryKind
from .presenting import check_output, refuse
from .reaching import reached, read_settings
from .remembering import write_bytes
from .requesting import checked_run
from .screen import Screen
from .storing import lent

CARRY_SECONDS = 120.0
"""A run with a few thousand pieces of evidence is some ten megabytes."""

app = typer.Typer(no_args_is_help=True, help="What Vouch keeps of its runs: carry it, thin it out, move it.")
app.command("prune")(prune)


File = Annotated[Path, typer.Argument(help="What `vouch memory export` wrote.", show_default=False)]
To = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.", show_default=False)]
Again = Annotated[bool, typer.Option("--again", help="Even if the run was deleted here.")]
From = Annotated[MemoryKind, typer.Option("--from", help="The memory to copy.", show_default=False)]
Into = Annotated[MemoryKind, typer.Option("--to", help="The memory to copy it to.", show_default=False)]


@app.command("export")
def export_(run_id: o.Run, *, output: To, server: o.Server = None) -> None:
    """Write a run that has ended to one file, with its evidence and events."""
    run(exported(run_id, output, server))


@app.command("import")
def import_(file: File, *, again: Again = False, server: o.Server = None) -> None:
    """Put in a run from a file: its report, evidence and events are what they were."""
    run(imported(file, server, again=again))


@app.command("migrate")
def migrate_(*, source: From, target: Into) -> None:
    """Copy all runs from one research memory to another, while Vouch is stopped. Repeating it goes on."""
    run(migrated(source, target))


@app.command()
def reindex() -> None:
    """Make all vectors anew with the embedder that is set now, while Vouch is stopped. Repeating it goes on."""
    run(reindexed())


async def exported(run_id: str, output: Path, server: str | None) -> int:
    """Write a run to a file."""
    refuse(check_output(output))
    async with reached(server) as caller:
        found = await caller.ask(m.RunsExport(run_id=checked_run(run_id)), m.RunExported, CARRY_SECONDS)
    data = packed(found, version_of("vouch"))
    write_bytes(output, data)
    Screen().say(f"run {run_id} with {len(found.parts.events)} events is in {output} ({len(data) / 1000:.0f} kB)")
    return COMPLETE


async def imported(file: Path, server: str | None, *, again: bool) -> int:
    """Put a run in from a file; one that cannot be read is refused before anything is asked."""
    found = unpacked(_read(file), str(file))
    asked = m.RunsImport(run_id=found.run_id, parts=found.parts, again=again)
    async with reached(server) as caller:
        done = await caller.ask(asked, m.RunImported, CARRY_SECONDS)
    if done.known:
        Screen().say(f"run {done.run_id} is here already, and the same: nothing was done")
    else:
        Screen().say(f"run {done.run_id} is here, with {done.events} events: `vouch report {done.run_id}` shows it")
    return COMPLETE


async def migrated(source: MemoryKind, target: MemoryKind) -> int:
    """Copy all runs."""
    if source == target:
        message = f"--from and --to are both {source}: name two memories"
        raise BadInput(message)
    settings, screen = read_settings(), Screen()
    async with alone(settings), _opened(settings, source) as old, _opened(settings, target) as new:
        total = len(await old.runs())
        with screen.counting(total) as advance:
            copied, known = await migrate(old, new, advance)
    there = f", {known} were there already" if known else ""
    screen.say(f"{copied} of {how_many(total)} copied from {source} to {target}{there}", style="bold")
    screen.say(f"nothing was changed in {source}; VOUCH_MEMORY={target} has Vouch use the other", style="dim")
    return COMPLETE


async def reindexed() -> int:
    """Make all vectors anew."""
    settings, screen = read_settings(), Screen()
    async with alone(settings), _opened(settings, settings.memory_kind, reindexing=True) as memory:
        with screen.busy("making vectors"):
            count = await memory.reindex()
        total = len(await memory.runs())
    when = "when they are next asked for" if settings.memory_kind == "embedded" and count else "now"
    screen.say(
        f"{count} pieces of evidence in {how_many(total)} had other vectors: they get new ones {when}", style="bold"
    )
    return COMPLETE


def _read(file: Path) -> bytes:
    """Return the bytes of a file."""
    try:
        return file.read_bytes()
    except OSError as error:
        message = f"{file} cannot be read: {error.strerror}"
        raise BadInput(message) from error


@contextlib.asynccontextmanager
async def _opened(settings: Settings, kind: MemoryKind, *, reindexing: bool = False) -> AsyncIterator[ResearchMemory]:
    """Open a research memory, and close it afterwards."""
    from shared.memory.opening import open_memory  # noqa: PLC0415 -- what it needs no other command waits for

    async with lent(settings, kind, Screen()) as here:
        memory = await open_memory(here, kind, reindexing=reindexing)
        try:
            yield memory
        finally:
            await memory.close()
