"""The forms a closer look is printed in, on the screen or in a file: for a person, between tabs, CSV, RIS or JSON."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.console import Console

from shared import messages as m

from .exits import COMPLETE, BadInput
from .remembering import write_whole
from .screen import Screen
from .separating import comma_separated
from .tables import tabbed

Form = Literal["table", "csv", "ris", "json"]

FORMS = (
    "table: for a person, in a pipe a line each with tabs; csv: for a spreadsheet; ris: for a reference manager; json. "
    "Without it: what the file's name ends in, or table."
)


@dataclass(frozen=True)
class Look:
    """What a command found, in each form."""

    json: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    show: Callable[[Console], None]
    references: tuple[m.Reference, ...] | None = None
    """The works among it; None where it is not about works."""
    remark: str = ""
    code: int = COMPLETE
    """What to leave with."""


Looked = Callable[[m.ResearchCompleted], Look]


def form_of(asked: Form | None, output: Path | None, *, as_json: bool) -> Form:
    """Return the form that is wanted: as asked for, else by the end of the file's name."""
    if as_json or asked == "json":
        return "json"
    endings: dict[str, Form] = {".csv": "csv", ".ris": "ris", ".json": "json"}
    return asked or endings.get(output.suffix.lower() if output else "", "table")


def deliver(found: Look, form: Form, output: Path | None) -> None:
    """Print what was found, or write it to a file."""
    console, screen = Console(highlight=False), Screen()
    if output:
        write_whole(output, _text(found, form))
        screen.say(f"written to {output}", style="dim")
    elif form == "table" and console.is_terminal:
        found.show(console)
    else:
        sys.stdout.write(_text(found, form))
    if found.remark:
        screen.say(found.remark, style="dim")


def _text(found: Look, form: Form) -> str:
    """Return what was found as text that another program reads."""
    match form:
        case "json":
            return f"{found.json}\n"
        case "csv":
            return comma_separated([found.head, *found.rows])
        case "ris":
            return _ris(found)
        case _:
            return f"{tabbed([found.head, *found.rows])}\n"


def _ris(found: Look) -> str:
    """Return the works as RIS; raise ``BadInput`` where there are none to be had."""
    from shared.audit.exports.ris import to_ris  # noqa: PLC0415 -- who asks for another form need not wait for it

    if found.references is None:
        message = "--format ris lists works, and these are none: choose table, csv or json"
        raise BadInput(message)
    return to_ris(found.references)
