"""What a text must hold for a pattern to be found in it, and how what is found begins. Pure.

Looking for plain words is much faster than trying a pattern at every letter.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from re import _constants as ops  # type: ignore[attr-defined]  # what patterns are made of; tests compare the results
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_ODD_CASE = re.compile("[\u0130\u0131\u017f\u212a]")
"""Letters that a pattern takes for i, s or k in either case, and lower case does not make so."""
_REPEATS = frozenset({ops.MAX_REPEAT, ops.MIN_REPEAT})
MOST_BEGINNINGS = 40
"""Of one pattern that are told apart."""

Parts = Iterable[tuple[Any, Any]]
Needles = tuple[frozenset[str], ...]
"""Of each of these sets, a text must hold a word."""


@lru_cache(maxsize=16)
def lowered(text: str) -> str | None:
    """Return *text* in lower case, nothing where that is not, place by place, what a pattern takes for the same."""
    if text.isascii():
        return text.lower()
    lower = text.lower()
    return lower if len(lower) == len(text) and not _ODD_CASE.search(text) else None


def may_hold(text: str, wanted: Iterable[str]) -> bool:
    """Say whether one of the words *wanted* is in *text*, whatever their case."""
    lower = lowered(text)
    return lower is None or any(word in lower for word in wanted)


def needles(pattern: str) -> Needles:
    """Return sets of words in lower case, of each of which every match of *pattern* holds one.

    They hold no spaces, so none of them comes about where something between two words is cut out.
    """
    found = {words for words in _options(parser.parse(pattern)) if words}
    return tuple(sorted(found, key=lambda words: (len(words), -min(map(len, words)))))


def _options(parts: Parts) -> Iterator[frozenset[str]]:
    """Yield for each part of a pattern the words of which it must hold one."""
    run = ""
    for op, argument in parts:
        if op is ops.LITERAL and chr(argument).isalnum():
            run += chr(argument).lower()
            continue
        yield frozenset({run} if run else ())
        run = ""
        yield _inside(op, argument)
    yield frozenset({run} if run else ())


def _inside(op: Any, argument: Any) -> frozenset[str]:
    """Return the words of a part that holds others; of one that may be absent, none."""
    if op is ops.SUBPATTERN:
        return _best(_options(argument[-1]))
    if op in _REPEATS and argument[0] > 0:
        return _best(_options(argument[2]))
    if op is ops.BRANCH:
        branches = [_best(_options(branch)) for branch in argument[1]]
        return frozenset().union(*branches) if all(branches) else frozenset()
    return frozenset()


def _best(options: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return the words that tell most: the longest, then the fewest."""
    return max(options, key=lambda words: (min(map(len, words), default=0), -len(words)), default=frozenset())


def beginnings(pattern: str) -> tuple[str, ...]:
    """Return in lower case how every match of *pattern* begins; nothing where that cannot be told."""
    found, _ = _begun(parser.parse(pattern))
    return tuple(sorted(found)) if "" not in found else ()


def _begun(parts: Parts) -> tuple[frozenset[str], bool]:
    """Return how a sequence begins, and whether that is all of it."""
    found = frozenset({""})
    for op, argument in parts:
        if op is ops.AT:
            continue
        more, whole = _begins(op, argument)
        if len(found) * len(more) > MOST_BEGINNINGS:
            return found, False
        found = frozenset("".join(pair) for pair in product(found, more))
        if not whole:
            return found, False
    return found, True


def _begins(op: Any, argument: Any) -> tuple[frozenset[str], bool]:
    """Return how one part begins, and whether that is all of it."""
    if op is ops.LITERAL:
        return frozenset({chr(argument).lower()}), True
    if op is ops.IN:
        return _begins_with_one_of(argument)
    if op is ops.SUBPATTERN:
        return _begun(argument[-1])
    if op is ops.BRANCH:
        return _begins_with_any(argument[1])
    if op in _REPEATS and argument[0] > 0:
        return _begun(argument[2])[0], False
    return frozenset({""}), False


def _begins_with_one_of(kinds: Any) -> tuple[frozenset[str], bool]:
    """Return the characters of a set; one that holds classes or ranges may begin with anything."""
    if all(kind is ops.LITERAL for kind, _ in kinds):
        return frozenset(chr(code).lower() for _, code in kinds), True
    return frozenset({""}), False


def _begins_with_any(branches: Iterable[Parts]) -> tuple[frozenset[str], bool]:
    """Return how any of several ways begins."""
    found = [_begun(branch) for branch in branches]
    return frozenset().union(*(words for words, _ in found)), all(whole for _, whole in found)
