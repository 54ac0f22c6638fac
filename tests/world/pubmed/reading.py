"""Reads PubMed's query language into a tree; anything that somebody may type can be read.

Operators are upper case and are taken from left to right; terms side by side are joined by AND. A bracket or quote
without its partner, an operator without its term and empty brackets are passed over, as PubMed does.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Op = Literal["AND", "OR", "NOT"]
OPERATORS: dict[str, Op] = {"AND": "AND", "OR": "OR", "NOT": "NOT"}
DEEPEST = 60
"""Brackets within brackets that are kept; deeper ones are passed over, so that no text can exhaust the stack."""

_TOKEN = re.compile(r'"(?P<quoted>[^"]*)"|\[(?P<tag>[^\[\]]*)\]|(?P<mark>[():])|(?P<word>[^\s()"\[\]:]+)')
_DATE = re.compile(r"\d{4}(?:/\d{1,2}){0,2}")


@dataclass(frozen=True)
class Words:
    """Words without quotes, and the field they are asked of; without one they are mapped."""

    words: tuple[str, ...]
    tag: str = ""


@dataclass(frozen=True)
class Quoted:
    """Words in quotes."""

    phrase: str
    tag: str = ""


@dataclass(frozen=True)
class Range:
    """From one date to another, both included."""

    first: str
    last: str
    tag: str = ""


@dataclass(frozen=True)
class Group:
    """Parts from left to right, each with the operator before it; the first one's says nothing."""

    parts: tuple[tuple[Op, "Node"], ...] = ()


Node = Words | Quoted | Range | Group


@dataclass
class _Open:
    """A bracket that is still open."""

    parts: list[tuple[Op, Node]] = field(default_factory=list)
    op: Op = "AND"
    run: list[str] = field(default_factory=list)

    def add(self, node: Node) -> None:
        """Join *node* by the operator that stood before it."""
        self.parts.append((self.op, node))
        self.op = "AND"

    def end_run(self, tag: str = "") -> None:
        """End the words without quotes; a tag after them holds for all of them."""
        if self.run:
            self.add(Words(tuple(self.run), tag))
            self.run = []


@dataclass(frozen=True)
class _Token:
    kind: Literal["quoted", "tag", "mark", "word", "range", "op"]
    text: str
    tag: str = ""
    last: str = ""


def read(term: str) -> Group:
    """Return the tree of a query."""
    open_brackets = [_Open()]
    for token in _ranged(_tokens(term)):
        _take(open_brackets, token)
    while len(open_brackets) > 1:
        _close(open_brackets)
    open_brackets[0].end_run()
    return Group(tuple(open_brackets[0].parts))


def _tokens(term: str) -> list[_Token]:
    """Return the tokens; a quoted phrase takes the tag after it."""
    found: list[_Token] = []
    for match in _TOKEN.finditer(term):
        kind, text = match.lastgroup, match[match.lastgroup or 0]
        if kind == "tag" and found and found[-1].kind == "quoted" and not found[-1].tag:
            found[-1] = _Token("quoted", found[-1].text, text.strip())
        elif kind == "word" and text in OPERATORS:
            found.append(_Token("op", text))
        else:
            found.append(_Token(_KINDS[kind or ""], text.strip()))
    return found


_KINDS: dict[str, Literal["quoted", "tag", "mark", "word"]] = {
    "quoted": "quoted",
    "tag": "tag",
    "mark": "mark",
    "word": "word",
}


def _ranged(tokens: list[_Token]) -> Iterator[_Token]:
    """Yield the tokens, with two dates and a colon between them as one range."""
    place = 0
    while place < len(tokens):
        (low, after) = _dated(tokens, place)
        if low and after < len(tokens) and tokens[after] == _Token("mark", ":"):
            (high, end) = _dated(tokens, after + 1)
            if high:
                yield _Token("range", low.text, high.tag or low.tag, high.text)
                place = end
                continue
        yield tokens[place]
        place += 1


def _dated(tokens: list[_Token], place: int) -> tuple[_Token | None, int]:
    """Return the date at *place*, with its tag, and where it ends."""
    if place >= len(tokens) or tokens[place].kind not in {"word", "quoted"}:
        return None, place
    token = tokens[place]
    if not _DATE.fullmatch(token.text):
        return None, place
    tagged = token.kind == "word" and place + 1 < len(tokens) and tokens[place + 1].kind == "tag"
    return (_Token("word", token.text, tokens[place + 1].text), place + 2) if tagged else (token, place + 1)


def _take(open_brackets: list[_Open], token: _Token) -> None:
    """Add one token to the bracket it stands in."""
    here = open_brackets[-1]
    if token.kind == "word":
        here.run.append(token.text)
    elif token.kind == "mark":
        _bracket(open_brackets, token.text)
    else:
        here.end_run(token.text if token.kind == "tag" else "")
        _finished(here, token)


def _finished(here: _Open, token: _Token) -> None:
    """Add what is whole by itself."""
    if token.kind == "op":
        here.op = OPERATORS[token.text]
    elif token.kind == "quoted":
        here.add(Quoted(token.text, token.tag))
    elif token.kind == "range":
        here.add(Range(token.text, token.last, token.tag))


def _bracket(open_brackets: list[_Open], mark: str) -> None:
    """Open or close a bracket; a colon that is no range parts words."""
    if mark == "(" and len(open_brackets) <= DEEPEST:
        open_brackets[-1].end_run()
        open_brackets.append(_Open())
    elif mark == ")" and len(open_brackets) > 1:
        _close(open_brackets)
    elif mark != ":":
        open_brackets[-1].end_run()


def _close(open_brackets: list[_Open]) -> None:
    """End a bracket; one that holds nothing is passed over."""
    inner = open_brackets.pop()
    inner.end_run()
    if inner.parts:
        open_brackets[-1].add(Group(tuple(inner.parts)))
