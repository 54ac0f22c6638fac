"""What a link or a raised number cites; most links inside a document cite nothing."""

import re
from typing import NamedTuple

from .citing import Found, Style, raised
from .pieces import Piece
from .values import Form

_NUMERIC = re.compile(r"[\s\[(【]*(?P<items>\^?S?\s?\d{1,4}[a-z]?)[\s\])】]*")


class Met(NamedTuple):
    """A marker as it was met in a block: how it is written, how it is shown among the words, what it names."""

    written: str
    shown: str
    form: Form
    keys: tuple[str, ...]


def of_link(piece: Piece, style: Style) -> Met | None:
    """Return the marker that a link is; one inside the document that leads to no reference is none."""
    number = _NUMERIC.fullmatch(piece.text)
    key = _key(number["items"]) if number else ""
    written = " ".join(piece.text.split())
    form: Form = "superscript" if piece.kind == "sup" else "numbered"
    if piece.href.startswith("#"):
        anchor = f"#:{piece.href[1:]}"
        named = anchor if anchor in style.keys else key
        return Met(written, piece.text, form, (named,)) if named else None
    if not piece.href.lower().startswith(("http://", "https://")):
        return None
    if key and style.numbered:
        return Met(written, piece.text, form, (key,))
    return Met(f"[{written}]({piece.href})", piece.text if key else "", "link", (f"u:{piece.href}",))


def of_raised(piece: Piece, before: str, style: Style) -> Met | None:
    """Return the marker that raised words are."""
    found: Found | None = raised(piece.text.strip(" []"), before, style, (0, 0))
    return Met(piece.text, piece.text, "superscript", found.keys) if found else None


def _key(items: str) -> str:
    """Return how one number names a reference."""
    digits = re.sub(r"[\^\sS]", "", items)
    return f"{'s' if 'S' in items else 'n'}:{digits.lstrip('0') or '0'}"
