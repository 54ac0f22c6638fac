"""PubMedQA: 500 questions people put in titles, each with the abstract that answers it (doi:10.18653/v1/D19-1259)."""

import gzip
import json
from dataclasses import dataclass

from tests.recordings import recording

PATH = "labelled/pubmedqa/pqal_dev.json.gz"


@dataclass(frozen=True)
class PubMedQA:
    """Questions and contexts in the same order: that of a question is the one that answers it."""

    questions: tuple[str, ...]
    contexts: tuple[str, ...]


def pubmedqa() -> PubMedQA:
    """Return the set; skip the test where the recordings are absent. The long answers are left out: they are hidden."""
    rows = json.loads(gzip.decompress(recording(PATH).read_bytes())).values()
    return PubMedQA(tuple(row["QUESTION"] for row in rows), tuple(" ".join(row["CONTEXTS"]) for row in rows))
