"""What repeats at the head and foot of pages, and is no part of the text. Pure."""

import re
from collections import defaultdict
from collections.abc import Sequence

from .values import Line

MARGIN_SHARE = 0.12
"""Of a page's height, above and below."""

_FEWEST_PAGES = 3
"""That a line repeats on: on two it may be chance, such as the last abbreviation under two tables."""

_LEAST_SHARE = 0.3
"""Of the pages that must have a line, for it to be a running one: heads of left and right pages differ."""

_NEAR_POINTS = 10.0
_FIGURES = re.compile(r"\d+")
_SIGNS = re.compile(r"[\W_]+")

Place = tuple[int, int]
"""Of a line: its page and its place there."""


def running(pages: Sequence[Sequence[Line]], heights: Sequence[float]) -> frozenset[Place]:
    """Return the places of running heads, running feet and page numbers: *pages* holds the lines of each page."""
    if len(pages) < _FEWEST_PAGES:
        return frozenset()
    groups: defaultdict[tuple[str, bool], list[tuple[Place, float]]] = defaultdict(list)
    for number, lines in enumerate(pages):
        for place, line in enumerate(lines):
            if (edge := _edge(line, heights[number])) is not None:
                key = (_key(line.text), line.middle > heights[number] / 2)
                groups[key].append(((number, place), edge))
    fewest = max(_FEWEST_PAGES, _LEAST_SHARE * len(pages))
    return frozenset(place for found in groups.values() for place in _repeated(found, fewest))


def _edge(line: Line, height: float) -> float | None:
    """Return how far a line stands from the nearer edge of its page, or nothing where that is too far."""
    distance = min(line.middle, height - line.middle)
    return distance if distance < MARGIN_SHARE * height else None


def _key(text: str) -> str:
    """Return *text* with every number as a sign: page numbers differ."""
    return _SIGNS.sub(" ", _FIGURES.sub("0", text.lower())).strip()


def _repeated(found: Sequence[tuple[Place, float]], fewest: float) -> list[Place]:
    """Return the places of a line that stands at one height on enough pages."""
    kept = []
    for place, edge in found:
        near = {page for (page, _), other in found if abs(other - edge) < _NEAR_POINTS}
        if len(near) >= fewest:
            kept.append(place)
    return kept
