"""How much of OpenAlex's recorded answers is read: four, in cassettes beside answers of other indexes."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import yaml

from services.search.json_fields import Row as Work
from services.search.json_fields import as_row
from services.search.openalex.rows import record
from services.search.openalex.source import understandable
from shared.library import Provenance, Reference, Skipped, concluded
from tests.builders import NOON
from tests.recorded.tables import Row
from tests.recordings import recording

FOLDER = "scholarly/paperqa_cassettes"
PROVENANCE = Provenance("openalex", "OpenAlex", watches_retractions=True, at=NOON)


def rows() -> list[Row]:
    """Return the row of the cassettes that hold an answer of OpenAlex."""
    found = {path: list(answers(path)) for path in cassettes()}
    found = {path: given for path, given in found.items() if given}
    became = [one for given in found.values() for answer in given for one in read(answer)]
    references = [one for one in became if isinstance(one, Reference)]
    records = sum(len(answer.get("results", [answer])) for given in found.values() for answer in given)  # type: ignore[arg-type]
    return [Row(FOLDER + " (OpenAlex)", len(found), records, len(references), filled(references))]


def cassettes() -> list[Path]:
    """Return the files that may hold an answer."""
    return sorted(path for path in recording(FOLDER).iterdir() if path.suffix == ".yaml")


def answers(path: Path) -> Iterator[Work]:
    """Yield the answers of OpenAlex in a cassette; a body is text, or was kept as it was sent, compressed."""
    for one in yaml.safe_load(path.read_text())["interactions"]:
        if "api.openalex.org" in one["request"]["uri"]:
            body = one["response"]["body"]["string"]
            packed = isinstance(body, bytes) and body.startswith(b"\x1f\x8b")
            yield as_row(json.loads(gzip.decompress(body) if packed else body))


def read(answer: Work) -> list[Reference | Skipped]:
    """Return what the works of an answer became; a single work comes without an envelope."""
    listed = understandable(answer)["results"] if "results" in answer else [answer]
    assert isinstance(listed, list)
    records = map(record, listed)
    return [one if isinstance(one, Skipped) else concluded(one, PROVENANCE) for one in records]


def filled(references: list[Reference]) -> dict[str, float]:
    """Return the share of works that have each field."""
    has = {
        "DOI": [bool(one.work.identifiers.doi) for one in references],
        "OpenAlex id": [bool(one.work.identifiers.openalex) for one in references],
        "PMID": [bool(one.work.identifiers.pmid) for one in references],
        "date": [bool(one.work.citation.date) for one in references],
        "authors": [bool(one.work.citation.authors) for one in references],
        "journal": [bool(one.work.citation.journal) for one in references],
        "abstract (where there is one)": [not one.title_only for one in references],
        "free text (where there is one)": [bool(one.work.open_access_url) for one in references],
        "cited by": [one.work.cited_by is not None for one in references],
    }
    return {name: sum(shares) / len(shares) for name, shares in has.items() if shares}
