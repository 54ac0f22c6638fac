"""Read the report's own Markdown back into blocks: every format shows what the page shows, and nothing else.

``rendering`` decides what stands on the page; whoever adds a section there has it in HTML, PDF and Word as well.
"""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from shared.audit.exports.page import Run, Style
from shared.audit.markers import MARKER

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
_STYLES: dict[str, Style] = {"strong": "strong", "em": "emphasis"}

_LINKING = re.compile(rf"{MARKER.pattern}(?=[(\[:])")
"""A marker before what would make a link of it."""

Node = SyntaxTreeNode
Runs = tuple[Run, ...]


def blocks_of(markdown: str) -> Iterator[Node]:
    """Yield the blocks of a page in order; what lies in a quotation lies on the page."""
    apart = _LINKING.sub(lambda found: f"\\{found.group()[:-1]}\\]", markdown)
    return _blocks(SyntaxTreeNode(_PARSER.parse(apart)))


def _blocks(node: Node) -> Iterator[Node]:
    """Yield the blocks below a node."""
    for child in node.children:
        if child.type in ("blockquote", "ordered_list", "list_item"):
            yield from _blocks(child)
        elif child.type != "hr":
            yield child


def items_of(bullets: Node) -> Iterator[Runs]:
    """Yield the items of a list, those of a list in it after their own item."""
    for node in bullets.walk():
        if node.type == "paragraph":
            yield runs_of(node)


def cells_of(table: Node) -> Iterator[tuple[Runs, ...]]:
    """Yield the rows of a table, its head first."""
    for node in table.walk():
        if node.type == "tr":
            yield tuple(runs_of(cell) for cell in node.children)


def runs_of(node: Node) -> Runs:
    """Return the letters of a block; neighbours of one style are one run."""
    merged: list[Run] = []
    for run in _runs(node, ""):
        if merged and merged[-1].style == run.style:
            merged[-1] = Run(merged[-1].text + run.text, run.style)
        else:
            merged.append(run)
    return tuple(merged)


def _runs(node: Node, style: Style) -> Iterator[Run]:
    """Yield the letters below a node."""
    for child in node.children:
        if child.type in ("softbreak", "hardbreak"):
            yield Run(" ", style)
        elif child.type in ("text", "code_inline"):
            yield Run(child.content, "code" if child.type == "code_inline" else style)
        else:
            yield from _runs(child, _STYLES.get(child.type, style))
