"""The whole of a body, within a limit that counts what it is after decompression.

httpx decompresses without limit, and does so again for each name in ``Content-Encoding``; here nothing is
unpacked beyond the limit.
"""

import zlib
from collections.abc import Iterator

import httpx

from .failing import RefusedError, SiteError

PIECE_BYTES = 1 << 18
"""Of one step of unpacking; the limit is checked between two."""

GZIP = zlib.MAX_WBITS | 16
ACCEPTED = "gzip"
"""What requests accept; zlib is in every Python, brotli and zstd are not."""


async def read_whole(name: str, response: httpx.Response, most_bytes: int) -> bytes:
    """Return the body of a streamed *response*.

    Raises ``RefusedError`` for one above *most_bytes*, and ``SiteError`` for one that cannot be unpacked.
    """
    if response.is_stream_consumed:
        _within(name, len(response.content), most_bytes)
        return response.content
    unpacked = _unpacker(name, response.headers.get("content-encoding", ""))
    body = bytearray()
    async for raw in response.aiter_raw():
        for piece in unpacked.add(raw):
            body += piece
            _within(name, len(body), most_bytes)
    unpacked.end()
    return bytes(body)


def _within(name: str, size: int, most_bytes: int) -> None:
    """Raise ``RefusedError`` for a body that is too large."""
    if size > most_bytes:
        message = f"{name}'s answer is larger than {most_bytes / 1e6:g} MB, and was not read: ask for less at once"
        raise RefusedError(message)


class _Plain:
    """A body that is not compressed."""

    def add(self, raw: bytes) -> Iterator[bytes]:
        """Yield what came."""
        yield raw

    def end(self) -> None:
        """Accept any end: HTTP itself counts the bytes."""


class _Gzip:
    """A body of one or more gzip members."""

    def __init__(self, name: str) -> None:
        self._name, self._member, self._begun = name, zlib.decompressobj(GZIP), False

    def add(self, raw: bytes) -> Iterator[bytes]:
        """Yield what *raw* unpacks to, piece by piece."""
        while raw:
            if self._member.eof:
                self._member = zlib.decompressobj(GZIP)
            self._begun = True
            try:
                piece = self._member.decompress(raw, PIECE_BYTES)
            except zlib.error as error:
                message = f"{self._name} answered with compressed data that is broken"
                raise SiteError(message) from error
            yield piece
            raw = self._member.unused_data if self._member.eof else self._member.unconsumed_tail

    def end(self) -> None:
        """Raise ``SiteError`` when the last member is not whole."""
        if self._begun and not self._member.eof:
            message = f"{self._name} broke its compressed answer off"
            raise SiteError(message)


def _unpacker(name: str, encoding: str) -> _Plain | _Gzip:
    """Return what unpacks an encoding; raise ``SiteError`` for one that nobody asked for."""
    match encoding.strip().lower():
        case "" | "identity":
            return _Plain()
        case "gzip" | "x-gzip":
            return _Gzip(name)
        case other:
            shown = "".join(one for one in other if one.isalnum() or one in "-, ")[:40]
            message = f"{name} compressed its answer in a way we did not ask for ({shown})"
            raise SiteError(message)
