"""A sentence far from its source's words that still says the opposite: the same things, changed the other way. Pure.

Of the clauses of a passage, the one that speaks most of what the sentence speaks of is looked at. Where each of the
two has one direction, and what changes is the same, the directions are compared; a denial or a lack turns one round.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shared.audit.checking.tokens import Token, tokens

LEAST_SHARED = 0.65
"""Of what a sentence speaks of, the share that a clause, and the sentence it stands in, must speak of on average.

Chosen on one half of SciFact's claims (``tests/eval/claims``).
"""

AS_MUCH = 0.1
"""Clauses that share so much less than the best may be meant as well."""
REACH = 7
"""Words that tell something, from the word of change to what it changes."""

_ABOUT = frozenset({"word", "drug", "name", "species", "people", "measure", "number", "stage"})
_JOINT = re.compile(r"[;:]\s|\s[-–—]\s|,\s|\s(?:and|but|whereas|while|although|though|however|which|because|despite)\s")
_LACKING = re.compile(
    r"(?:free|resist\w*|knock(?:ed)?[- ]?(?:out|down)\w*|null|mutant\w*|withdraw\w*|silenc\w*|delet\w+|ablat\w+"
    r"|disrupt\w*|incapable|sirna)",
    re.IGNORECASE,
)
"""Words that turn a statement round as a denial does."""


class Said(NamedTuple):
    """What a clause says: of what, which way, and where that is turned round."""

    about: frozenset[tuple[str, str]]
    ways: tuple[tuple[int, str], ...]
    """Each with its place among the words that tell something."""
    moved: frozenset[int]
    """Places of those whose subject changes: it *is reduced*, it *rose during* …."""
    turns: tuple[int, ...]
    words: tuple[Token, ...]


@functools.lru_cache(maxsize=4096)
def said(text: str) -> Said:
    """Return what *text* says."""
    every = tokens(text)
    words = tuple(token for token in every if token.tells)
    ways = tuple((place, one.key) for place, one in enumerate(words) if one.kind == "way" and " " in one.key)
    turns = tuple(place for place, one in enumerate(words) if one.kind == "denial" or _lacks(one))
    about = frozenset(one.same for one in words if one.kind in _ABOUT and not _LACKING.fullmatch(one.text))
    return Said(about, ways, frozenset(_moved(every)), turns, words)


def _lacks(one: Token) -> bool:
    """Say whether a word turns a statement round without being a denial."""
    return one.kind == "word" and bool(_LACKING.fullmatch(one.text))


def _moved(every: Sequence[Token]) -> Iterator[int]:
    """Yield the places of words of change whose subject it is that changes."""
    place = 0
    for before, one, behind in zip((None, *every), every, (*every[1:], None), strict=False):
        if (before and before.key in _BEING) or (behind and behind.key in _FOLLOWING):
            yield place
        place += one.tells


_BEING = frozenset(["is", "are", "was", "were", "be", "been", "being", "has", "had", "have"])
_FOLLOWING = frozenset(
    ["during", "after", "by", "at", "as", "than", "over", "from", "throughout", "when", "where", "while"]
)


def opposite(own_words: str, passages: Sequence[str]) -> str:
    """Return the clause of *passages*, word for word, that says the opposite of a sentence; nothing where none does."""
    found = sorted(_shared(own_words, passages), key=lambda one: (-one[0], len(one[1])))
    best = found[0][0] if found else 0.0
    near = (clause for share, clause in found if share >= max(LEAST_SHARED, best - AS_MUCH))
    told = ((sense(own_words, clause), clause) for clause in near)
    first = next(((way, clause) for way, clause in told if way), (0, ""))
    return first[1] if first[0] < 0 else ""


def _shared(own_words: str, passages: Sequence[str]) -> Iterator[tuple[float, str]]:
    """Yield each clause with how much of what the sentence speaks of it and its sentence speak of."""
    about = said(own_words).about
    for passage in passages if about else ():
        whole = len(about & said(passage).about) / len(about)
        for clause in _clauses(passage) if whole >= LEAST_SHARED else ():
            yield (len(about & said(clause).about) / len(about) + whole) / 2, clause


@functools.lru_cache(maxsize=2048)
def _clauses(passage: str) -> tuple[str, ...]:
    """Return a sentence, its parts between joints, and every two that stand side by side."""
    starts = [0, *(found.end() for found in _JOINT.finditer(passage))]
    ends = [*(found.start() for found in _JOINT.finditer(passage)), len(passage)]
    one = [passage[start:end] for start, end in zip(starts, ends, strict=True)]
    two = [passage[start:end] for start, end in zip(starts, ends[1:], strict=False)]
    return tuple(dict.fromkeys((passage, *one, *two)))


def sense(own_words: str, clause: str) -> int:
    """Return 1 where two texts on the same things point the same way, -1 where they do not, 0 where nobody can tell.

    Nobody can where one of them compares and the other does not: who is meant may stand on either side.
    """
    if _compares(own_words) != _compares(clause):
        return 0
    ours, theirs = said(own_words), said(clause)
    turned = -1 if (_turns(ours, theirs) + _turns(theirs, ours)) % 2 else 1
    if not ours.ways and not theirs.ways:
        return turned
    pair = _comparable(ours, theirs)
    return 0 if pair is None else turned * (1 if pair[0] == pair[1] else -1)


def _turns(told: Said, other: Said) -> int:
    """Return how often a text is turned round; a denial of something the *other* does not speak of turns nothing."""
    return sum(not _is_aside(told.words[place : place + 2], other) for place in told.turns)


def _is_aside(denial: Sequence[Token], other: Said) -> bool:
    """Say whether a denial, with the word behind it, is of something else: *with no deaths*, or an untreated arm."""
    if _lacks(denial[0]):
        return False
    behind = denial[1:]
    if not behind:
        return denial[0].text.lower() == "without"
    return behind[0].kind in _ABOUT and behind[0].same not in other.about


def _compares(text: str) -> bool:
    """Say whether a text sets one arm against another."""
    return any(token.key in {"than", "versus"} for token in tokens(text) if token.kind == "small")


def _comparable(ours: Said, theirs: Said) -> tuple[str, str] | None:
    """Return one direction of each that are of one kind and change the same thing, or ``None``."""
    for axis in ("amount", "worth"):
        one, other = _only(ours, axis), _only(theirs, axis)
        if one and other and _changes_same(ours, one[0], theirs, other[0]):
            return one[1], other[1]
    return None


def _only(told: Said, axis: str) -> tuple[int, str] | None:
    """Return the one direction of a kind that a clause has, with its place; ``None`` where it has none or both."""
    found = [(place, way) for place, way in told.ways if way.startswith(axis)]
    return found[0] if len({way for _, way in found}) == 1 else None


def _changes_same(ours: Said, at: int, theirs: Said, there: int) -> bool:
    """Say whether what changes in our sentence stands about their word of change, too: behind ours, or before it."""
    beside = ours.words[:at] if at in ours.moved else ours.words[at + 1 : at + 1 + REACH]
    changed = {one.same for one in beside if one.same in ours.about}
    about = {one.same for one in theirs.words[max(there - REACH, 0) : there + 1 + REACH]}
    return not changed or 2 * len(changed & about) >= len(changed)
