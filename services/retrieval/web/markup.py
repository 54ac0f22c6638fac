"""HTML as a tree, however broken, and what its head says."""

import re
from collections.abc import Iterator
from typing import Protocol, cast

from lxml import etree, html

from shared.characters import encoding_of

LxmlError: type[Exception] = etree.LxmlError
"""Of lxml's own kind; what it cannot parse at all is a ``SyntaxError`` besides."""

_META_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-zA-Z0-9_.:-]{1,40})""", re.IGNORECASE)
_HEAD_BYTES = 4096
MOST_META_CHARACTERS = 2_000
"""Of one thing a page says of itself: a title has fewer."""

_WINDOWS = {"iso-8859-1", "latin-1", "latin1", "ascii", "us-ascii", ""}
"""Charsets that browsers read as windows-1252: who writes them usually means it."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)
"""Controls, half characters, and signs that reorder or hide text: a reader must see what is quoted."""


class Element(Protocol):
    """What is used of lxml's elements."""

    @property
    def tag(self) -> str:
        """Return its name."""
        ...

    def get(self, key: str, default: str = "") -> str:
        """Return an attribute."""
        ...

    def xpath(self, path: str) -> list["Element"]:
        """Return the elements at *path*."""
        ...

    def text_content(self) -> str:
        """Return all text within."""
        ...


def tree_of(text: str) -> Element | None:
    """Return the root of a page; None for a page without an element."""
    # As bytes: a text that names its encoding, as XHTML does, is refused by lxml.
    parser = html.HTMLParser(encoding="utf-8", no_network=True)
    try:
        return cast("Element | None", html.document_fromstring(text.encode("utf-8", "replace"), parser=parser))
    except (etree.ParserError, etree.XMLSyntaxError):
        return None


def decoded(body: bytes, charset: str) -> str:
    """Return a body as text: by what its server says, else what it says of itself, else what fits."""
    named = _META_CHARSET.search(body[:_HEAD_BYTES])
    for name in (charset, named[1].decode("ascii") if named else "", "utf-8"):
        encoding = encoding_of("windows-1252" if name.lower() in _WINDOWS and name else name) or "utf-8"
        try:
            return body.decode(encoding)
        except UnicodeDecodeError:
            continue
    return body.decode("windows-1252", errors="replace")


def seen(text: str) -> str:
    """Return what a reader sees of *text*."""
    return _UNSEEN.sub("", text)


def words_of(element: Element) -> str:
    """Return the text of an element in one line."""
    return " ".join(seen(element.text_content()).split())


def meta_of(root: Element) -> dict[str, list[str]]:
    """Return what the page says of itself: lower-case name, and every content under it, in order."""
    said: dict[str, list[str]] = {}
    for name, content in _metas(root):
        said.setdefault(name, []).append(content)
    return said


def _metas(root: Element) -> Iterator[tuple[str, str]]:
    """Yield name and content of the page's meta elements."""
    for element in root.xpath("//meta[@content]"):
        name = (element.get("name") or element.get("property") or "").strip().lower()
        content = " ".join(seen(element.get("content")[:MOST_META_CHARACTERS]).split())
        if name and content:
            yield name, content
