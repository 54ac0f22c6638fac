"""Makes an expression fit what a source takes: shorter, or without parts the source cannot be asked. Pure."""

from collections.abc import Callable, Iterator

from .questions import Expression, Group, Term


def shorter(expression: Expression) -> Iterator[Expression]:
    """Yield *expression*, then with one spelling of each word, then without its last parts one by one.

    Only what is asked by words may be cut so: what somebody wrote with operators would change its meaning.
    """
    yield expression
    if isinstance(expression, Group):
        parts = tuple(_one_spelling(part) for part in expression.parts)
        yield from (Group(expression.how, parts[:kept]) for kept in range(len(parts), 1, -1))
        yield parts[0]


def without(expression: Expression, impossible: Callable[[Term], bool]) -> Expression | None:
    """Return *expression* without the terms that cannot be asked, nothing where no other is left to look for."""
    if isinstance(expression, Term):
        return None if impossible(expression) else expression
    parts = [without(part, impossible) for part in expression.parts]
    if expression.how == "NOT" and parts[0] is None:
        return None  # what is left only says what not to find
    left = tuple(part for part in parts if part is not None)
    return Group(expression.how, left) if len(left) > 1 else next(iter(left), None)


def left_out(expression: Expression, impossible: Callable[[Term], bool], source: str) -> tuple[str, ...]:
    """Return in words which terms *source* cannot be asked for."""
    named = dict.fromkeys(f"{one.text}[{one.field}]" for one in _terms(expression) if impossible(one))
    return (f"{source} cannot be asked for {', '.join(named)}",) if named else ()


def _terms(expression: Expression) -> Iterator[Term]:
    """Yield every term of *expression*."""
    if isinstance(expression, Term):
        yield expression
        return
    for part in expression.parts:
        yield from _terms(part)


def each_word(term: Term, one: Callable[[str], str]) -> str:
    """Return *term* as *one* writes a phrase: whole where it is quoted, else each of its words is required."""
    parts = (term.text,) if term.quoted else term.text.split()
    text = " AND ".join(one(part) for part in parts)
    return f"({text})" if len(parts) > 1 else text


def _one_spelling(part: Expression) -> Expression:
    """Return the first of several spellings, anything else as it is."""
    if isinstance(part, Group) and part.how == "OR" and all(isinstance(one, Term) for one in part.parts):
        return part.parts[0]
    return part
