"""Rationale sentences: which sentences of a cited abstract a claim rests on, against those that people marked."""

import gzip
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from shared import messages as m
from shared.audit.checking import check
from shared.audit.prose import Clause
from shared.audit.shelf import Source, content_words
from tests.eval.measuring import Floats, Interval
from tests.eval.scifact import FOLDER
from tests.eval.scorecard.labelled import Labelled, decided
from tests.eval.scorecard.resampling import resampled
from tests.eval.scorecard.row import Row
from tests.recordings import recording

TASK = "rationale sentences (SciFact train)"


class Pair(NamedTuple):
    """What a decider sees: a claim, and an abstract sentence by sentence."""

    claim: str
    title: str
    sentences: tuple[str, ...]


def labelled(
    claims: Iterable[Mapping[str, Any]], papers: Mapping[int, Mapping[str, Any]]
) -> Labelled[Pair, frozenset[int]]:
    """Return the claims beside abstracts with evidence; the sentences that people marked are kept apart."""
    cases: dict[str, Pair] = {}
    marked: dict[str, set[int]] = {}
    for claim in claims:
        for row in claim["evidence"]:
            paper = papers[row["doc_id"]]
            name = f"{claim['id']}-{row['doc_id']}"
            cases[name] = Pair(claim["claim"], paper["title"], tuple(one.strip() for one in paper["abstract"]))
            marked.setdefault(name, set()).update(row["sentences"])
    return Labelled(cases, {name: frozenset(one) for name, one in marked.items()})


def recorded() -> Labelled[Pair, frozenset[int]]:
    """Return the recorded set."""
    folder = recording(FOLDER)
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as file:
        papers = {paper["doc_id"]: paper for paper in map(json.loads, file)}
    lines = (folder / "claims_train.jsonl").read_text(encoding="utf-8").splitlines()
    return labelled(map(json.loads, lines), papers)


def by_checker(pair: Pair) -> frozenset[int]:
    """Return the sentences of the passages that the checker shows beside a claim."""
    content = " ".join(pair.sentences)
    found = check(Clause(pair.claim, ("S1",)), pair.claim, _source(pair.title, content))
    places = [(one.locator.start, one.locator.end) for one in found.passages]
    picked, start = set(), 0
    for at, sentence in enumerate(pair.sentences):
        end = start + len(sentence)
        if any(one < end and start < other for one, other in places):
            picked.add(at)
        start = end + 1
    return frozenset(picked)


def _source(title: str, content: str) -> Source:
    """Return an abstract as the shelf of a report holds it; nothing is known of its design."""
    citation = m.Citation(source="pubmed", title=title, date="2019")
    reference = m.Reference(source_id="S1", citation=citation, study_id="S1")
    piece = m.Evidence(work_id="w1", source_id="S1", content=content, citation=citation)
    return Source(reference, (piece,))


def by_containment(pair: Pair) -> frozenset[int]:
    """Return the sentence that holds most of the claim's content words."""
    words = content_words(pair.claim)
    held = [len(words & content_words(one)) for one in pair.sentences]
    return frozenset({max(range(len(held)), key=held.__getitem__)})


def by_place(pair: Pair) -> frozenset[int]:
    """Return the last sentence: the place where most abstracts conclude."""
    return frozenset({len(pair.sentences) - 1})


def f1(sums: Floats) -> Floats:
    """Return the F1 of sentences, of (right, picked, marked)."""
    right, whole = 2 * sums[..., 0], sums[..., 1] + sums[..., 2]
    return np.divide(right, whole, out=np.zeros_like(right), where=whole > 0)


def rows() -> tuple[Row, ...]:
    """Return the line of this task."""
    data = recorded()
    ways: tuple[tuple[str, Callable[[Pair], frozenset[int]]], ...] = (
        ("ours", by_checker),
        ("containment, one sentence", by_containment),
        ("the last sentence", by_place),
        ("every sentence", lambda pair: frozenset(range(len(pair.sentences)))),
    )
    told = {name: decided(data.cases, way) for name, way in ways}
    found: dict[str, Interval] = {name: resampled(_by_claim(one, data.labels), f1) for name, one in told.items()}
    empty = sum(not picked for picked in told["ours"].values())
    beside = tuple((name, one) for name, one in found.items() if name != "ours")
    note = (
        f"{len(data.cases)} pairs; the passages that the checker shows, which are none for {empty} pairs: it shows "
        "nothing where no result is near enough in words, or a number is missing"
    )
    return (Row(TASK, "F1 of sentences", len(_claims(data.cases)), found["ours"], beside, note=note),)


def _claims(names: Iterable[str]) -> Sequence[str]:
    """Return the claims among the names of pairs, each once."""
    return list(dict.fromkeys(name.partition("-")[0] for name in names))


def _by_claim(picked: Mapping[str, frozenset[int]], marked: Mapping[str, frozenset[int]]) -> Floats:
    """Return (right, picked, marked) of each claim, whose pairs are drawn together."""
    places = {claim: at for at, claim in enumerate(_claims(picked))}
    sums = np.zeros((len(places), 3))
    for name, chosen in picked.items():
        row = sums[places[name.partition("-")[0]]]
        row += (len(chosen & marked[name]), len(chosen), len(marked[name]))
    return sums
