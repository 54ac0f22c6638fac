"""Which estimate of a study belongs to which of its outcomes. Pure.

An interval speaks of one outcome: that of headaches excludes nothing about flares, though one abstract holds both.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from shared.appraisal.direction_words import CLAUSES
from shared.appraisal.effects import PERCENT, Effect, effects_in
from shared.appraisal.outcomes import outcomes_in

_WORD = re.compile(r"[^\W\d_]{3,}")
MOST_BARE = 2
"""Words in front of an estimate that name nothing new: it belongs to what was told before."""


def estimates(said: Iterable[str]) -> Mapping[str, Effect]:
    """Return the estimate of each outcome: a comparison with its interval, then any with one, then the first."""
    found = [pair for sentence in said for pair in _named(sentence)]
    told: dict[str, Effect] = {}
    for outcome, effect in sorted(found, key=lambda pair: (not pair[1].has_interval, pair[1].measure == PERCENT)):
        told.setdefault(outcome, effect)
    return told


def _named(sentence: str) -> Iterator[tuple[str, Effect]]:
    """Yield the estimates of a sentence with the outcomes named before them, or behind where it opens with one."""
    effects = effects_in(sentence)
    starts = (0, *(one.end for one in effects), len(sentence))
    before = [sentence[start : one.end] for start, one in zip(starts, effects, strict=False)]
    behind = [sentence[one.end : end] for one, end in zip(effects, _ends(effects, sentence), strict=True)]
    leads = bool(before) and bool(outcomes_in(before[0]))
    outcomes: frozenset[str] = frozenset()
    for one, first, last in zip(effects, before, behind, strict=True):
        outcomes = _before(first, sentence[one.start : one.end], outcomes) if leads else outcomes_in(last)
        yield from ((outcome, one) for outcome in outcomes)


def _ends(effects: tuple[Effect, ...], sentence: str) -> Iterator[int]:
    """Yield where the words behind each estimate end: at the next one, or with the sentence."""
    yield from (later.start for _, later in pairwise(effects))
    if effects:
        yield len(sentence)


def _before(told: str, effect: str, last: frozenset[str]) -> frozenset[str]:
    """Return the outcomes of the clause before an estimate; where that clause says nothing, of what came before it."""
    clause = CLAUSES.split(told.removesuffix(effect))[-1]
    if len(_WORD.findall(clause)) <= MOST_BARE:
        return outcomes_in(told) or last
    return outcomes_in(clause + effect)
