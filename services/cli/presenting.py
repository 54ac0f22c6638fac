"""Print a finished run on standard output: for a person, for a file, or as JSON for a program."""

import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from shared import messages as m

from .briefing import Line, first_screen
from .comparing import changes
from .exits import BadInput
from .pages import page
from .panes import print_screen
from .remembering import write_bytes
from .screen import Screen
from .tables import SOURCE_HEAD, SOURCE_WIDTHS, brief, markdown_table, rich_table, sources_of, tabbed, usage


@dataclass(frozen=True)
class Printing:
    """How a finished run is wanted."""

    output: Path | None = None
    as_json: bool = False
    brief: bool = False
    """The first screen alone, where a person reads."""


def present(end: m.ResearchCompleted, screen: Screen, printing: Printing) -> None:
    """Print the run's report and its sources, or all of it as JSON; write it to a file, too, if wanted."""
    written = written_to(printing.output, end, as_json=printing.as_json) if printing.output else ""
    if printing.as_json:
        sys.stdout.write(_json(end))
    elif printing.brief and end.report:
        _screen(first_screen(end, end.report))
    elif end.markdown:
        _page(end)
    tell_changes(end, screen)
    for hole in end.holes:
        if hole not in end.reason:
            screen.say(f"not covered: {hole}", style="yellow")
    screen.say(summary(end), style="bold")
    if written:
        screen.say(written, style="dim")
    if end.spent_by:
        screen.say(usage(end.spent_by), style="dim")


def written_to(output: Path, end: m.ResearchCompleted, *, as_json: bool = False) -> str:
    """Write the report in the form that the file's name says, and say so; without a report, that there is none."""
    from shared.audit.exports import export, format_of  # noqa: PLC0415 -- only who writes a file pays for it

    form = format_of(output) or ("json" if as_json else "md")
    if form == "json":
        write_bytes(output, _json(end).encode())
    elif end.report:
        write_bytes(output, export(end, form).data)
    else:
        return f"nothing is written to {output}: the run has no report"
    return f"written to {output}"


def _json(end: m.ResearchCompleted) -> str:
    """Return all that is known of a run, for a program."""
    return f"{end.model_dump_json(indent=2)}\n"


def tell_changes(end: m.ResearchCompleted, screen: Screen) -> None:
    """Print what became of the draft that was shown, if one was."""
    if told := changes(screen.draft, end):
        screen.say(told, style="yellow")


def check_output(output: Path | None) -> tuple[str, ...]:
    """Return why *output* cannot be written, before anything is asked."""
    if output is None:
        return ()
    if output.is_dir():
        return (f"--output: {output} is a folder: name a file in it",)
    if not output.absolute().parent.is_dir():
        return (f"--output: there is no folder {output.absolute().parent}: make it first",)
    return ()


def check_view(output: Path | None) -> tuple[str, ...]:
    """Return why a view, which is rows and no report, cannot be written to a file of this name."""
    from shared.audit.exports import format_of  # noqa: PLC0415 -- only who writes a file pays for it

    form = format_of(output) if output else ""
    if form not in {"html", "pdf", "docx", "bibtex"}:
        return ()
    return (f"--output: this view cannot be had as {form}: name a file that ends in .txt, .csv or .json",)


def refuse(problems: tuple[str, ...]) -> None:
    """Raise ``BadInput`` with all *problems* at once, if there are any."""
    if problems:
        raise BadInput("\n".join(problems))


def summary(end: m.ResearchCompleted) -> str:
    """Return how a run ended, in a line."""
    seconds = (end.ended_at - end.started_at).total_seconds()
    cited = len(end.report.footnotes) if end.report else 0
    works = f"{cited} works cited" if cited != 1 else "1 work cited"
    return f"{end.status} in {seconds:.1f} s, {works}. {end.reason} (run {end.run_id})"


def _screen(lines: tuple[Line, ...]) -> None:
    """Print the first screen alone."""
    console = Console(highlight=False)
    if console.is_terminal:
        print_screen(console, lines)
    else:
        sys.stdout.write(f"{tabbed(lines)}\n")


def _page(end: m.ResearchCompleted) -> None:
    """Print the report, and under it the sources it cites; before it, on a terminal, what a person wants first."""
    console, found = Console(highlight=False), sources_of(end)
    if not console.is_terminal:
        sys.stdout.write(end.markdown)
        if found.cited:
            sys.stdout.write(f"\n## Sources\n\n{markdown_table(SOURCE_HEAD, found.cited)}\n")
            sys.stdout.write(f"\n{found.remark}\n" if found.remark else "")
        sys.stdout.flush()
        return
    if end.report:
        print_screen(console, first_screen(end, end.report))
        console.print()
    console.print(page(end.markdown))
    if found.cited:
        console.print()
        console.print(rich_table(SOURCE_HEAD, map(brief, found.cited), SOURCE_WIDTHS, title="Sources"))
        console.print(found.remark, style="dim")
        console.print()
