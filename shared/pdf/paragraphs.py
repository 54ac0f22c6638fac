"""From lines in reading order to paragraphs. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from .hyphens import Vocabulary, composed
from .sections import name_of
from .values import Line, Paragraph

_OTHER_SIZE = 0.07
"""Of a font: what differs by more is a heading, a note or a table."""

_WIDER_GAP = 0.45
"""Between two paragraphs, beyond what is usual between lines, in heights of the font."""

_INDENT = 0.6
"""Of a first line, in heights of the font."""

_MOST_HEADING_WORDS = 7
_SHORT = 0.85
"""Of the column's width: a line that ends before this, at the end of a sentence, ends its paragraph."""

_ENDED = re.compile(r"[.?!:][\"'”’)\]]*\s*(?:\d+(?:[,–-]\s?\d+)*)?$|[.?!]\s*\[\d[\d,–\s-]*\]$")
_OPENS = re.compile(r"(?:[•◦▪■●‣–]\s|\(?\d{1,3}[.)]\s|\[\d{1,3}\]\s|(?:Table|Figure|Fig\.)\s?\d)", re.IGNORECASE)
_LOOSE = frozenset(",.;:)")


def paragraphs_of(page: int, lines: Sequence[Line], words: Vocabulary) -> Iterator[Paragraph]:
    """Yield the paragraphs of a page's *lines*; one that goes on in the next column is one."""
    if not lines:
        return
    spacing = _spacing(lines)
    widths = _rights(lines)
    run = [lines[0]]
    for before, line in pairwise(lines):
        if _parts(before, line, spacing, widths[before.column]):
            yield _paragraph(page, run, words)
            run = []
        run.append(line)
    yield _paragraph(page, run, words)


def body_size(pages: Sequence[Sequence[Line]]) -> float:
    """Return the size of font that most letters of a document have; 0 of one without letters."""
    letters: dict[float, int] = {}
    for lines in pages:
        for line in lines:
            size = round(line.size * 2) / 2
            letters[size] = letters.get(size, 0) + len(line.text)
    return max(letters, key=lambda size: letters[size]) if letters else 0.0


def _spacing(lines: Sequence[Line]) -> float:
    """Return the usual gap between the lines of a page, in heights of the font."""
    gaps = [
        (before.bottom - line.top) / line.size for before, line in pairwise(lines) if line.size and _below(before, line)
    ]
    return median(gaps) if gaps else 0.0


def _rights(lines: Sequence[Line]) -> dict[int, tuple[float, float]]:
    """Return the left and right edge of each column."""
    edges: dict[int, tuple[float, float]] = {}
    for line in lines:
        left, right = edges.get(line.column, (line.left, line.right))
        edges[line.column] = (min(left, line.left), max(right, line.right))
    return edges


def _below(before: Line, line: Line) -> bool:
    """Say whether *line* stands under *before*, at no great distance."""
    apart = before.bottom - line.top
    overlap = min(before.right, line.right) - max(before.left, line.left)
    return overlap > 0 and -0.6 * line.size < apart < 1.5 * line.size


def _parts(before: Line, line: Line, spacing: float, edges: tuple[float, float]) -> bool:
    """Say whether a new paragraph begins with *line*."""
    if abs(before.size - line.size) > _OTHER_SIZE * max(before.size, line.size) or _OPENS.match(line.text):
        return True
    if _is_heading(before) or _is_heading(line):
        return True
    ended = bool(_ENDED.search(before.text))
    if not _below(before, line):
        return ended or not _continues(before, line)
    if (before.bottom - line.top) / line.size > spacing + _WIDER_GAP:
        return True
    return ended and (_is_indented(before, line) or _is_short(before, edges))


def _is_heading(line: Line) -> bool:
    """Say whether *line* is the heading of a section that papers have, and not the end of a sentence."""
    text = line.text
    return (
        len(line.words) <= _MOST_HEADING_WORDS
        and not text[0].islower()
        and text[-1] not in ".,"
        and bool(name_of(text))
    )


def _continues(before: Line, line: Line) -> bool:
    """Say whether a sentence goes on from *before*, the last of its column, to *line*, the first of the next."""
    return before.words[-1].hyphen or line.text[:1].islower()


def _is_indented(before: Line, line: Line) -> bool:
    """Say whether *line* begins further right than the one above it."""
    return line.left - before.left > _INDENT * line.size


def _is_short(line: Line, edges: tuple[float, float]) -> bool:
    """Say whether *line* ends well before its column does."""
    left, right = edges
    return line.right - left < _SHORT * (right - left)


def _paragraph(page: int, lines: Sequence[Line], words: Vocabulary) -> Paragraph:
    """Return *lines* as a paragraph; words cut at line ends are put together."""
    tokens: list[str] = []
    cut = False
    for plain, goes_on in _tokens(lines):
        if cut:
            tokens[-1] = words.joined(tokens[-1], plain)
        elif tokens and plain in _LOOSE:  # set apart by what is raised before it
            tokens[-1] += plain
        else:
            tokens.append(plain)
        cut = goes_on
    if cut and not tokens[-1].endswith("-"):
        tokens[-1] += "-"
    return Paragraph(page, " ".join(tokens), median(line.size for line in lines))


def _tokens(lines: Sequence[Line]) -> Iterator[tuple[str, bool]]:
    """Yield each word, and whether it is cut and goes on in the next."""
    for line in lines:
        for place, word in enumerate(line.words, start=1):
            plain = "".join(composed(word.text).split())
            yield plain, word.hyphen or (1 < place == len(line.words) and _is_cut(plain))


def _is_cut(word: str) -> bool:
    """Say whether *word*, the last of a line, is half a word."""
    return len(word) > 1 and word[-1] in "-\u2010" and word[-2].isalnum()
