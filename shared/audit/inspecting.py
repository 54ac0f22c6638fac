"""Inspect the prose of a report before it leaves: the claim ledger, and what fails.

What fails is marked where it stands and counted; nothing is dropped in silence. The program's own
statements, such as how many studies there are, are no claims on a source; they are passed by name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from shared import messages as m
from shared.audit.checking.wording import overclaims
from shared.audit.coding import without_code_markers
from shared.audit.escaping import without_references
from shared.audit.foreign import dangling_in, without_dangling, without_invented
from shared.audit.ledger import NOBODY, Opinions, claim_of
from shared.audit.markers import MARKER, cited, tidied_and_counted, without_markers
from shared.audit.parts import (
    CANDIDATES,
    CLINICAL,
    CONCLUSION,
    EVIDENTIAL,
    HYPOTHESES,
    KEY_FINDINGS,
    LIMITATIONS,
    MECHANISTIC,
    SUMMARY,
    TITLE,
    Part,
)
from shared.audit.prose import Statement, outside_quotations, statements
from shared.audit.shelf import Shelf

__all__ = [
    "CANDIDATES",
    "CLINICAL",
    "CONCLUSION",
    "EVIDENTIAL",
    "HYPOTHESES",
    "KEY_FINDINGS",
    "LIMITATIONS",
    "MECHANISTIC",
    "SUMMARY",
    "TITLE",
    "Inspection",
    "Mark",
    "Part",
    "bare",
    "inspect",
    "together",
]

MOST_SHOWN = 120
"""Characters of a failing sentence in the list of problems."""

MOST_NOTED = 240
"""Characters of a reason in a mark; the ledger has all of it."""


class Mark(NamedTuple):
    """What stands behind a sentence that fails, and in which section."""

    section: str
    what: str


@dataclass(frozen=True)
class Inspection:
    """The parts as they may leave, the ledger, and what was found."""

    revised: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By section and drafted text: the text as it may leave."""
    claims: tuple[m.Claim, ...] = ()
    problems: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    dangling: tuple[str, ...] = ()
    invented: int = 0
    markers: int = 0
    markers_rewritten: int = 0
    evidence_sentences: int = 0
    cited_sentences: int = 0
    program_sentences: int = 0
    """Made by the program from its own counts and records: no claims on a source."""

    @property
    def claims_checked(self) -> int:
        """Return how many claims were settled, either way."""
        return sum(claim.verdict != "not-checked" for claim in self.claims)

    def final(self, section: str, drafted: str) -> str:
        """Return a text as it may leave: tidied, and marked where it fails."""
        return self.revised.get((section, drafted), drafted)


def inspect(
    parts: Sequence[Part], shelf: Shelf, own_words: Iterable[str] = (), opinions: Opinions = NOBODY
) -> Inspection:
    """Return every part marked where it fails, and the ledger of its sentences.

    *own_words* are the sentences that the program made from its own counts, *opinions* what a
    second checker has said.
    """
    known = frozenset(map(bare, own_words))
    return together(*(_inspected(part, shelf, known, opinions) for part in parts))


def bare(sentence: str) -> str:
    """Return a sentence as it is recognised again: without markers and outer space."""
    return " ".join(without_markers(sentence).split())


def together(*inspections: Inspection) -> Inspection:
    """Return several inspections as one."""

    def total(name: str) -> int:
        return sum(getattr(one, name) for one in inspections)

    return Inspection(
        revised=dict(chain.from_iterable(one.revised.items() for one in inspections)),
        claims=tuple(chain.from_iterable(one.claims for one in inspections)),
        problems=tuple(dict.fromkeys(chain.from_iterable(one.problems for one in inspections))),
        marks=tuple(chain.from_iterable(one.marks for one in inspections)),
        dangling=tuple(dict.fromkeys(chain.from_iterable(one.dangling for one in inspections))),
        invented=total("invented"),
        markers=total("markers"),
        markers_rewritten=total("markers_rewritten"),
        evidence_sentences=total("evidence_sentences"),
        cited_sentences=total("cited_sentences"),
        program_sentences=total("program_sentences"),
    )


