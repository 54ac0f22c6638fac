"""Words that a line end cut in two, put together as their document writes them elsewhere. Pure."""

import re
import unicodedata
from collections.abc import Iterable

from .values import Line

_HYPHENS = "-\u2010\u2011"
_WORD = re.compile(rf"[^\W_]+(?:[{_HYPHENS}][^\W_]+)*")
_FEWEST_LETTERS = 2


class Vocabulary:
    """The words of a document that stand whole on a line."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._words: set[str] = set()
        for line in lines:
            self._words.update(_whole_words(line))

    def joined(self, before: str, after: str) -> str:
        """Return *before* and *after*, the halves of a cut word, with the hyphen where one belongs.

        The document's own spelling decides; else a small letter goes on with the word.
        """
        stem = before.rstrip(_HYPHENS)
        first, last = _last_word(stem), _first_word(after)
        if not first or not last:
            return f"{stem}-{after}"
        together, apart = f"{first}{last}".lower(), f"{first}-{last}".lower()
        if together in self._words:
            return f"{stem}{after}"
        belongs = apart in self._words or not last[0].islower() or len(first) < _FEWEST_LETTERS
        return f"{stem}-{after}" if belongs else f"{stem}{after}"


def composed(text: str) -> str:
    """Return *text* in Unicode's plain forms: ligatures as letters, wide and raised signs as usual ones (NFKC)."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text.replace("\u00ad", ""))


def _whole_words(line: Line) -> set[str]:
    """Return the words of a line but for halves at its end."""
    known: set[str] = set()
    for place, word in enumerate(line.words):
        half = word.hyphen or (place == len(line.words) - 1 and word.text.endswith(tuple(_HYPHENS)))
        if not half:
            known.update(found.lower() for found in _WORD.findall(composed(word.text)))
    return known


def _last_word(text: str) -> str:
    """Return the word *text* ends in, with its hyphens."""
    found = _WORD.findall(text)
    return found[-1] if found and text.endswith(found[-1]) else ""


def _first_word(text: str) -> str:
    """Return the word *text* begins with, with its hyphens."""
    found = _WORD.match(text)
    return found[0] if found else ""
