"""Which relations a record in PubMed has, and which of them lead to its preprint or its article."""

import re
from collections.abc import Collection, Iterator, Sequence
from xml.etree.ElementTree import Element

from .identifying import doi_in, pmid_in
from .kinds import is_preprint_server
from .xml import text_of

Relation = tuple[str, Element]
"""The kind of a relation, and what it says of the other record."""

_DOI = re.compile(r"10\.\d{4,9}/\S+")


def relations_of(listed: Element | None) -> tuple[Relation, ...]:
    """Return the relations of a record, without the works it cites."""
    if listed is None:
        return ()
    return tuple((kind, one) for one in listed if (kind := one.get("RefType", "")) != "Cites")


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
