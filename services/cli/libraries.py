"""A person's reference files: looked at before anything is asked, then uploaded under their hashes."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from shared import messages as m

from .exits import BadInput

MOST_BYTES = 100_000_000
READ = "EndNote XML, RIS, NBIB (MEDLINE text), PubMed XML, BibTeX or CSL-JSON, gzip included"
_GZIP = b"\x1f\x8b"
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""UTF-16 has zero bytes, and is text."""

_SNIFFED_BYTES = 4096


@dataclass(frozen=True)
class Book:
    """A file as it will be uploaded."""

    file: m.LibraryFile
    data: bytes


def read_library(paths: Iterable[Path]) -> tuple[tuple[Book, ...], tuple[str, ...]]:
    """Return the files, each once, and a sentence for each that cannot be used."""
    books: dict[str, Book] = {}
    refused: list[str] = []
    for path in paths:
        try:
            book = _book(path)
        except BadInput as error:
            refused.append(f"--library: {error}")
        else:
            books.setdefault(book.file.sha256, book)
    return tuple(books.values()), tuple(refused)


def _book(path: Path) -> Book:
    """Return one file; raise ``BadInput`` with what to do about it."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            message = f"{path} has {size / 1e6:.0f} MB; at most {MOST_BYTES / 1e6:.0f} MB are read: split it"
            raise BadInput(message)
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(_unreadable(path, error)) from error
    if problem := unfit(data):
        message = f"{path} {problem}"
        raise BadInput(message)
    named = m.LibraryFile(sha256=hashlib.sha256(data).hexdigest(), name=path.name, size_bytes=len(data))
    return Book(named, data)


def unfit(data: bytes) -> str:
    """Return why *data* can be no reference file, at a glance; the search agent looks closer."""
    head = data[:_SNIFFED_BYTES]
    if not data.strip():
        return "is empty: export the references again"
    if head.startswith(b"%PDF"):
        return "is a PDF: export the references from your reference manager instead"
    if b"\0" in head and not head.startswith((_GZIP, *_WIDE)):
        return f"is no text: Vouch reads {READ}"
    return ""


def _unreadable(path: Path, error: OSError) -> str:
    """Return why a file cannot be read, and what to do about it."""
    match error:
        case FileNotFoundError():
            return f"{path} does not exist: check the path"
        case IsADirectoryError():
            return f"{path} is a folder: name the files in it"
        case PermissionError():
            return f"{path} may not be read: check its permissions"
        case _:
            return f"{path} cannot be read: {error.strerror}"
