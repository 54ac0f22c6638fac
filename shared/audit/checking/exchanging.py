"""Whether two things that stand in each other's place change what is said. Pure."""

from collections.abc import Sequence

from shared.audit.checking.aligning import CLOSE, NEAR, Exchange, exchange, is_too_long, nearness
from shared.audit.checking.tokens import Token, numbers_of, tokens


def exchanged(own_words: str, passage: str) -> Exchange | None:
    """Return two values, arms, outcomes or times that a near copy tells in each other's place, or ``None``."""
    if not _is_close(own_words, passage) or is_too_long(own_words) or is_too_long(passage):
        return None
    found = exchange(own_words, passage)
    return found if found and _matters(found, own_words, passage) else None


def _is_close(own_words: str, passage: str) -> bool:
    """Say whether a sentence says hardly anything else than its passage, and the passage hardly more."""
    here, there = nearness(own_words, passage), nearness(passage, own_words)
    return here >= CLOSE and there >= NEAR


def _matters(found: Exchange, own_words: str, passage: str) -> bool:
    """Say whether an exchange changes what is said: of two values, two arms, two outcomes, two measures.

    Not where a phrase moved with its preposition, nor in a list whose order says nothing, nor in the passive.
    """
    if _is_passive(own_words) != _is_passive(passage) or not found.between:
        return False
    if numbers_of(found.first) or numbers_of(found.second):
        return _are_values(found.first, found.second)
    return _are_labels(found) and (not _is_list(found) or _is_respective(passage))


def _is_passive(text: str) -> bool:
    """Say whether something is done *by* something."""
    return any(token.key == "by" for token in tokens(text) if token.kind == "small")


def _are_values(first: Sequence[Token], second: Sequence[Token]) -> bool:
    """Say whether both stretches are values alone, of one unit."""
    units = [{number.unit for number in numbers_of(part)} for part in (first, second)]
    alone = all(token.quantity or token.kind == "small" for token in (*first, *second))
    return alone and all(units) and (units[0] == units[1] or "" in units[0] | units[1])


def _are_labels(found: Exchange) -> bool:
    """Say whether both stretches name things, and no preposition went with either."""
    return all(token.kind != "small" for token in (*found.first, *found.second))


def _is_list(found: Exchange) -> bool:
    """Say whether only a joining word stands between."""
    return all(token.key in {"and", "or", "nor", "versus"} for token in found.between)


def _is_respective(passage: str) -> bool:
    """Say whether a list is matched with another one: values, or *respectively*."""
    told = tokens(passage)
    return any(token.key == "respectively" for token in told) or len(numbers_of(told)) > 1
