"""From what somebody asks to what a source can be asked. Pure.

``understood`` takes a person's question or an agent's query apart, ``widenings`` lists the ways to ask it from all
that is required to less, and ``written`` renders one in a source's language::

    asked = understood(query)
    if asked.is_identifier: ...                           # look that one work up
    for step in widenings(asked):                         # none for a query without a word
        if step.wanted(hits, enough=most):
            text = written(step.expression, my_term)      # my_term: Term -> str quotes, escapes and tags one term
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from shared import messages as m

from .asked.fields import RESTRICTIONS
from .asked.literal import MalformedError, is_literal, parsed, without_signs
from .asked.naming import named, trial_named
from .asked.telling import OTHER, sort_of
from .asked.values import Asked, Concept, Expression, Group, Step, Term
from .asked.wording import concepts_of

__all__ = ["Asked", "Concept", "Expression", "Group", "Step", "Term", "two_ways", "understood", "widenings", "written"]

MOST_CHARACTERS = 5_000
"""Of a query that is taken apart."""
MOST_CONCEPTS = 12
"""Of a query that are asked for: a text that names more is a page, and no work holds them all."""
FEWEST_CONCEPTS = 2
"""That stay required while anything is found at all: a single word finds what has nothing to do with the question."""
MOST_ALONE = 3
"""Concepts that are asked for one after another, each alone, where nothing holds two: the first may be in no record."""

_TYPOGRAPHIC = str.maketrans({**dict.fromkeys("“”„‟«»＂″", '"'), **dict.fromkeys("‘’‚‛", "'"), "（": "(", "）": ")"})


def understood(query: str) -> Asked:
    """Return what *query* asks: a person's question, words, an expression with operators, or an identifier."""
    text, notes = _cut(" ".join(_printable(query).translate(_TYPOGRAPHIC).split()))
    if number := trial_named(text):
        return Asked(text, registry_number=number, notes=notes)
    if (ids := named(text)) != m.Identifiers():
        return Asked(text, identifiers=ids, notes=notes)
    if is_literal(text):
        return _literally(Asked(text, concepts_of(_balanced(without_signs(text))), notes=notes))
    unclosed = ("a quotation mark is not closed, so none was heeded",) if text.count('"') % 2 else ()
    return _bounded(Asked(text, concepts_of(_balanced(text)), notes=(*notes, *unclosed)))


def _printable(text: str) -> str:
    """Return *text* with a space for each character that cannot be printed or sent, such as half a surrogate pair."""
    return "".join(one if one.isprintable() else " " for one in text)


def _cut(text: str) -> tuple[str, tuple[str, ...]]:
    """Return *text* up to the last whole word that fits, and a note where that is not all."""
    if len(text) <= MOST_CHARACTERS:
        return text, ()
    head = text[: MOST_CHARACTERS + 1]
    kept = head.rpartition(" ")[0] or head[:MOST_CHARACTERS]
    return kept, (f"the query has {len(text):,} characters: what stands behind the first {len(kept):,} was not asked",)


def _balanced(text: str) -> str:
    """Return *text* without its quotes where one of them is not closed."""
    return text.replace('"', " ") if text.count('"') % 2 else text


def _literally(asked: Asked) -> Asked:
    """Return *asked* with its operators understood; where they do not fit together, with its words alone."""
    try:
        return replace(asked, literal=parsed(asked.text))
    except MalformedError as why:
        note = f"the operators of the query do not fit together ({why}), so its words were asked for"
        return _bounded(replace(asked, notes=(*asked.notes, note)))


def _bounded(asked: Asked) -> Asked:
    """Return *asked* with as many concepts as a query can require."""
    if len(asked.concepts) <= MOST_CONCEPTS:
        return asked
    note = f"of {len(asked.concepts)} telling words the {MOST_CONCEPTS} most telling were asked for"
    return replace(asked, concepts=asked.concepts[:MOST_CONCEPTS], notes=(*asked.notes, note))


def widenings(asked: Asked) -> tuple[Step, ...]:
    """Return the ways to ask, the narrowest first; none where there is no word to look for."""
    if asked.literal is not None:
        return tuple(_of_literal(asked.literal))
    return tuple(_of_concepts(asked.concepts))


