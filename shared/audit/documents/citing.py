"""Find the markers in a stretch of plain text, however a writer wrote them. What stands in code cites nothing."""

import bisect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from shared.audit.markers import WIDEST_RANGE
from shared.audit.prose import quotations

from .inline import ESCAPED
from .values import Form, Listed

_ITEM = r"(?:\^?S\s?)?\d{1,4}[a-z]?"
_JOIN = r"\s*(?:,\s*and\b|,|;|&|/|\band\b|\bto\b|[-–—])\s*"
_ITEMS = rf"{_ITEM}(?:{_JOIN}{_ITEM})*"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NAME = r"(?:(?:van|von|de|der|den|du|la|le|da|dos) ){0,3}[A-ZÀ-ÖØ-Þ][\w'’-]+"
_NAMES = rf"(?P<family>{_NAME})(?:(?:, {_NAME}){{0,8}},? (?:and|&) {_NAME}| et al\.?| and colleagues)?"
_YEAR = r"(?P<year>(?:18|19|20)\d\d[a-z]?)"

_MARKER = re.compile(
    rf"[\[【][\s{ESCAPED}]*(?:sources?\s*:?\s*|refs?\.?\s+)?(?P<square>{_ITEMS})"
    rf"(?:,?\s*pp?\.\s*\d+(?:\s*[-–]\s*\d+)?)?\s*(?:†[^\]】]{{0,80}})?[\]】]|"
    r"\[\^(?P<note>[^\]\s]{1,60})\]|"
    r"\[(?P<odd>S(?:[a-z]{1,2}| ?\?))\]|"
    rf"(?<=[^\W\d_]|[.,;:)\]”\"’])(?P<raised>[{_RAISED}]+(?:[,⁻–-][{_RAISED}]+)*)",
    re.IGNORECASE,
)
_BY_NAME = re.compile(
    rf"(?:(?:see|e\.g\.|cf\.|also|and)[, ]{{1,3}}){{0,4}}"
    rf"{_NAMES}(?:,| et al\.?|(?<=al\.)|(?<=al))? {_YEAR}(?:,? pp?\. ?\d+.*)?"
)
_IN_BRACKETS = re.compile(r"\((?P<inside>[^()\n]{4,300}?(?:18|19|20)\d\d[a-z]?[^()\n]{0,40})\)")
_NARRATIVE = re.compile(rf"(?<![\w(]){_NAMES} \({_YEAR}\)")
_URL = re.compile(r"https?://[^\s<>\"“”|]+", re.IGNORECASE)
_CLOSING = ".,;:)]}'"
_LOWERED = str.maketrans(f"{_RAISED}⁻", "0123456789-")
_SLOT = re.compile(r"S(?:[a-z]{1,2}| ?\?)")
"""A place that was never filled: ``[Sx]``; ``[SD]`` is an abbreviation."""
_NUMBER = re.compile(r"\d+[a-z]?")
_RANGE = re.compile(r"(\d+)\s*(?:[-–—]|\bto\b)\s*\^?S?\s?(\d+)", re.IGNORECASE)
_INTERVAL_WORDS = re.compile(
    r"\b(?:CI|CrI|interval|intervals|IQR|range|quartiles?|limits?|bounds?)\W{0,3}$", re.IGNORECASE
)
_LOOK_BACK = 20
"""Characters before a bracket in which a word may say that it is an interval."""
_YEAR_KEY = len("n:2019")
"""Four digits that no reference has are a year."""
_UNITS = re.compile(r"(?:\d|\b(?:[munpkcd]?[mgsL]|cm|mm|km|kg))$")
_NO_NAMES = (
    "january february march april may june july august september october november december since until before after "
    "spring summer autumn winter version phase table figure accessed updated published year in from between"
)
_NOT_NAMES = frozenset(_NO_NAMES.split())


class Found(NamedTuple):
    """A marker in a text: ``written == text[start:end]``."""

    start: int
    end: int
    form: Form
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Style:
    """How a document lists its references: what a bracket may mean follows from it."""

    keys: frozenset[str] = frozenset()
    numbered: bool = False
    by_name: bool = False
    """Whether names and years may be markers: its list has no numbers, or it has no list."""


