"""What a record says of other records, in PubMed's kinds of relations: notices, retractions, corrections. Pure.

Europe PMC writes the same kinds with spaces, so they are compared by their letters.
"""

import re
from collections.abc import Collection

from .values import RetractionStatus

_NOT_LETTERS = re.compile(r"[^a-z]")

_NOTICES = frozenset(
    {"erratumfor", "retractionof", "partialretractionof", "expressionofconcernfor", "expressionofconcernof"}
)
"""What a notice says of the work it is about."""

_STATES: tuple[tuple[str, RetractionStatus], ...] = (
    ("retractionin", "retracted"),
    ("retractedandrepublishedin", "republished"),
    ("retractedandrepublishedfrom", "republished"),
    ("partialretractionin", "partially-retracted"),
    ("expressionofconcernin", "concern"),
    ("erratumin", "corrected"),
    ("correctedandrepublishedin", "corrected"),
    ("correctedandrepublishedfrom", "corrected"),
    ("republishedin", "corrected"),
    ("republishedfrom", "corrected"),
)
"""What a work says of itself, the gravest first."""


def letters_of(kind: str) -> str:
    """Return the letters of a kind of relation: ``Retraction in`` and ``RetractionIn`` are one."""
    return _NOT_LETTERS.sub("", kind.lower())


def is_notice(kinds: Collection[str]) -> bool:
    """Say whether a record with relations of these kinds is a notice about another work."""
    return not _NOTICES.isdisjoint(map(letters_of, kinds))


def state_of(kinds: Collection[str]) -> RetractionStatus:
    """Return what a record with relations of these kinds says of its own retraction."""
    known = set(map(letters_of, kinds))
    return next((state for relation, state in _STATES if relation in known), "not-checked")
