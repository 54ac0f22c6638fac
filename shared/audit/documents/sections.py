"""Which part of a document is what: its body, how it was made, its references, works it does not cite."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from .pieces import Block, Piece
from .values import Role

_NUMBERING = r"(?:[\W_]|\d|\b[ivx]+\.)*"
_REFERENCES = re.compile(
    rf"{_NUMBERING}(?:"
    r"(?:list of |selected |key |numbered |full )?(?:references?|sources?|bibliography|citations?)"
    r"(?: list| cited| used| and notes| and sources)?|"
    r"(?:works|literature|sources|references|publications) (?:cited|used|consulted)|cited (?:works|literature|sources)|"
    r"reference list|literature|foot ?notes?|end ?notes?|notes and references|"
    r"literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|références|bibliographie|referencias|bibliografía)[\W_]*",
    re.IGNORECASE,
)
_FURTHER = re.compile(
    rf"{_NUMBERING}(?:.*\bnot cited\b.*|further reading|see also|additional (?:reading|sources|references)|"
    r"excluded (?:works|studies|sources).*|related (?:works|reading|reports)|claim ledger)[\W_]*",
    re.IGNORECASE,
)
_METHODS = re.compile(
    rf"{_NUMBERING}(?:(?:materials? and |our |search |review )?method(?:s|ology)?(?: and materials?| used)?|"
    r"(?:literature )?search(?:es)?(?: strategy| strings?| terms?)?|"
    r"(?:strengths and )?limitations?(?: of (?:this|the) (?:report|review))?|how far this was checked|"
    r"how this (?:report |review )?was (?:made|written|checked|produced)|"
    r"disclaimer|about this report|study flow|research questions?|"
    r"contents|table of contents|(?:inclusion|exclusion|eligibility)(?: and exclusion)? criteria|eligibility)[\W_]*",
    re.IGNORECASE,
)
_ROLES: tuple[tuple[re.Pattern[str], Role], ...] = (
    (_FURTHER, "further"),
    (_REFERENCES, "references"),
    (_METHODS, "methods"),
)
_BOLD_LEVEL = 7
"""A line such as ``References:`` stands for a heading below all others."""

_LONGEST_HEADING = 60


class Placed(NamedTuple):
    """A block with the section it stands in."""

    block: Block
    section: str
    role: Role


def placed(blocks: Iterable[Block]) -> Iterator[Placed]:
    """Yield each block with its section; what stands below a heading of references belongs to them."""
    open_headings: list[tuple[int, str, Role]] = []
    titled = False
    for block in (part for one in blocks for part in _parted(one)):
        if level := _level(block):
            while open_headings and open_headings[-1][0] >= level:
                open_headings.pop()
            above: Role = open_headings[-1][2] if open_headings else "body"
            title = " ".join(block.text.split()).strip(" :")
            role = _role(title)
            if level == 1 and not titled:
                titled, role = True, None if role == "methods" else role  # the title of the report is no part of it
            open_headings.append((level, title, role or above))
        _, section, role = open_headings[-1] if open_headings else (0, "", "body")
        yield Placed(block, section, _of_block(block, role))


def _parted(block: Block) -> tuple[Block, ...]:
    """Return a paragraph whose first line is ``References:`` as that line and the rest."""
    first, stop, _ = block.text.partition("\n")
    if block.kind != "paragraph" or not stop or not _REFERENCES.fullmatch(first.strip()):
        return (block,)
    head, rest = _cut(block.pieces)
    return (replace(block, pieces=head), replace(block, pieces=rest, line=block.line + 1, anchors=()))


def _cut(pieces: Sequence[Piece]) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return the pieces of the first line, and all others."""
    for at, piece in enumerate(pieces):
        before, stop, after = piece.text.partition("\n")
        if stop:
            return (*pieces[:at], piece._replace(text=before)), (piece._replace(text=after), *pieces[at + 1 :])
    return tuple(pieces), ()


def _of_block(block: Block, role: Role) -> Role:
    """Return the role of a block; a footnote is a reference wherever it stands."""
    return "references" if block.kind == "note" or block.listing else role


def _role(title: str) -> Role | None:
    """Return what a heading announces; nothing where it is one of the report's own."""
    return next((role for pattern, role in _ROLES if pattern.fullmatch(title)), None)


def _level(block: Block) -> int:
    """Return the level of a heading; 0 for what is none."""
    if block.kind == "heading":
        return block.level
    text = block.text.strip()
    alone = block.kind == "paragraph" and len(text) <= _LONGEST_HEADING
    return _BOLD_LEVEL if alone and (_REFERENCES.fullmatch(text) or _FURTHER.fullmatch(text)) else 0
