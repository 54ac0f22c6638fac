"""`vouch deadletters`: what could not be handled; look at it, say it again, or drop it."""

import json
import sys

import typer
from rich.console import Console

from shared.bus import deadletters as kept

from . import options as o
from .commanding import run
from .exits import COMPLETE
from .lines import plain
from .reaching import reached
from .screen import Screen
from .tables import LETTER_HEAD, letter_pairs, letter_row, rich_table, tabbed

app = typer.Typer(
    no_args_is_help=True, help="Messages that could not be handled: kept with their bytes and the reason."
)


@app.command("list")
def list_(*, server: o.Server = None) -> None:
    """List the dead letters, oldest first."""
    run(listed(server))


@app.command()
def show(number: o.Number, *, server: o.Server = None) -> None:
    """Show one dead letter with its body."""
    run(shown(number, server))


@app.command()
def replay(number: o.Number, *, server: o.Server = None) -> None:
    """Say a dead letter again where it was said, and drop it."""
    run(replayed(number, server))


@app.command()
def drop(number: o.Number, *, server: o.Server = None) -> None:
    """Delete a dead letter."""
    run(dropped(number, server))


async def listed(server: str | None) -> int:
    """Print the dead letters."""
    async with reached(server) as caller:
        rows = [letter_row(letter) for letter in await kept.listed(caller.js)]
    console = Console(highlight=False)
    if not rows:
        Screen().say("no dead letters")
    elif console.is_terminal:
        console.print(rich_table(LETTER_HEAD, rows, {"Why": 1}))
    else:
        sys.stdout.write(f"{tabbed([LETTER_HEAD, *rows])}\n")
    return COMPLETE


async def shown(number: int, server: str | None) -> int:
    """Print one dead letter."""
    async with reached(server) as caller:
        letter = await kept.shown(caller.js, number)
    for name, value in letter_pairs(letter):
        sys.stdout.write(f"{name:<11}{value}\n")
    sys.stdout.write(f"\n{readable(letter.body)}\n")
    return COMPLETE


async def replayed(number: int, server: str | None) -> int:
    """Say one again."""
    async with reached(server) as caller:
        letter = await kept.replay(caller.js, number)
    Screen().say(f"said again on {letter.subject}; dead letter {number} is gone")
    return COMPLETE


async def dropped(number: int, server: str | None) -> int:
    """Delete one."""
    async with reached(server) as caller:
        await kept.drop(caller.js, number)
    Screen().say(f"dead letter {number} is gone")
    return COMPLETE


def readable(body: bytes) -> str:
    """Return a body as a person reads it: JSON indented, anything else as text."""
    try:
        text = json.dumps(json.loads(body), indent=2, ensure_ascii=False)
    except ValueError:
        text = body.decode(errors="replace")
    return "\n".join(map(plain, text.splitlines()))
