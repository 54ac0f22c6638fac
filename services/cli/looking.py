"""`vouch sources`, `vouch show` and `vouch searches`: look closer at what a report rests on."""

from pathlib import Path
from typing import Annotated

import typer

from . import options as o
from .commanding import run
from .following import end_of
from .forms import FORMS, Form, Looked, deliver, form_of
from .looks import excluded_look, exhibit_look, searches_look, works_look
from .presenting import check_output, check_view, refuse
from .reaching import reached
from .requesting import checked_run

Excluded = Annotated[
    bool, typer.Option("--excluded", help="List what was found and left out instead, by name where the run knows it.")
]
Format = Annotated[Form | None, typer.Option("--format", "-f", help=FORMS, show_default=False)]
File = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there instead.", show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help="Print all of it as JSON.")]
Number = Annotated[str, typer.Argument(help="The work's S number, such as S3.", show_default=False)]


def sources(
    run_id: o.Run,
    *,
    excluded: Excluded = False,
    form: Format = None,
    as_json: Json = False,
    output: File = None,
    server: o.Server = None,
) -> None:
    """List every work of a run: found by which query, how much was read, what it says, cited where or why not."""
    look = excluded_look if excluded else works_look
    run(looked(run_id, look, form_of(form, output, as_json=as_json), output, server))


def show(
    run_id: o.Run,
    work: Number,
    *,
    form: Format = None,
    as_json: Json = False,
    output: File = None,
    server: o.Server = None,
) -> None:
    """Show one work of a run: its passages that were read, and the sentences of the report that lean on it."""
    run(looked(run_id, lambda end: exhibit_look(end, work), form_of(form, output, as_json=as_json), output, server))


def searches(
    run_id: o.Run,
    *,
    form: Format = None,
    as_json: Json = False,
    output: File = None,
    server: o.Server = None,
) -> None:
    """List what each source was asked, exactly, to be asked again: the string, when, the hits, those not seen."""
    run(looked(run_id, searches_look, form_of(form, output, as_json=as_json), output, server))


async def looked(run_id: str, look: Looked, form: Form, output: Path | None, server: str | None) -> int:
    """Print what is found in a run's end, or write it to a file."""
    refuse((*check_output(output), *check_view(output)))
    run_id = checked_run(run_id)
    async with reached(server) as caller:
        end = await end_of(caller, run_id)
    found = look(end)
    deliver(found, form, output)
    return found.code
