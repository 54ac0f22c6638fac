"""What a row of Europe PMC says of other works: corrections, retractions, preprints and articles. Pure."""

import re
from collections.abc import Collection, Iterator

from services.search.json_fields import Row, count, rows, said, words
from shared.library import relations
from shared.library.identifying import doi_in
from shared.library.kinds import is_preprint_server
from shared.library.values import RetractionStatus

_WITHDRAWN = frozenset({"preprint-withdrawal", "preprint-removal"})
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_TO_ARTICLE = frozenset({"preprintof", "updatein"})
_TO_PREPRINT = frozenset({"preprintin", "updateof"})


def retraction(row: Row, types: Collection[str]) -> RetractionStatus:
    """Return what the work says of its own retraction; a preprint that was withdrawn or removed is retracted."""
    if _WITHDRAWN & {one.lower() for one in (*types, *_newest_types(row))}:
        return "retracted"
    return relations.state_of(_relations(row))


def is_notice(row: Row) -> bool:
    """Say whether the record is a notice about another work."""
    return relations.is_notice(_relations(row))


def is_comment(row: Row) -> bool:
    """Say whether the record comments on another work."""
    return "commenton" in _relations(row)


def versions(row: Row, *, is_preprint: bool) -> tuple[str, ...]:
    """Return the names of the articles of a preprint, or of the preprints of an article.

    "Update of" also joins editions of a review, which are works of their own: it counts only where one of the
    two is a preprint.
    """
    names = (name for link in _links(row) if _is_version(link, is_preprint=is_preprint) for name in _names(link))
    return tuple(dict.fromkeys(names))


def _is_version(link: Row, *, is_preprint: bool) -> bool:
    """Say whether a link leads from preprint to article, or back."""
    relation = relations.letters_of(said(link, "type"))
    if is_preprint:
        return relation in _TO_ARTICLE
    to_preprint = said(link, "source") == "PPR" or is_preprint_server(said(link, "reference"))
    return relation == "preprintin" or (relation in _TO_PREPRINT and to_preprint)


def _names(link: Row) -> Iterator[str]:
    """Yield the names a link gives the other work, each with its type."""
    source, number = said(link, "source"), said(link, "id")
    if source == "MED" and number.isdecimal():
        yield f"pmid:{number}"
    elif source == "PMC" and number:
        yield f"pmcid:PMC{number.upper().removeprefix('PMC')}"
    elif source == "PPR" and number:
        yield f"url:https://europepmc.org/article/PPR/{number}"
    if (found := _DOI.search(said(link, "reference"))) and (doi := doi_in(found[0])):
        yield f"doi:{doi}"


def _newest_types(row: Row) -> tuple[str, ...]:
    """Return the publication types of a preprint's last version."""
    known = rows(row, "versionList", "version")
    newest = max(known, key=lambda one: count(one, "versionNumber") or 0, default=None)
    return words(newest, "pubTypeList", "pubType") if newest else ()


def _links(row: Row) -> tuple[Row, ...]:
    """Return the links to other works."""
    return rows(row, "commentCorrectionList", "commentCorrection")


def _relations(row: Row) -> frozenset[str]:
    """Return the kinds of links, in small letters without spaces: sources write them with and without."""
    return frozenset(relations.letters_of(said(link, "type")) for link in _links(row))
