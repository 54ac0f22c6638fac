"""Citation markers: ``[S3]``, ``[S3, S4]``, and the sloppy ways in which writers write them.

A marker stands behind what it vouches for. ``tidied`` brings every variant into one form, so that
all later steps know only that form.
"""

import re
from collections.abc import Callable, Iterable

MARKER = re.compile(r"\[S\d+(?:, S\d+)*\]")
"""The one form that leaves this module."""

_ITEM = r"S\s?\d+"
_JOIN = r"\s*(?:,|;|&|/|\band\b|\bto\b|[-–—]|,\s*and\b)\s*"
_SLOPPY = re.compile(
    rf"[\[【]\s*(?:sources?\s*:?\s*)?(?P<items>{_ITEM}(?:{_JOIN}S?\s?\d+)*)\s*[\]】]",
    re.IGNORECASE,
)
_RANGE = re.compile(r"S?\s?(\d+)\s*(?:[-–—]|\bto\b)\s*S?\s?(\d+)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_ADJACENT = re.compile(r"(\[S\d+(?:, S\d+)*\])(?:\s*[,;]?\s*\[S\d+(?:, S\d+)*\])+")
_GLUED_BEFORE = re.compile(r"(?<=[^\s\[(|“])(?=\[S\d)")
_GLUED_AFTER = re.compile(r"(\[S\d+(?:, S\d+)*\])(?=[\w“(])")

WIDEST_RANGE = 50
"""A range such as ``[S1-S4]`` that claims more works than this is a slip, not a citation."""


def cited(text: str) -> tuple[str, ...]:
    """Return the source ids that *text* cites, in order of appearance, each once."""
    return _each_once(one for marker in MARKER.findall(text) for one in ids_in(marker))


def ids_in(marker: str) -> tuple[str, ...]:
    """Return the source ids of one marker, as written."""
    return tuple(f"S{number}" for number in _NUMBER.findall(marker))


def marker_of(source_ids: Iterable[str]) -> str:
    """Return one marker for *source_ids*; nothing where there are none."""
    joined = ", ".join(_each_once(source_ids))
    return f"[{joined}]" if joined else ""


def without_markers(text: str) -> str:
    """Return *text* as it reads without its markers."""
    return re.sub(r"[ \t]*" + MARKER.pattern, "", text)


def replaced(text: str, replacement: Callable[[tuple[str, ...]], str]) -> str:
    """Return *text* with each marker replaced by what *replacement* makes of its source ids."""
    return MARKER.sub(lambda found: replacement(ids_in(found.group())), text)


def tidied(text: str) -> str:
    """Return *text* with every marker in the one form, apart from words, neighbours merged."""
    text = _SLOPPY.sub(lambda found: marker_of(_expanded(found["items"])), text)
    text = _ADJACENT.sub(lambda found: marker_of(ids_in(found.group())), text)
    text = _GLUED_BEFORE.sub(" ", text)
    return _GLUED_AFTER.sub(r"\1 ", text)


def _expanded(items: str) -> tuple[str, ...]:
    """Return the ids in the inside of a sloppy marker, ranges spelled out."""
    spelled = _RANGE.sub(lambda found: _spelled(int(found[1]), int(found[2])), items)
    return _each_once(f"S{int(number)}" for number in _NUMBER.findall(spelled))


def _spelled(first: int, last: int) -> str:
    """Return every number of a range, or only its two ends where it cannot be meant."""
    if first <= last < first + WIDEST_RANGE:
        return ",".join(map(str, range(first, last + 1)))
    return f"{first},{last}"


def _each_once(source_ids: Iterable[str]) -> tuple[str, ...]:
    """Return *source_ids* in order without repeats."""
    return tuple(dict.fromkeys(source_ids))
