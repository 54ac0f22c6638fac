"""Stretches of a full text, of the length of a paragraph: what is searched, read and quoted.

None crosses a page or a section, and none stands where a paper only lists, thanks or declares.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shared.pdf import SILENT
from shared.sentences import sentences

from .values import Reference, Section

FEWEST_WORDS = 100
MOST_WORDS = 150
"""Of a stretch: a finding with what it is about. Sentences stay whole, so it may be a little longer."""

_SHORTEST_TAIL = 40
"""Of words: what is left over at the end of a section goes with the stretch before it."""

_MOST_HEADING_WORDS = 14
_LEAST_LETTERS = 0.5
"""Of the signs of a paragraph: labels of a figure and rows of figures tell nothing alone."""

_WORD = re.compile(r"\S+")


class Stretch(NamedTuple):
    """A place in a full text: ``text[start:end]``, on one page and in one section."""

    start: int
    end: int
    page: int
    section: str
    heading: str
    """The nearest heading above it."""


class _Piece(NamedTuple):
    """A sentence, or a part of an endless one."""

    start: int
    end: int
    words: int
    closes: bool
    """Whether it ends its paragraph."""


def stretches(reference: Reference) -> Iterator[Stretch]:
    """Yield the stretches of a full text in order; a record has none."""
    for page in reference.pages:
        for section in reference.sections:
            start, end = max(page.start, section.start), min(page.end, section.end)
            if start < end and section.label not in SILENT:
                yield from _within(reference.text, start, end, page.number, section)


def _within(text: str, start: int, end: int, page: int, section: Section) -> Iterator[Stretch]:
    """Yield the stretches of one section on one page."""
    for heading, pieces in _under_headings(text, start, end):
        for first, last in _runs(pieces):
            yield Stretch(first.start, last.end, page, section.label, heading)


def _under_headings(text: str, start: int, end: int) -> Iterator[tuple[str, list[_Piece]]]:
    """Yield each heading with the sentences of the paragraphs below it."""
    heading: str = ""
    pieces: list[_Piece] = []
    for begun, paragraph in _paragraphs(text, start, end):
        if _is_heading(paragraph):
            if pieces:
                yield heading, pieces
            heading, pieces = paragraph, []
        elif sum(map(str.isalpha, paragraph)) >= _LEAST_LETTERS * len(paragraph):
            pieces.extend(_pieces(begun, paragraph))
    if pieces:
        yield heading, pieces


def _paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs between two offsets, each with its own."""
    at = start
    for paragraph in text[start:end].split("\n"):
        if paragraph.strip():
            yield at, paragraph
        at += len(paragraph) + 1


def _is_heading(paragraph: str) -> bool:
    """Say whether a paragraph is a heading: a few words, and no sentence."""
    few = len(paragraph.split()) <= _MOST_HEADING_WORDS
    return few and paragraph[:1].isupper() and not paragraph.endswith((".", "?", "!", ";", ","))


def _pieces(begun: int, paragraph: str) -> Iterator[_Piece]:
    """Yield the sentences of a paragraph; one that never ends, such as a table, in parts."""
    found = sentences(paragraph)
    for place, sentence in enumerate(found):
        closes = place == len(found) - 1
        words = list(_WORD.finditer(sentence.text))
        for at in range(0, len(words), MOST_WORDS):
            part = words[at : at + MOST_WORDS]
            start, end = begun + sentence.start + part[0].start(), begun + sentence.start + part[-1].end()
            yield _Piece(start, end, len(part), closes and at + MOST_WORDS >= len(words))


def _runs(pieces: Iterable[_Piece]) -> list[tuple[_Piece, _Piece]]:
    """Return the first and last sentence of each stretch."""
    runs: list[list[_Piece]] = [[]]
    for piece in pieces:
        if runs[-1] and not _has_room(runs[-1], piece):
            runs.append([])
        runs[-1].append(piece)
    if len(runs) > 1 and _length(runs[-1]) < _SHORTEST_TAIL:
        runs[-2].extend(runs.pop())
    return [(run[0], run[-1]) for run in runs if run]


def _has_room(run: list[_Piece], piece: _Piece) -> bool:
    """Say whether *piece* goes on with *run*: a paragraph's end ends a stretch that is long enough."""
    words = _length(run)
    return words + piece.words <= MOST_WORDS and not (words >= FEWEST_WORDS and run[-1].closes)


def _length(run: Iterable[_Piece]) -> int:
    """Return the words of a run."""
    return sum(piece.words for piece in run)
