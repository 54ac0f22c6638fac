"""`vouch library`: a person's PDFs and reference files, kept on the server and searched by `vouch ask`."""

import asyncio
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from shared import messages as m
from shared.errors import CannotDo

from . import options as o
from .calling import Caller
from .commanding import run
from .exits import COMPLETE, PARTIAL, USAGE, BadInput
from .interrupts import interrupts
from .libraries import Book, gathered, read_library
from .reaching import reached_or_server
from .screen import Screen
from .shelving import Stored, keep, matching, remove, stored
from .tables import rich_table, tabbed, when

app = typer.Typer(
    no_args_is_help=True, help="Your PDFs and reference files: kept on the server, and searched by `vouch ask`."
)

HEAD = ("Name", "Kind", "Works", "Size", "Added", "Hash")
_HASH_LETTERS = 12

Paths = Annotated[list[Path], typer.Argument(help="Files, or folders to look through.", metavar="FILE|FOLDER…")]
Names = Annotated[list[str], typer.Argument(help="Names, or the beginnings of hashes: `vouch library list`.")]


@app.command()
def add(paths: Paths, *, server: o.Server = None) -> None:
    """Add files; one that cannot be read is named with the reason, and the others are added.

    Leaves with 0 when all were added, 3 when some were, 2 when none was.
    """
    run(added(paths, server))


@app.command("list")
def list_(*, server: o.Server = None) -> None:
    """List the files."""
    run(listed(server))


@app.command("remove")
def remove_(names: Names, *, server: o.Server = None) -> None:
    """Remove files from the library; your own copies stay where they are."""
    run(removed(names, server))


async def added(paths: Sequence[Path], server: str | None) -> int:
    """Read, check and store the files; return the exit code."""
    screen = Screen()
    found = gathered(paths)
    if not found:
        message = "there is no PDF and no reference file there: name files, or a folder that has some"
        raise BadInput(message)
    with interrupts() as wanted:
        async with reached_or_server(server, screen, wanted) as caller:
            count = await wanted.during(_added(found, caller, screen))
    screen.say(f"{count} of {len(found)} files are in the library", style="bold")
    return COMPLETE if count == len(found) else PARTIAL if count else USAGE


async def _added(paths: Sequence[Path], caller: Caller, screen: Screen) -> int:
    """Store each file that can be read; return how many there are."""
    count = 0
    with screen.counting(len(paths)) as advance:
        for path in paths:
            advance(path.name)
            books, refused = read_library((path,), option="")
            for book in books:
                try:
                    await _kept(book, caller, screen)
                    count += 1
                except CannotDo as error:
                    refused = (*refused, str(error))
            for problem in refused:
                screen.problem(problem)
    return count


async def _kept(book: Book, caller: Caller, screen: Screen) -> None:
    """Store one file; raise ``CannotDo`` where nothing in it can be read."""
    from shared.library import read  # noqa: PLC0415 -- it takes a second to import, which no other command needs

    reading = await asyncio.to_thread(read, book.data, book.file.name)
    if not reading.references:
        reason = f"{book.file.name} holds nothing that can be used: {reading.skipped[0].reason}"
        raise CannotDo(reason)
    for note in reading.notes:
        screen.say(note, style="yellow")
    if reading.skipped:
        skipped = f"{len(reading.skipped)} records cannot be used, such as {reading.skipped[0].name}"
        screen.say(f"{book.file.name}: {skipped}: {reading.skipped[0].reason}", style="yellow")
    await keep(caller.js, book, reading.format, len(reading.references))


async def listed(server: str | None) -> int:
    """Print the library."""
    screen = Screen()
    with interrupts() as wanted:
        async with reached_or_server(server, screen, wanted) as caller:
            rows = [row(one) for one in await wanted.during(stored(caller.js))]
    console = Console(highlight=False)
    if not rows:
        screen.say("the library is empty: vouch library add FILE|FOLDER…")
    elif console.is_terminal:
        console.print(rich_table(HEAD, rows, {"Name": 1}))
    else:
        sys.stdout.write(f"{tabbed([HEAD, *rows])}\n")
    return COMPLETE


async def removed(names: Sequence[str], server: str | None) -> int:
    """Remove files; raise ``BadInput`` where a name is that of none or of several, before any is removed."""
    screen = Screen()
    with interrupts() as wanted:
        async with reached_or_server(server, screen, wanted) as caller:
            chosen = chosen_from(await wanted.during(stored(caller.js)), names)
            for one in chosen:
                await wanted.during(remove(caller.js, one.file))
                screen.say(f"{one.file.name} is no longer in the library; a run under way may name it as missing")
    return COMPLETE


def chosen_from(kept: Sequence[Stored], names: Iterable[str]) -> tuple[Stored, ...]:
    """Return the file that each name stands for; raise ``BadInput`` naming every one that is none's or several's."""
    chosen: dict[str, Stored] = {}
    problems: list[str] = []
    for name in names:
        found = matching(kept, name)
        if len(found) == 1:
            chosen[found[0].file.sha256] = found[0]
        elif found:
            hashes = ", ".join(one.file.sha256[:_HASH_LETTERS] for one in found)
            problems.append(f"{len(found)} files are called {name}: name one by its hash: {hashes}")
        else:
            problems.append(f"no file of the library is called {name}: `vouch library list` shows what there is")
    if problems:
        raise BadInput("\n".join(problems))
    return tuple(chosen.values())


def row(one: Stored) -> tuple[str, ...]:
    """Return a file of the library."""
    added_at = when(one.added) if one.added else ""
    return (one.file.name, one.kind, str(one.works), size(one.file), added_at, one.file.sha256[:_HASH_LETTERS])


def size(file: m.LibraryFile) -> str:
    """Return how large a file is, for a person."""
    kilobytes = file.size_bytes / 1000
    return f"{kilobytes:.0f} kB" if kilobytes < 1000 else f"{kilobytes / 1000:.1f} MB"  # noqa: PLR2004 -- metric
