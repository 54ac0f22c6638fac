"""Queries that somebody wrote in a query's language: operators in capitals, brackets, quotes, PubMed's field tags.

Operators count from left to right, as PubMed counts them. What is not well-formed is not guessed at: it raises
``MalformedError``, and is then read as plain words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from .fields import field_of
from .telling import COMMON, is_shouted
from .values import Expression, Group, Term
from .wording import words_in

MOST_DEPTH = 20
"""Of brackets within brackets."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\[(?P<tag>[^\[\]]{1,40})\]|(?P<bracket>[()])|(?P<operator>\b(?:AND NOT|AND|OR|NOT)\b)'
    r'|(?P<colon>(?<=\])\s*:\s*)|(?P<word>[^\s()"\[\]]+)'
)
_OPERATOR = re.compile(r"(?:^|[\s()\]\"])(?:AND|OR|NOT)(?:[\s(\"]|$)")
_OPERATORS = re.compile(r"\b(?:AND|OR|NOT)\b")
_TAGGED = re.compile(r"\[([^\[\]]{1,40})\]")
_CLEAN = re.compile(r"[^\w\s*/'’.,+:&-]|(?<!\w\w\w\w)\*|\*(?=\w)")
"""What a term cannot hold; a star may stand behind four letters, for all words that begin so."""

Operator = Literal["AND", "OR", "NOT"]


class MalformedError(ValueError):
    """Raised for operators, quotes or brackets that do not fit together; the text says what is wrong."""


@dataclass(frozen=True)
class _Token:
    """One sign of a query."""

    kind: str
    text: str


def is_literal(text: str) -> bool:
    """Say whether *text* seems to be written in a query's language; a shouted sentence is not."""
    tagged = any(field_of(found[1]) for found in _TAGGED.finditer(text))
    return tagged or (not is_shouted(text) and _OPERATOR.search(text) is not None)


def parsed(text: str) -> Expression:
    """Return what *text* says. Raises ``MalformedError``."""
    if text.count('"') % 2:
        message = "a quotation mark is not closed"
        raise MalformedError(message)
    tokens = tuple(_tokens(text))
    expression, rest = _series(tokens, 0)
    if rest:
        message = "a bracket is closed that was not opened"
        raise MalformedError(message)
    return expression


def _tokens(text: str) -> Iterator[_Token]:
    """Yield the signs of *text*; a bracket that is no field tag is part of the words around it."""
    plain = _TAGGED.sub(lambda found: found[0] if field_of(found[1]) else f" {found[1]} ", text)
    for found in _TOKEN.finditer(plain):
        kind = found.lastgroup or ""
        yield _Token(kind, found[kind].strip())


def _series(tokens: Sequence[_Token], depth: int) -> tuple[Expression, Sequence[_Token]]:
    """Return operands joined by operators up to a closing bracket or the end, and what follows."""
    if depth > MOST_DEPTH:
        message = f"brackets stand within each other more than {MOST_DEPTH} deep"
        raise MalformedError(message)
    whole, tokens = _operand(tokens, depth)
    while tokens and tokens[0].text != ")":
        how: Operator = "AND"
        if tokens[0].kind == "operator":
            how, tokens = _operator(tokens[0].text), tokens[1:]
        part, tokens = _operand(tokens, depth)
        whole = joined(how, whole, part)
    return whole, tokens


def _operator(text: str) -> Operator:
    """Return the operator that stands there."""
    if text == "OR":
        return "OR"
    return "AND" if text == "AND" else "NOT"


def joined(how: Operator, whole: Expression, part: Expression) -> Expression:
    """Return two expressions as one, flat where the operator is the same."""
    first = whole.parts if isinstance(whole, Group) and whole.how == how else (whole,)
    more = part.parts if isinstance(part, Group) and part.how == how != "NOT" else (part,)
    return Group(how, (*first, *more))


def _operand(tokens: Sequence[_Token], depth: int) -> tuple[Expression, Sequence[_Token]]:
    """Return what stands between two operators, and what follows."""
    if not tokens or tokens[0].kind in {"operator", "tag", "colon"} or tokens[0].text == ")":
        found = f"{tokens[0].text!r} stands" if tokens else "it ends"
        message = f"{found} where a word is missing"
        raise MalformedError(message)
    if tokens[0].text == "(":
        inside, rest = _series(tokens[1:], depth + 1)
        if not rest:
            message = "a bracket is not closed"
            raise MalformedError(message)
        return inside, rest[1:]
    return _quoted(tokens) if tokens[0].kind == "quoted" else _run(tokens)


def _quoted(tokens: Sequence[_Token]) -> tuple[Expression, Sequence[_Token]]:
    """Return a phrase in quotes, with its field."""
    text = cleaned(tokens[0].text)
    if not text:
        message = "there is nothing between two quotation marks"
        raise MalformedError(message)
    field, rest = _field(tokens[1:])
    if len(rest) > 1 and rest[0].kind == "colon":
        return _range(text, field, rest[1:])
    return Term(text, quoted=True, field=field), rest


def _run(tokens: Sequence[_Token]) -> tuple[Expression, Sequence[_Token]]:
    """Return the words up to the next sign: one term where a field tag ends them, else each for itself."""
    length = next((at for at, token in enumerate(tokens) if token.kind != "word"), len(tokens))
    text = cleaned(" ".join(token.text for token in tokens[:length]))
    if not text:
        message = f"there is no word in {tokens[0].text!r}"
        raise MalformedError(message)
    field, rest = _field(tokens[length:])
    if field and len(rest) > 1 and rest[0].kind == "colon":
        return _range(text, field, rest[1:])
    return (Term(text, field=field) if field else _each(text)), rest


def _field(tokens: Sequence[_Token]) -> tuple[str, Sequence[_Token]]:
    """Return the field tag that stands there, if one does, and what follows."""
    return (field_of(tokens[0].text), tokens[1:]) if tokens and tokens[0].kind == "tag" else ("", tokens)


def _range(first: str, field: str, tokens: Sequence[_Token]) -> tuple[Expression, Sequence[_Token]]:
    """Return a range of dates: ``2010[dp] : 2020[dp]`` says the same as ``2010:2020[dp]``."""
    last, rest = _operand(tokens, 0)
    if not isinstance(last, Term) or last.field != field:
        message = "a range does not end in the field it began in"
        raise MalformedError(message)
    return Term(f"{first}:{last.text}", field=field), rest


def _each(text: str) -> Expression:
    """Return plain words, all required; where some tell what is meant, without those that do not."""
    words = words_in(text)
    telling = tuple(word for word in words if word.sort != COMMON) or words
    if not telling:
        message = f"there is no word in {text!r}"
        raise MalformedError(message)
    terms = tuple(Term(_starred(word.text, text), word.quoted) for word in telling)
    return terms[0] if len(terms) == 1 else Group("AND", terms)


def _starred(word: str, text: str) -> str:
    """Return *word* with the star that stands behind it in *text*, for all words that begin so."""
    return f"{word}*" if f"{word}*" in text else word


def without_signs(text: str) -> str:
    """Return the words of *text* without operators, field tags and what limits they limited by."""
    plain = _TAGGED.sub(lambda found: " " if field_of(found[1]) else f" {found[1]} ", text)
    return _OPERATORS.sub(" ", plain)


def cleaned(text: str) -> str:
    """Return *text* without signs that mean something to a query's language."""
    return " ".join(_CLEAN.sub(" ", text).split())
