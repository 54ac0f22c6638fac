"""Texts as Weaviate shall find them: stems, separated by spaces, as the full-text search of SQLite makes them.

Weaviate has no stemmer; without one "relapses" would not be found by "relapse", and the two adapters would rank apart.
"""

import re
import unicodedata
from functools import lru_cache

from Stemmer import Stemmer

from shared.ranking import query_terms

_TOKEN = re.compile(r"[^\W_]+")
_STEMMER = Stemmer("porter")

WORDS_AT_HAND = 50_000
"""Stems kept: the words of some hundred abstracts are mostly the same."""


def stems(text: str) -> str:
    """Return the stem of every word of *text*, in order."""
    plain = text if text.isascii() else _plain(text)
    return " ".join(map(_stem, _TOKEN.findall(plain.lower())))


def query(question: str) -> str:
    """Return the stems of the content words of *question*; empty where it has no word."""
    return stems(" ".join(query_terms(question)))


@lru_cache(WORDS_AT_HAND)
def _stem(word: str) -> str:
    """Return Porter's stem of a word in lower case."""
    stem: str = _STEMMER.stemWord(word)
    return stem


def _plain(text: str) -> str:
    """Return *text* without accents, and without what is no character."""
    letters = unicodedata.normalize("NFD", text.encode("utf-8", "replace").decode())
    return "".join(one for one in letters if not unicodedata.combining(one))
