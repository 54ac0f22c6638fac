"""``make recorded``: for every folder of recorded answers, how much of it is read, and what is refused and why."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from shared.bus.logs import configure
from tests.recorded.tables import Row
from tests.recordings import FOLDER

HERE = Path(__file__).parent


def rows() -> Iterator[Row]:
    """Yield the rows of every report beside this file."""
    for path in sorted(HERE.glob("report_*.py")):
        yield from importlib.import_module(f"tests.recorded.{path.stem}").rows()


def main() -> int:
    """Print the table; leave with 1 where there are no recordings."""
    configure("recorded", "WARNING")
    console = Console(width=150)
    if not FOLDER.exists():
        console.print(f"there are no recordings at {FOLDER}: VOUCH_RECORDINGS names their folder")
        return 1
    found = tuple(rows())
    table = Table("folder", "files", "records", "read", "fields filled")
    for row in found:
        filled = ", ".join(f"{name} {share:.0%}" for name, share in row.filled.items())
        table.add_row(row.folder, str(row.files), str(row.records), str(row.parsed), filled)
    console.print(table)
    for row in found:
        for file, reason in row.refused:
            console.print(f"refused: {row.folder}/{file}: {reason}", soft_wrap=True, highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
