"""JSON that is kept in a bucket: plain where it is short, packed where it is long. Pure."""

import zlib

_PACKED = b"\x78"
"""How packed bytes begin; no JSON begins so."""


def packed(plain: bytes, most_plain_bytes: int) -> bytes:
    """Return *plain*, packed where it is longer than *most_plain_bytes*."""
    return plain if len(plain) <= most_plain_bytes else zlib.compress(plain, 1)


def unpacked(value: bytes) -> bytes:
    """Return the JSON of a value; raise ``ValueError`` for packed bytes that are damaged."""
    if not value.startswith(_PACKED):
        return value
    try:
        return zlib.decompress(value)
    except zlib.error as error:
        message = f"packed bytes are damaged: {error}"
        raise ValueError(message) from error
