"""From words to pieces of lines, none of which reaches across a gap between columns. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from .values import Line, Word

WIDEST_GAP = 1.0
"""Between two words of a line, in heights of its font: justified text stays below, gutters are wider."""

_LEAST_OVERLAP = 0.5
"""Of the lower of two words, for both to stand on one line: footnote marks and indices do."""

_MOST_BACKWARDS = 0.5
"""How far a word may begin before the end of the one before it, in heights: kerning and accents."""

_FEWEST_SPACED = 8
"""Single letters in a row that are one spaced-out text and not a formula."""

_WIDER = 1.4
"""How much wider the gap between spaced-out words is than that between their letters."""


def lines_of(words: Iterable[Word]) -> tuple[Line, ...]:
    """Return pieces of lines in the order of *words*; tables and columns stay apart."""
    return tuple(line_of(run) for run in _runs(words))


def line_of(words: Sequence[Word]) -> Line:
    """Return *words*, which stand beside each other, as a line."""
    kept = _closed_up(words)
    typical = sorted(kept, key=lambda word: word.height)[len(kept) // 2]
    return Line(
        tuple(kept),
        min(word.left for word in kept),
        max(word.right for word in kept),
        typical.bottom,
        typical.top,
        typical.height,
    )


def _runs(words: Iterable[Word]) -> Iterator[list[Word]]:
    """Yield runs of words that follow each other on a line."""
    run: list[Word] = []
    for word in words:
        if run and not _goes_on(run[-1], word):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def _goes_on(before: Word, word: Word) -> bool:
    """Say whether *word* stands beside the one before it."""
    if before.hyphen:
        return False
    height = max(before.height, word.height, 0.1)
    overlap = min(before.top, word.top) - max(before.bottom, word.bottom)
    gap = word.left - before.right
    beside = -_MOST_BACKWARDS * height < gap < WIDEST_GAP * height
    return beside and overlap > _LEAST_OVERLAP * min(before.height, word.height)


def _closed_up(words: Sequence[Word]) -> Sequence[Word]:
    """Return *words* with spaced-out letters put together again: ``c e l l s``."""
    spaced = sum(len(word.text) == 1 for word in words)
    if spaced < _FEWEST_SPACED or spaced < 0.7 * len(words):
        return words
    gaps = [after.left - before.right for before, after in pairwise(words)]
    widest = _WIDER * max(median(gaps), 0.1)
    groups: list[list[Word]] = [[words[0]]]
    for gap, word in zip(gaps, words[1:], strict=True):
        if gap > widest:
            groups.append([])
        groups[-1].append(word)
    return tuple(_joined(group) for group in groups)


def _joined(group: Sequence[Word]) -> Word:
    """Return letters as one word."""
    first, last = group[0], group[-1]
    text = "".join(word.text for word in group)
    return Word(text, first.left, last.right, first.bottom, first.top, last.hyphen)
