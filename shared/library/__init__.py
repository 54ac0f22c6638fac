"""Reads a person's reference files: EndNote XML, RIS, MEDLINE text, PubMed XML, BibTeX, CSL-JSON."""

from .concluding import Provenance, concluded
from .filtering import applied, keeps
from .reading import read
from .relevance import relevant, shares, telling_words
from .shelf import Fetch, Opened, Shelf
from .unpacking import MOST_BYTES
from .values import Reading, Record, Reference, Section, Skipped
from .words import spellings

__all__ = [
    "MOST_BYTES",
    "Fetch",
    "Opened",
    "Provenance",
    "Reading",
    "Record",
    "Reference",
    "Section",
    "Shelf",
    "Skipped",
    "applied",
    "concluded",
    "keeps",
    "read",
    "relevant",
    "shares",
    "spellings",
    "telling_words",
]
