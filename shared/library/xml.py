"""Streams the records of an XML text; nothing is fetched, no entity is expanded."""

import re
from collections.abc import Collection, Iterator
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from shared.errors import CannotDo

from .values import Skipped

_Parser: TypeAlias = "XMLPullParser[Any]"

_CHUNK_CHARACTERS = 1 << 16
_FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
    r"|&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));",
    re.IGNORECASE,
)
"""Characters that XML has no room for and EndNote writes all the same."""

_ROOT = re.compile(r"<([A-Za-z_][\w.-]*)")


def root_name(text: str) -> str:
    """Return the name of the first element, without reading further."""
    found = _ROOT.search(text)
    return found[1] if found else ""


def elements(text: str, tags: Collection[str], name: str) -> Iterator[Element | Skipped]:
    """Yield each element that is one of *tags* as soon as it is complete, and where the text breaks, why.

    A text that declares entities is refused: expanding them can fill any memory. A DOCTYPE is
    passed over. What is yielded is emptied afterwards, so that a long file needs little room.
    """
    if "<!ENTITY" in text:
        reason = f"{name} declares XML entities, which may hide anything: export the references again without them"
        raise CannotDo(reason)
    text = _FORBIDDEN.sub(" ", text) if _FORBIDDEN.search(text) else text
    parser: _Parser = XMLPullParser(events=("end",))
    done = 0
    try:
        for start in range(0, len(text), _CHUNK_CHARACTERS):
            parser.feed(text[start : start + _CHUNK_CHARACTERS])
            for element in _complete(parser, tags):
                done += 1
                yield element
                element.clear()
        parser.close()
    except ParseError as error:
        yield Skipped(f"what follows record {done}", _explained(error))


def _complete(parser: _Parser, tags: Collection[str]) -> Iterator[Element]:
    """Yield the elements of interest that have ended."""
    for event in parser.read_events():
        if isinstance(event[-1], Element) and event[-1].tag in tags:
            yield event[-1]


def _explained(error: ParseError) -> str:
    """Return what is wrong with the text, and where."""
    line = error.position[0]
    if str(error).startswith(("no element found", "unclosed")):
        return f"the file is cut off in line {line}: what stood there is lost. Export it again"
    return f"the file is no well-formed XML from line {line} on, and nothing after it could be read. Export it again"


def text_of(element: Element | None) -> str:
    """Return all text in *element*: titles and abstracts hold italics, indices and formulas."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def lines_of(element: Element | None) -> tuple[str, ...]:
    """Return the text in *element* by lines, as EndNote's notes have them."""
    return tuple(line.strip() for line in "".join(element.itertext()).splitlines()) if element is not None else ()
