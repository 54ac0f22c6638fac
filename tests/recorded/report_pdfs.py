"""What the PDFs of the recordings give, folder by folder."""

from collections.abc import Callable, Sequence
from pathlib import Path

from shared.errors import CannotDo
from shared.library import Reference, read
from tests.recorded.tables import Row
from tests.recordings import FOLDER

FIELDS: dict[str, Callable[[Reference], object]] = {
    "pages": lambda one: one.pages,
    "title": lambda one: one.work.citation.title,
    "DOI, where it is printed": lambda one: one.work.identifiers.doi,
    "date, where it is printed": lambda one: one.work.citation.date,
    "sections": lambda one: one.sections,
}


def rows() -> list[Row]:
    """Return a row for each folder; what is refused is refused with what to do about it."""
    return [_row(folder) for folder in sorted((FOLDER / "pdfs").iterdir()) if folder.is_dir()]


def _row(folder: Path) -> Row:
    """Return what the files of one folder give."""
    paths = sorted(folder.glob("*.pdf"))
    references: list[Reference] = []
    refused: list[tuple[str, str]] = []
    for path in paths:
        try:
            references += read(path.read_bytes(), path.name).references
        except CannotDo as error:
            refused.append((path.name, str(error).removeprefix(f"{path.name} ")))
    return Row(
        folder=f"pdfs/{folder.name}",
        files=len(paths),
        records=len(paths),
        parsed=len(references),
        filled=_filled(references),
        refused=tuple(refused),
    )


def _filled(references: Sequence[Reference]) -> dict[str, float]:
    """Return the share of the references that have each field."""
    if not references:
        return {}
    return {name: sum(bool(of(one)) for one in references) / len(references) for name, of in FIELDS.items()}
