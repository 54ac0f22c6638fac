"""What each PDF of the recordings gives, in a table: ``python -m tests.recorded.report_pdfs``."""

import sys
from pathlib import Path

from shared.errors import CannotDo
from shared.library import read
from tests.recordings import FOLDER


def told(path: Path) -> str:
    """Return what a file gives, or why it gives nothing."""
    try:
        found = read(path.read_bytes(), path.name)
    except CannotDo as error:
        return str(error).removeprefix(f"{path.name} ")
    (reference,) = found.references
    work = reference.work
    sections = dict.fromkeys(section.label for section in reference.sections)
    name = work.identifiers.doi or work.citation.title[:60]
    notes = " ".join(note.removeprefix(f"{path.name} ") for note in found.notes)
    return f"{len(reference.pages)} pages, {len(reference.text)} characters, {len(sections)} sections; {name}. {notes}"


def main() -> None:
    """Print a line for each file."""
    for path in sorted((FOLDER / "pdfs").glob("*/*.pdf")):
        sys.stdout.write(f"{path.parent.name}/{path.name}: {told(path)}\n")


if __name__ == "__main__":
    main()
