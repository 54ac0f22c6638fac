"""SciFact: 809 claims, and which of 5,183 abstracts are cited for them (doi:10.18653/v1/2020.emnlp-main.609)."""

import csv
import gzip
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.recordings import recording

FOLDER = "labelled/scifact"


@dataclass(frozen=True)
class Claim:
    """A claim, and the positions of the abstracts that count as found."""

    text: str
    relevant: frozenset[int]
    chooses: bool
    """Whether it is of the half that weights are chosen on; the other half only reports."""


@dataclass(frozen=True)
class SciFact:
    """The abstracts with their titles, and the claims."""

    texts: tuple[str, ...]
    claims: tuple[Claim, ...]

    @property
    def choosing(self) -> NDArray[np.bool_]:
        """Return which claims weights are chosen on."""
        return np.array([claim.chooses for claim in self.claims])


def scifact() -> SciFact:
    """Return the set; skip the test where the recordings are absent."""
    folder = recording(FOLDER)
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as file:
        papers = [json.loads(line) for line in file]
    place = {str(paper["doc_id"]): at for at, paper in enumerate(papers)}
    relevant: dict[str, set[int]] = defaultdict(set)
    with (folder / "beir/qrels_train.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if int(row["score"]) > 0:
                relevant[row["query-id"]].add(place[row["corpus-id"]])
    return SciFact(tuple(map(_text, papers)), tuple(_claims(folder / "claims_train.jsonl", relevant)))


def _text(paper: dict[str, Any]) -> str:
    """Return a paper as a piece of evidence is searched: title, then abstract."""
    return f"{paper['title']}\n{' '.join(paper['abstract'])}"


def _claims(path: Path, relevant: dict[str, set[int]]) -> Iterable[Claim]:
    """Yield the claims in the order of the file; which half one belongs to is a matter of its number alone."""
    for line in path.read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        half = hashlib.sha256(str(said["id"]).encode()).digest()[0] % 2
        yield Claim(said["claim"], frozenset(relevant[str(said["id"])]), half == 0)
