"""In which order the lines of a page are read. Pure.

A gutter is a vertical line that little crosses, with prose on both sides of it. What crosses it, such as a title or a
wide table, is read where it stands; between two such lines the left column comes before the right one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from statistics import median

from .lines import line_of
from .values import Line, Word

_GRID_POINTS = 4.0
"""How finely the height of a page is looked at."""

_FEWEST_ROWS = 4
"""Lines side by side that make columns; fewer are a table or a signature."""

_FEWEST_LETTERS = 18
"""In a line of prose: cells of tables are shorter."""

_AS_GOOD = 0.9
"""Of the best gutter's worth: the leftmost is taken, for numbers of a list stand before its entries."""

_NARROW = 0.6
"""Of the wider column's width: a narrower one stands in the margin, and is read after the text."""

_SMALLER = 0.93
"""Of the font of the text: smaller lines at the foot of a column are notes and tables, read after both columns."""

_MOST_DEPTH = 4


def in_order(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return *lines* as they are read; those of one row in one block are put together."""
    numbers = count()
    blocks = _blocks(list(lines), 0)
    return tuple(
        replace(line, column=number) for block in blocks for number in (next(numbers),) for line in _rows(block)
    )


def _blocks(lines: list[Line], depth: int) -> Iterator[list[Line]]:
    """Yield the blocks of *lines* in order: each is read row by row."""
    gutter = _gutter(lines) if depth < _MOST_DEPTH else None
    if gutter is None:
        if lines:
            yield lines
        return
    for crossing, left, right in _bands(lines, gutter):
        if crossing:
            yield from _blocks(crossing, _MOST_DEPTH)
        for column in _columns(left, right):
            yield from _blocks(column, depth + 1)


def _gutter(lines: Sequence[Line]) -> float | None:
    """Return where the columns of *lines* part, or nothing where there is one."""
    prose = [line for line in lines if len(line.text) >= _FEWEST_LETTERS]
    if len(prose) < 2 * _FEWEST_ROWS:
        return None
    size = median(line.size for line in prose)
    worths = {place: _worth(lines, prose, place, size) for place in _edges(lines)}
    enough = _AS_GOOD * max(worths.values(), default=0.0)
    edge = next((place for place, worth in worths.items() if worth >= enough > 0), None)
    return None if edge is None else _middle(prose, edge)


def _edges(lines: Iterable[Line]) -> Iterator[float]:
    """Yield the places, from left to right, just before which enough lines begin."""
    edges = Counter(round(line.left) for line in lines)
    for at in sorted(edges):
        if edges[at - 1] + edges[at] + edges[at + 1] >= _FEWEST_ROWS:
            yield at - 1.5


def _middle(prose: Sequence[Line], edge: float) -> float:
    """Return the middle of the gutter whose right *edge* is known: slanted letters reach over an edge."""
    return (edge + max(line.right for line in prose if line.right <= edge)) / 2


def _worth(lines: Sequence[Line], prose: Sequence[Line], at: float, size: float) -> float:
    """Return how much prose stands side by side on both sides of *at*, in points; 0 where *at* is no gutter."""
    left = [line for line in prose if line.right <= at]
    right = [line for line in prose if line.left >= at]
    if min(len(left), len(right)) < _FEWEST_ROWS:
        return 0.0
    beside = _heights(left) & _heights(right)
    crossed = beside & _heights(line for line in lines if line.left < at < line.right)
    points = _GRID_POINTS * (len(beside) - len(crossed))
    return points if points >= _FEWEST_ROWS * size and len(crossed) < len(beside) / 2 else 0.0


def _heights(lines: Iterable[Line]) -> set[int]:
    """Return the steps of the grid that *lines* stand on."""
    return {
        step for line in lines for step in range(int(line.bottom // _GRID_POINTS), int(line.top // _GRID_POINTS) + 1)
    }


def _bands(lines: Iterable[Line], gutter: float) -> Iterator[tuple[list[Line], list[Line], list[Line]]]:
    """Yield from top to bottom what crosses the gutter, and what then stands on its left and on its right."""
    crossing: list[Line] = []
    left: list[Line] = []
    right: list[Line] = []
    for line in sorted(lines, key=lambda one: (-one.middle, one.left)):
        if line.left < gutter < line.right:
            if left or right:
                yield crossing, left, right
                crossing, left, right = [], [], []
            crossing.append(line)
        else:
            (left if line.right <= gutter else right).append(line)
    yield crossing, left, right


def _columns(left: list[Line], right: list[Line]) -> tuple[list[Line], ...]:
    """Return the columns of a band in order: a narrow one in the margin last, notes at their feet after the text."""
    if not (left and right):
        return _filled(left, right)
    if _width(left) < _NARROW * _width(right):
        return right, left
    size = max(_size(left), _size(right))
    parted = [_without_notes(column, size) for column in (left, right)]
    return _filled(*(text for text, _ in parted), *(note for _, note in parted))


def _filled(*columns: list[Line]) -> tuple[list[Line], ...]:
    """Return the columns that hold anything."""
    return tuple(filter(None, columns))


def _without_notes(column: list[Line], size: float) -> tuple[list[Line], list[Line]]:
    """Return a column without the small print at its foot, and that."""
    ordered = sorted(column, key=lambda line: -line.middle)
    end = len(ordered)
    while end and ordered[end - 1].size < _SMALLER * size:
        end -= 1
    return ordered[:end], ordered[end:]


def _width(lines: Sequence[Line]) -> float:
    """Return how wide a column is."""
    return max(line.right for line in lines) - min(line.left for line in lines)


def _size(lines: Sequence[Line]) -> float:
    """Return the size of the font that most letters of a column have."""
    letters: dict[float, int] = {}
    for line in lines:
        key = round(line.size, 1)
        letters[key] = letters.get(key, 0) + len(line.text)
    return max(letters, key=lambda size: letters[size])


def _rows(block: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines of a block from top to bottom, pieces of one row put together."""
    row: list[Line] = []
    for line in sorted(block, key=lambda one: (-one.middle, one.left)):
        if row and not _beside(row[-1], line):
            yield _row(row)
            row = []
        row.append(line)
    if row:
        yield _row(row)


def _beside(one: Line, other: Line) -> bool:
    """Say whether two pieces stand on one row."""
    overlap = min(one.top, other.top) - max(one.bottom, other.bottom)
    return overlap > min(one.top - one.bottom, other.top - other.bottom) / 2


def _row(pieces: Sequence[Line]) -> Line:
    """Return the pieces of a row as a line."""
    if len(pieces) == 1:
        return pieces[0]
    words: list[Word] = []
    for piece in sorted(pieces, key=lambda one: one.left):
        words.extend(piece.words)
    return line_of(words)
