"""What is read from a reference file, before and after anything is concluded from it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from shared import messages as m

Format = Literal["EndNote XML", "PubMed XML", "RIS", "MEDLINE text", "BibTeX", "CSL-JSON", "PDF"]

RetractionStatus = Literal["not-checked", "retracted", "concern", "corrected", "republished", "partially-retracted"]
"""What a record says of itself; that it says nothing is never "none found" (evidence.md, 3)."""


@dataclass(frozen=True)
class Section:
    """A labelled part of a text: ``text[start:end]``, without its label."""

    label: str
    start: int
    end: int


@dataclass(frozen=True)
class Page:
    """A page of a text: ``text[start:end]``."""

    number: int
    """From 1, as a PDF reader counts."""
    label: str
    """The number that is printed on it, where that is known."""
    start: int
    end: int


@dataclass(frozen=True)
class Reference:
    """A work, and what there is of it to read: the whole text, its abstract, or no more than its title."""

    work: m.Work
    text: str
    sections: tuple[Section, ...] = ()
    title_only: bool = False
    pages: tuple[Page, ...] = ()
    """Of a full text, each paragraph of which is a line; a record has none."""
    file: str = ""
    """Of a full text: what a person calls the file."""


@dataclass(frozen=True)
class Skipped:
    """A record that could not be used, by a name a person finds it by, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Reading:
    """Everything a file gave."""

    references: tuple[Reference, ...]
    skipped: tuple[Skipped, ...]
    format: Format
    notes: tuple[str, ...] = ()
    """What a person should know of the file as a whole, such as that its accents are a guess."""


@dataclass(frozen=True)
class Record:
    """What a format says of one reference, in the words of no format."""

    name: str
    title: str = ""
    abstract: tuple[tuple[str, str], ...] = ()
    """Label and text of each part; a label is empty where the format has none."""
    authors: tuple[str, ...] = ()
    journal: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    dates: tuple[str, ...] = ()
    """Of publication on paper and on line, as ``2019``, ``2019-09`` or ``2019-09-18``; empty ones are allowed."""
    identifiers: m.Identifiers = field(default_factory=m.Identifiers)
    url: str = ""
    registry_numbers: tuple[str, ...] = ()
    language: str = ""
    publication_types: tuple[str, ...] = ()
    mesh_terms: tuple[str, ...] = ()
    record_type: str = ""
    """What the format calls it: ``Journal Article``, ``JOUR``, ``@book``, ``webpage``."""
    retraction: RetractionStatus = "not-checked"
    is_notice: bool = False
    """Whether the record says that it is a notice about another work."""
    versions: tuple[str, ...] = ()
    """Identifiers of its preprint or article, each with its type: ``doi:10.1101/19000001``."""
    cited_by: int | None = None
    open_access_url: str = ""
    trial: m.Trial | None = None
    """What a registry of trials says; such registries register work on people."""
    design: m.Design | None = None
    """How the study was done, where the source says so in fields of its own; else its words are read for it."""


@dataclass(frozen=True)
class Parsed:
    """The records of a file, and those that could not be understood."""

    records: tuple[Record, ...]
    skipped: tuple[Skipped, ...] = ()


def parsed(found: Iterable[Record | Skipped]) -> Parsed:
    """Return what was found, the usable apart from the rest."""
    everything = tuple(found)
    return Parsed(
        tuple(one for one in everything if isinstance(one, Record)),
        tuple(one for one in everything if isinstance(one, Skipped)),
    )
