"""The audit of a report in numbers: for its event, the logs and telemetry, which carry no texts."""

from shared import messages as m


def numbers_of(audit: m.Audit) -> m.AuditNumbers:
    """Return how much the audit looked at, and how much of it fails."""
    return m.AuditNumbers(
        claims=audit.claims,
        claims_checked=audit.claims_checked,
        evidence_sentences=audit.evidence_sentences,
        cited_sentences=audit.cited_sentences,
        citation_coverage=audit.citation_coverage,
        markers=audit.markers,
        markers_rewritten=audit.markers_rewritten,
        dangling=len(audit.dangling),
        orphans=len(audit.orphans),
        invented=audit.invented,
        retracted_cited=len(audit.retracted_cited),
        disagreements=audit.disagreements,
        works_registered=audit.works_registered,
        works_merged=audit.works_merged,
        problems=len(audit.problems),
        sent_back=len(audit.sent_back),
    )
