"""Rows for other programs: CSV for a spreadsheet, tabs for a pipe. Pure."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "@", "-")
"""A spreadsheet takes a cell that begins so for a formula, and a title may come from anywhere."""
_NUMBER = re.compile(r"[+-]\d+(?:[.,]\d+)?%?", re.ASCII)
"""A cell that is nothing but a number; what only begins like one may go on as a formula."""


def comma_separated(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV (RFC 4180), a line each; what a spreadsheet would run as a formula is kept a text."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([[_kept_a_text(cell) for cell in row] for row in rows])
    return out.getvalue()


def _kept_a_text(cell: str) -> str:
    """Return a cell on one line; before what looks like a formula and is no number stands an apostrophe."""
    line = " ".join(cell.split())
    return f"'{line}" if line.startswith(_FORMULA) and not _NUMBER.fullmatch(line) else line
