"""What a reader of Markdown or HTML hands on: blocks of text whose links, code and notes are still apart."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

PieceKind = Literal["text", "code", "link", "note", "sup"]


class Piece(NamedTuple):
    """A stretch of a block: plain text, code, a link, a footnote's marker, or what is raised."""

    kind: PieceKind
    text: str
    href: str = ""
    """Of a link or of what is raised: where it leads."""


BlockKind = Literal["heading", "paragraph", "item", "row", "note"]


@dataclass(frozen=True)
class Block:
    """A paragraph, heading, list item, table row or footnote definition, as it stands in the document."""

    kind: BlockKind
    pieces: tuple[Piece, ...]
    line: int
    level: int = 0
    """Of a heading: 1 to 6."""
    label: str = ""
    """Of a footnote: its name. Of an item in a numbered list: its number."""
    group: int = 0
    """Blocks of one outermost list item or one footnote share it; 0 is none."""
    anchors: tuple[str, ...] = ()
    """Names by which links inside the document lead here."""
    listing: bool = False
    """Whether the document itself says that this is part of its notes or references."""

    @property
    def text(self) -> str:
        """Return the words of the block, code and links included."""
        return "".join(f"[^{one.text}]" if one.kind == "note" else one.text for one in self.pieces)


@dataclass(frozen=True)
class Document:
    """The blocks of a document, and the addresses it defines apart from its text."""

    blocks: tuple[Block, ...]
    addresses: tuple[tuple[str, str, int], ...] = field(default=())
    """Label, address and line of ``[1]: https://…``."""
