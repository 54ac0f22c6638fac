"""Yes, no or maybe: PubMedQA's questions, answered from their own abstracts without the conclusion."""

import gzip
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from shared.audit.shelf import content_words
from tests.eval.measuring import Floats, Interval
from tests.eval.pubmedqa import PATH
from tests.eval.scorecard.answers import LEAST_YES, answered, leaning
from tests.eval.scorecard.labelled import Labelled, choosing, decided, reporting
from tests.eval.scorecard.resampling import Confusion, Statistic, resampled
from tests.eval.scorecard.row import Row
from tests.recordings import recording

TASK = "yes/no/maybe (PubMedQA dev)"
SQUARE = Confusion(("yes", "no", "maybe"))
GRID = tuple(float(one) for one in np.arange(-1, 1.51, 0.05).round(2))


class Asked(NamedTuple):
    """What a decider sees: a question, and the abstract up to its results, under its labels."""

    question: str
    text: str


def labelled(rows: Mapping[str, Mapping[str, Any]]) -> Labelled[Asked, str]:
    """Return the questions with the labels apart; the long answer and both columns of predictions go nowhere."""
    cases = {pmid: Asked(row["QUESTION"], _text(row["LABELS"], row["CONTEXTS"])) for pmid, row in rows.items()}
    return Labelled(cases, {pmid: row["final_decision"] for pmid, row in rows.items()})


def _text(labels: Sequence[str], contexts: Sequence[str]) -> str:
    """Return an abstract as PubMed writes it."""
    return "\n".join(f"{label}: {context}" for label, context in zip(labels, contexts, strict=True))


def recorded() -> Labelled[Asked, str]:
    """Return the recorded set."""
    return labelled(json.loads(gzip.decompress(recording(PATH).read_bytes())))


def by_rules(asked: Asked) -> str:
    """Return what rules made of the product's own reading of results say."""
    return answered(asked.question, asked.text)


def contained(asked: Asked) -> float:
    """Return the share of the question's content words that its abstract holds."""
    words = content_words(asked.question)
    return len(words & content_words(asked.text)) / max(len(words), 1)


def cut(score: float | None, least_yes: float) -> str:
    """Return the answer of a score, given the threshold."""
    return "maybe" if score is None else "yes" if score >= least_yes else "no"


def threshold(scores: Sequence[float | None], labels: Sequence[str]) -> float:
    """Return the threshold with the best macro-F1, the middle one of equals; ours and containment's alike."""
    tried = {
        one: float(SQUARE.macro_f1(SQUARE.counts([cut(score, one) for score in scores], labels).sum(axis=0)))
        for one in GRID
    }
    best = [one for one, figure in tried.items() if figure == max(tried.values())]
    return best[len(best) // 2]


def rows() -> tuple[Row, ...]:
    """Return the lines of this task."""
    data = recorded()
    first, second = choosing(data.cases), reporting(data.cases)
    right = [data.labels[name] for name in first]
    held = decided(data.cases, contained)
    limit = threshold([held[name] for name in first], right)
    leans = decided(data.cases, lambda one: leaning(one.question, one.text))
    speaks = threshold([leans[name] for name in first], right)
    said = {
        "ours": decided(data.cases, by_rules),
        "majority": dict.fromkeys(data.cases, max(SQUARE.classes, key=right.count)),
        "containment": {name: cut(one, limit) for name, one in held.items()},
    }

    def told(way: str, statistic: Statistic, names: Sequence[str]) -> Interval:
        """Return one figure of one way on some questions."""
        return resampled(_counts(said[way], data.labels, names), statistic)

    note = (
        "answered by the evaluation, from the product's reading of results and directions; "
        f"threshold {LEAST_YES:g}; the first half speaks for {speaks:g}. “Maybe” is said only where no result tells "
        "anything. A person who saw the same text: accuracy 0.782 (README)"
    )
    return tuple(
        Row(
            TASK,
            measure,
            len(second),
            told("ours", statistic, second),
            (
                ("majority", told("majority", statistic, second)),
                ("containment", told("containment", statistic, second)),
                ("first half, on which the threshold was set", told("ours", statistic, first)),
            ),
            note=note,
        )
        for measure, statistic in (("macro-F1", SQUARE.macro_f1), ("accuracy", SQUARE.accuracy))
    )


def _counts(said: Mapping[str, str], labels: Mapping[str, str], names: Sequence[str]) -> Floats:
    """Return decisions beside labels, countable."""
    return SQUARE.counts([said[name] for name in names], [labels[name] for name in names])


def table() -> str:
    """Return the 3 × 3 table of the half that reports."""
    data = recorded()
    names = reporting(data.cases)
    counts = _counts(decided(data.cases, by_rules), data.labels, names).sum(axis=0).reshape(3, 3).astype(int)
    lines = [
        "| right \\ said | " + " | ".join(SQUARE.classes) + " |",
        "| --- |" + " ---: |" * len(SQUARE.classes),
        *(f"| {name} | " + " | ".join(map(str, row)) + " |" for name, row in zip(SQUARE.classes, counts, strict=True)),
    ]
    return "\n".join(lines) + "\n"
