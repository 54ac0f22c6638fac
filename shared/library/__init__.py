"""Reads a person's library: PDFs, and references as EndNote XML, RIS, MEDLINE text, PubMed XML, BibTeX, CSL-JSON."""

from .concluding import Provenance, concluded
from .filtering import applied, keeps
from .fulltext import abstract_of, level_of, locator_of, page_at, section_at
from .reading import read
from .relevance import relevant, shares, telling_words
from .shelf import Fetch, Opened, Shelf
from .stretches import Stretch, stretches
from .unpacking import MOST_BYTES
from .values import Page, Reading, Record, Reference, Section, Skipped
from .words import spellings

__all__ = [
    "MOST_BYTES",
    "Fetch",
    "Opened",
    "Page",
    "Provenance",
    "Reading",
    "Record",
    "Reference",
    "Section",
    "Shelf",
    "Skipped",
    "Stretch",
    "abstract_of",
    "applied",
    "concluded",
    "keeps",
    "level_of",
    "locator_of",
    "page_at",
    "read",
    "relevant",
    "section_at",
    "shares",
    "spellings",
    "stretches",
    "telling_words",
]
