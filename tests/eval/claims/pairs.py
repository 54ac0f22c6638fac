"""Claims beside passages, and what experts say of each pair, apart from it."""

import csv
import gzip
import hashlib
import json
from collections import defaultdict
from pathlib import Path
from typing import Any, Literal, NamedTuple

Label = Literal["supports", "refutes", "neutral"]

HEALTHVER: dict[str, Label] = {"Supports": "supports", "Refutes": "refutes", "Neutral": "neutral"}
SCIFACT: dict[str, Label] = {"SUPPORT": "supports", "CONTRADICT": "refutes"}


class Pair(NamedTuple):
    """A claim and the passage it is held against."""

    claim: str
    passage: str


class Labelled(NamedTuple):
    """Pairs, and in the same order what experts say of them: whatever decides is given the pairs alone."""

    pairs: tuple[Pair, ...]
    labels: tuple[Label, ...]

    def half(self, *, choosing: bool) -> "Labelled":
        """Return the pairs of the claims that thresholds are chosen on, or of the others, which report."""
        kept = [place for place, pair in enumerate(self.pairs) if chooses(pair.claim) == choosing]
        return Labelled(tuple(self.pairs[place] for place in kept), tuple(self.labels[place] for place in kept))


def chooses(claim: str) -> bool:
    """Say whether a claim is of the half that thresholds are chosen on."""
    return hashlib.sha256(claim.encode()).digest()[-1] % 2 == 0


def healthver(folder: Path) -> Labelled:
    """Return HealthVer's dev pairs, each distinct one once."""
    found: dict[Pair, Label] = {}
    with (folder / "labelled/healthver/healthver_dev.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(Pair(row["claim"], row["evidence"]), HEALTHVER[row["label"]])
    return Labelled(tuple(found), tuple(found.values()))


def scifact(folder: Path) -> tuple[Labelled, Labelled]:
    """Return SciFact's train pairs twice: with the sentences that experts chose, and with whole abstracts."""
    papers = _papers(folder)
    gold: dict[Pair, Label] = {}
    whole: dict[Pair, Label] = {}
    for claim in _claims(folder):
        chosen = defaultdict(list)
        for evidence in claim["evidence"]:
            chosen[evidence["doc_id"]].append(evidence)
        for paper in claim["cited_doc_ids"]:
            abstract, rows = papers[paper], chosen[paper]
            label: Label = SCIFACT[rows[0]["label"]] if rows else "neutral"
            whole[Pair(claim["claim"], " ".join(abstract))] = label
            if rows:
                places = sorted({place for row in rows for place in row["sentences"]})
                gold[Pair(claim["claim"], " ".join(abstract[place] for place in places))] = label
    return Labelled(tuple(gold), tuple(gold.values())), Labelled(tuple(whole), tuple(whole.values()))


def _papers(folder: Path) -> dict[int, list[str]]:
    """Return the sentences of every abstract."""
    with gzip.open(folder / "labelled/scifact/corpus.jsonl.gz", "rt", encoding="utf-8") as file:
        return {paper["doc_id"]: paper["abstract"] for paper in map(json.loads, file)}


def _claims(folder: Path) -> list[dict[str, Any]]:
    """Return every claim with its evidence."""
    with (folder / "labelled/scifact/claims_train.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]
