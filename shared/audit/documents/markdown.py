"""Read Markdown into blocks: CommonMark with tables and footnotes, by the lines on which they stand."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .html import blocks_of_html
from .inline import pieces_of
from .pieces import Block, BlockKind, Document, Piece

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode


@cache
def _parser() -> "MarkdownIt":
    """Return the parser; definitions of footnotes stay where they are written, used or not."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 -- only who audits a document needs it
    from mdit_py_plugins.footnote import footnote_plugin  # noqa: PLC0415 -- the same

    parser = MarkdownIt("commonmark", {"store_labels": True}).enable("table").use(footnote_plugin)
    return parser.disable(["footnote_tail", "text_join"])


def read_markdown(text: str) -> Document:
    """Return the blocks of a Markdown text."""
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415 -- only who audits a document needs it

    env: dict[str, Any] = {}
    tree = SyntaxTreeNode(_parser().parse(text, env))
    blocks = tuple(_inside(tree, _Place(itertools.count(1))))
    addresses = [
        (label, str(one["href"]), one["map"][0] + 1)
        for label, one in (*env.get("references", {}).items(), *_twice(env.get("duplicate_refs", ())))
    ]
    return Document((*blocks, *_inline_notes(env)), tuple(addresses))


def _twice(duplicates: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the addresses that were defined under a label that has one already."""
    return ((str(one["label"]), one) for one in duplicates)


def _inline_notes(env: dict[str, Any]) -> Iterator[Block]:
    """Yield the footnotes that are written where they are used: ``^[a note]``."""
    for number, note in env.get("footnotes", {}).get("list", {}).items():
        if "content" in note:
            yield Block("note", (Piece("text", note["content"]),), 0, label=inline_label(number))


def inline_label(number: int) -> str:
    """Return the name that an inline footnote has here; it has none in the document."""
    return f"inline {number}"


class _Place(NamedTuple):
    """Where in the structure of the document a block stands."""

    numbers: Iterator[int]
    kind: BlockKind = "paragraph"
    label: str = ""
    group: int = 0
    line: int = 0


def _blocks(node: "SyntaxTreeNode", place: _Place) -> Iterator[Block]:
    """Yield the blocks inside *node* in order."""
    line = node.map[0] + 1 if node.map else place.line
    match node.type:
        case "heading":
            yield _block(node, place._replace(kind="heading", line=line), int(node.tag[1:]))
        case "paragraph":
            yield _block(node, place._replace(line=line))
        case "tr":
            yield _row(node, line)
        case "html_block":
            yield from (replace(one, line=one.line + line - 1) for one in blocks_of_html(node.content))
        case _:
            yield from _inside(node, place._replace(line=line))


def _inside(node: "SyntaxTreeNode", place: _Place) -> Iterator[Block]:
    """Yield the blocks of the children."""
    numbers = _numbers(node)
    for at, child in enumerate(node.children):
        match child.type:
            case "list_item":
                group = place.group or next(place.numbers)
                yield from _blocks(child, place._replace(kind="item", label=numbers[at], group=group))
            case "footnote_reference":
                label = str(child.meta["label"])
                yield from _blocks(child, place._replace(kind="note", label=label, group=next(place.numbers)))
            case _:
                yield from _blocks(child, place)


def _numbers(node: "SyntaxTreeNode") -> list[str]:
    """Return the numbers of the items of a list as they are written; where all are the same, as they are shown."""
    written = [one.info if one.type == "list_item" else "" for one in node.children]
    if len(written) > 1 and written[0] and len(set(written)) == 1:
        return [str(int(written[0]) + at) for at in range(len(written))]
    return written


def _block(node: "SyntaxTreeNode", place: _Place, level: int = 0) -> Block:
    """Return a paragraph or heading."""
    pieces, anchors = pieces_of(node.children[0].children if node.children else ())
    return Block(place.kind, pieces, place.line, level, place.label, place.group, anchors)


def _row(node: "SyntaxTreeNode", line: int) -> Block:
    """Return a row of a table as one block, its cells apart."""
    pieces: list[Piece] = [Piece("text", "|")]
    anchors: tuple[str, ...] = ()
    for cell in node.children:
        inside, names = pieces_of(cell.children[0].children if cell.children else ())
        pieces += [Piece("text", " "), *inside, Piece("text", " |")]
        anchors += names
    return Block("row", tuple(pieces), line, anchors=anchors)
