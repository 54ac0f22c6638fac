"""How much of Europe PMC's recorded answers is read."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

from services.search.europepmc.rows import record
from services.search.europepmc.source import understandable
from services.search.json_fields import items
from shared.library import Provenance, Reference, Skipped, concluded
from tests.builders import NOON
from tests.recorded.tables import Row
from tests.recordings import recording

FOLDER = "europepmc/search"
ERRORS = "europepmc/errors"
PROVENANCE = Provenance("europepmc", "Europe PMC", watches_retractions=True, at=NOON)


def rows() -> list[Row]:
    """Return a row for whole records, for brief ones and for errors; the full texts are others' to read."""
    paths = files(FOLDER)
    core = [path for path in paths if "_core" in path.name]
    lite = [path for path in paths if path not in core]
    return [_row(f"{FOLDER} (core)", core), _row(f"{FOLDER} (lite, ids)", lite), _row(ERRORS, files(ERRORS))]


def files(folder: str) -> list[Path]:
    """Return the files of a folder."""
    return sorted(path for path in recording(folder).iterdir() if path.is_file())


def pages(path: Path) -> list[object]:
    """Return the answers in a file: one, or several one after another. Raises ``ValueError`` for what is no JSON."""
    body = path.read_bytes()
    given = json.loads(gzip.decompress(body) if path.suffix == ".gz" else body)
    return given if isinstance(given, list) else [given]


def read(path: Path) -> list[Reference | Skipped]:
    """Return what each row of a file became."""
    given = [one for page in pages(path) for one in items(understandable(page), "resultList", "result")]
    records = map(record, given)
    return [one if isinstance(one, Skipped) else concluded(one, PROVENANCE) for one in records]


def filled(references: Sequence[Reference]) -> dict[str, float]:
    """Return the share of references that have each field."""
    has = {
        "PMID": [bool(one.work.identifiers.pmid) for one in references],
        "DOI": [bool(one.work.identifiers.doi) for one in references],
        "PMCID": [bool(one.work.identifiers.pmcid) for one in references],
        "date": [bool(one.work.citation.date) for one in references],
        "authors": [bool(one.work.citation.authors) for one in references],
        "journal": [bool(one.work.citation.journal) for one in references],
        "types": [bool(one.work.publication_types) for one in references],
        "abstract (core only)": [not one.title_only for one in references],
        "language (core only)": [bool(one.work.language) for one in references],
        "MeSH (core only)": [bool(one.work.mesh_terms) for one in references],
        "free text (where there is one)": [bool(one.work.open_access_url) for one in references],
        "cited by": [one.work.cited_by is not None for one in references],
    }
    return {name: sum(shares) / len(shares) for name, shares in has.items() if shares}


def _row(folder: str, paths: Sequence[Path]) -> Row:
    """Return what reading these files gave."""
    refused: list[tuple[str, str]] = []
    references: list[Reference] = []
    records = 0
    for path in paths:
        if path.suffix == ".xml":
            refused.append((path.name, "it is XML: Vouch asks for JSON, which holds the same"))
            continue
        became = read(path)
        records += sum(len(listed(page)) for page in pages(path))
        references += [one for one in became if isinstance(one, Reference)]
        refused += sorted({(path.name, one.reason) for one in became if isinstance(one, Skipped)})
    return Row(folder, len(paths), records, len(references), filled(references), tuple(refused))


def listed(page: object) -> list[object]:
    """Return the rows of an answer, without the reader that is measured."""
    assert isinstance(page, dict)
    found = page["resultList"]["result"]
    assert isinstance(found, list)
    return found
