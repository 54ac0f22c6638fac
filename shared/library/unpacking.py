"""From the bytes of a file to its text: size, compression, encoding."""

import codecs
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from shared.characters import encoding_of
from shared.errors import CannotDo

MOST_BYTES = 100_000_000
"""Of a file, unpacked: about 20,000 references with abstracts, far more than a run registers."""

_GZIP = b"\x1f\x8b"
_CHUNK_BYTES = 1 << 20
_SNIFFED_BYTES = 4096

_NOT_TEXT = {
    b"PK\x03\x04": "is a ZIP archive: unpack it and give the file inside",
    b"%PDF": "is a packed PDF: unpack it and give the file inside",
    b"SQLite format 3": "is a database, not an export: export the references from your reference manager",
}
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DECLARED = re.compile(rb"""<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']""")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MOST_CONTROL_SHARE = 0.01


@dataclass(frozen=True)
class Unpacked:
    """The text of a file, and what happened on the way to it."""

    text: str
    notes: tuple[str, ...] = ()
    cut: bool = False
    """Whether the compressed file ended too early."""


def unpack(data: bytes, name: str) -> Unpacked:
    """Return the text in *data*. Raises ``CannotDo`` where there is none, or more than fits."""
    if not data:
        reason = f"{name} is empty (0 bytes): export the references again"
        raise CannotDo(reason)
    plain, cut = _gunzip(data, name) if data.startswith(_GZIP) else (data, False)
    if len(plain) > MOST_BYTES:
        raise _too_large(name)
    text, note = _decode(plain, name)
    if not text.strip():
        reason = f"{name} holds nothing but space: export the references again"
        raise CannotDo(reason)
    return Unpacked(text, (note,) if note else (), cut)


def _too_large(name: str) -> CannotDo:
    """Return the error for a file that holds too much."""
    return CannotDo(f"{name} is larger than {MOST_BYTES // 1_000_000} MB unpacked: split it into smaller exports")


def _gunzip(data: bytes, name: str) -> tuple[bytes, bool]:
    """Return what *data* unpacks to, and whether it ends too early."""
    parts: list[bytes] = []
    try:
        for part in _unpacked(data):
            parts.append(part)
            if sum(map(len, parts)) > MOST_BYTES:
                raise _too_large(name)
    except zlib.error as error:
        if not any(parts):
            reason = f"{name} is damaged: it is not the gzip file it seems to be. Pack or export it again"
            raise CannotDo(reason) from error
        return b"".join(parts), True
    return b"".join(parts), False


def _unpacked(data: bytes) -> Iterator[bytes]:
    """Yield the content of each member in pieces, so that a thousandfold packed file never fills the memory.

    Raises ``zlib.error`` where the data are damaged or end too early.
    """
    while data.startswith(_GZIP):
        member = zlib.decompressobj(wbits=31)
        while data and not member.eof:
            yield member.decompress(data, _CHUNK_BYTES)
            data = member.unconsumed_tail
        if not member.eof:
            message = "the data end before the member does"
            raise zlib.error(message)
        data = member.unused_data


def _decode(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of *data*, and a note where its encoding had to be guessed."""
    for beginning, reason in _NOT_TEXT.items():
        if data.startswith(beginning):
            message = f"{name} {reason}"
            raise CannotDo(message)
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _marked(data, encoding)
    if encoding := _sixteen_bit(data[:_SNIFFED_BYTES]):
        return _marked(data, encoding)
    control = len(_CONTROL.findall(data[:_SNIFFED_BYTES]))
    if control > _MOST_CONTROL_SHARE * len(data[:_SNIFFED_BYTES]):
        reason = f"{name} is not a text file: export the references as RIS, EndNote XML, BibTeX, NBIB or CSL-JSON"
        raise CannotDo(reason)
    return _unmarked(data, name)


def _sixteen_bit(head: bytes) -> str:
    """Return the UTF-16 a text without a mark is in, or nothing: every other byte of it is zero."""
    pairs = len(head) // 2
    for encoding, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        if pairs and zeros.count(0) > 0.8 * pairs and head.count(0) < 1.2 * pairs:
            return encoding
    return ""


def _marked(data: bytes, encoding: str) -> tuple[str, str]:
    """Decode what says how it is encoded; a broken character is replaced, and noted."""
    text = data.decode(encoding, "replace")
    lost = text.count("\ufffd")
    return text, f"{lost} characters were damaged and replaced by \ufffd" if lost else ""


def _unmarked(data: bytes, name: str) -> tuple[str, str]:
    """Decode by what fits: UTF-8, what an XML declaration says, damaged UTF-8, Windows-1252."""
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        pass
    if (found := _DECLARED.search(data[:_SNIFFED_BYTES])) and (text := _as_declared(data, found[1].decode())):
        return text, ""
    text = data.decode("utf-8", "replace")
    lost = text.count("\ufffd")
    if sum(not character.isascii() for character in text) >= 2 * lost:
        return text, f"{name} is damaged UTF-8: {lost} characters were replaced by \ufffd"
    note = f"{name} is not UTF-8 and was read as Windows-1252: accents may be wrong. Export it as UTF-8 to be sure"
    return data.decode("cp1252", "replace"), note


def _as_declared(data: bytes, encoding: str) -> str:
    """Return *data* in the encoding it declares, or nothing where that is not true or not known."""
    try:
        return data.decode(encoding_of(encoding) or "utf-8")
    except UnicodeDecodeError:
        return ""
