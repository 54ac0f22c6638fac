"""Streams the records of an XML text; nothing is fetched, no entity is expanded.

The standard parser builds the tree, and after each piece of text what is complete is taken out of it: so a file of
any length needs the room of a few records, and no event is made for each of its elements.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from shared.errors import CannotDo

from .values import Skipped

_CHUNK = 1 << 16
"""Characters or bytes that are parsed at once."""
_FORBIDDEN_REFERENCE = r"&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));"
_FORBIDDEN = re.compile(rf"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|{_FORBIDDEN_REFERENCE}", re.IGNORECASE)
"""Characters that XML has no room for and EndNote writes all the same."""
_FORBIDDEN_BYTES = re.compile(_FORBIDDEN_REFERENCE.encode() + b"|\xef\xbf[\xbe\xbf]", re.IGNORECASE)
_SPACES = bytes(32 if byte < 32 and byte not in b"\t\n\r" else byte for byte in range(256))  # noqa: PLR2004 -- controls
"""Turns the control characters that XML has no room for into spaces."""

_ROOT = re.compile(r"<([A-Za-z_][\w.-]*)")


def root_name(text: str) -> str:
    """Return the name of the first element, without reading further."""
    found = _ROOT.search(text)
    return found[1] if found else ""


def elements(source: str | Iterable[bytes], tags: Collection[str], name: str) -> Iterator[Element | Skipped]:
    """Yield each element that is one of *tags* soon after it is complete, and where the text breaks, why.

    *source* is a text, or the chunks of a file in UTF-8 or what its XML declaration says. One that declares entities
    is refused with ``CannotDo``: expanding them can fill any memory. A DOCTYPE is passed over.
    """
    tree = _Tree(tags)
    done = 0
    try:
        for piece in _pieces(source):
            if tree.is_empty and ("<!ENTITY" in piece if isinstance(piece, str) else b"<!ENTITY" in piece):
                raise _entities(name)
            tree.feed(piece)
            for element in tree.complete():
                done += 1
                yield element
        tree.close()
        yield from tree.rest()
    except ParseError as error:
        for element in tree.rest():
            done += 1
            yield element
        yield Skipped(f"what follows record {done}", _explained(error))


def _entities(name: str) -> CannotDo:
    """Return the error for a text that declares entities."""
    return CannotDo(f"{name} declares XML entities, which may hide anything: export the references again without them")


class _Tree:
    """A tree that is built while text comes, and emptied of what is complete."""

    def __init__(self, tags: Collection[str]) -> None:
        self._tags = frozenset(tags)
        self._builder = TreeBuilder()
        self._above = self._builder.start("", {})  # the document's own root becomes its child
        self._parser = XMLParser(target=self._builder)  # noqa: S314 -- declared entities are refused, none is fetched

    @property
    def is_empty(self) -> bool:
        """Say whether no element has begun."""
        return len(self._above) == 0

    def feed(self, piece: str | bytes) -> None:
        """Take the next piece of text. Raises ``ParseError``."""
        self._parser.feed(piece)

    def close(self) -> None:
        """Say that no text follows. Raises ``ParseError`` where some is missing."""
        self._parser.close()

    def complete(self) -> Iterator[Element]:
        """Yield the elements that have others behind them, so that nothing can be added to them."""
        outer: Element | None = self._above
        while outer is not None and len(outer) and outer.tag not in self._tags:
            last = outer[-1]
            before = outer[:-1]
            del outer[:-1]
            for element in before:
                yield from self._within(element)
            outer = last

    def rest(self) -> Iterator[Element]:
        """Yield what is left and whole: nothing that was still open when the text ended."""
        unfinished = set(map(id, self._open()))
        for element in self._within(self._above):
            if id(element) not in unfinished:
                yield element

    def _within(self, element: Element) -> Iterator[Element]:
        """Yield the elements of interest in *element*, itself included."""
        return iter((element,)) if element.tag in self._tags else filter(self._wanted, element.iter())

    def _wanted(self, element: Element) -> bool:
        """Say whether an element is of interest."""
        return element.tag in self._tags

    def _open(self) -> Iterator[Element]:
        """Close and yield the elements that are still open, the innermost first."""
        try:
            while True:
                yield self._builder.end("")
        except IndexError:
            return


def _pieces(source: str | Iterable[bytes]) -> Iterator[str | bytes]:
    """Yield *source* in pieces without characters that XML has no room for."""
    if isinstance(source, str):
        text = _FORBIDDEN.sub(" ", source) if _FORBIDDEN.search(source) else source
        yield from (text[start : start + _CHUNK] for start in range(0, len(text), _CHUNK))
        return
    left = b""
    for chunk in source:
        held, start = left + chunk, 0
        while len(held) - start > _CHUNK:
            end = _cut(held, start)
            yield _cleaned(held[start:end])
            start = end
        left = held[start:]
    if left:
        yield _cleaned(left)


def _cut(held: bytes, start: int) -> int:
    """Return where to cut behind *start*: behind a tag, so that no reference to a character is cut in two."""
    return held.rfind(b">", start, start + _CHUNK) + 1 or held.find(b">", start + _CHUNK) + 1 or len(held)


def _cleaned(piece: bytes) -> bytes:
    """Return *piece* with a space for each character that XML has no room for."""
    piece = piece.translate(_SPACES)
    return _FORBIDDEN_BYTES.sub(b" ", piece) if b"&#" in piece or b"\xef\xbf" in piece else piece


def _explained(error: ParseError) -> str:
    """Return what is wrong with the text, and where."""
    line = error.position[0]
    if str(error).startswith(("no element found", "unclosed")):
        return f"the file is cut off in line {line}: what stood there is lost. Export it again"
    return f"the file is no well-formed XML from line {line} on, and nothing after it could be read. Export it again"


def text_of(element: Element | None) -> str:
    """Return all text in *element*: titles and abstracts hold italics, indices and formulas."""
    if element is None:
        return ""
    text = "".join(element.itertext()) if len(element) else element.text
    return " ".join(text.split()) if text else ""


def lines_of(element: Element | None) -> tuple[str, ...]:
    """Return the text in *element* by lines, as EndNote's notes have them."""
    return tuple(line.strip() for line in "".join(element.itertext()).splitlines()) if element is not None else ()
