"""What PubMed says of a paper beyond what the paper says of itself: which identifiers, which types, which state."""

from collections.abc import Mapping
from types import MappingProxyType

from tests.world.shapes import Paper

_OF_KIND: Mapping[str, str] = MappingProxyType(
    {
        "preprint": "Preprint",
        "erratum": "Published Erratum",
        "retraction-notice": "Retraction of Publication",
        "comment": "Comment",
    }
)
_WITHDRAWN = "Retracted Publication"
_RETRACTED = frozenset({"retracted", "withdrawn"})


def is_held(paper: Paper) -> bool:
    """Say whether PubMed has *paper*."""
    return bool(paper.pmid) and any(source == "pubmed" for source, _ in paper.shown)


def held(paper: Paper) -> tuple[str, ...]:
    """Return which identifiers PubMed shows of *paper*; its own always."""
    return ("pmid", *dict(paper.shown).get("pubmed", ()))


def identifiers(paper: Paper) -> dict[str, str]:
    """Return the identifiers that PubMed shows of *paper*, by what our messages call them."""
    known = {"pmid": paper.pmid, "pmcid": paper.pmcid, "doi": paper.doi}
    return {name: value for name, value in known.items() if value and name in held(paper)}


def knows_retraction(paper: Paper) -> bool:
    """Say whether PubMed knows what became of *paper*."""
    return "pubmed" in paper.retraction_known_to


def publication_types(paper: Paper) -> tuple[str, ...]:
    """Return the types of *paper*, with those for its kind and for what PubMed knows of its retraction."""
    given = [one for one in paper.publication_types if one != _WITHDRAWN]
    if paper.kind in _OF_KIND and not any("Retraction" in one for one in given):
        given.append(_OF_KIND[paper.kind])
    if knows_retraction(paper) and paper.retraction in _RETRACTED:
        given.append(_WITHDRAWN)
    return tuple(dict.fromkeys(given))
