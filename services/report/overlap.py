"""Which primary works a review already includes, as far as it names them itself (evidence.md, 2). Pure.

Only titles and passages were read, not reference lists: what a review does not name there was not checked.
"""

import re
from collections.abc import Iterable, Mapping

from shared import messages as m
from shared.audit.attributing import family_name
from shared.audit.markers import marker_of
from shared.audit.references import year_of
from shared.audit.shelf import Source
from shared.sentences import sentences

from .counting import study_name
from .grouping import Groups

NOT_CHECKED = "overlap not checked"
_LEFT_OUT = re.compile(
    r"\b(?:exclu(?:d|sions?\b)\w*|unlike|ineligible|not (?:be |been )?(?:eligible|included?)|left out)\b", re.IGNORECASE
)
"""Sentences that name a study for not being part of the review."""
_NEAR = 24
"""Characters between a family name and its year: "Halloran and others (2017)"."""


def overlaps(groups: Groups) -> Mapping[str, tuple[str, ...]]:
    """Return for each review the primary works among those read that it names."""
    return {review.source_id: included_in(review, groups.human + groups.preclinical) for review in groups.secondary}


def included_in(review: Source, primary: Iterable[Source]) -> tuple[str, ...]:
    """Return the works that a review names: by registry number, DOI or PMID, or by author and year."""
    read = (review.reference.citation.title, *(piece.content for piece in review.pieces))
    text = "\n".join(one.text for part in read for one in sentences(part) if not _LEFT_OUT.search(one.text))
    works = tuple(primary)
    studies = {study_name(one) for one in works if _names(text, one)}
    return tuple(one.source_id for one in works if study_name(one) in studies)


def _names(text: str, source: Source) -> bool:
    """Say whether *text* names a work or its study."""
    known = source.reference.identifiers
    if any(name and _whole(name).search(text) for name in (_number(source), known.doi)):
        return True
    return bool(known.pmid and re.search(rf"\bPMID:?\s*{known.pmid}\b", text)) or _by_author(text, source.reference)


def _whole(name: str) -> re.Pattern[str]:
    """Return what finds a name, and no longer one that begins or ends with it."""
    return re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w/-]|[.:;(]\w)", re.IGNORECASE)


def _number(source: Source) -> str:
    """Return the registry number of a work's study, or nothing where its study has none."""
    name = study_name(source)
    return "" if re.fullmatch(r"S\d+", name) else name


def _by_author(text: str, reference: m.Reference) -> bool:
    """Say whether *text* has the first author's family name with the year close behind it."""
    year, authors = year_of(reference.citation), reference.citation.authors
    family = _first_family(authors[0]) if authors else ""
    if not family or not year:
        return False
    return re.search(rf"\b{re.escape(family)}\b[^.;]{{0,{_NEAR}}}\b{year}\b", text, re.IGNORECASE) is not None


def _first_family(author: str) -> str:
    """Return the family name of ``Van Dijk, P`` and ``Van Dijk P`` alike; perhaps nothing."""
    return (author.partition(",")[0] if "," in author else family_name(author)).strip()


def overlap_line(found: Mapping[str, tuple[str, ...]]) -> str:
    """Return what is known of the overlap, in a sentence."""
    told = [f"{marker_of((review,))} names {marker_of(works)}" for review, works in found.items() if works]
    unchecked = [review for review, works in found.items() if not works]
    lines = [f"Of the studies above, {'; '.join(told)}; no reference list was read."] if told else []
    lines += [f"Which of them {marker_of(unchecked)} already includes: {NOT_CHECKED}."] if unchecked else []
    return " ".join(lines)
