"""What a record in PubMed says of other records: retractions, corrections, preprints."""

import re
from collections.abc import Collection, Iterator, Sequence
from xml.etree.ElementTree import Element

from .identifying import doi_in, pmid_in
from .kinds import is_preprint_server
from .values import RetractionStatus
from .xml import text_of

Relation = tuple[str, Element]
"""The kind of a relation, and what it says of the other record."""

_NOTICES = frozenset(
    {"ErratumFor", "RetractionOf", "PartialRetractionOf", "ExpressionOfConcernFor", "ExpressionOfConcernOf"}
)
"""What a notice says of the work it is about."""

_STATES: tuple[tuple[str, RetractionStatus], ...] = (
    ("RetractionIn", "retracted"),
    ("RetractedandRepublishedIn", "republished"),
    ("RetractedandRepublishedFrom", "republished"),
    ("PartialRetractionIn", "partially-retracted"),
    ("ExpressionOfConcernIn", "concern"),
    ("ErratumIn", "corrected"),
    ("RepublishedIn", "corrected"),
    ("RepublishedFrom", "corrected"),
)
"""What a work says of itself, the gravest first."""

_DOI = re.compile(r"10\.\d{4,9}/\S+")


def relations_of(listed: Element | None) -> tuple[Relation, ...]:
    """Return the relations of a record, without the works it cites."""
    if listed is None:
        return ()
    return tuple((kind, one) for one in listed if (kind := one.get("RefType", "")) != "Cites")


def is_notice(kinds: Collection[str]) -> bool:
    """Say whether a record is a notice about another work."""
    return not _NOTICES.isdisjoint(kinds)


def state_of(kinds: Collection[str]) -> RetractionStatus:
    """Return what a record says of its own retraction."""
    if not kinds:
        return "not-checked"
    return next((state for relation, state in _STATES if relation in kinds), "not-checked")


def versions_of(relations: Sequence[Relation], types: Collection[str]) -> tuple[str, ...]:
    """Return the names of the article that a preprint became, or of the preprint an article was.

    An update of another kind, as reviews have them, is a work and a study of its own.
    """
    is_preprint = "Preprint" in types
    found = (name for kind, other in relations for name in _version(kind, other, is_preprint=is_preprint))
    return tuple(dict.fromkeys(found))


def _version(kind: str, other: Element, *, is_preprint: bool) -> Iterator[str]:
    """Yield the names of the other form of a work."""
    if kind not in {"UpdateIn", "UpdateOf"}:
        return
    said = text_of(other.find("RefSource"))
    if not (is_preprint or is_preprint_server(said)):
        return
    if (doi := _DOI.search(said)) and (named := doi_in(doi[0])):
        yield f"doi:{named}"
    if pmid := pmid_in(text_of(other.find("PMID"))):
        yield f"pmid:{pmid}"
