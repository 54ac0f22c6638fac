"""How much of the recorded answers of ClinicalTrials.gov is read."""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

from services.search.clinicaltrials.rows import listing_in, record
from shared.errors import VouchError
from shared.library import Provenance, Reference, concluded
from shared.library.values import Record
from tests.builders import NOON
from tests.recorded.tables import Row
from tests.recordings import FOLDER

ROOT = "clinicaltrials"
FOLDERS = ("v2_search", "v2_study", "v1", "xml_legacy")
"""The description of the interface, in a folder of its own, holds no study."""

MARKS = (b'"protocolSection"', b'"ProtocolSection"', b"<clinical_study")
"""With one of these a study begins, in each of the formats."""

FIELDS: dict[str, Callable[[Reference], object]] = {
    "title": lambda one: one.work.citation.title,
    "registry number": lambda one: one.work.registry_numbers,
    "address": lambda one: one.work.citation.url,
    "text": lambda one: not one.title_only,
    "first posted (not in selected fields)": lambda one: one.work.citation.date,
    "sponsor (not in selected fields)": lambda one: one.work.citation.authors,
    "status (cut from two)": lambda one: one.work.trial and one.work.trial.status,
    "enrolment (cut from two)": lambda one: one.work.trial and one.work.trial.enrolment is not None,
    "phase (interventions only)": lambda one: one.work.trial and one.work.trial.phases,
    "design of a study with results": lambda one: one.work.design != "registry-entry",
}


def rows() -> list[Row]:
    """Return a row for each folder of answers."""
    return [_row(folder) for folder in FOLDERS]


def references(folder: str) -> Iterator[tuple[str, Reference | str]]:
    """Yield each file of *folder* with every study in it, or with the reason why it is not read."""
    for path in _files(folder):
        try:
            studies = listing_in(_body(path)).studies
        except VouchError as error:
            yield path.name, str(error)
            continue
        for study in studies:
            found = record(study)
            read = (
                concluded(found, Provenance("clinicaltrials", "ClinicalTrials.gov", at=NOON)) if _is(found) else found
            )
            yield path.name, read if isinstance(read, Reference) else f"{read.name}: {read.reason}"


def _is(found: object) -> bool:
    """Say whether an entry gave a record."""
    return isinstance(found, Record)


def _row(folder: str) -> Row:
    """Return how much of one folder is read."""
    paths = _files(folder)
    found = list(references(folder))
    read = [one for _, one in found if isinstance(one, Reference)]
    return Row(
        folder=f"{ROOT}/{folder}",
        files=len(paths),
        records=sum(_body(path).count(mark) for path in paths for mark in MARKS),
        parsed=len(read),
        filled={name: sum(bool(has(one)) for one in read) / len(read) for name, has in FIELDS.items()} if read else {},
        refused=tuple((name, one) for name, one in found if isinstance(one, str)),
    )


def _files(folder: str) -> list[Path]:
    """Return the files of a folder, in order."""
    return sorted((FOLDER / ROOT / folder).iterdir())


def _body(path: Path) -> bytes:
    """Return what a file holds, unpacked."""
    body = path.read_bytes()
    return gzip.decompress(body) if path.suffix == ".gz" else body
