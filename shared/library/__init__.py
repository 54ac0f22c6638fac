"""Reads a person's reference files: EndNote XML, RIS, MEDLINE text, PubMed XML, BibTeX, CSL-JSON."""

from .filtering import applied, keeps
from .reading import read
from .relevance import relevant, shares, telling_words
from .shelf import Fetch, Opened, Shelf
from .unpacking import MOST_BYTES
from .values import Reading, Reference, Section, Skipped
from .words import spellings

__all__ = [
    "MOST_BYTES",
    "Fetch",
    "Opened",
    "Reading",
    "Reference",
    "Section",
    "Shelf",
    "Skipped",
    "applied",
    "keeps",
    "read",
    "relevant",
    "shares",
    "spellings",
    "telling_words",
]
