"""Words as the world's servers compare them: small letters, no markup, no endings; and how well a text fits."""

import functools
import re
import unicodedata
from collections.abc import Iterable

_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "es", "ed", "s", "e", "y")
_SHORTEST_STEM = 4

_STOP_WORDS = """
a an and are as at be by can do does for from has have how in is it not of on or that the to was what which with
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words no server asks for, for every text holds them."""


def plain(text: str) -> str:
    """Return *text* without its markup."""
    return _TAG.sub("", text)


@functools.lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are compared: ``attacks`` and ``attack`` are the same."""
    letters = unicodedata.normalize("NFKD", plain(text)).casefold()
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(stem(word) for word in _WORD.findall(bare))


def stem(word: str) -> str:
    """Return *word* without one ending."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def telling(text: str) -> tuple[str, ...]:
    """Return the words of a query that tell; all of them where none does."""
    found = _WORD.findall(plain(text).casefold())
    kept = [word for word in found if word not in STOP_WORDS] or found
    return tuple(word for one in kept for word in words(one))


def holds_words(text: str, wanted: Iterable[str]) -> bool:
    """Say whether *text* has all of the words."""
    return set(words(text)) >= set(wanted)


def holds_phrase(text: str, phrase: str) -> bool:
    """Say whether *text* has the words of *phrase* one after another."""
    wanted, there = words(phrase), words(text)
    return any(there[start : start + len(wanted)] == wanted for start in range(len(there) - len(wanted) + 1))


def holds_beginning(text: str, beginning: str) -> bool:
    """Say whether a word of *text* begins so; what stands before ``*`` in a query has its ending still."""
    return any(word.startswith(beginning.casefold()) for word in _WORD.findall(plain(text).casefold()))


def fit(title: str, text: str, wanted: Iterable[str]) -> float:
    """Return how well a work fits words: a title's count three, an abstract's one, more of them ever less."""
    in_title, in_text = words(title), words(text)
    return sum(3.0 * (word in in_title) + _saturated(in_text.count(word)) for word in set(wanted))


def _saturated(count: int) -> float:
    """Return 0 for none, and towards 2 for many."""
    return 2 * count / (count + 2)
