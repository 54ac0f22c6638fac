"""Retrieval: which of SciFact's 5,183 abstracts a claim is about, as the embedded memory ranks them."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from shared.audit.shelf import content_words
from shared.embedding import Embedder
from tests.eval.measuring import Interval
from tests.eval.rankings import Figures, best, both, embedded, figures
from tests.eval.scifact import SciFact, scifact
from tests.eval.scorecard.resampling import averaged
from tests.eval.scorecard.row import Row

TASK = "retrieval (SciFact train)"
LEAST_NDCG = 0.70
"""What ``make retrieval`` holds the default to."""
KNOWN = (
    ("BM25 (README)", 0.682),
    ("BM25 by BEIR", 0.670),
    ("MiniLM", 0.649),
    ("BM25 + MiniLM", 0.718),
    ("wordllama", 0.515),
    ("BM25 + wordllama", 0.681),
)
"""nDCG@10 of others on the same corpus, from the recordings' README."""


def by_containment(texts: Sequence[str], questions: Sequence[str], n: int = 100) -> list[list[int]]:
    """Return the texts that hold most of a question's content words, the shorter first among equals."""
    holding: dict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        for word in content_words(text):
            holding[word].append(at)
    ranked = []
    for question in questions:
        counted = Counter(at for word in content_words(question) for at in holding[word])
        ranked.append(sorted(counted, key=lambda at: (-counted[at], len(texts[at]), at))[:n])
    return ranked


def rows(embedder: Embedder) -> tuple[Row, ...]:
    """Return the lines of this task."""
    data = scifact()
    claims = [claim.text for claim in data.claims]
    legs = embedded(data.texts, claims, embedder)
    ours = figures([best(both(one)) for one in legs], data)
    words = figures([best(one.words) for one in legs], data)
    contained = figures(by_containment(data.texts, claims), data)
    known = tuple((name, Interval(figure, figure, figure)) for name, figure in KNOWN)
    halves = _halves(ours, data)
    return (
        Row(
            TASK,
            "nDCG@10",
            len(claims),
            gain := averaged(list(ours.ndcg)),
            (
                ("words alone", averaged(list(words.ndcg))),
                ("containment", averaged(list(contained.ndcg))),
                *known,
                *halves,
            ),
            f">= {LEAST_NDCG:.2f}",
            gain.mean >= LEAST_NDCG,
            f"with {embedder.name}; the weight of words was chosen on the first half",
        ),
        Row(
            TASK,
            "recall@100",
            len(claims),
            averaged(list(ours.recall)),
            (("words alone", averaged(list(words.recall))), ("containment", averaged(list(contained.recall)))),
        ),
    )


def _halves(ours: Figures, data: SciFact) -> tuple[tuple[str, Interval], ...]:
    """Return how both halves of the claims did."""
    first = np.asarray(data.choosing)
    return (
        ("first half", averaged(list(ours.ndcg[first]))),
        ("second half", averaged(list(ours.ndcg[~first]))),
    )
