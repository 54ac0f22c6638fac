"""Citation markers: ``[S3]``, ``[S3, S4]``, and the sloppy ways in which writers write them.

A marker stands behind what it vouches for. ``tidied`` brings every variant into one form, so that
all later steps know only that form.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

MARKER = re.compile(r"\[S\d+(?:, S\d+)*\]")
"""The one form that leaves this module."""

_ITEM = r"S\s?\d+"
_JOIN = r"\s*(?:,\s*and\b|,|;|&|/|\band\b|\bto\b|[-–—])\s*"
_SLOPPY = rf"[\[【]\s*(?:sources?\s*(?::\s*)?)?{_ITEM}(?:{_JOIN}S?\s?\d+)*\s*[\]】]"
_RUN = re.compile(
    rf"(?P<before>[^\s\[(|“])?(?P<markers>{_SLOPPY}(?:\s*(?:[,;]\s*)?{_SLOPPY})*)(?=(?P<after>[\w“(])?)", re.IGNORECASE
)
"""Neighbouring markers, and what they are glued to."""

_INSIDE = re.compile(_SLOPPY, re.IGNORECASE)
_RANGE = re.compile(r"S?\s?(\d+)\s*(?:[-–—]|\bto\b)\s*S?\s?(\d+)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")

WIDEST_RANGE = 50
"""A range such as ``[S1-S4]`` that claims more works than this is a slip, not a citation."""

MOST_DIGITS = 9
"""Of a number in a range: no run has as many works."""


class Tidied(NamedTuple):
    """A text with every marker in the one form, and how many stretches of markers had another."""

    text: str
    rewritten: int


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
    return tidied_and_counted(text).text


def tidied_and_counted(text: str) -> Tidied:
    """Return *text* as ``tidied`` does, with the number of stretches that had another form."""
    rewritten = 0

    def in_one_form(found: re.Match[str]) -> str:
        nonlocal rewritten
        before, after = found["before"] or "", " " if found["after"] else ""
        ids = (one for marker in _INSIDE.findall(found["markers"]) for one in _expanded(marker))
        told = f"{before}{' ' if before else ''}{marker_of(ids)}{after}"
        rewritten += told != found.group()
        return told

    return Tidied(_RUN.sub(in_one_form, text), rewritten)


def ids_in_sloppy(text: str) -> tuple[str, ...]:
    """Return the source ids in the markers of *text*, in whatever form they are."""
    return _each_once(one for marker in _INSIDE.findall(text) for one in _expanded(marker))


def spelled_out(text: str) -> str:
    """Return *text* with each marker as plain words, ``(S1, S2)``: where it must not cite."""
    return _INSIDE.sub(lambda found: f"({', '.join(_expanded(found.group()))})", text)


def _expanded(marker: str) -> tuple[str, ...]:
    """Return the ids in a sloppy marker, ranges spelled out."""
    spelled = _RANGE.sub(lambda found: _spelled(found[1], found[2]), marker)
    return _each_once(f"S{number.lstrip('0') or '0'}" for number in _NUMBER.findall(spelled))


def _spelled(first: str, last: str) -> str:
    """Return every number of a range, or only its two ends where it cannot be meant."""
    if max(len(first), len(last)) <= MOST_DIGITS and int(first) <= int(last) < int(first) + WIDEST_RANGE:
        return ",".join(map(str, range(int(first), int(last) + 1)))
    return f"{first},{last}"


def _each_once(source_ids: Iterable[str]) -> tuple[str, ...]:
    """Return *source_ids* in order without repeats."""
    return tuple(dict.fromkeys(source_ids))
