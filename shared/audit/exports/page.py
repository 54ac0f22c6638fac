"""The page of a report as values: what HTML, PDF and Word all show, each in its own way. No text in it is markup."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from shared import messages as m

Style = Literal["", "strong", "emphasis", "code"]


class Run(NamedTuple):
    """Letters of one style."""

    text: str
    style: Style = ""
    url: str = ""
    """Where it leads, if it is a link."""


class Mark(NamedTuple):
    """Where a footnote is called."""

    number: int
    nth: int
    """Which of its calls this is, from 1: a footnote leads back to each."""


class Stretch(NamedTuple):
    """A part of a line; where it is a sentence of the ledger, *claim* is its number there, else 0."""

    parts: tuple[Run | Mark, ...]
    claim: int = 0


Line = tuple[Stretch, ...]


class Heading(NamedTuple):
    """The title of a section."""

    level: int
    line: Line
    kind: str = "heading"


class Paragraph(NamedTuple):
    """A paragraph."""

    line: Line
    kind: str = "paragraph"


class Bullets(NamedTuple):
    """A list."""

    items: tuple[Line, ...]
    kind: str = "bullets"


class Table(NamedTuple):
    """A table."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    kind: str = "table"


class Verbatim(NamedTuple):
    """Text whose spaces and line breaks count, such as a query."""

    text: str
    kind: str = "verbatim"


class Figure(NamedTuple):
    """A picture of numbers: the numbers themselves stand beside it, and in words what they show."""

    name: str
    title: str
    told: str
    """Its text alternative."""
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kind: str = "figure"


Block = Heading | Paragraph | Bullets | Table | Verbatim | Figure


class Place(NamedTuple):
    """A passage of a source, and in words where it stands there."""

    source_id: str
    quotation: str
    where: str


class Voice(NamedTuple):
    """What one checker says of a sentence and one source."""

    source_id: str
    verdict: m.Verdict
    by: str
    reason: str


@dataclass(frozen=True)
class Entry:
    """A sentence of the ledger by its number, with its verdict and the passages it leans on."""

    number: int
    section: str
    sentence: str
    source_ids: tuple[str, ...]
    verdict: m.Verdict
    by: str
    reason: str
    disagreement: str
    passages: tuple[Place, ...]
    voices: tuple[Voice, ...]
    shown: bool
    """Whether it stands in the page above, so that one can go back to it."""


@dataclass(frozen=True)
class Listed:
    """A work as a list of references shows it."""

    source_id: str
    flag: str
    """Such as RETRACTED: it stands before all else."""
    runs: tuple[Run, ...]
    beside: str
    """What stands behind it: its S number, and how much of it was read."""
    number: int = 0
    """Of its footnote; 0 where it has none."""
    calls: int = 0
    """How often it is called."""


@dataclass(frozen=True)
class Page:
    """Everything that a reader is shown."""

    title: str
    made_by: str
    blocks: tuple[Block, ...]
    ledger: tuple[Entry, ...]
    notes: tuple[Listed, ...]
    uncited: tuple[Listed, ...]
    style: str
    """The name of the style of its references."""
    coverage: tuple[str, ...]
    """How far it was checked, in sentences: each rate beside what it is a rate of."""


def plain(line: Line) -> str:
    """Return the letters of a line, without its marks."""
    return "".join(part.text for stretch in line for part in stretch.parts if isinstance(part, Run))


def words(text: str, style: Style = "") -> Line:
    """Return a text as a line that is no sentence of the ledger."""
    return (Stretch((Run(text, style),)),)


def figures(blocks: Sequence[Block]) -> tuple[Figure, ...]:
    """Return the figures among blocks."""
    return tuple(one for one in blocks if isinstance(one, Figure))
