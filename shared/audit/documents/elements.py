"""What an element of a page is for: hidden, a list of notes, a place that links lead to."""

import re
from typing import TYPE_CHECKING

from shared.errors import CannotDo

if TYPE_CHECKING:
    from lxml.etree import _Element

_HIDDEN_WORDS = "head script style template noscript svg math nav button form iframe object dialog"

_HIDDEN = frozenset(_HIDDEN_WORDS.split())

_NOTES = re.compile(
    r"(?:doc-|mw-|ltx_|article-|section-|page-)?(?:footnotes?|endnotes?|references?|bibliography|ref-?list)"
    r"(?:[-_](?:list|section|block|wrap|wrapper|container))?"
)
"""A class, role or id by which a page says that a part of it lists its notes, the whole word."""

_READ_OUT = frozenset(("sr-only", "visually-hidden", "screen-reader-text", "read-out"))
"""Classes of words that are for those alone who have the page read to them."""

_BOTTOM = 2_000
"""Elements inside one another; a little deeper the parser leaves out what it meets."""


def refuse_bottomless(element: "_Element", deep: int) -> None:
    """Raise ``CannotDo`` where the parser itself gave up: what it left out must not look audited."""
    from lxml import etree  # noqa: PLC0415 -- only who audits a page needs it

    for event, _ in etree.iterwalk(element, events=("start", "end")):
        deep += 1 if event == "start" else -1
        if deep >= _BOTTOM:
            message = f"the page has {_BOTTOM:,} elements inside one another: what lies deeper cannot be read"
            raise CannotDo(message)


def names_of(element: "_Element") -> list[str]:
    """Return the names by which links lead to an element."""
    return [str(one) for one in (element.get("id"), element.get("name")) if one]


def is_hidden(element: "_Element", name: str) -> bool:
    """Say whether a reader does not see an element, or only when they ask for it."""
    if name in _HIDDEN or element.get("hidden") is not None or element.get("popover") is not None:
        return True
    if not _READ_OUT.isdisjoint(str(element.get("class") or "").split()):
        return True
    return str(element.get("aria-hidden")) == "true" or str(element.get("role")) == "tooltip"


def lists_notes(element: "_Element") -> bool:
    """Say whether an element calls itself a list of notes or references."""
    told = " ".join(str(element.get(name) or "") for name in ("class", "role", "id")).lower().split()
    return element.tag in {"ol", "ul", "dl", "section", "div", "aside", "footer"} and any(map(_NOTES.fullmatch, told))
