"""The inside of a Markdown paragraph: words, code, links, footnotes, and the few tags of HTML that matter to them."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .pieces import Piece, PieceKind

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

SHIELD = "\u2060"
"""A sign without width behind a bracket that is no marker's."""

ESCAPED = "\u200b"
"""Behind a bracket that was escaped: it begins no footnote, and may begin any other marker."""

_TAG = re.compile(r"<\s*(?P<close>/?)\s*(?P<name>[a-z][a-z0-9]*)", re.IGNORECASE)
_HREF = re.compile(r"""\shref\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_ANCHOR = re.compile(r"""\s(?:id|name)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)


def pieces_of(nodes: Iterable["SyntaxTreeNode"]) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """Return the pieces of a paragraph, and the names by which links lead to it."""
    writing = _Writing()
    for node in nodes:
        writing.take(node)
    return tuple(writing.pieces), tuple(writing.anchors)


class _Writing:
    """A paragraph as it is put together; raw ``<sup>`` and ``<a>`` hold until they are closed."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.anchors: list[str] = []
        self._raised = False
        self._href = ""

    def take(self, node: "SyntaxTreeNode") -> None:
        """Add what a node holds."""
        match node.type:
            case "text" | "text_special" | "softbreak" | "hardbreak" | "image":
                self._add(_words(node))
            case "code_inline":
                self.pieces.append(Piece("code", node.content))
            case "footnote_ref":
                self.pieces.append(Piece("note", str(node.meta.get("label") or f"inline {node.meta['id']}")))
            case "html_inline":
                self._tag(node.content)
            case "link":
                self._link(node)
            case _:
                for child in node.children:
                    self.take(child)

    def _add(self, text: str) -> None:
        """Add words, as what they are inside of."""
        kind: PieceKind = "sup" if self._raised else "link" if self._href else "text"
        self.pieces.append(Piece(kind, text, self._href))

    def _link(self, node: "SyntaxTreeNode") -> None:
        """Add a link with all its words as one piece."""
        inside, _ = pieces_of(node.children)
        kind: PieceKind = "sup" if self._raised or any(one.kind == "sup" for one in inside) else "link"
        self.pieces.append(Piece(kind, "".join(one.text for one in inside), str(node.attrs.get("href", ""))))

    def _tag(self, tag: str) -> None:
        """Follow a raw tag: what it raises, where it leads, what it names."""
        found = _TAG.match(tag)
        if not found:
            return
        opens = not found["close"]
        if name := _ANCHOR.search(tag):
            self.anchors.append(name[1])
        if found["name"].lower() == "sup":
            self._raised = opens
        elif found["name"].lower() == "a":
            link = _HREF.search(tag)
            self._href = link[1] if opens and link else ""


def _words(node: "SyntaxTreeNode") -> str:
    """Return the words of a node: the end of a line is one sign, and a picture has none."""
    if node.type in {"softbreak", "hardbreak"}:
        return "\n"
    if node.type == "text_special" and node.markup == "\\[":
        return f"[{ESCAPED}"
    return "" if node.type == "image" else node.content
