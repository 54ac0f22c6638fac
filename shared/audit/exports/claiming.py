"""Find the sentences of the page in the claim ledger, by words and sources, and cut its lines into them.

A verdict belongs to words that cite these sources: the same words that cite others are another claim.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from shared import messages as m
from shared.audit.exports.cleaning import in_a_line
from shared.audit.exports.page import Line, Mark, Run, Stretch
from shared.audit.markers import MARKER, cited, ids_in, without_markers
from shared.audit.parts import EVIDENCE_TABLE, KEY_FINDINGS
from shared.audit.prose import NOTE, statements

_OPEN = re.compile(r"(?:\band|\bor|\bin|[:;,])\s+$")

_HASHES = re.compile(r"#{1,6}\s+")

NOT_PRINTED = frozenset({KEY_FINDINGS})
"""Sections of the ledger that stand nowhere on the page; every other claim has its sign there."""

Runs = Sequence[Run]
Key = tuple[str, tuple[str, ...]]
"""The words of a sentence, and the sources it cites."""
Span = tuple[int, int, int]
"""Where a sentence begins and ends, and its number in the ledger."""


def key_of(sentence: str) -> str:
    """Return the words of a sentence: no markers, no notes of the audit, no signs of a heading or a table row."""
    return _HASHES.sub("", in_a_line(NOTE.sub("", without_markers(sentence))).strip(" |"), count=1)


def _known_by(sentence: str) -> Key:
    """Return by what a sentence is known again."""
    return key_of(sentence), cited(NOTE.sub("", sentence))


class Ledger:
    """The claims by their words, and the numbers of the footnotes; counts what was shown of both."""

    def __init__(self, claims: Sequence[m.Claim], footnotes: Sequence[m.Footnote]) -> None:
        self._numbers = {one.source_id: one.number for one in footnotes}
        self._here: dict[tuple[str, Key], list[int]] = defaultdict(list)
        self._anywhere: dict[Key, list[int]] = defaultdict(list)
        self._of_work: dict[str, dict[int, str]] = defaultdict(dict)
        for number, claim in enumerate(claims, start=1):
            words, sources = known = _known_by(claim.sentence)
            if claim.section == EVIDENCE_TABLE and claim.source_ids:
                self._of_work[claim.source_ids[0]][number] = words
                continue
            self._here[claim.section, known].append(number)
            if sources or not claim.source_ids:  # what leans on its row has no sources of its own to be known by
                self._anywhere[known].append(number)
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

    def row(self, cells: Sequence[Runs], section: str) -> tuple[Line, ...]:
        """Return a row of a table: a claim that is all of it has its sign at its end."""
        texts = ["".join(run.text for run in runs) for runs in cells]
        if section == EVIDENCE_TABLE:
            return self._work_row(cells, texts)
        if number := self._number(" | ".join(texts), section) if len(cells) > 1 else 0:
            parts = [tuple(self._parts(runs, 0, len(text))) for runs, text in zip(cells, texts, strict=True)]
            return (*((Stretch(one),) for one in parts[:-1]), (Stretch(parts[-1], number),))
        return tuple(self.line(runs, section) for runs in cells)

    def _work_row(self, cells: Sequence[Runs], texts: Sequence[str]) -> tuple[Line, ...]:
        """Return a row of the evidence table, its claims found by the work: what no cell says stands at its name."""
        waiting = {one: words for work in cited(texts[0]) for one, words in self._of_work.pop(work, {}).items()}
        self.shown.update(waiting)
        lines: list[Line] = []
        for runs, text in zip(cells[1:], texts[1:], strict=True):
            number = next((one for one, words in waiting.items() if words == key_of(text)), 0)
            waiting.pop(number, None)
            lines.append((Stretch(tuple(self._parts(runs, 0, len(text))), number),))
        name, (first, *more) = tuple(self._parts(cells[0], 0, len(texts[0]))), (*waiting, 0)
        return ((Stretch(name, first), *(Stretch((), one) for one in more if one)), *lines)

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
        """Return the number of a sentence in the ledger, 0 for none.

        In its own section each claim is met once, in turn; one of another must be alone with its words and sources.
        """
        known = _known_by(sentence)
        waiting, anywhere = self._here.get((section, known), []), self._anywhere.get(known, [])
        number = 0
        if known[0] and waiting:
            number = waiting.pop(0)
        elif known[0] and len(anywhere) == 1:
            number = anywhere[0]
        self.shown.update({number} - {0})
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
