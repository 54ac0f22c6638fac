"""A person's PDFs and reference files: looked at before anything is asked, then uploaded under their hashes."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from shared import messages as m
from shared.pdf import is_pdf

from .exits import BadInput

MOST_BYTES = 100_000_000
READ = "PDF, EndNote XML, RIS, NBIB (MEDLINE text), PubMed XML, BibTeX or CSL-JSON, gzip included"
_GZIP = b"\x1f\x8b"
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""UTF-16 has zero bytes, and is text."""

_SNIFFED_BYTES = 4096
_PDF = ".pdf"
SUFFIXES = frozenset({_PDF, ".ris", ".nbib", ".bib", ".xml", ".json", ".medline", ".txt", ".gz"})
"""Of files that are looked at in a folder; a file that is named is looked at whatever it is called."""


@dataclass(frozen=True)
class Book:
    """A file as it will be uploaded."""

    file: m.LibraryFile
    data: bytes


def gathered(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files, and those of the folders that may belong to a library: no hidden ones, in order."""
    found: dict[Path, None] = {}
    for path in paths:
        inside = sorted(one for one in path.rglob("*") if _belongs(one, path)) if path.is_dir() else (path,)
        found.update(dict.fromkeys(inside))
    return tuple(found)


def _belongs(path: Path, folder: Path) -> bool:
    """Say whether a file in a folder may be one of a library."""
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return not hidden and path.suffix.lower() in SUFFIXES and path.is_file()


def read_library(paths: Iterable[Path], option: str = "--library: ") -> tuple[tuple[Book, ...], tuple[str, ...]]:
    """Return the files, each once, and a sentence for each that cannot be used; it begins with *option*."""
    books: dict[str, Book] = {}
    refused: list[str] = []
    for path in paths:
        try:
            book = _book(path)
        except BadInput as error:
            refused.append(f"{option}{error}")
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
    name = called(path.name, data)
    return Book(m.LibraryFile(sha256=hashlib.sha256(data).hexdigest(), name=name, size_bytes=len(data)), data)


def called(name: str, data: bytes) -> str:
    """Return what a file is called in the library: a PDF by its suffix, and no name longer than a request takes."""
    stem, suffix = (name[: -len(_PDF)], _PDF) if name.lower().endswith(_PDF) else (name, "")
    if is_pdf(data):
        suffix = _PDF
    return f"{stem[: m.MOST_NAME_CHARACTERS - len(suffix)]}{suffix}"


def unfit(data: bytes) -> str:
    """Return why *data* can be no file of a library, at a glance; who reads it looks closer."""
    head = data[:_SNIFFED_BYTES]
    if not data.strip():
        return "is empty: export the references again"
    if is_pdf(data):
        return ""
    if b"\0" in head and not head.startswith((_GZIP, *_WIDE)):
        return f"is no text: Vouch reads {READ}"
    return ""


def _unreadable(path: Path, error: OSError) -> str:
    """Return why a file cannot be read, and what to do about it."""
    match error:
        case FileNotFoundError():
            return f"{path} does not exist: check the path"
        case IsADirectoryError():
            return f"{path} is a folder: name the files in it, or add it with `vouch library add`"
        case PermissionError():
            return f"{path} may not be read: check its permissions"
        case _:
            return f"{path} cannot be read: {error.strerror}"
