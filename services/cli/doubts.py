"""What of a report is not verified, worst first: what `vouch report --problems` tells. Pure."""

from collections.abc import Iterator

from shared import messages as m

from .lines import plain

WORST_FIRST: tuple[m.Verdict, ...] = ("contradicted", "mismatch", "not-checked", "partly")
"""The verdicts that verify nothing."""


class Doubt(m.Value):
    """A sentence that is not verified."""

    verdict: m.Verdict
    verdict_by: str
    section: str
    sentence: str
    reason: str
    disagreement: str = ""
    source_ids: tuple[str, ...] = ()
    passages: tuple[m.SourcePassage, ...] = ()
    """What stands in the sources beside it."""


class Doubts(m.Value):
    """All that is wrong with a report, or was not looked at."""

    run_id: str
    problems: tuple[str, ...]
    """What the audit says of the report as a whole."""
    disagreements: tuple[Doubt, ...]
    """Sentences on which the checkers do not agree, whatever their verdict."""
    sentences: tuple[Doubt, ...]
    claims: int
    claims_checked: int
    evidence_sentences: int
    cited_sentences: int


def doubts(end: m.ResearchCompleted, report: m.ResearchReport) -> Doubts:
    """Return what is not verified of a report; what is stands in neither list."""
    unsure = [claim for claim in report.claims if claim.verdict in WORST_FIRST]
    return Doubts(
        run_id=end.run_id,
        problems=tuple(_problems(report)),
        disagreements=tuple(_doubt(claim) for claim in report.claims if claim.disagreement),
        sentences=tuple(map(_doubt, sorted(unsure, key=lambda claim: WORST_FIRST.index(claim.verdict)))),
        claims=report.audit.claims,
        claims_checked=report.audit.claims_checked,
        evidence_sentences=report.audit.evidence_sentences,
        cited_sentences=report.audit.cited_sentences,
    )


def coverage_words(found: Doubts) -> str:
    """Return how far the report was checked: no rate without what it is a rate of."""
    return (
        f"{found.claims_checked} of {found.claims} sentences in the claim ledger were checked; "
        f"{found.cited_sentences} of {found.evidence_sentences} sentences of the findings cite a source"
    )


def _problems(report: m.ResearchReport) -> Iterator[str]:
    """Yield what the audit found, each once."""
    audit = report.audit
    named = (
        (audit.dangling, "markers that name no source of the run"),
        (audit.orphans, "references that no sentence cites"),
        (audit.retracted_cited, "retracted works that the report names, which it may only to say so"),
        (audit.duplicates, "one work under two numbers"),
    )
    told = (f"{what}: {', '.join(which)}" for which, what in named if which)
    yield from dict.fromkeys(plain(one) for one in (*audit.problems, *told))


def _doubt(claim: m.Claim) -> Doubt:
    """Return a sentence with what stands against it."""
    return Doubt(
        verdict=claim.verdict,
        verdict_by=claim.verdict_by,
        section=claim.section,
        sentence=plain(claim.sentence),
        reason=plain(claim.reason) or _unsaid(claim),
        disagreement=plain(claim.disagreement),
        source_ids=claim.source_ids,
        passages=claim.passages or tuple(one for check in claim.checks for one in check.passages),
    )


def _unsaid(claim: m.Claim) -> str:
    """Return why a sentence is not verified where the ledger gives no reason."""
    return "no reason was given" if claim.source_ids else "it cites no source to check it against"
