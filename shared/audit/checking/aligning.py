"""Where a sentence parts from the passage it comes from: the words that differ, each beside what it replaces. Pure."""

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from shared.audit.checking.tokens import Token, tokens

NEAR = 0.6
"""Of what a sentence says, the share that stands in its passage word by word where it is a near copy."""

CLOSE = 0.8
"""The same where even the order of its words tells something."""

FEWEST_TOKENS = 4
"""Fewer words that tell something are like many a passage."""

LONGEST_EDIT = 4
"""Words of the passage that a writer changes at one place; more of them are a part that was left out."""


MOST_WORDS = 400
"""A longer sentence is not compared word by word: the time it takes grows with its square."""


class Edit(NamedTuple):
    """Words of the passage, and those that stand in their place; either may be none."""

    there: tuple[Token, ...]
    here: tuple[Token, ...]

    def kinds(self, side: Sequence[Token], *kinds: str) -> list[Token]:
        """Return the tokens of one side that are of these kinds."""
        return [token for token in side if token.kind in kinds]


@functools.lru_cache(maxsize=4096)
def _counted(text: str) -> Counter[tuple[str, str]]:
    """Return how often each meaning stands in a text."""
    return Counter(token.same for token in tokens(text) if token.tells)


def is_too_long(text: str) -> bool:
    """Say whether a sentence is too long to compare word by word."""
    return len(text.split()) > MOST_WORDS


def nearness(own_words: str, passage: str) -> float:
    """Return the share of what a sentence says that a passage says in the same words, whatever their order."""
    if is_too_long(own_words) or is_too_long(passage):
        return 0.0
    ours = _counted(own_words)
    if ours.total() < FEWEST_TOKENS:
        return 0.0
    theirs = _counted(passage)
    return sum(min(count, theirs[same]) for same, count in ours.items()) / ours.total()


@functools.lru_cache(maxsize=2048)
def edits(own_words: str, passage: str) -> tuple[Edit, ...]:
    """Return what differs, place by place; words that only moved are left out."""
    changed = _replaced(_telling(passage), _telling(own_words))
    moved = _meanings(edit.there for edit in changed) & _meanings(edit.here for edit in changed)
    mine, theirs = moved.copy(), moved.copy()
    found = (Edit(_staying(edit.there, theirs), _staying(edit.here, mine)) for edit in changed)
    return tuple(edit for edit in found if any(edit) and not _spells_out(edit))


def _telling(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text that tell something."""
    return tuple(token for token in tokens(text) if token.tells)


def _replaced(there: Sequence[Token], here: Sequence[Token]) -> list[Edit]:
    """Return each stretch of one side with what stands in its place on the other."""
    matcher = SequenceMatcher(None, [one.same for one in there], [one.same for one in here], autojunk=False)
    return [Edit(tuple(there[a:b]), tuple(here[c:d])) for way, a, b, c, d in matcher.get_opcodes() if way != "equal"]


def _meanings(parts: Iterable[Sequence[Token]]) -> Counter[tuple[str, str]]:
    """Return how often each meaning stands in the parts."""
    return Counter(token.same for part in parts for token in part)


def _spells_out(edit: Edit) -> bool:
    """Say whether one side is only the other's abbreviation, or what stands for it in brackets."""
    return any(
        len(short) == 1 and short[0].kind == "name" and _initials(words) == short[0].text.upper()
        for short, words in ((edit.there, edit.here), (edit.here, edit.there))
    )


def _initials(words: Sequence[Token]) -> str:
    """Return the first letters of words."""
    return "".join(word[0] for token in words for word in token.text.upper().split())


def _staying(part: Iterable[Token], moved: Counter[tuple[str, str]]) -> tuple[Token, ...]:
    """Return the tokens of *part* that did not move from or to another place; each that did is counted off."""
    stay = []
    for token in part:
        if moved[token.same] > 0:
            moved[token.same] -= 1
        else:
            stay.append(token)
    return tuple(stay)


def unmatched(own_words: str, passage: str) -> str:
    """Return the longest stretch of a sentence that its passage says nothing like; nothing where all are short."""
    longer = (edit.here for edit in edits(own_words, passage) if 2 * len(edit.there) <= len(edit.here))
    added = max(longer, key=len, default=())
    return " ".join(token.text for token in added) if len(added) >= LONGEST_EDIT else ""


class Exchange(NamedTuple):
    """Two stretches that stand in each other's place."""

    first: tuple[Token, ...]
    between: tuple[Token, ...]
    second: tuple[Token, ...]


@functools.lru_cache(maxsize=2048)
def exchange(own_words: str, passage: str) -> Exchange | None:
    """Return the two stretches of the passage that a sentence tells in each other's place, or ``None``.

    Only what both say is looked at. A stretch that moved as a whole (an opening that became an end) exchanges nothing.
    """
    here, there = _common(tokens(own_words), tokens(passage))
    start = _alike(there, here)
    there, here = there[start:], here[start:]
    end = len(there) - _alike(there[::-1], here[::-1])
    return _exchanged(there[:end], here[:end])


def _common(one: Sequence[Token], other: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Return what two sentences have in common, in the order of each."""
    both = Counter(token.same for token in one) & Counter(token.same for token in other)
    left, right = both.copy(), both.copy()
    return _counted_off(one, left), _counted_off(other, right)


def _counted_off(part: Iterable[Token], counts: Counter[tuple[str, str]]) -> list[Token]:
    """Return the first tokens of *part*, of each as many as *counts* says."""
    kept = []
    for token in part:
        if counts[token.same] > 0:
            counts[token.same] -= 1
            kept.append(token)
    return kept


def _alike(one: Sequence[Token], other: Sequence[Token]) -> int:
    """Return how many tokens two sequences begin with alike."""
    pairs = zip(one, other, strict=True)
    return next((place for place, (a, b) in enumerate(pairs) if a.same != b.same), len(one))


def _exchanged(there: Sequence[Token], here: Sequence[Token]) -> Exchange | None:
    """Return how ``X M Y`` became ``Y M X``, or ``None`` where it did not."""
    theirs, ours = [token.same for token in there], [token.same for token in here]
    size = len(theirs)
    for first in range(1, size):
        if theirs[:first] != ours[size - first :]:
            continue
        for second in range(1, size - first):
            if (
                theirs[size - second :] == ours[:second]
                and theirs[first : size - second] == ours[second : size - first]
            ):
                return Exchange(
                    tuple(there[:first]), tuple(there[first : size - second]), tuple(there[size - second :])
                )
    return None
