"""How far a passage bears a claim out, by what the checker reads of both, and the containment it is measured beside.

Vectors of words say whether claim and passage speak of the same; the checker's tokens say whether they say the same of
it. What a passage lacks or turns round is taken off. The amounts were set by hand, before any figure of the half that
reports was seen.
"""

import functools
import re
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from shared.audit.checking import check
from shared.audit.checking.lexicon import are_opposite
from shared.audit.checking.opposing import opposite
from shared.audit.checking.tokens import Token, tokens
from shared.audit.prose import clauses
from shared.audit.shelf import content_words, shelf_of
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.messages import Verdict
from shared.sentences import sentences
from tests.eval.claims.pairs import Pair
from tests.eval.measuring import Floats
from tests.reporting import make_piece, make_reference

DENIED, REVERSED, UNTOLD, UNCAUSED, ASKED, DOUBTED = 0.3, 0.3, 0.1, 0.1, 0.1, 0.05

_VIRUS = re.compile(
    r"\b(?:covid[- ]?19|sars[- ]?cov[- ]?2|2019-ncov|(?:novel |new )?coronavirus(?: disease)?(?: 2019)?)\b",
    re.IGNORECASE,
)
"""One thing under many names; without it no two texts on it share their subject."""


def scores(pairs: Iterable[Pair]) -> Floats:
    """Return for each pair how far its passage bears the claim out: 1 would be word for word."""
    asked = tuple(pairs)
    vectors = _vectors({text for pair in asked for text in (_plain(pair.claim), *_windows(pair.passage))})
    return np.array(
        [max(_score(_plain(one.claim), window, vectors) for window in _windows(one.passage)) for one in asked]
    )


def agreement(pairs: Iterable[Pair]) -> Floats:
    """Return for each pair how much of its claim the passage holds, less what the nearest window says otherwise.

    Chosen of a dozen such sums on the half of the claims that chooses: where every pair is to be told apart, words
    tell more than vectors, which are better at the surest few.
    """
    asked = tuple(pairs)
    vectors = _vectors({text for pair in asked for text in (_plain(pair.claim), *_windows(pair.passage))})
    return containment(asked) - np.array([_off_the_nearest(one, vectors) for one in asked])


def _off_the_nearest(pair: Pair, vectors: dict[str, Floats]) -> float:
    """Return what is taken off for the window that is most like the claim."""
    claim = _plain(pair.claim)
    return taken_off(claim, max(_windows(pair.passage), key=lambda window: float(vectors[claim] @ vectors[window])))


def _score(claim: str, window: str, vectors: dict[str, Floats]) -> float:
    """Return how alike a claim and a window are, less what they say otherwise."""
    return float(vectors[claim] @ vectors[window]) - taken_off(claim, window)


def taken_off(claim: str, window: str) -> float:
    """Return what a window loses that denies, turns round, doubts or leaves out what the claim says."""
    ours, theirs = tokens(claim), tokens(window)
    ways, there = _ways(ours), _ways(theirs)
    lacking = ways - there
    said, told = {token.kind for token in ours}, {token.kind for token in theirs}
    return (
        DENIED * (("denial" in said) != ("denial" in told))
        + REVERSED * any(are_opposite(one, other) for one in lacking for other in there)
        + UNTOLD * bool(lacking)
        + UNCAUSED * ("cause" in said - told)
        + ASKED * ("?" in claim)
        + DOUBTED * ("doubt" in told - said)
    )


def _ways(text: Iterable[Token]) -> frozenset[str]:
    """Return the directions that a text names."""
    return frozenset(token.key for token in text if token.kind == "way")


def _plain(text: str) -> str:
    """Return a text with one name for the virus."""
    return _VIRUS.sub("coronavirus", text)


@functools.lru_cache(maxsize=8192)
def _windows(passage: str) -> tuple[str, ...]:
    """Return each sentence of a passage, and every two that stand side by side."""
    one = [sentence.text for sentence in sentences(_plain(passage))]
    return tuple(dict.fromkeys((*one, *(" ".join(pair) for pair in pairwise(one)))))


def _vectors(texts: set[str]) -> dict[str, Floats]:
    """Return the vector of each text, of length one."""
    ordered = sorted(texts)
    return dict(zip(ordered, WordLlamaEmbedder().embed(ordered).astype(np.float64), strict=True))


def containment(pairs: Iterable[Pair]) -> Floats:
    """Return the share of each claim's content words that its passage holds: the simplest thing there is."""
    return np.array([_contained(content_words(one.claim), content_words(one.passage)) for one in pairs])


def _contained(words: frozenset[str], there: frozenset[str]) -> float:
    """Return the share of words that are there."""
    return len(words & there) / len(words) if words else 0.0


def reversals(pairs: Iterable[Pair]) -> list[bool]:
    """Say of each pair whether a clause of its passage says the opposite of the claim."""
    return [bool(opposite(one.claim, [sentence.text for sentence in sentences(one.passage)])) for one in pairs]


def verdicts(pairs: Iterable[Pair]) -> list[Verdict]:
    """Return the checker's own verdict on each claim, cited to a work whose text is the passage."""
    return [_verdict(pair) for pair in pairs]


def _verdict(pair: Pair) -> Verdict:
    """Return what the checker says of one claim. Its passage is taken for results: experts chose it as evidence."""
    unknown = {"design": "unknown", "subject": "unknown"}
    piece = make_piece(1, f"RESULTS: {pair.passage}", **unknown)
    reference = make_reference(1, design="unknown", subject_studied="unknown")
    return check(clauses(pair.claim)[0], pair.claim, shelf_of([reference], [piece])["S1"]).verdict
