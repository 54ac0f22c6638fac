"""`vouch runs`, `vouch report` and `vouch cancel`: look at runs, and stop them."""

import sys
from typing import Annotated

import typer
from rich.console import Console

from shared import messages as m
from shared.errors import CannotDo

from . import options as o
from .commanding import run
from .exits import COMPLETE, BadInput, code_of
from .exporting import exported, wanted
from .following import end_of
from .forms import form_of
from .looking import looked
from .looks import brief_look, problems_look
from .presenting import Printing, check_output, present, refuse
from .reaching import reached
from .requesting import checked_run
from .screen import Screen
from .tables import RUN_HEAD, rich_table, run_row, tabbed

Most = Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)]


def runs(*, most: Most = 50, as_json: o.Json = False, server: o.Server = None) -> None:
    """List the runs, running ones first, then the newest."""
    run(listed(most, server, as_json=as_json))


def report(
    run_id: o.Run,
    *,
    brief: o.Brief = False,
    problems: o.Problems = False,
    form: o.Format = None,
    style: o.Style = None,
    as_json: o.Json = False,
    output: o.Into = None,
    server: o.Server = None,
) -> None:
    """Print the report of a run that has ended: all of it, its first screen, or only what is not verified.

    With --format, or into a file named so, as a page (html), to print (pdf), to edit (docx), or as data.
    """
    views = {"--brief": brief, "--problems": problems, "--json": as_json and form != "json"}
    if brief and problems:
        run(_one_view())
    elif wish := wanted(form, style, output, beside=tuple(name for name, chosen in views.items() if chosen)):
        run(exported(run_id, wish, server))
    elif brief or problems:
        look = problems_look if problems else brief_look
        run(looked(run_id, look, form_of(None, output, as_json=as_json), output, server))
    else:
        run(reported(run_id, server, Printing(output, as_json=as_json)))


def cancel(run_id: o.Run, *, server: o.Server = None) -> None:
    """Stop a run: its agents stop within two seconds, and it ends as cancelled."""
    run(stopped(run_id, server))


async def _one_view() -> int:
    """Refuse two views at once: one would be left out in silence."""
    message = "--brief and --problems are two views: ask for one of them"
    raise BadInput(message)


async def listed(most: int, server: str | None, *, as_json: bool) -> int:
    """Print the runs."""
    async with reached(server) as caller:
        page = await caller.ask(m.RunsList(run_id="", most=most), m.RunsPage)
    console, rows = Console(highlight=False), [run_row(one) for one in page.runs]
    if as_json:
        sys.stdout.write(f"{page.model_dump_json(indent=2)}\n")
    elif not rows:
        Screen().say('no runs yet: `vouch ask "…"` makes one')
    elif console.is_terminal:
        console.print(rich_table(RUN_HEAD, rows, {"Question": 1}))
    else:
        sys.stdout.write(f"{tabbed([RUN_HEAD, *rows])}\n")
    return COMPLETE


async def reported(run_id: str, server: str | None, printing: Printing) -> int:
    """Print a run's report; return the exit code of its end."""
    refuse(check_output(printing.output))
    async with reached(server) as caller:
        end = await end_of(caller, checked_run(run_id))
    present(end, Screen(), printing)
    return code_of(end.status)


async def stopped(run_id: str, server: str | None) -> int:
    """Have a run stopped; a run that has ended, or is not known, is an error."""
    async with reached(server) as caller:
        view = await caller.ask(m.RunsGet(run_id=checked_run(run_id)), m.RunView)
        if view.state == "ended":
            message = f"run {run_id} has already ended as {view.status}"
            raise CannotDo(message)
        await caller.say(m.CancelRequested(run_id=run_id, reason="cancelled at the command line"))
    Screen().say(f"asked to cancel run {run_id}: `vouch watch {run_id}` shows its end")
    return COMPLETE
