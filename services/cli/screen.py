"""What a person sees while something goes on, on standard error: lines, and on a terminal what is being done now."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from shared import messages as m

from .below import Area, Below
from .drafts import Draft, ends_draft, grown
from .lines import event_line, live_line, log_line, name_of
from .piping import Piped


class Screen:
    """Lines above, and on a terminal a line below that says what is going on, under the draft that is written."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or _standard_error()
        self._began: datetime | None = None
        self._area: Area | None = None
        self._piped = Piped()
        self._drafting = True
        self.draft: Draft | None = None
        """What was heard of the report's last draft."""

    @contextmanager
    def busy(self, doing: str) -> Iterator[None]:
        """Say what is being done, as long as this is open."""
        self._area = Area(doing)
        try:
            with Below(self._console, self._area) if self._console.is_interactive else nullcontext():
                yield
        finally:
            self._area = None
            self._flush()

    @contextmanager
    def counting(self, total: int) -> Iterator[Callable[[str], None]]:
        """Show how far a work of so many parts has come; call what is returned with the name of each part."""
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
        shown = self._console.is_terminal
        with Progress(*columns, console=self._console, transient=True, disable=not shown) as progress:
            task = progress.add_task("", total=total, completed=-1)  # the first call begins the first part

            def advance(name: str) -> None:
                progress.update(task, advance=1, description=escape(name))

            yield advance

    def doing(self, what: str) -> None:
        """Change what the line below says."""
        if self._area:
            self._area.doing = what

    def say(self, text: str | Text, style: str = "") -> None:
        """Print a line."""
        self._flush()
        self._console.print(text if isinstance(text, Text) else Text(text, style=style), soft_wrap=True)

    def problem(self, text: str) -> None:
        """Print what is wrong."""
        for line in text.splitlines():
            self.say(Text.assemble(("vouch: ", "bold red"), line))

    def event(self, event: m.AgentEvent, *, shown: bool = True) -> None:
        """Print an event of a run; the first one, shown or not, starts its clock."""
        self._began = self._began or event.at
        if ends_draft(event):
            self._end_draft()
        if not shown:
            return
        self._row(*event_line(event, self._began))
        self.doing(event.message)

    def live(self, update: m.LiveUpdate) -> None:
        """Show an update that may be lost: a draft, other text that is being written only below, the rest as a line."""
        if update.kind != "text":
            self._row(Text(" " * 7), name_of(update.agent), live_line(update))
        elif update.agent != "report":
            self.doing(live_line(update).plain)
        else:
            self.draft = grown(self.draft, update)
            if self._drafting:
                self._show_draft(self.draft, update.text)

    def log(self, who: str, raw: str) -> None:
        """Print a line of a service's log behind its name."""
        self._row(Text(""), name_of(who), log_line(raw))

    def _show_draft(self, draft: Draft, piece: str) -> None:
        """Show what has come to a draft: below, or as lines."""
        if not self._console.is_interactive:
            self._lines(self._piped.add(draft, piece))
        elif self._area:
            self._area.draft = draft

    def _end_draft(self) -> None:
        """Show no draft any more: what is checked takes its place."""
        self._drafting = False
        if self._area:
            self._area.draft = None

    def _flush(self) -> None:
        """Print the part of a draft's line that waits for its end."""
        self._lines(self._piped.rest())

    def _lines(self, lines: list[str]) -> None:
        """Print lines of a draft."""
        for line in lines:
            self._console.print(Text(line, style="dim"), soft_wrap=True)

    def _row(self, when: Text, who: Text, what: Text) -> None:
        """Print a row; on a terminal a long text continues under itself."""
        self._flush()
        if not self._console.is_terminal:
            parts = [part for part in (when, who, what) if part.plain]
            self._console.print(Text("  ").join(parts), soft_wrap=True)
            return
        grid = Table.grid(padding=(0, 1))
        for part in (when, who):
            if part.plain:
                grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(*(part for part in (when, who, what) if part.plain))
        self._console.print(grid)


def _standard_error() -> Console:
    """Return the console of standard error; in a file nothing is ever drawn anew, whatever colours are wanted there."""
    return Console(stderr=True, highlight=False, force_interactive=None if sys.stderr.isatty() else False)


def forgiving() -> None:
    """Have no sign that a terminal cannot show end the program."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
