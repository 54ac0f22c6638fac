"""Draw the figures: SVG for a page and for print, PNG for Word. The same numbers give the same bytes."""

import io
import re
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from shared.audit.exports.figures import BY_YEAR, UNDATED
from shared.audit.exports.page import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, LINE, MARGIN = 5.4, 0.38, 1.3
"""Inches: of a figure, of each line in it, and of what stands around the lines."""

LETTERS = 9
LABEL_CHARACTERS = 22
"""In a line of a label: the figure must be legible on a phone, whose width it fills."""

PNG_DPI = 220
SMALLEST, GROWTH, MOST_GROWTH = 110.0, 60.0, 9
"""Areas in points: of the circle for one work, and of each more, as far as that goes."""
MOST_TICKS = 6

_LOOKS = {
    "Benefit": ("#0b6e4f", "///"),
    "No difference": ("#c9c9c9", ""),
    "Harm": ("#b23a2e", "xxx"),
    "Mixed": ("#e0a526", "..."),
    "Unknown": ("#ffffff", ""),
}
"""Of each direction: a colour, and a pattern for whom colours tell nothing."""

_REFERENCE = re.compile(r'(\bid="|(?:xlink:)?href="#|url\(#)')


def svg(figure: Figure) -> str:
    """Return the figure as an SVG element with its title and its text alternative; ids are the figure's own."""
    drawn = _drawn(figure, "svg").decode()
    body = drawn[drawn.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    return _REFERENCE.sub(rf"\g<1>{figure.name}-", body)


def png(figure: Figure) -> bytes:
    """Return the figure as a PNG file."""
    return _drawn(figure, "png")


def _drawn(figure: Figure, kind: Literal["svg", "png"]) -> bytes:
    """Return the figure as a file of one kind; no clock and no chance has a part in it."""
    import matplotlib as mpl  # noqa: PLC0415 -- 0.5 s to import
    from matplotlib.figure import Figure as Canvas  # noqa: PLC0415 -- with it

    lines = len({row[0] for row in figure.rows})
    metadata: Mapping[str, str | None] = {"Date": None} if kind == "svg" else {"Software": None}
    file = io.BytesIO()
    with mpl.rc_context(
        {"svg.hashsalt": figure.name, "svg.fonttype": "path", "hatch.linewidth": 0.6, "font.size": LETTERS}
    ):
        canvas = Canvas(figsize=(WIDTH, MARGIN + LINE * max(2, lines)), layout="constrained")
        axes = canvas.add_subplot()
        (_circles if figure.name == BY_YEAR else _bars)(axes, figure)
        axes.spines[["top", "right"]].set_visible(False)
        canvas.savefig(file, format=kind, dpi=PNG_DPI, metadata=dict(metadata))
    return file.getvalue()


def _circles(axes: "Axes", figure: Figure) -> None:
    """Draw a circle for each design and year, its number in it."""
    designs = list(dict.fromkeys(row[0] for row in figure.rows))
    dated = sorted({int(row[1]) for row in figure.rows if row[1] != UNDATED})
    undated = (dated[0] if dated else 0) - 1
    for design, year, number, _ in figure.rows:
        at = (undated if year == UNDATED else int(year), designs.index(design))
        area = SMALLEST + GROWTH * min(int(number) - 1, MOST_GROWTH)
        axes.scatter(*at, s=area, color="#cfe3f5", edgecolors="#1f4e79", zorder=2)
        axes.annotate(number, at, ha="center", va="center", fontsize=8, zorder=3)
    axes.set_yticks(range(len(designs)), map(_wrapped, designs))
    axes.set_ylim(len(designs) - 0.4, -0.6)
    _years(axes, dated, undated if any(row[1] == UNDATED for row in figure.rows) else None)
    axes.set_xlabel("Year of publication; in each circle the number of works")
    axes.grid(visible=True, color="#e6e6e6", zorder=0)


def _years(axes: "Axes", dated: list[int], undated: int | None) -> None:
    """Mark whole years on the axis, and the place of works without one."""
    first, last = (dated[0], dated[-1]) if dated else (0, 0)
    step = max(1, -(-(last - first) // MOST_TICKS))
    ticks = list(range(first, last + 1, step)) if dated else []
    labels = [str(year) for year in ticks]
    if undated is not None:
        ticks, labels = [undated, *ticks], [UNDATED, *labels]
    axes.set_xticks(ticks, labels)
    axes.set_xlim((first if undated is None else undated) - 0.7, max(last, undated or last) + 0.7)


def _bars(axes: "Axes", figure: Figure) -> None:
    """Draw a bar for each kind of study, a part of it for each direction with its number in it."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 -- with the library

    kinds = [_wrapped(row[0]) for row in figure.rows]
    starts = [0] * len(kinds)
    for place, direction in enumerate(figure.head[1:], start=1):
        numbers = [int(row[place]) for row in figure.rows]
        colour, pattern = _LOOKS[direction]
        bars = axes.barh(
            kinds, numbers, left=starts, label=direction, color=colour, hatch=pattern, edgecolor="#222222", height=0.6
        )
        labels = [str(number) if number else "" for number in numbers]
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        for text in axes.bar_label(bars, labels, label_type="center", fontsize=8):
            text.set_bbox(box if text.get_text() else None)
        starts = [start + number for start, number in zip(starts, numbers, strict=True)]
    axes.invert_yaxis()
    axes.set_xlabel("Independent studies (of reviews: works)")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.figure.legend(loc="outside upper center", ncols=3, frameon=False, fontsize=8)


def _wrapped(label: str) -> str:
    """Return a label in lines that leave the figure its room."""
    return textwrap.fill(label, LABEL_CHARACTERS)
