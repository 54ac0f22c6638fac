"""Keep text as text: a title with stars or a passage with angle brackets must not become Markdown.

As few signs as possible are escaped, because people read the file in a terminal, too.
"""

import re

from shared.audit.markers import MARKER

_MEANT = re.compile(
    r"""
    \\(?=[!-/:-@\[-`{-~])            # a backslash before punctuation would escape it
    | <(?=[A-Za-z/!?])               # raw HTML or an autolink
    | &(?=\#?\w+;)                   # an entity
    | `
    | \*(?=\S) | (?<=\S)\*           # emphasis needs a sign that touches a word
    | (?<![^\W_])_(?=\S) | (?<=\S)_(?![^\W_])
    | ~(?=\S) | (?<=\S)~             # struck through on GitHub
    | \$(?=\S)                       # mathematics on GitHub
    | \](?=[(\[:])                   # a link or a definition
    | \[(?=\^|[ xX]\])               # a foreign footnote, a task
    """,
    re.VERBOSE,
)
_BLOCK = re.compile(r"^(?:#{1,6}(?=\s|$)|[-+*>](?=\s|$)|(?:=+|-{2,})\s*$|\d{1,9}(?=[.)](?:\s|$)))")

_LINK = re.compile(r"https?://", re.IGNORECASE)
_ROUND = str.maketrans("[]", "()")


def without_references(text: str) -> str:
    """Return *text* on one line, so that it cites nothing, links nowhere and holds no footnote."""
    # A space in place of what is taken out: what stood around it might make a link together.
    return " ".join(_LINK.sub(" ", text).translate(_ROUND).split())


def escaped(text: str) -> str:
    """Return *text* for use inside a paragraph; markers of ours stay as they are."""
    pieces = re.split(f"({MARKER.pattern})", text)
    return "".join(piece if place % 2 else _escaped_piece(piece) for place, piece in enumerate(pieces))


def _escaped_piece(text: str) -> str:
    """Return a stretch without markers, escaped."""
    return _MEANT.sub(lambda found: "\\" + found.group(), text)


def escaped_line(text: str) -> str:
    """Return *text* for use as a paragraph of its own: it begins no heading, list or quotation."""
    text = escaped(text)
    found = _BLOCK.match(text)
    if not found:
        return text
    if found.group().isdigit():
        return f"{found.group()}\\{text[found.end() :]}"
    return "\\" + text


def escaped_cell(text: str) -> str:
    """Return *text* for use in a table: one line, its pipes escaped."""
    return escaped(" ".join(text.split())).replace("|", "\\|")
