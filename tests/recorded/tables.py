"""How much of the recorded answers is read: one row for a folder of files, printed by ``make recorded``."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    """What reading one folder of recordings gave. A report is ``rows() -> list[Row]`` in ``report_<source>.py``."""

    folder: str
    """Below the recordings' folder: ``pubmed/efetch``."""
    files: int
    records: int
    """How many the files hold, counted apart from the reader that is measured."""
    parsed: int
    """How many were read to the full validated record."""
    filled: Mapping[str, float] = field(default_factory=dict)
    """Field, and the share from 0 to 1 of the parsed records that have it; what may be absent says so in its name."""
    refused: tuple[tuple[str, str], ...] = ()
    """File and reason of what was not read, however rightly."""
