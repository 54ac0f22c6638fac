"""Which later works test an earlier hypothesis, and how it stood (evidence.md, 4).

A work tests a link when one sentence that reports something names both of its ends. What the
hypothesis was made from never counts, and non-significance is neither for nor against.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from shared import messages as m
from shared.appraisal import terms
from shared.appraisal.directions import direction_in
from shared.appraisal.drugs import mentions
from shared.appraisal.relations import relations_in
from shared.appraisal.results import statements

from .reading import Subject, section_of, takes_part
from .weighing import DISPUTED

Side = Literal["for", "against"]
Sides = dict[str, dict[str, Side]]
"""By source and link: on which side it stands."""

_WEAKEST_FIRST: tuple[m.HypothesisStatus, ...] = (
    "contradicted",
    "mixed",
    "untested",
    "supported-preclinically",
    "supported-in-humans",
)

ENOUGH_WORDS = 2
"""Telling words of a long term that a sentence must share to be about it."""

_DENIED = re.compile(
    r"\b(?:not|no|never|neither|without)\s+(?:\w+\s+){0,2}?(?:required?|necessary|needed|associated|associations?|involved"
    r"|depend\w*|related|affect\w*|inhibit\w*|activat\w*|block\w*|bind\w*|alter\w*|chang\w*|link\w*|correlat\w*"
    r"|interact\w*|effects?|mediat\w*|reduc\w*|increas\w*|induc\w*|metaboli\w*)\b|\bindependent(?:ly)? of\b",
    re.IGNORECASE,
)
_NOT_SIGNIFICANT = re.compile(r"\b(?:no|not|non)[- ](?:\w+ )?significant", re.IGNORECASE)


def updated(
    earlier: m.MechanismHypothesis,
    evidence: Iterable[m.Evidence],
    subject: Subject | None,
    named: Mapping[str, Mapping[str, Side]] | None = None,
) -> m.MechanismHypothesis:
    """Return *earlier* with the tests that *evidence* holds, its links, status and confidence brought up to date.

    *named* are tests that somebody else found; where a sentence says otherwise, the sentence holds.
    """
    pieces = {piece.source_id: piece for piece in evidence if takes_part(piece)}
    said = _tests(earlier, subject.names if subject else (earlier.drug,), pieces)
    sides = {source: {**(named or {}).get(source, {}), **said.get(source, {})} for source in {**(named or {}), **said}}
    tested = _joined(earlier.tested_by, sides)
    links = tuple(_with_tests(link, sides) for link in earlier.links)
    found = earlier.model_copy(
        update={
            "links": links,
            "tested_by": tested,
            "status": _status(earlier, links, tested, pieces),
            "confidence": _doubted(earlier.confidence, links),
        }
    )
    return _with_sources(found)


def _tests(earlier: m.MechanismHypothesis, names: tuple[str, ...], pieces: Mapping[str, m.Evidence]) -> Sides:
    """Return the later sources that address a link, with the side of each."""
    later = {source: piece for source, piece in pieces.items() if number(source) > earlier.proposed_at}
    sides = {source: _sides(earlier, names, piece) for source, piece in later.items()}
    return {source: found for source, found in sides.items() if found}


def _with_sources(one: m.MechanismHypothesis) -> m.MechanismHypothesis:
    """Return a hypothesis that names the sources of its links for and against it."""
    supporting = (source for link in one.links for source in link.supporting)
    against = (source for link in one.links for source in link.contradicting)
    return one.model_copy(
        update={
            "supporting_evidence": _joined(one.supporting_evidence, supporting),
            "contradicting_evidence": _joined(one.contradicting_evidence, against),
        }
    )


def number(source_id: str) -> int:
    """Return the n of ``Sn``."""
    return int(source_id[1:]) if source_id[1:].isdigit() else 0


def _status(
    earlier: m.MechanismHypothesis,
    links: Iterable[m.Link],
    tested: tuple[str, ...],
    pieces: Mapping[str, m.Evidence],
) -> m.HypothesisStatus:
    """Return how a mechanism stood its tests: as its weakest link did. Without a new test it stays what it was."""
    if tested == earlier.tested_by and earlier.status != "untested":
        return earlier.status
    statuses = (_link_status(link, frozenset(tested), pieces) for link in links)
    return min(statuses, key=_WEAKEST_FIRST.index, default="untested")


def _link_status(link: m.Link, later: frozenset[str], pieces: Mapping[str, m.Evidence]) -> m.HypothesisStatus:
    """Return how one link stood its tests; only later works test it."""
    supporting, against = later.intersection(link.supporting), later.intersection(link.contradicting)
    if against:
        return "mixed" if supporting else "contradicted"
    if not supporting:
        return "untested"
    return "supported-in-humans" if _any_human(supporting, pieces) else "supported-preclinically"


def _any_human(sources: Iterable[str], pieces: Mapping[str, m.Evidence]) -> bool:
    """Say whether one of the sources is about people; one that is not at hand is not taken for human."""
    return any(source in pieces and pieces[source].subject == "human" for source in sources)


def _doubted(confidence: float, links: Iterable[m.Link]) -> float:
    """Return the confidence, lowered where a link is denied."""
    return min(confidence, DISPUTED) if any(link.contradicting for link in links) else confidence


def _joined(known: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    """Return both without repeats, in order of first mention."""
    return tuple(dict.fromkeys((*known, *more)))


def _with_tests(link: m.Link, sides: Mapping[str, Mapping[str, Side]]) -> m.Link:
    """Return *link* with the sources that speak for and against it."""
    supporting = (source for source, found in sides.items() if found.get(link.name) == "for")
    against = (source for source, found in sides.items() if found.get(link.name) == "against")
    return link.model_copy(
        update={
            "supporting": _joined(link.supporting, supporting),
            "contradicting": _joined(link.contradicting, against),
        }
    )


def _sides(earlier: m.MechanismHypothesis, names: tuple[str, ...], piece: m.Evidence) -> dict[str, Side]:
    """Return on which side of each link a piece stands, for the links it addresses."""
    ends = (
        ("drug-target", "", earlier.target),
        ("target-pathway", _beginning(earlier.target, earlier.pathway), earlier.pathway),
        ("pathway-effect", _beginning(earlier.pathway, earlier.effect), earlier.effect),
    )
    sentences = [sentence.text for sentence, _ in statements(piece.content, section_of(piece))]
    told = {name: {_side(text, names, start, end) for text in sentences} for name, start, end in ends}
    return {name: "against" if "against" in sides else "for" for name, sides in told.items() if any(sides)}


def _beginning(start: str, end: str) -> str:
    """Return where a link begins; a process of the target itself is tested from the drug, written as nothing."""
    return "" if terms.same_thing(start, end) else start


def _side(text: str, names: tuple[str, ...], start: str, end: str) -> Side | None:
    """Return what one sentence says of a link, or ``None`` where it says nothing about it."""
    begins = about(text, start) if start else mentions(text, names)
    if not begins or not about(text, end):
        return None
    return _told(text)


def _told(text: str) -> Side | None:
    """Return whether a sentence affirms or denies; what found no difference does neither."""
    if _NOT_SIGNIFICANT.search(text):
        return None
    if _DENIED.search(text) or any(relation.negated for relation in relations_in(text)):
        return "against"
    return None if direction_in(text) == "no-difference" else "for"


def about(text: str, term: str) -> bool:
    """Say whether a sentence names *term*: all its telling words, or two of a long one."""
    wanted, there = terms.core(term), terms.core(text)
    return bool(wanted) and len(wanted & there) >= min(len(wanted), ENOUGH_WORDS)
