"""Whether a body is what was asked for: judged by its first bytes and by reading it, not by its header alone."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal
from xml.parsers import expat

from shared.characters import json_of

from .answers import Wants

Kind = Literal["json", "xml", "html", "pdf", "text", "binary"]

HEAD_BYTES = 1024
"""Where a PDF may begin, and more than a prolog takes before a page shows that it is one."""

HTML = re.compile(
    rb"(?:<\?xml[^>]*>\s*)?(?><!--.*?-->\s*)*+<(?:!doctype\s+html|html|head|body|script|title|meta)\b",
    re.DOTALL | re.IGNORECASE,
)
"""How a page begins. What was read as comments is never tried in other ways, which would double with each of them."""

NAMES: Mapping[str, str] = MappingProxyType(
    {"json": "JSON", "xml": "XML", "html": "a web page", "text": "text", "pdf": "a PDF", "binary": "binary data"}
)

FITS: Mapping[Wants, tuple[Kind, ...]] = MappingProxyType(
    {
        "json": ("json", "text"),  # a number or a string is JSON, too
        "xml": ("xml",),
        "html": ("html", "xml", "text"),  # fragments, and pages that begin with words
        "text": ("text", "json", "xml"),
        "pdf": ("pdf",),
    }
)

NEVER = ("image/", "audio/", "video/", "font/", "application/pdf", "application/zip")
"""Types in a header that no body of another kind may have; web page, text and JSON are mixed up too often."""


def misfit(body: bytes, content_type: str, wants: Wants) -> str:
    """Return what the body is in place of what it should be, or "" where it fits and can be read to its end."""
    reading = {"json": json_problem, "xml": xml_problem}.get(wants)
    return unlike(body, content_type, wants) or (reading(body) if reading else "")


def unlike(body: bytes, content_type: str, wants: Wants) -> str:
    """Return what the body is by its beginning in place of what it should be, or "" where it begins so."""
    if not body or body.isspace():
        return "nothing"
    declared = content_type.split(";", maxsplit=1)[0].strip().lower()
    if wants != "pdf" and declared.startswith(NEVER):
        return f"{declared} instead of {NAMES[wants]}"
    kind = kind_of(body)
    return "" if kind in FITS[wants] else f"{NAMES[kind]} instead of {NAMES[wants]}"


def kind_of(body: bytes) -> Kind:
    """Return what a body is by its first bytes."""
    head = body.removeprefix(b"\xef\xbb\xbf").lstrip()[:HEAD_BYTES]
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(b"<"):
        return "html" if HTML.match(head) else "xml"
    if head.startswith((b"{", b"[")):
        return "json"
    is_wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    return "binary" if b"\0" in head and not is_wide else "text"


def json_problem(body: bytes) -> str:
    """Say what is wrong with JSON; a body nested too deeply for the parser is no answer either."""
    try:
        json_of(body)
    except (ValueError, RecursionError):
        return "JSON that is cut off or broken"
    return ""


class _DeclaredError(Exception):
    """The text declares an entity."""


def xml_problem(body: bytes) -> str:
    """Say what is wrong with XML; one that declares entities is refused unread, for they can fill any memory."""
    parser = expat.ParserCreate()
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(body, True)  # noqa: FBT003 -- the parser's own signature
    except _DeclaredError:
        return "XML that declares entities, which are never expanded"
    except (expat.ExpatError, LookupError, ValueError):
        return "XML that is cut off or broken"
    return ""


def _refuse(*_declaration: object) -> None:
    """Stop the parser at the first declaration."""
    raise _DeclaredError
