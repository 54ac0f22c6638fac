"""What was cut from a summary that was too long: it leaves the ledger, and each sentence of it is named. Pure."""

from dataclasses import replace

from shared import messages as m
from shared.audit.inspecting import SUMMARY, Inspection
from shared.audit.markers import MARKER, cited, without_markers

MOST_SHOWN = 120
"""Characters of a sentence that was left out, in the list of problems."""


def without_cut(inspection: Inspection, summary: str) -> Inspection:
    """Return the inspection of a report whose summary is *summary*: its ledger is of what left, no more."""
    gone = _gone(inspection.claims, summary)
    if not gone:
        return inspection
    places = {id(claim) for claim in gone}
    return replace(
        inspection,
        claims=tuple(claim for claim in inspection.claims if id(claim) not in places),
        markers=inspection.markers - sum(len(MARKER.findall(claim.sentence)) for claim in gone),
        evidence_sentences=inspection.evidence_sentences - len(gone),
        cited_sentences=inspection.cited_sentences - sum(bool(cited(claim.sentence)) for claim in gone),
        problems=(*inspection.problems, *map(_named, gone)),
    )


def _gone(claims: tuple[m.Claim, ...], summary: str) -> tuple[m.Claim, ...]:
    """Return the sentences of the summary's ledger that it does not hold any more; they stand in its order."""
    gone, at = [], 0
    for claim in claims:
        words = " ".join(claim.sentence.split())
        place = summary.find(words, at) if claim.section == SUMMARY else at
        if place < 0:
            gone.append(claim)
        elif claim.section == SUMMARY:
            at = place + len(words)
    return tuple(gone)


def _named(claim: m.Claim) -> str:
    """Return that a sentence was left out, with enough of it to find it in the draft."""
    sentence = " ".join(without_markers(claim.sentence).split())
    short = sentence if len(sentence) <= MOST_SHOWN else f"{sentence[: MOST_SHOWN - 1].rstrip()}…"
    return f"{SUMMARY}: left out, for it was too long: {short}"
