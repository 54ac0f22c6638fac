"""Reads PDFs: their text in reading order, with pages and sections. Each is opened in a process of its own.

Only ``Document`` and who makes it are for others; what is known of the work goes on in ``shared.library``.
"""

from .sections import ABSTRACT, FRONT, REFERENCES, SILENT, TEXT
from .values import Document, Span
from .workers import MOST_WORKERS, Workers

__all__ = ["ABSTRACT", "FRONT", "MOST_WORKERS", "REFERENCES", "SILENT", "TEXT", "Document", "Span", "Workers", "is_pdf"]

_MARK = b"%PDF-"
_SNIFFED_BYTES = 1024
"""A mail program or a web server may have written something before the mark."""


def is_pdf(data: bytes) -> bool:
    """Say whether *data* is meant to be a PDF."""
    return _MARK in data[:_SNIFFED_BYTES]
