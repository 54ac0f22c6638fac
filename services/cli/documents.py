"""The files of `vouch audit`: a report that anybody wrote, and the works it is held against."""

import codecs
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from shared import messages as m
from shared.characters import json_of
from shared.errors import CannotDo
from shared.pdf import is_pdf

from .exits import BadInput

if TYPE_CHECKING:
    from shared.audit.documents import Kind, KnownWork

MOST_BYTES = 20_000_000
"""Of a report: a hundred times an enormous one."""
MOST_SOURCE_BYTES = 100_000_000

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_WORD = b"PK\x03\x04"
_PAGES = frozenset((".html", ".htm", ".xhtml"))
_PAGE_BEGINS = ("<!doctype html", "<html", "<?xml", "<head", "<body")


class Page(NamedTuple):
    """A report as it was given."""

    name: str
    text: str
    kind: "Kind"


class Left(NamedTuple):
    """A report of ours, and the Markdown it left as where the file has it."""

    report: m.ResearchReport
    markdown: str = ""


class Given(NamedTuple):
    """What a report is held against."""

    works: "tuple[KnownWork, ...]" = ()
    records: tuple[Left, ...] = ()
    notes: tuple[str, ...] = ()
    """What could not be read of the sources, by name."""


def page_of(file: str, kind: "Kind | None") -> Page:
    """Return the report in a file, or on standard input for ``-``; raise ``BadInput`` with what to do about it."""
    name = "standard input" if file == "-" else file
    data = sys.stdin.buffer.read(MOST_BYTES + 1) if file == "-" else _bytes(Path(file), MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise BadInput(_too_large(name, MOST_BYTES))
    text = _text(data, name)
    return Page(name, text, kind or _kind(file, text))


def _bytes(path: Path, most: int) -> bytes:
    """Return what is in a file; raise ``BadInput`` where it cannot be read."""
    try:
        if path.stat().st_size > most:
            raise BadInput(_too_large(str(path), most))
        return path.read_bytes()
    except IsADirectoryError:
        message = f"{path} is a folder: name a file in it"
    except FileNotFoundError:
        message = f"{path} does not exist: check the path"
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}"
    raise BadInput(message)


def _too_large(name: str, most: int) -> str:
    """Return that a file is too large."""
    return f"{name} is larger than {most // 1_000_000} MB: give a part of it"


def _text(data: bytes, name: str) -> str:
    """Return the text of a report; raise ``BadInput`` for what is none."""
    if wrong := _no_text(data):
        message = f"{name} {wrong}"
        raise BadInput(message)
    encoding = next((encoding for mark, encoding in _BOMS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        message = f"{name} is not in UTF-8 (byte {error.start + 1:,} is none of it): save it as UTF-8"
        raise BadInput(message) from error


def _no_text(data: bytes) -> str:
    """Return why *data* cannot be a report in Markdown or HTML, at a glance; nothing where it may be one."""
    if not data.strip():
        return "is empty: there is nothing to audit"
    if is_pdf(data):
        return "is a PDF: audit the Markdown or HTML it was made from"
    if data.startswith(_WORD):
        return "is a Word document or another archive: save it as HTML or Markdown"
    if b"\0" in data and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "is no text: Vouch audits Markdown and HTML"
    if data.lstrip()[:1] == b"{" and _json(data) is not None:
        return "is JSON: audit the page, and give the JSON with --sources"
    return ""


def _json(data: bytes) -> Any:
    """Return what JSON says; ``None`` for what is none."""
    try:
        return json_of(data)
    except (ValueError, RecursionError):
        return None


def _kind(name: str, text: str) -> "Kind":
    """Return what a report is written in: by its name, else by how it begins."""
    begins = text.lstrip("\ufeff \t\r\n")[:20].lower()
    return "html" if Path(name).suffix.lower() in _PAGES or begins.startswith(_PAGE_BEGINS) else "markdown"


def given_in(files: Sequence[Path]) -> Given:
    """Return the works of all files; raise ``BadInput`` naming each that cannot be used."""
    found, refused = [], []
    for path in files:
        try:
            found.append(_given(path))
        except CannotDo as error:
            refused.append(f"--sources: {error}")
    if refused:
        raise BadInput("\n".join(refused))
    return Given(
        tuple(work for one in found for work in one.works),
        tuple(record for one in found for record in one.records),
        tuple(note for one in found for note in one.notes),
    )


def _given(path: Path) -> Given:
    """Return the works of one file: a report of ours as JSON, or a library of references."""
    data = _bytes(path, MOST_SOURCE_BYTES)
    if record := _record(data, path.name):
        return Given(records=(record,))
    from shared.audit.documents import works_of_library  # noqa: PLC0415 -- only where there are sources
    from shared.library import read  # noqa: PLC0415 -- it takes a second to import

    reading = read(data, path.name)
    skipped = (f"{path.name}, {one.name}: {one.reason}" for one in reading.skipped)
    return Given(works_of_library(reading.references), (), (*reading.notes, *skipped))


def _record(data: bytes, name: str) -> Left | None:
    """Return the report of ours that a file is; ``None`` for anything else."""
    if data.lstrip()[:1] != b"{":
        return None
    whole = _json(data)
    told = whole.get("report") or whole if isinstance(whole, dict) else {}
    if "research_question" not in told:
        return None
    try:
        return Left(m.ResearchReport.model_validate(told), str(whole.get("markdown") or ""))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        message = f"{name} looks like a report of Vouch, but {where} cannot be used: {first['msg']}"
        raise BadInput(message) from error
