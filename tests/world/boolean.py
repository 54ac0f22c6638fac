"""Queries with AND, OR, NOT, brackets, fields and ranges: parsed once for all servers that speak such a language.

A server brings the pattern of its tokens; the names of its groups say what a token is: ``open``, ``close``, ``op``,
``field``, ``phrase``, ``range`` and ``word``. Words side by side are joined by AND.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.world import texts


class MalformedError(Exception):
    """The query cannot be read; the message says why, in the words of no vendor."""


@dataclass(frozen=True)
class Term:
    """A word, a phrase, or the beginning of a word, in one field; without a field it may stand in any."""

    field: str
    text: str
    is_phrase: bool = False


@dataclass(frozen=True)
class Range:
    """A span of values; an open end is ``""``."""

    field: str
    low: str
    high: str


@dataclass(frozen=True)
class Not:
    """What must not hold."""

    part: "Query"


@dataclass(frozen=True)
class AllOf:
    """What must hold together; nothing in it holds always."""

    parts: tuple["Query", ...]


@dataclass(frozen=True)
class AnyOf:
    """Of which one must hold."""

    parts: tuple["Query", ...]


_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PART_OF_DATE = re.compile(r"\d{4}(?:-\d{2})?")

Query = Term | Range | Not | AllOf | AnyOf


@dataclass(frozen=True)
class Document:
    """What can be asked of one record: texts word by word, values as a whole."""

    texts: Mapping[str, str]
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    anywhere: tuple[str, ...] = ()
    """The texts that a term without a field is looked for in."""


def parsed(query: str, tokens: re.Pattern[str]) -> Query:
    """Return what *query* asks; raises ``MalformedError``."""
    reader = _Reader([(str(one.lastgroup), one.group().strip()) for one in tokens.finditer(query)])
    if not reader.left:
        return AllOf(())
    found = reader.either("")
    if reader.left:
        message = "a closing bracket has no opening one"
        raise MalformedError(message)
    return found


class _Reader:
    """Reads tokens by recursive descent."""

    def __init__(self, left: list[tuple[str, str]]) -> None:
        self.left = left

    def either(self, name: str) -> Query:
        """Read parts joined by OR, in the field *name*."""
        parts = [self._together(name)]
        while self._take("op", "OR"):
            parts.append(self._together(name))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _together(self, name: str) -> Query:
        """Read parts joined by AND, or by standing side by side."""
        parts = [self._one(name)]
        while self.left and self.left[0][0] != "close" and self.left[0] != ("op", "OR"):
            self._take("op", "AND")
            parts.append(self._one(name))
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _one(self, name: str) -> Query:
        """Read one part."""
        if not self.left:
            message = "something is missing at the end"
            raise MalformedError(message)
        kind, text = self.left.pop(0)
        if kind == "open":
            return self._bracketed(name)
        if kind == "field":
            return self._one(re.sub(r"^AREA\[|\]$|:$", "", text))
        if (kind, text) == ("op", "NOT"):
            return Not(self._one(name))
        return _leaf(kind, text, name)

    def _bracketed(self, name: str) -> Query:
        """Read what stands in brackets."""
        found = self.either(name)
        if not self._take("close", ")"):
            message = "an opening bracket has no closing one"
            raise MalformedError(message)
        return found

    def _take(self, kind: str, text: str) -> bool:
        """Take the next token if it is this one."""
        if self.left[:1] != [(kind, text)]:
            return False
        self.left.pop(0)
        return True


def _leaf(kind: str, text: str, name: str) -> Query:
    """Return the part one token stands for."""
    if kind == "word":
        return Term(name, text)
    if kind == "phrase":
        if not text.endswith('"') or text == '"':
            message = "a quotation mark is not closed"
            raise MalformedError(message)
        return Term(name, text[1:-1], is_phrase=True)
    if kind == "range":
        return Range(name, *_ends(text))
    message = f"{text} stands where something to look for should"
    raise MalformedError(message)


def _ends(text: str) -> tuple[str, str]:
    """Return both ends of ``[2010 TO 2012]`` or ``RANGE[2010-01-01,MAX]``."""
    inside = text.partition("[")[2].removesuffix("]")
    low, *rest = re.split(r"\s+TO\s+|,", inside, maxsplit=1)
    if not rest:
        message = f"{text} has one end only"
        raise MalformedError(message)
    return _end(low), _end(rest[0])


def _end(text: str) -> str:
    """Return one end of a range; an open one is empty."""
    bare = text.strip().strip('"')
    return "" if bare in {"MIN", "MAX", "*"} else bare


def checked(query: Query, document: Document) -> Query:
    """Return *query*; raises ``MalformedError`` where it names a field, or a range, that *document* has not."""
    match query:
        case AllOf() | AnyOf():
            for part in query.parts:
                checked(part, document)
        case Not():
            checked(query.part, document)
        case Term() | Range():
            known = {*document.values} if isinstance(query, Range) else {"", *document.texts, *document.values}
            if query.field not in known:
                message = f"there is no field {query.field or 'for a range'} of this sort"
                raise MalformedError(message)
    return query


def holds(document: Document, query: Query) -> bool:
    """Say whether a record answers a query whose fields are known."""
    match query:
        case AllOf():
            return all(holds(document, part) for part in query.parts)
        case AnyOf():
            return any(holds(document, part) for part in query.parts)
        case Not():
            return not holds(document, query.part)
        case Range():
            return any(_within(value, query) for value in document.values[query.field])
        case Term():
            return _term_holds(document, query)


def terms(query: Query) -> Iterator[str]:
    """Yield the words a query looks for, by which what was found is ranked."""
    match query:
        case AllOf() | AnyOf():
            for part in query.parts:
                yield from terms(part)
        case Term():
            yield from texts.telling(query.text)


def _term_holds(document: Document, term: Term) -> bool:
    """Say whether a term stands in its field."""
    if term.field in document.values:
        return any(_is_value(value, term.text) for value in document.values[term.field])
    names = (term.field,) if term.field else document.anywhere
    text = " \n ".join(document.texts[name] for name in names)
    if term.text.endswith("*"):
        return texts.holds_beginning(text, term.text[:-1])
    if term.is_phrase:
        return texts.holds_phrase(text, term.text)
    return texts.holds_words(text, texts.telling(term.text)) if term.text.lower() not in texts.STOP_WORDS else True


def _is_value(value: str, wanted: str) -> bool:
    """Say whether a value is the wanted one; ``*`` stands for any ending, a year or month for its days."""
    if wanted.endswith("*"):
        return value.casefold().startswith(wanted[:-1].casefold())
    if _PART_OF_DATE.fullmatch(wanted) and _DATE.fullmatch(value):
        return value.startswith(wanted)
    return value.casefold() == wanted.casefold()


def _within(value: str, span: Range) -> bool:
    """Say whether a value lies in a span: numbers as numbers, dates as they are written."""
    if not value:
        return False
    known = [one for one in (value, span.low, span.high) if one]
    if all(one.isdigit() for one in known):
        return (not span.low or int(value) >= int(span.low)) and (not span.high or int(value) <= int(span.high))
    day, low = whole_day(value, "-01-01"), whole_day(span.low, "-01-01")
    high = whole_day(span.high, "-12-31")
    return low <= day and (not high or day <= high)


def whole_day(date: str, rest: str) -> str:
    """Return a date with its missing month and day from *rest*, such as ``-12-31``; nothing for nothing."""
    return date + rest[len(date) - len("2019") :] if date else ""
