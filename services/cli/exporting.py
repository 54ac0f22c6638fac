"""`vouch report --format`: a finished report in another form, on standard output or in a file."""

import sys
from dataclasses import dataclass
from pathlib import Path

from .exits import code_of
from .following import end_of
from .presenting import check_output, refuse
from .reaching import reached
from .remembering import write_bytes
from .requesting import checked_run
from .screen import Screen


@dataclass(frozen=True)
class Wanted:
    """In which form a report is wanted, in which style, and where."""

    form: str
    style: str = ""
    output: Path | None = None
    beside: tuple[str, ...] = ()
    """Options given with it that ask for another view."""


def wanted(form: str | None, style: str | None, output: Path | None, *, beside: tuple[str, ...] = ()) -> Wanted | None:
    """Return the form that is wanted, by its name or by that of the file; None where it is the page as ever."""
    from shared.audit.exports import format_of  # noqa: PLC0415 -- only who exports pays for it

    named = format_of(output) if output and not beside else ""
    if not form and not style and named in ("", "md"):
        return None
    return Wanted(form or named or "md", style or "", output, beside)


def problems_of(wish: Wanted, *, terminal: bool) -> tuple[str, ...]:
    """Return why a report cannot be had so, before anything is asked."""
    from shared.audit.exports import FORMATS, check_choice  # noqa: PLC0415 -- only who exports pays for it

    problems = (*check_choice(wish.form, wish.style), *check_output(wish.output))
    if wish.beside:
        problems = (f"{' and '.join(wish.beside)}: that is another view, without --format and --style", *problems)
    if not problems and FORMATS[wish.form].binary and not wish.output and terminal:
        return (f"{wish.form} is nothing for a terminal: name a file with -o FILE, or send it through a pipe",)
    return problems


async def exported(run_id: str, wish: Wanted, server: str | None) -> int:
    """Write a run's report in the form that is wanted; return the exit code of the run's end."""
    from shared.audit.exports import export  # noqa: PLC0415 -- only who exports pays for it

    refuse(problems_of(wish, terminal=sys.stdout.isatty()))
    async with reached(server) as caller:
        end = await end_of(caller, checked_run(run_id))
    data = export(end, wish.form, wish.style).data
    if wish.output:
        write_bytes(wish.output, data)
        Screen().say(f"written to {wish.output}", style="dim")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    return code_of(end.status)
