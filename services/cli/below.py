"""What stands below the lines on a terminal: the draft that is being written, dimmed, and what is being done now.

It is as high as its window allows, and gone in the end. All of it is drawn by the event loop: no thread can come
between a line that is printed and the place where it belongs.
"""

import asyncio
import contextlib
import unicodedata
from typing import Self

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderResult
from rich.control import Control
from rich.live import Live
from rich.segment import ControlType, Segment
from rich.spinner import Spinner
from rich.text import Text

from .drafts import Draft

FRAMES_PER_SECOND = 12.5
MOST_ROWS = 16
"""Of a draft's text: enough to read along, and the events above stay in sight."""

SHARE_OF_WINDOW = 3
"""At most one row in so many is the draft's."""

FEWEST_ROWS = 2
FEWEST_COLUMNS = 20
"""In a window that is smaller no draft is shown."""

MOST_COLUMNS = 100
"""Longer rows are hard to read, and wrap where the window is made narrower."""

INDENT = "  "
LONGEST_PARAGRAPH = 4_000
"""Characters that are laid out; what stands before the last ones of a line without end is out of sight."""

_STEP = 1_000
"""What is cut off goes in steps, or the lines would flow anew with every word."""

# A sign that the terminal draws wider than we think would wrap its line, and the area would be higher than we know.
_NO_WRAP = Segment("\x1b[?7l", None, [(ControlType.CARRIAGE_RETURN,)])
_WRAP = Segment("\x1b[?7h", None, [(ControlType.CARRIAGE_RETURN,)])
_INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})


class Area:
    """The rows: a heading and the end of the draft, where there is one, and the line that says what is being done."""

    def __init__(self, doing: str) -> None:
        self.doing = doing
        self.draft: Draft | None = None
        self._spinner = Spinner("dots")
        self._widths: tuple[int, ...] = ()
        self._laid_out: tuple[tuple[str, int, int], tuple[Text, ...]] = (("", 0, 0), ())

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the rows, none of them as wide as the window: the last column is where terminals disagree."""
        columns = max(1, options.max_width - 1)
        rows = [*self._drafted(console, columns, options.size.height), self._busy(console)]
        for row in rows:
            row.truncate(columns, overflow="ellipsis" if columns > 1 else "crop")
        self._widths = tuple(row.cell_len for row in rows)
        yield _NO_WRAP
        yield Text("\n", end="", no_wrap=True, overflow="crop").join(rows)
        yield _WRAP

    def rewrapped(self, columns: int) -> int:
        """Return by how many rows the area has grown because the window was made narrower since it was drawn."""
        return sum(-(-width // columns) - 1 for width in self._widths if width)

    def _busy(self, console: Console) -> Text:
        """Return the line that says what is being done."""
        frame = int(console.get_time() * 1000 / self._spinner.interval) % len(self._spinner.frames)
        doing = " ".join(_visible(self.doing).split())
        return Text.assemble((self._spinner.frames[frame], "status.spinner"), " ", (doing, "dim"))

    def _drafted(self, console: Console, columns: int, height: int) -> tuple[Text, ...]:
        """Return the heading and the last rows of the draft; nothing where there is none, or no room for it."""
        room = room_in(columns, height)
        if not room or self.draft is None or not self.draft.text.strip():
            return ()
        key = (self.draft.text, min(columns, MOST_COLUMNS), room)
        if key != self._laid_out[0]:
            self._laid_out = key, tail(console, *key)
        return (Text(self.draft.heading, style="dim bold"), *(row.copy() for row in self._laid_out[1]))


class Below(Live):
    """Draws an area below whatever is printed, several times a second, and takes it away in the end."""

    def __init__(self, console: Console, area: Area) -> None:
        super().__init__(area, console=console, auto_refresh=False, transient=True, vertical_overflow="crop")
        self._area = area
        self._next: asyncio.TimerHandle | None = None

    def __enter__(self) -> Self:
        """Begin to draw."""
        super().__enter__()
        self._again(asyncio.get_running_loop())
        return self

    def stop(self) -> None:
        """Draw no more."""
        if self._next:
            self._next.cancel()
            self._next = None
        super().stop()

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Return what is to be printed, with the way back to where the area began, however its rows are wrapped now."""
        up = ((ControlType.ERASE_IN_LINE, 2), (ControlType.CURSOR_UP, 1)) * self._area.rewrapped(self.console.width)
        return [Control(*up), *super().process_renderables(renderables)]

    def _again(self, loop: asyncio.AbstractEventLoop) -> None:
        """Draw, and once more in a moment; where the terminal is gone, whoever prints next is told."""
        with contextlib.suppress(OSError):
            self.refresh()
            self._next = loop.call_later(1 / FRAMES_PER_SECOND, self._again, loop)


def room_in(columns: int, height: int) -> int:
    """Return how many rows of a draft's text a window of so many columns and rows has room for."""
    room = min(MOST_ROWS, height // SHARE_OF_WINDOW)
    return room if room >= FEWEST_ROWS and columns >= FEWEST_COLUMNS else 0


def tail(console: Console, text: str, columns: int, most: int) -> tuple[Text, ...]:
    """Return the last rows of *text*, dimmed, at most so many, none wider than *columns*, none empty."""
    lines = text.rsplit("\n", 2 * most)[-2 * most :]
    rows = [row for line in lines for row in _rows(console, _visible(line), columns - cell_len(INDENT))]
    return tuple(Text.assemble(INDENT, row, style="dim") for row in rows[-most:])


def _visible(line: str) -> str:
    """Return the end of a line, as one, and without signs that are not drawn."""
    cut = max(0, len(line) - LONGEST_PARAGRAPH)
    end = line[-(-cut // _STEP) * _STEP :]
    return "".join(sign for sign in " ".join(end.splitlines()).expandtabs(4) if _has_width(sign))


def _has_width(sign: str) -> bool:
    """Say whether a sign is drawn; what steers the terminal, or the direction of writing, is not."""
    return unicodedata.category(sign) not in _INVISIBLE


def _rows(console: Console, line: str, columns: int) -> list[Text]:
    """Return a line in rows."""
    return [row for row in Text(line).wrap(console, columns, overflow="fold") if row.plain.strip()]