def two_ways(asked: Asked) -> tuple[Step, ...]:
    """Return two of the ways, for a source that can be asked seldom and puts first what fits best.

    All that is required; then as little as stays required, or of two concepts either.
    """
    steps = widenings(asked)
    narrower = [step for step in steps[1:] if not step.last_resort]
    if narrower or len(steps) == 1 or len(asked.concepts) != FEWEST_CONCEPTS:
        return (*steps[:1], *narrower[-1:])
    names = " and ".join(one.name for one in asked.concepts)
    either = Group("OR", tuple(one.expression for one in asked.concepts))
    return steps[0], Step(either, f"nothing holds {names}: either was asked for", last_resort=True)


def _of_concepts(concepts: Sequence[Concept]) -> Iterator[Step]:
    """Yield the steps from all concepts to the two that tell most, and at last one alone."""
    parts = tuple(one.expression for one in concepts)
    names = tuple(f'"{one.name}"' if one.quoted else one.name for one in concepts)
    for size in _sizes(len(parts)):
        yield Step(_all_of(parts[:size]), _left_out(names[size:]))
    if len(parts) > 1:
        yield from _alone(concepts, names)


def _alone(concepts: Sequence[Concept], names: Sequence[str]) -> Iterator[Step]:
    """Yield a step for each of the first concepts alone; behind the first, one that alone says little is left out."""
    nothing = f"{names[0]} and {names[1]}"
    for concept, name in list(zip(concepts, names, strict=True))[:MOST_ALONE]:
        if concept is concepts[0] or concept.quoted or sort_of(concept.name) <= OTHER:
            note = f"nothing holds {nothing}: {name} alone was asked for"
            yield Step(concept.expression, note, last_resort=True)
            nothing = name


def _of_literal(literal: Expression) -> Iterator[Step]:
    """Yield an expression as it was written, then with fewer of the parts that it requires.

    What must be absent, and what limits by date, language, type, journal or author, stays.
    """
    yield Step(literal)
    wanted, rest = _without_rest(literal)
    required = wanted.parts if isinstance(wanted, Group) and wanted.how == "AND" else (wanted,)
    limits = tuple(part for part in required if _limits(part))
    parts = sorted((part for part in required if part not in limits), key=_sort)
    names = tuple(map(_named, parts))
    for size in _sizes(len(parts))[1:]:
        kept = _all_of((*parts[:size], *limits))
        yield Step(Group("NOT", (kept, *rest)) if rest else kept, _left_out(names[size:]))


def _sizes(count: int) -> tuple[int, ...]:
    """Return how many of *count* parts to require at each step: all, three quarters, a half, two."""
    if count <= FEWEST_CONCEPTS:
        return (count,) if count else ()
    sizes = (count, -(-3 * count // 4), -(-count // 2), FEWEST_CONCEPTS)
    return tuple(dict.fromkeys(size for size in sizes if size >= FEWEST_CONCEPTS))


def _all_of(parts: Sequence[Expression]) -> Expression:
    """Return what requires every part."""
    return parts[0] if len(parts) == 1 else Group("AND", tuple(parts))


def _left_out(names: Sequence[str]) -> str:
    """Say which words are required no longer."""
    return f"few works hold every word, so these were not required: {', '.join(names)}" if names else ""


def _without_rest(literal: Expression) -> tuple[Expression, tuple[Expression, ...]]:
    """Return what an expression asks for, and what must be absent."""
    if isinstance(literal, Group) and literal.how == "NOT":
        return literal.parts[0], literal.parts[1:]
    return literal, ()


def _limits(part: Expression) -> bool:
    """Say whether a part is a limit of date, language, type, journal or author."""
    if isinstance(part, Term):
        return part.field in RESTRICTIONS
    return all(map(_limits, part.parts))


def _sort(part: Expression) -> int:
    """Return what a part is by its first term, the most telling first."""
    if isinstance(part, Group):
        return _sort(part.parts[0])
    return 0 if part.quoted else min(map(sort_of, part.text.split()))


def _named(part: Expression) -> str:
    """Return a part as a person reads it."""
    return written(part, lambda term: f'"{term.text}"' if term.quoted else term.text)


def written(expression: Expression, term: Callable[[Term], str]) -> str:
    """Return *expression* with ``AND``, ``OR``, ``NOT`` and brackets, each term as *term* writes it."""
    if isinstance(expression, Term):
        return term(expression)
    return f" {expression.how} ".join(_inside(part, term) for part in expression.parts)


def _inside(part: Expression, term: Callable[[Term], str]) -> str:
    """Return a part of a group, in brackets where it is one itself."""
    return term(part) if isinstance(part, Term) else f"({written(part, term)})"
