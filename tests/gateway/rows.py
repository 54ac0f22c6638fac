"""What was checked of a gateway, as rows of a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten

from rich.console import Console
from rich.markup import escape
from rich.table import Table

MOST_CHARACTERS = 160

SIGNS = {True: "[green]✓[/green]", False: "[bold red]✗[/bold red]", None: "[yellow]·[/yellow]"}


@dataclass(frozen=True)
class Row:
    """One thing that was checked. *well* is None for what a gateway loses, as is known, and Vouch lives with."""

    what: str
    well: bool | None
    said: str = ""


def known_loss(what: str, said: str, *, lost: bool) -> Row:
    """Return a row about something that is known to be lost; where it is not lost any more, all the better."""
    return Row(what, None if lost else True, said)


def printed(title: str, rows: Iterable[Row]) -> Table:
    """Return the rows as a table."""
    table = Table("", "what", "what came of it", title=title, title_justify="left", pad_edge=False)
    for row in rows:
        table.add_row(SIGNS[row.well], row.what, escape(shorten(row.said, MOST_CHARACTERS, placeholder=" …")))
    return table


def show(title: str, rows: Iterable[Row]) -> int:
    """Print the rows; return how many are not as they should be."""
    kept = tuple(rows)
    Console(highlight=False, width=140).print(printed(title, kept))
    return sum(row.well is False for row in kept)