def style_of(references: Iterable[Listed]) -> Style:
    """Return the style of a document from its references."""
    found = tuple(references)
    keys = frozenset(key for one in found for key in one.keys)
    by_name = not found or any(not one.label for one in found)
    return Style(keys, any(one.form in {"numbered", "source-number"} for one in found), by_name)


def markers_in(text: str, style: Style) -> tuple[Found, ...]:
    """Return the markers of a plain text in order."""
    found = [one for match in _MARKER.finditer(text) if (one := _marker(match, style))]
    if found and not style.numbered:
        quoted = quotations(text)
        starts = [one.start for one in quoted]
        ends = [0, *(one.end for one in quoted)]
        found = [one for one in found if not _is_plain(one) or one.start >= ends[bisect.bisect(starts, one.start)]]
    if style.by_name:
        found += _names(text)
    found += [
        Found(one.start(), _end_of(one), "link", (f"u:{one.group().rstrip(_CLOSING)}",)) for one in _URL.finditer(text)
    ]
    return tuple(sorted(found))


def _end_of(address: re.Match[str]) -> int:
    """Return where an address ends, the stop of its sentence left out."""
    return address.start() + len(address.group().rstrip(_CLOSING))


def _is_plain(found: Found) -> bool:
    """Say whether a marker is a bare number: in a quotation of a source it may be the source's own."""
    return all(key.startswith("n:") for key in found.keys)


def _marker(match: re.Match[str], style: Style) -> Found | None:
    """Return what a match cites; nothing where it is an interval, a year or a power."""
    start, end = match.span()
    if match["square"]:
        return _squared(match, style)
    if label := match["note"]:
        return Found(start, end, "footnote", (f"^:{label}",))
    if odd := match["odd"]:
        return Found(start, end, "source-number", (f"s:{odd[1:].strip()}",)) if _SLOT.fullmatch(odd) else None
    items = match["raised"].translate(_LOWERED)
    return raised(items, match.string[max(0, start - 6) : start], style, (start, end))


def _squared(match: re.Match[str], style: Style) -> Found | None:
    """Return what numbers between square brackets cite."""
    start, items = match.start(), match["square"]
    keys = keys_of(items)
    if keys[0].startswith("s:"):
        return Found(*match.span(), "source-number", keys)
    is_year = any(len(key) == _YEAR_KEY and key not in style.keys for key in keys)
    is_interval = len(keys) > 1 and _INTERVAL_WORDS.search(match.string, max(0, start - _LOOK_BACK), start)
    return None if is_year or is_interval else Found(*match.span(), "numbered", keys)


def raised(items: str, before: str, style: Style, span: tuple[int, int]) -> Found | None:
    """Return what raised numbers cite; nothing where the document has no numbers, or they are a power of a unit."""
    if not style.numbered or not re.fullmatch(_ITEMS, items.strip(" []")) or _UNITS.search(before):
        return None
    return Found(*span, "superscript", keys_of(items))


def keys_of(items: str) -> tuple[str, ...]:
    """Return what the inside of a marker names, ranges spelled out."""
    kind = "s" if "S" in items.upper() else "n"
    spelled = _RANGE.sub(lambda found: _spelled(int(found[1]), int(found[2])), items)
    return tuple(dict.fromkeys(f"{kind}:{number.lstrip('0') or '0'}" for number in _NUMBER.findall(spelled)))


def _spelled(first: int, last: int) -> str:
    """Return every number of a range, or only its two ends where it cannot be meant."""
    if first <= last < first + WIDEST_RANGE:
        return ",".join(map(str, range(first, last + 1)))
    return f"{first},{last}"


def _names(text: str) -> Iterator[Found]:
    """Yield the markers by name and year: ``(Okoye et al., 2019; Lind 2020)`` and ``Okoye et al. (2019)``."""
    for match in _IN_BRACKETS.finditer(text):
        keys = tuple(filter(None, (_name_key(_BY_NAME.fullmatch(part.strip())) for part in match["inside"].split(";"))))
        if keys:
            yield Found(*match.span(), "author-year", keys)
    for match in _NARRATIVE.finditer(text):
        if key := _name_key(match):
            yield Found(*match.span(), "author-year", (key,))


def _name_key(match: re.Match[str] | None) -> str:
    """Return ``a:okoye 2019`` for a name and year; nothing for a month."""
    if match is None or match["family"].lower() in _NOT_NAMES:
        return ""
    return f"a:{match['family'].casefold()} {match['year']}"
