"""Inspect the prose of a report before it leaves: the claim ledger, and what fails.

What fails is marked where it stands and counted; nothing is dropped in silence. The program's own
statements, such as how many studies there are, are no claims on a source; they are passed by name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from shared import messages as m
from shared.audit.checking import CHECKER, Finding, check, strongest, weakest
from shared.audit.checking.wording import overclaims
from shared.audit.foreign import dangling_in, without_dangling, without_invented
from shared.audit.markers import MARKER, cited, tidied, without_markers
from shared.audit.prose import Clause, Statement, clauses, outside_quotations, statements
from shared.audit.shelf import Shelf

SUMMARY, CLINICAL, MECHANISTIC, CONCLUSION = (
    "Executive summary",
    "Clinical findings",
    "Mechanistic findings",
    "Conclusion",
)
TITLE, LIMITATIONS, HYPOTHESES, KEY_FINDINGS, CANDIDATES = (
    "Title",
    "Limitations",
    "Hypotheses tested",
    "Key findings",
    "Drug candidates",
)
EVIDENTIAL = frozenset({SUMMARY, CLINICAL, MECHANISTIC, CONCLUSION})
"""Sections whose declarative sentences are drawn from sources and must cite them."""


MOST_SHOWN = 120
"""Characters of a failing sentence in the list of problems."""


class Part(NamedTuple):
    """One text field of a report; a row such as a key finding has its sources beside it."""

    section: str
    text: str
    source_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Inspection:
    """The parts as they may leave, the ledger, and what was found."""

    revised: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By section and drafted text: the text as it may leave."""
    claims: tuple[m.Claim, ...] = ()
    problems: tuple[str, ...] = ()
    dangling: tuple[str, ...] = ()
    invented: int = 0
    markers: int = 0
    evidence_sentences: int = 0
    cited_sentences: int = 0

    @property
    def claims_checked(self) -> int:
        """Return how many claims the rules could settle, either way."""
        return sum(claim.verdict != "not-checked" for claim in self.claims)

    def final(self, section: str, drafted: str) -> str:
        """Return a text as it may leave: tidied, and marked where it fails."""
        return self.revised.get((section, drafted), drafted)


def inspect(parts: Sequence[Part], shelf: Shelf, own_words: Iterable[str] = ()) -> Inspection:
    """Return every part marked where it fails, and the ledger of its sentences.

    *own_words* are the sentences that the program made from its own counts.
    """
    known = frozenset(map(bare, own_words))
    return together(*(_inspected(part, shelf, known) for part in parts))


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
        dangling=tuple(dict.fromkeys(chain.from_iterable(one.dangling for one in inspections))),
        invented=total("invented"),
        markers=total("markers"),
        evidence_sentences=total("evidence_sentences"),
        cited_sentences=total("cited_sentences"),
    )


def _inspected(part: Part, shelf: Shelf, own_words: frozenset[str]) -> Inspection:
    """Return the inspection of one part: its references first, then its sentences."""
    text = tidied(part.text)
    dangling = dangling_in(text, shelf)
    text, invented = without_invented(without_dangling(text, shelf), shelf)
    told = tuple(one for one in statements(text) if bare(one.text) not in own_words)
    claims = tuple(_claim(one, part, shelf) for one in told)
    failing = _failing(told, claims)
    problems = (
        *map("{} names no registered source".format, dangling),
        *map("{} is not in the registry".format, invented),
        *map(_named, failing),
    )
    evidential = told if part.section in EVIDENTIAL else ()
    return Inspection(
        revised={(part.section, part.text): _marked(text, failing)},
        claims=claims,
        problems=tuple(f"{part.section}: {problem}" for problem in problems),
        dangling=dangling,
        invented=len(invented),
        markers=len(MARKER.findall(text)),
        evidence_sentences=len(evidential),
        cited_sentences=sum(bool(cited(one.text)) for one in evidential),
    )


def _claim(statement: Statement, part: Part, shelf: Shelf) -> m.Claim:
    """Return the ledger's entry for one sentence."""
    asserted = _asserted(statement.text, part)
    findings = [
        check(clause, statement.text, shelf[source_id])
        for clause in asserted
        for source_id in clause.source_ids
        if source_id in shelf
    ]
    shown = _shown(findings, part) if findings else Finding("not-checked", "it cites no registered source")
    return m.Claim(
        sentence=statement.text,
        section=part.section,
        source_ids=tuple(dict.fromkeys(one for clause in asserted for one in clause.source_ids if one in shelf)),
        passages=shown.passages,
        verdict=shown.verdict,
        verdict_by=CHECKER,
        reason=shown.reason,
    )


def _shown(findings: list[Finding], part: Part) -> Finding:
    """Return the weakest finding; a candidate's cell leans on whichever source of its row bears it best."""
    return strongest(findings) if part.section == CANDIDATES else weakest(findings)


def _asserted(sentence: str, part: Part) -> tuple[Clause, ...]:
    """Return the clauses of a sentence; without markers it leans on the sources of its row."""
    if cited(sentence) or not part.source_ids:
        return clauses(sentence)
    hedge = "hypothesised: " if part.section == HYPOTHESES else ""
    return (Clause(f"{hedge}{sentence}", part.source_ids),)


def _failing(told: tuple[Statement, ...], claims: tuple[m.Claim, ...]) -> tuple[tuple[Statement, str], ...]:
    """Return each sentence that fails, with what a reader must be told beside it."""
    judged = ((one, _failure(one, claim)) for one, claim in zip(told, claims, strict=True))
    return tuple((one, what) for one, what in judged if what)


def _failure(statement: Statement, claim: m.Claim) -> str:
    """Return what a reader must be told beside a sentence, or nothing."""
    if claim.verdict == "mismatch":
        return f"unverified: {claim.reason}"
    if too_much := overclaims(outside_quotations(statement.text)):
        return f"unverified: {too_much}"
    if claim.section in EVIDENTIAL and not claim.source_ids and "[unknown source" not in statement.text:
        return "no source given"
    return ""


def _marked(text: str, failing: tuple[tuple[Statement, str], ...]) -> str:
    """Return *text* with a note behind every sentence that fails."""
    for statement, what in reversed(failing):
        end = statement.end - (text[: statement.end].endswith("|"))
        text = f"{text[:end].rstrip()} [{what}]{' ' if end < statement.end else ''}{text[end:]}"
    return text


def _named(failing: tuple[Statement, str]) -> str:
    """Return a failure with enough of its sentence to find it again."""
    sentence, what = without_markers(failing[0].text), failing[1]
    short = sentence if len(sentence) <= MOST_SHOWN else sentence[: MOST_SHOWN - 1].rstrip() + "…"
    return f"{what}: {short}"
