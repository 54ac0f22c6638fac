"""Read HTML into blocks, leniently: what a browser would show, and nothing that it would hide."""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .elements import is_hidden, lists_notes, names_of, refuse_bottomless
from .pieces import Block, BlockKind, Document, Piece, PieceKind

if TYPE_CHECKING:
    from lxml.etree import _Element

_BLOCKS: dict[str, BlockKind] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    **dict.fromkeys(("li", "dd", "dt"), "item"),
    "tr": "row",
}
_PARAGRAPH_WORDS = (
    "address article aside blockquote body caption center dd details div dl figcaption figure footer header hr html "
    "legend main ol p section summary table tbody tfoot thead ul"
)
_PARAGRAPHS = frozenset(_PARAGRAPH_WORDS.split())
_CODE = frozenset(("code", "pre", "kbd", "samp"))


_MOST_DEEP = 150
"""Elements inside one another; of what lies deeper only the words are taken."""


def read_html(text: str) -> Document:
    """Return the blocks of a page."""
    return Document(tuple(blocks_of_html(text)))


def blocks_of_html(text: str) -> Iterator[Block]:
    """Yield the blocks of a page, or of a piece of one; nothing where there is no element."""
    from lxml import etree, html  # noqa: PLC0415 -- only who audits a page needs it

    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    reading = _Reading()
    try:
        reading.walk(html.document_fromstring(text.encode(), parser=parser), 0)
    except etree.ParserError:  # a comment alone, for example
        return iter(())
    reading.end()
    return iter(reading.blocks)


@dataclass
class _Open:
    """The block that words go to."""

    kind: BlockKind = "paragraph"
    line: int = 0
    level: int = 0
    label: str = ""
    group: int = 0
    listing: bool = False


@dataclass
class _Reading:
    """A page as it is read, element by element."""

    blocks: list[Block] = field(default_factory=list)
    _open: _Open = field(default_factory=_Open)
    _pieces: list[Piece] = field(default_factory=list)
    _anchors: list[str] = field(default_factory=list)
    _inline: PieceKind = "text"
    _href: str = ""
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _items: Counter["_Element"] = field(default_factory=Counter)
    """How many items of each list were met."""

    def walk(self, element: "_Element", deep: int) -> None:
        """Read an element with all that is inside it, and the words behind it."""
        name = element.tag.lower() if isinstance(element.tag, str) else "script"
        if deep >= _MOST_DEEP:
            refuse_bottomless(element, deep)
            self._add("".join(map(str, element.itertext())))
        elif not is_hidden(element, name):
            self._enter(element, name, deep)
        self._add(element.tail or "")

    def end(self) -> None:
        """Finish the block that is open."""
        if any(one.text.strip() or one.href for one in self._pieces):
            now = self._open
            pieces = tuple(self._pieces)
            self.blocks.append(
                Block(now.kind, pieces, now.line, now.level, now.label, now.group, tuple(self._anchors), now.listing)
            )
            now.label, self._anchors = "", []
        self._pieces = []

    def _enter(self, element: "_Element", name: str, deep: int) -> None:
        """Read an element as what it is."""
        if name in _BLOCKS or name in _PARAGRAPHS:
            self._enter_block(element, name, deep)
            return
        self._anchors += names_of(element)
        if name in {"td", "th"}:
            self._add("| " if not self._pieces else " | ")
            self._inside(element, deep)
        elif name == "br":
            self._add("\n")
        else:
            self._enter_inline(element, name, deep)

    def _enter_block(self, element: "_Element", name: str, deep: int) -> None:
        """Read a block; what stood before it is finished, and what follows it is a paragraph again."""
        if self._open.kind == "row" and name != "tr":
            self._inside(element, deep)  # a paragraph in a cell stays in its row
            return
        self.end()
        self._anchors += names_of(element)
        before = self._open
        kind = _BLOCKS.get(name, before.kind if before.kind == "item" else "paragraph")
        self._open = _Open(
            kind,
            element.sourceline or before.line,
            int(name[1]) if kind == "heading" else 0,
            self._label_of(element) if name == "li" else before.label,
            before.group or (next(self._numbers) if name in {"li", "dd"} else 0),
            before.listing or lists_notes(element),
        )
        self._inside(element, deep)
        if name == "tr":
            self._add(" |")
        self.end()
        self._open = before

    def _enter_inline(self, element: "_Element", name: str, deep: int) -> None:
        """Read words that are raised, code, or a link."""
        before = (self._inline, self._href)
        if name in _CODE:
            self._inline = "code"
        elif name == "sup" and self._inline != "code":
            self._inline = "sup"
        elif name == "a" and element.get("href"):
            self._href = str(element.get("href"))
            self._inline = "link" if self._inline == "text" else self._inline
        self._inside(element, deep)
        self._inline, self._href = before

    def _label_of(self, item: "_Element") -> str:
        """Return the number of an item in a numbered list."""
        parent = item.getparent()
        if parent is None or parent.tag != "ol":
            return ""
        self._items[parent] += 1
        first = str(parent.get("start") or "1")
        counted = str(int(first) + self._items[parent] - 1) if first.lstrip("-").isdigit() else ""
        return str(item.get("value") or counted)

    def _inside(self, element: "_Element", deep: int) -> None:
        """Read the words and elements inside one."""
        self._add(element.text or "")
        for child in element:
            self.walk(child, deep + 1)

    def _add(self, text: str) -> None:
        """Add words to the open block; the words of one link are one piece."""
        if not text:
            return
        last = self._pieces[-1] if self._pieces else None
        if last and self._href and last.href == self._href:
            kind: PieceKind = "sup" if "sup" in {last.kind, self._inline} else last.kind
            self._pieces[-1] = Piece(kind, last.text + text, self._href)
        else:
            self._pieces.append(Piece(self._inline, text, self._href))
