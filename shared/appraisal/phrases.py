"""Patterns made of phrases, one to a line, so that each can be read and argued about. Pure."""

import re

from .needles import beginnings, lowered, needles

_FLAGS = re.IGNORECASE | re.DOTALL


class Phrase:
    """A pattern that is looked for only in texts that hold its words, and only where it can begin."""

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern, _FLAGS)
        self._needles, self._beginnings = needles(pattern), beginnings(pattern)

    def first(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Return the first match in *text* from *start* on."""
        lower = lowered(text)
        if lower is None:
            return self._pattern.search(text, start)
        if not self._likely(lower):
            return None
        return self._begun(text, lower, start) if self._beginnings else self._pattern.search(text, start)

    def _likely(self, lower: str) -> bool:
        """Say whether a text in lower case holds a word of each set."""
        for words in self._needles:
            for word in words:
                if word in lower:
                    break
            else:
                return False
        return True

    def _begun(self, text: str, lower: str, start: int) -> re.Match[str] | None:
        """Return the first match at a place where the pattern can begin."""
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
        return next((found for phrase in self._each if (found := phrase.first(text))), None)

    def at_least(self, count: int, text: str) -> bool:
        """Say whether phrases stand in *count* places that do not overlap, read from left to right."""
        end = 0
        for _ in range(count):
            places = [found for phrase in self._each if (found := phrase.first(text, end))]
            if not places:
                return False
            end = min(places, key=re.Match.start).end()
        return True

    def sub(self, put: str, text: str) -> str:
        """Return *text* with *put* wherever a phrase stands."""
        return self._whole.sub(put, text) if self.search(text) else text


def any_of(*phrases: str) -> Phrases:
    """Return what finds any of these phrases."""
    return Phrases(*phrases)
