"""Inclusion: three drug reviews, whose works are ranked by one question each as a search's finds are."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from shared.audit.shelf import content_words
from shared.embedding import Embedder
from shared.ranking import TextIndex
from tests.eval.measuring import Floats, Interval
from tests.eval.scorecard.labelled import Labelled
from tests.eval.scorecard.resampling import averaged
from tests.eval.scorecard.row import Row
from tests.eval.selection import Chosen, Review

TASK = "inclusion (three drug reviews)"
LEAST_RECALL = 0.95
SHIPPED, PLAIN = "MMR, places kept (shipped)", "relevance alone"


class Shelf(NamedTuple):
    """What a decider sees: a question, and the works that were screened, by name."""

    question: str
    works: Mapping[str, str]


def labelled(reviews: Sequence[Review]) -> Labelled[Shelf, frozenset[str]]:
    """Return the reviews by topic; what their authors included is kept apart."""
    cases = {one.topic: Shelf(one.question, {ref.work.work_id: ref.text for ref in one.references}) for one in reviews}
    return Labelled(cases, {one.topic: one.included for one in reviews})


def by_relevance(shelf: Shelf, embedder: Embedder) -> list[str]:
    """Return the works as the embedded memory ranks them."""
    index = TextIndex(list(shelf.works.values()), embedder)
    scores = index.relevance(shelf.question)
    index.close()
    return _ordered(shelf, scores)


def by_containment(shelf: Shelf) -> list[str]:
    """Return the works by the share of the question's content words that they hold."""
    words = content_words(shelf.question)
    return _ordered(shelf, np.array([len(words & content_words(text)) / len(words) for text in shelf.works.values()]))


def as_listed(shelf: Shelf) -> list[str]:
    """Return the works in the order of the file, which knows nothing of the question."""
    return list(shelf.works)


def _ordered(shelf: Shelf, scores: Floats) -> list[str]:
    """Return the works by score, best first, equals as they are listed."""
    names = list(shelf.works)
    return [names[at] for at in np.argsort(-scores, kind="stable")]


def work_saved(ranked: Sequence[str], included: Collection[str]) -> float:
    """Return the share of works left unread when 95 % of the included are found, less the 5 % chance would save."""
    wanted, found = math.ceil(LEAST_RECALL * len(included)), 0
    for read, name in enumerate(ranked, 1):
        found += name in included
        if found == wanted:
            return (len(ranked) - read) / len(ranked) - (1 - LEAST_RECALL)
    return 0.0


def average_precision(ranked: Sequence[str], included: Collection[str]) -> float:
    """Return the mean of the precision at the place of each included work."""
    places = [place for place, name in enumerate(ranked, 1) if name in included]
    return sum(found / place for found, place in enumerate(places, 1)) / len(included)


def rows(reviews: Sequence[Review], chosen: Sequence[Chosen], embedder: Embedder) -> tuple[Row, ...]:
    """Return the lines of this task."""
    data = labelled(reviews)
    ways = {
        "ours": {topic: by_relevance(one, embedder) for topic, one in data.cases.items()},
        "containment": {topic: by_containment(one) for topic, one in data.cases.items()},
        "order of the file": {topic: as_listed(one) for topic, one in data.cases.items()},
    }
    ranked = []
    for measure, worth in (("work saved at 95 % recall", work_saved), ("average precision", average_precision)):
        told = {way: [worth(its[topic], data.labels[topic]) for topic in data.cases] for way, its in ways.items()}
        each = ", ".join(f"{topic} {one:.3f}" for topic, one in zip(data.cases, told["ours"], strict=True))
        beside = tuple((way, averaged(its)) for way, its in told.items() if way != "ours")
        ranked.append(Row(TASK, measure, len(data.cases), averaged(told["ours"]), beside, note=_note(each)))
    return (*ranked, *_selected(chosen))


def _selected(chosen: Sequence[Chosen]) -> list[Row]:
    """Return what stands among the works that a judge gets to read."""
    found = []
    for places in sorted({one.places for one in chosen}):
        shares: dict[str, list[Chosen]] = {}
        for one in chosen:
            if one.places == places:
                shares.setdefault(one.way, []).append(one)
        each = ", ".join(f"{one.topic} {one.included}/{one.of}" for one in shares[SHIPPED])
        beside = tuple((way, _mean(its)) for way, its in shares.items() if way != SHIPPED)
        measure = f"included among the {places} chosen"
        found.append(Row(TASK, measure, len(shares[SHIPPED]), _mean(shares[SHIPPED]), beside, note=_note(each)))
    return found


def _mean(its: Sequence[Chosen]) -> Interval:
    """Return the mean share over the reviews."""
    return averaged([one.share for one in its])


def _note(each: str) -> str:
    """Return the figure of each review, and what its interval is worth."""
    return f"{each}; of three reviews an interval says little more than the worst and the best"
