"""A terminal as far as the command line steers one: rows, scrolling, wrapping, and being made narrower."""

import re
from itertools import chain

from rich.cells import cell_len

_TOKEN = re.compile(r"\x1b\[(?P<number>[?\d;]*)(?P<letter>[A-Za-z])|(?P<text>.)", re.DOTALL)


class SmallTerminal:
    """Shows what was written to it; whatever it does not know is an error."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.above: list[str] = []
        """What has scrolled out of reach."""
        self.wraps = self.cursor_shown = True
        self._lines, self._row, self._column = [""], 0, 0

    @property
    def shown(self) -> list[str]:
        """Return all rows, those out of reach included, without empty ones at the end."""
        rows = [row.rstrip() for row in (*self.above, *self._lines)]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def write(self, written: str) -> None:
        """Show text, and do what the signs between say."""
        for found in _TOKEN.finditer(written):
            if found["letter"]:
                self._steer(found["number"], found["letter"])
            elif found["text"] == "\n":
                self._down()
            elif found["text"] == "\r":
                self._column = 0
            else:
                self._put(found["text"])

    def narrow(self, columns: int) -> None:
        """Make the window narrower: a row that is too wide goes on in the next one, and the cursor with it."""
        before = self._lines[: self._row + 1]
        self.columns = columns
        self._lines = list(chain.from_iterable(_wrapped(line, columns) for line in before))
        self._row, self._column = len(self._lines) - 1, cell_len(self._lines[-1])
        self._scroll()

    def _steer(self, number: str, letter: str) -> None:
        """Do what a control sequence says."""
        match (letter, number):
            case ("A", _):
                self._row = max(0, self._row - int(number or 1))
            case ("K", "2"):
                self._lines[self._row] = ""
            case ("h" | "l", "?7"):
                self.wraps = letter == "h"
            case ("h" | "l", "?25"):
                self.cursor_shown = letter == "h"
            case ("m", _):
                pass
            case _:
                message = f"a terminal is asked for {number}{letter}"
                raise ValueError(message)

    def _put(self, sign: str) -> None:
        """Show one sign where the cursor stands."""
        if self._column + cell_len(sign) > self.columns:
            if not self.wraps:
                return
            self._down()
        line = self._lines[self._row].ljust(self._column)
        self._lines[self._row] = line[: self._column] + sign
        self._column += cell_len(sign)

    def _down(self) -> None:
        """Go to the beginning of the next row."""
        self._row, self._column = self._row + 1, 0
        if self._row == len(self._lines):
            self._lines.append("")
        self._scroll()

    def _scroll(self) -> None:
        """Let the first rows go where there are too many."""
        while len(self._lines) > self.rows:
            self.above.append(self._lines.pop(0))
            self._row -= 1


def _wrapped(line: str, columns: int) -> list[str]:
    """Return a row in rows that are narrow enough; each sign is one column wide."""
    return [line[start : start + columns] for start in range(0, len(line), columns)] or [""]
