"""Find the sentences of the page in the claim ledger, by their words, and cut its lines into them."""

import re
from collections.abc import Iterator, Sequence

from shared import messages as m
from shared.audit.exports.cleaning import in_a_line
from shared.audit.exports.page import Line, Mark, Run, Stretch
from shared.audit.markers import MARKER, ids_in, without_markers
from shared.audit.prose import NOTE, statements

_OPEN = re.compile(r"(?:\band|\bor|\bin|[:;,])\s+$")

Span = tuple[int, int, int]
"""Where a sentence begins and ends, and its number in the ledger."""


def key_of(sentence: str) -> str:
    """Return the words of a sentence, by which it is known again: no markers, no notes of the audit."""
    return in_a_line(NOTE.sub("", without_markers(sentence))).strip(" |")


class Ledger:
    """The claims by their words, and the numbers of the footnotes; counts what was shown of both."""

    def __init__(self, claims: Sequence[m.Claim], footnotes: Sequence[m.Footnote]) -> None:
        self._numbers = {one.source_id: one.number for one in footnotes}
        self._here: dict[tuple[str, str], int] = {}
        self._anywhere: dict[str, int] = {}
        for number, claim in enumerate(claims, start=1):
            key = key_of(claim.sentence)
            self._here.setdefault((claim.section, key), number)
            self._anywhere.setdefault(key, number)
        self.shown: set[int] = set()
        self.calls: dict[int, int] = {}

    def line(self, runs: Sequence[Run], section: str) -> Line:
        """Return a line cut into sentences, its markers as calls of footnotes."""
        text = "".join(run.text for run in runs)
        stretches: list[Stretch] = []
        at = 0
        for start, end, claim in self._spans(text, section):
            if start > at:
                stretches.append(Stretch(tuple(self._parts(runs, at, start))))
            stretches.append(Stretch(tuple(self._parts(runs, start, end)), claim))
            at = end
        if at < len(text):
            stretches.append(Stretch(tuple(self._parts(runs, at, len(text)))))
        return tuple(stretches)

    def _spans(self, text: str, section: str) -> Iterator[Span]:
        """Yield the sentences of a line that the ledger knows: all of it, or one after another."""
        if number := self._number(text, section):
            yield 0, len(text), number
            return
        for one in statements(text):
            note = NOTE.match(one.text)  # on the sentence before
            yield from self._sentence(text, one.start + (note.end() if note else 0), one.end, section)

    def _sentence(self, text: str, start: int, end: int, section: str) -> Iterator[Span]:
        """Yield a sentence that the ledger knows, with or without a label of the program's: "Harms reported: …"."""
        start += len(text[start:end]) - len(text[start:end].lstrip())
        label = text[start:end].find(": ") + 2
        for begin in (start, start + label) if label > 1 else (start,):
            if number := self._number(text[begin:end], section):
                yield begin, end, number
                return

    def _number(self, sentence: str, section: str) -> int:
        """Return the number of a sentence in the ledger, that of its own section before another's; 0 for none."""
        key = key_of(sentence)
        if not key:
            return 0
        number = self._here.get((section, key)) or self._anywhere.get(key, 0)
        if number:
            self.shown.add(number)
        return number

    def _parts(self, runs: Sequence[Run], start: int, end: int) -> Iterator[Run | Mark]:
        """Yield the letters between two offsets, markers as calls."""
        at = 0
        for run in runs:
            first, last = max(start - at, 0), min(end - at, len(run.text))
            at += len(run.text)
            if first < last:
                yield from self._called(run._replace(text=run.text[first:last]))

    def _called(self, run: Run) -> Iterator[Run | Mark]:
        """Yield one run, its markers as calls."""
        at = 0
        for found in MARKER.finditer(run.text):
            calls = tuple(self._calls(ids_in(found.group())))
            before = run.text[at : found.start()]
            yield from _filled(run, _closed_up(before) if isinstance(calls[0], Mark) else before)
            yield from calls
            at = found.end()
        yield from _filled(run, run.text[at:])

    def _calls(self, source_ids: Sequence[str]) -> Iterator[Run | Mark]:
        """Yield a call for each source; one without a footnote stays by its name."""
        for source_id in source_ids:
            if number := self._numbers.get(source_id):
                self.calls[number] = self.calls.get(number, 0) + 1
                yield Mark(number, self.calls[number])
            else:
                yield Run(f"({source_id})")


def _closed_up(text: str) -> str:
    """Return the text before a call without the space between them, unless the call stands for a word."""
    return text if _OPEN.search(text) else text.rstrip()


def _filled(run: Run, text: str) -> Iterator[Run]:
    """Yield a run with *text*, where there is any."""
    if text:
        yield run._replace(text=text)