def _inspected(part: Part, shelf: Shelf, own_words: frozenset[str], opinions: Opinions) -> Inspection:
    """Return the inspection of one part: its references first, then its sentences."""
    text, in_code = without_code_markers(part.text)
    text, rewritten = tidied_and_counted(text)
    dangling = dangling_in(text, shelf)
    text, invented = without_invented(without_dangling(text, shelf), shelf)
    stated = statements(text)
    told = tuple(one for one in stated if bare(one.text) not in own_words)
    claims = tuple(claim_of(one.text, part, shelf, opinions) for one in told)
    failing = _failing(told, claims)
    problems = (
        *map("{} stands in code, where it cites nothing".format, in_code),
        *map("{} names no registered source".format, dangling),
        *map("{} is not in the registry".format, invented),
        *map(_named, failing),
    )
    evidential = told if part.section in EVIDENTIAL else ()
    return Inspection(
        revised={(part.section, part.text): _marked(text, failing)},
        claims=claims,
        problems=tuple(f"{part.section}: {problem}" for problem in problems),
        marks=tuple(Mark(part.section, what) for _, what in failing),
        dangling=dangling,
        invented=len(invented),
        markers=len(MARKER.findall(text)),
        markers_rewritten=rewritten,
        evidence_sentences=len(evidential),
        cited_sentences=sum(bool(cited(one.text)) for one in evidential),
        program_sentences=len(stated) - len(told),
    )


def _failing(told: tuple[Statement, ...], claims: tuple[m.Claim, ...]) -> tuple[tuple[Statement, str], ...]:
    """Return each sentence that fails, with what a reader must be told beside it."""
    judged = ((one, _failure(one, claim)) for one, claim in zip(told, claims, strict=True))
    return tuple((one, what) for one, what in judged if what)


def _failure(statement: Statement, claim: m.Claim) -> str:
    """Return what a reader must be told beside a sentence, or nothing."""
    if claim.verdict in {"mismatch", "contradicted"}:
        return f"unverified: {_noted(claim.reason)}"
    if claim.section in EVIDENTIAL and (weak := _without_result(claim)):
        return f"unverified: {weak}"
    if too_much := overclaims(outside_quotations(statement.text)):
        return f"unverified: {too_much}"
    if claim.section in EVIDENTIAL and not claim.source_ids and "[unknown source" not in statement.text:
        return "no source given"
    return ""


def _without_result(claim: m.Claim) -> str:
    """Return why a quotation supports nothing although it stands in its source; nothing where it does."""
    return next((one.reason for one in claim.checks if one.verdict == "verbatim" and one.reason), "")


def _noted(reason: str) -> str:
    """Return a reason as it may stand in a mark: it may quote a passage, which cites nothing here and ends no cell."""
    plain = without_references(reason).replace("|", "/")
    return plain if len(plain) <= MOST_NOTED else f"{plain[: MOST_NOTED - 1].rstrip()}…"


def _marked(text: str, failing: tuple[tuple[Statement, str], ...]) -> str:
    """Return *text* with a note behind every sentence that fails."""
    pieces, at = [], 0
    for statement, what in failing:
        end = statement.end - (text[statement.end - 1] == "|")
        pieces.append(f"{text[at:end].rstrip()} [{what}]{' ' if end < statement.end else ''}")
        at = end
    return "".join((*pieces, text[at:]))


def _named(failing: tuple[Statement, str]) -> str:
    """Return a failure with enough of its sentence to find it again."""
    sentence, what = without_markers(failing[0].text), failing[1]
    short = sentence if len(sentence) <= MOST_SHOWN else sentence[: MOST_SHOWN - 1].rstrip() + "…"
    return f"{what}: {short}"
