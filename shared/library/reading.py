"""Read a reference file: its bytes in, its references out, and what could not be used, by name."""

from collections.abc import Sequence

from shared.errors import CannotDo
from shared.pdf import Workers, is_pdf

from .concluding import concluded
from .formats import reader_of
from .fulltext import reference_of
from .unpacking import Unpacked, unpack
from .values import Format, Parsed, Reading, Reference, Skipped

_ACCEPTED = "EndNote XML, RIS, NBIB (MEDLINE text), PubMed XML, BibTeX or CSL-JSON"
_PDFS = Workers()
"""Starts a process with the first PDF; who reads none has none."""


def read(data: bytes, name: str) -> Reading:
    """Return the references in *data*; *name* is what a person calls the file. A PDF is one, with its whole text.

    A record that cannot be used is skipped and named, the others stand. Raises ``CannotDo``, with
    what to do about it, for a file that is empty, too large, no text, in another format, or without any record.
    """
    if is_pdf(data):
        return _pdf(data, name)
    file = unpack(data, name)
    reader = reader_of(file.text)
    if reader is None:
        reason = f"{name} is in none of the formats Vouch reads: export the references as {_ACCEPTED}"
        raise CannotDo(reason)
    parsed = reader.parse(file.text, name)
    if not parsed.records:
        raise _without_records(parsed, name, reader.format)
    skipped = (*parsed.skipped, *_cut(file, parsed))
    return _reading([concluded(record) for record in parsed.records], skipped, reader.format, file.notes)


def _pdf(data: bytes, name: str) -> Reading:
    """Return the one work that a PDF is."""
    document = _PDFS.read(data, name)
    notes = tuple(f"{name} {note}" for note in document.notes)
    return _reading([reference_of(document, name)], (), "PDF", notes)


def _reading(
    found: Sequence[Reference | Skipped], skipped: Sequence[Skipped], kind: Format, notes: tuple[str, ...]
) -> Reading:
    """Return what was found, the usable apart from the rest."""
    references = tuple(one for one in found if isinstance(one, Reference))
    untitled = (one for one in found if isinstance(one, Skipped))
    return Reading(references, (*untitled, *skipped), kind, notes)


def _cut(file: Unpacked, parsed: Parsed) -> tuple[Skipped, ...]:
    """Say that the compressed file ended too early, where the records do not say so themselves."""
    if not file.cut or parsed.skipped:
        return ()
    why = "the compressed file is damaged or cut off there: what stood there is lost. Export it again"
    return (Skipped(f"what follows record {len(parsed.records)}", why),)


def _without_records(parsed: Parsed, name: str, kind: str) -> CannotDo:
    """Return the error for a file that has the right format and nothing in it."""
    why = next((f": {one.reason}" for one in parsed.skipped), ": export the references again")
    return CannotDo(f"{name} looks like {kind}, but no record could be read from it{why}")
