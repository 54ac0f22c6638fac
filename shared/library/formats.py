"""Which format a file is in, by what stands in it; its name does not matter."""

from collections.abc import Callable
from typing import NamedTuple

from . import bibtex, csl, endnote, medline, pubmed, ris
from .values import Format, Parsed
from .xml import root_name

_SNIFFED_CHARACTERS = 50_000
"""Remarks and blank lines may stand before the first record."""


class Reader(NamedTuple):
    """A format, and who reads it."""

    format: Format
    parse: Callable[[str, str], Parsed]


def reader_of(text: str) -> Reader | None:
    """Return who can read *text*, or ``None``."""
    head = text[:_SNIFFED_CHARACTERS].lstrip("\ufeff \t\r\n")
    if head.startswith("<"):
        return _xml_reader(root_name(head))
    if head.startswith(("[", "{")):
        return Reader("CSL-JSON", csl.parse)
    first = {
        found.start(): reader
        for pattern, reader in (
            (ris.BEGINNING, Reader("RIS", ris.parse)),
            (medline.BEGINNING, Reader("MEDLINE text", medline.parse)),
            (bibtex.BEGINNING, Reader("BibTeX", bibtex.parse)),
        )
        if (found := pattern.search(head))
    }
    return first[min(first)] if first else None


def _xml_reader(root: str) -> Reader | None:
    """Return who reads XML with this root."""
    if root in pubmed.ROOTS:
        return Reader("PubMed XML", pubmed.parse)
    return Reader("EndNote XML", endnote.parse) if root.lower() in endnote.ROOTS else None
