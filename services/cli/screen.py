"""What a person sees while something goes on, on standard error: lines, and on a terminal what is being done now."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.status import Status
from rich.table import Table
from rich.text import Text

from shared import messages as m

from .lines import event_line, live_line, log_line, name_of


class Screen:
    """Lines above, and on a terminal a line below that says what is going on."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True, highlight=False)
        self._began: datetime | None = None
        self._status: Status | None = None

    @contextmanager
    def busy(self, doing: str) -> Iterator[None]:
        """Say what is being done, as long as this is open."""
        if not self._console.is_terminal:
            yield
            return
        with self._console.status(Text(doing, style="dim"), spinner="dots") as status:
            self._status = status
            try:
                yield
            finally:
                self._status = None

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

    def doing(self, what: Text | str) -> None:
        """Change what the line below says."""
        if self._status:
            text = Text(what, style="dim") if isinstance(what, str) else what
            text.truncate(max(20, self._console.width - 4), overflow="ellipsis")
            self._status.update(text)

    def say(self, text: str | Text, style: str = "") -> None:
        """Print a line."""
        self._console.print(text if isinstance(text, Text) else Text(text, style=style), soft_wrap=True)

    def problem(self, text: str) -> None:
        """Print what is wrong."""
        for line in text.splitlines():
            self.say(Text.assemble(("vouch: ", "bold red"), line))

    def event(self, event: m.AgentEvent, *, shown: bool = True) -> None:
        """Print an event of a run; the first one, shown or not, starts its clock."""
        self._began = self._began or event.at
        if not shown:
            return
        self._row(*event_line(event, self._began))
        self.doing(event.message)

    def live(self, update: m.LiveUpdate) -> None:
        """Show an update that may be lost: text that is being written only below, the rest as a line."""
        line = live_line(update)
        if update.kind == "text":
            self.doing(line)
        else:
            self._row(Text(" " * 7), name_of(update.agent), line)

    def log(self, who: str, raw: str) -> None:
        """Print a line of a service's log behind its name."""
        self._row(Text(""), name_of(who), log_line(raw))

    def _row(self, when: Text, who: Text, what: Text) -> None:
        """Print a row; on a terminal a long text continues under itself."""
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


def forgiving() -> None:
    """Have no sign that a terminal cannot show end the program."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
