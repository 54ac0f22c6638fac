"""Patterns made of phrases, one to a line, so that each can be read and argued about. Pure."""

import re
from collections.abc import Sequence

from .needles import beginnings, lowered, needles

_FLAGS = re.IGNORECASE | re.DOTALL


class Phrase:
    """A pattern, the words of which a text must hold one in each set, and how what it finds begins."""

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern, _FLAGS)
        self.needles, self._beginnings = tuple(map(tuple, needles(pattern))), beginnings(pattern)

    def first(self, text: str, lower: str | None, start: int = 0) -> re.Match[str] | None:
        """Return the first match in *text*, which is *lower* in lower case, from *start* on."""
        if lower is None or not self._beginnings:
            return self._pattern.search(text, start)
        best: re.Match[str] | None = None
        until = len(lower)
        for beginning in self._beginnings:
            place = lower.find(beginning, start)
            while 0 <= place < until:
                if found := self._pattern.match(text, place):
                    best, until = found, place
                place = lower.find(beginning, place + 1)
        return best


class Phrases:
    """Any of several phrases, in either case, over line ends."""

    def __init__(self, *phrases: str) -> None:
        self._whole = re.compile("|".join(phrases), _FLAGS)
        self._each = tuple(map(Phrase, phrases))

    def search(self, text: str) -> re.Match[str] | None:
        """Return a place where one of the phrases stands, not always the first."""
        lower = lowered(text)
        return next((found for phrase in self._likely(lower) if (found := phrase.first(text, lower))), None)

    def at_least(self, count: int, text: str) -> bool:
        """Say whether phrases stand in *count* places that do not overlap, read from left to right."""
        lower, end = lowered(text), 0
        likely = self._likely(lower)
        for _ in range(count):
            places = [found for phrase in likely if (found := phrase.first(text, lower, end))]
            if not places:
                return False
            end = min(places, key=re.Match.start).end()
        return True

    def sub(self, put: str, text: str) -> str:
        """Return *text* with *put* wherever a phrase stands."""
        return self._whole.sub(put, text) if self.search(text) else text

    def _likely(self, lower: str | None) -> Sequence[Phrase]:
        """Return the phrases of which a text in lower case holds the words."""
        if lower is None:
            return self._each
        likely = []
        for phrase in self._each:  # a loop, for this is asked a hundred times of each work
            for words in phrase.needles:
                for word in words:
                    if word in lower:
                        break
                else:
                    break
            else:
                likely.append(phrase)
        return likely


def in_short(*phrases: str) -> re.Pattern[str]:
    """Return what finds any of these phrases in a few words: there it is as fast to look for the pattern itself."""
    return re.compile("|".join(phrases), _FLAGS)


def any_of(*phrases: str) -> Phrases:
    """Return what finds any of these phrases."""
    return Phrases(*phrases)
