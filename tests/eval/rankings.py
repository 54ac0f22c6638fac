"""Words, meaning and both, as each memory ranks by them: what is measured is the product's own code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from shared.embedding import Embedder
from shared.ranking import WORDS_WEIGHT, TextIndex, fused
from tests.eval.measuring import Floats, Interval, chosen, interval, ndcg, recall
from tests.eval.scifact import SciFact

WEIGHTS = tuple(float(one) for one in np.arange(0.5, 1.0, 0.05).round(2))
"""Of words, that there are to choose from."""

DEPTH = 100


@dataclass(frozen=True)
class Legs:
    """What each of a question's two kinds of relevance says of every text, by position; the parts of ``fused``."""

    words: Floats
    meaning: Floats


@dataclass(frozen=True)
class Figures:
    """How one way of ranking did: for each question, in order."""

    ndcg: Floats
    recall: Floats


@dataclass(frozen=True)
class Measured:
    """How one memory did on SciFact."""

    figures: Mapping[str, Figures]
    """By way: words, meaning, both."""
    choice: float
    """The weight of words that the choosing half speaks for."""
    gains: Mapping[str, Interval]
    """Of both over words alone at the weight that ships: on the reporting half, and on all questions."""


def embedded(texts: Sequence[str], questions: Sequence[str], embedder: Embedder) -> list[Legs]:
    """Return the two kinds of relevance as the embedded memory finds them."""
    index = TextIndex(texts, embedder)
    legs = [_legs(index, question) for question in questions]
    index.close()
    return legs


def _legs(index: TextIndex, question: str) -> Legs:
    """Return what words and meaning say."""
    meaning = index.by_meaning(question)
    return Legs(index.by_words(question), np.zeros(len(index)) if meaning is None else meaning)


def best(scores: Floats, n: int = DEPTH) -> list[int]:
    """Return the positions of the best *n* that have anything to do with the question, best first."""
    return [int(at) for at in np.argsort(-np.round(scores, 6), kind="stable")[:n] if scores[at] > 0]


def both(legs: Legs, weight: float = WORDS_WEIGHT) -> Floats:
    """Return the relevance by words and meaning."""
    return fused(legs.words, legs.meaning, weight)


def figures(rankings: Sequence[Sequence[int]], data: SciFact) -> Figures:
    """Return how rankings of all claims did."""
    pairs = list(zip(rankings, data.claims, strict=True))
    return Figures(
        ndcg=np.array([ndcg(ranked, claim.relevant) for ranked, claim in pairs]),
        recall=np.array([recall(ranked, claim.relevant, DEPTH) for ranked, claim in pairs]),
    )


def measured(legs: Sequence[Legs], data: SciFact) -> Measured:
    """Return what there is to say of one memory."""
    found = {
        "words": figures([best(one.words) for one in legs], data),
        "meaning": figures([best(one.meaning) for one in legs], data),
        "both": figures([best(both(one)) for one in legs], data),
    }
    base, choosing = found["words"].ndcg, data.choosing
    tried = {weight: figures([best(both(one, weight)) for one in legs], data).ndcg - base for weight in WEIGHTS}
    gain = found["both"].ndcg - base
    return Measured(
        figures=found,
        choice=chosen({weight: one[choosing] for weight, one in tried.items()}),
        gains={"reporting half": interval(gain[~choosing]), "all": interval(gain)},
    )
