"""Hold the sentences of a document against the texts of the works they cite; show what leans on nothing."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from shared import messages as m
from shared.audit.checking import CHECKER, Finding, check, weakest
from shared.audit.markers import marker_of
from shared.audit.prose import FEWEST_WORDS, Clause, clauses, quotations
from shared.audit.shelf import Source

from .knowing import Held
from .reading import Note, Sentence
from .values import Listed, Marker, Problem, ProblemKind

_PLACE = re.compile(r"\[S(\d+)\]")
_NEIGHBOURS = re.compile(r"\]\s*[,;]?\s*\[(?=S\d)")
"""Between markers without words: what stands before them leans on both."""
_WITHOUT = Finding("not-checked", "no text of this work was given")
_STATISTIC = re.compile(
    r"\d\s?%|\bper ?cent\b|\b[Pp]\s?[<=>≤≥]\s?0?[.·]\d|\b(?:CI|CrI)\b[^.]{0,12}\d|"
    r"\b(?:OR|RR|HR|odds ratio|risk ratio|hazard ratio|relative risk)\b[^.]{0,20}\d[.·]\d",
)


@dataclass(frozen=True)
class Leaning:
    """What the sentences of a document lean on: its markers, its references, and the texts of their works."""

    markers: Sequence[Marker]
    references: Sequence[Listed]
    sources: Mapping[int, Source]
    """By the place of a reference: its work, with the texts that are at hand."""


def sources_of(references: Sequence[Listed], found: Sequence[Held]) -> dict[int, Source]:
    """Return the works whose texts are at hand, called as the document calls them."""
    return {
        one.place: Source(
            one.work.reference.model_copy(update={"source_id": references[one.place].shown}),
            tuple(piece.model_copy(update={"source_id": references[one.place].shown}) for piece in one.work.pieces),
        )
        for one in found
        if one.work and one.work.pieces
    }


def claims_of(sentences: Sequence[Sentence], leaning: Leaning) -> Iterator[tuple[Sentence, m.Claim]]:
    """Yield each sentence that cites a work whose text is at hand, with what the rules say of it."""
    for sentence in sentences:
        if sentence.asserts and any(place in leaning.sources for place in places_of(sentence, leaning)):
            yield sentence, _claim(sentence, leaning)


def places_of(sentence: Sentence, leaning: Leaning) -> set[int]:
    """Return the places of the references that a sentence cites."""
    return {place for number in sentence.markers for place in leaning.markers[number].references}


def _claim(sentence: Sentence, leaning: Leaning) -> m.Claim:
    """Return the ledger's entry for one sentence: the weakest of its checks shows."""
    text = _PLACE.sub(lambda found: _resolved(int(found[1]), leaning), sentence.text)
    asserted = clauses(_NEIGHBOURS.sub(", ", text))
    checks = [
        (source.source_id, check(clause, sentence.shown, source))
        for clause in asserted
        for source in _of_clause(clause, leaning)
    ]
    without = sorted(places_of(sentence, leaning) - leaning.sources.keys())
    checks += [(leaning.references[place].shown, _WITHOUT) for place in without]
    shown = weakest([finding for _, finding in checks])
    return m.Claim(
        sentence=sentence.shown,
        section=sentence.section or "Text",
        source_ids=tuple(dict.fromkeys(source_id for source_id, _ in checks)),
        passages=shown.passages,
        verdict=shown.verdict,
        verdict_by=CHECKER,
        reason=shown.reason,
        quotes=quotes(sentence.text),
        checks=tuple(_check(source_id, finding) for source_id, finding in checks),
    )


def _resolved(number: int, leaning: Leaning) -> str:
    """Return a marker as the places of its references; one that leads nowhere still ends what stands before it."""
    nowhere = len(leaning.references) + number
    return marker_of(f"S{place}" for place in leaning.markers[number].references or (nowhere,))


def _of_clause(clause: Clause, leaning: Leaning) -> Iterator[Source]:
    """Yield the works that a clause leans on, as far as their texts are at hand."""
    places = (int(one[1:]) for one in clause.source_ids)
    return (leaning.sources[place] for place in places if place in leaning.sources)


def _check(source_id: str, finding: Finding) -> m.SourceCheck:
    """Return what the rules say of a sentence and one of its sources."""
    return m.SourceCheck(
        source_id=source_id,
        verdict=finding.verdict,
        verdict_by=CHECKER,
        reason=finding.reason,
        passages=finding.passages,
    )


def claim_problem(sentence: Sentence, claim: m.Claim, leaning: Leaning) -> Problem | None:
    """Return the problem of a sentence that its source contradicts or does not bear."""
    if claim.verdict not in {"mismatch", "contradicted"}:
        return None
    markers = [leaning.markers[number] for number in sentence.markers]
    listed = [leaning.references[place] for marker in markers for place in marker.references]
    failing = next((one.source_id for one in claim.checks if one.verdict == claim.verdict), "")
    reference = next((one.text for one in listed if one.shown == failing), "")
    kind: ProblemKind = "claim-contradicted" if claim.verdict == "contradicted" else "claim-mismatch"
    written = " ".join(dict.fromkeys(marker.written for marker in markers))
    return Problem(kind, claim.reason or "its source says otherwise", sentence.line, sentence.shown, written, reference)


def leaning_on_nothing(sentences: Sequence[Sentence]) -> Iterator[Problem]:
    """Yield the sentences that quote or give a statistic, and have no marker."""
    for one in sentences:
        if one.role != "body" or one.covered:
            continue
        if quotes(one.text):
            yield Problem("uncited-quotation", "it quotes, and no marker says whom", one.line, one.shown)
        elif results_in(one.text):
            message = "it gives a result in numbers, and no marker says whose"
            yield Problem("uncited-number", message, one.line, one.shown)


def told_of_itself(notes: Iterable[Note]) -> Iterator[Problem]:
    """Yield what a report says of itself that it could not verify."""
    for one in notes:
        yield Problem("marked-unverified", f"the report says of itself: {one.words}", one.line, one.sentence)


def results_in(text: str) -> bool:
    """Say whether a sentence gives a result in numbers."""
    return _STATISTIC.search(text) is not None


def quotes(text: str) -> bool:
    """Say whether a sentence quotes a passage; fewer words are a term."""
    return any(len(one.text.split()) >= FEWEST_WORDS for one in quotations(text))
