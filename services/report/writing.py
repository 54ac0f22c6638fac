"""Write, audit and render a report: the writer gives prose, the program vouches for the rest."""

from shared import messages as m
from shared.audit.inspecting import (
    CLINICAL,
    CONCLUSION,
    LIMITATIONS,
    MECHANISTIC,
    SUMMARY,
    TITLE,
    Inspection,
    Part,
    inspect,
    together,
)
from shared.audit.rendering import to_markdown
from shared.audit.shelf import Shelf, shelf_of

from .composing import composed
from .drafting import Draft, Writer
from .rows import inspected_rows

__all__ = ["Draft", "Writer", "write"]


async def write(order: m.ReportRequested, writer: Writer, made_by: str) -> m.ReportCompleted:
    """Return the audited report and its Markdown.

    A draft that fails the audit goes back once; what still fails is marked where it stands.
    """
    shelf = shelf_of(order.bibliography, order.evidence)
    draft = await writer.write(order)
    inspection, spent = inspected(draft, shelf), draft.spent
    if inspection.problems:
        second = await writer.write(order, inspection.problems)
        again, spent = inspected(second, shelf), _sum(spent, second.spent)
        if len(again.problems) <= len(inspection.problems):
            draft, inspection = second, again
    report = composed(order, draft, together(inspection, inspected_rows(order, shelf)), made_by)
    return m.ReportCompleted(
        run_id=order.run_id,
        step=order.step,
        attempt=order.attempt,
        spent=spent,
        made_by=made_by,
        report=report,
        markdown=to_markdown(report),
    )


def inspected(draft: Draft, shelf: Shelf) -> Inspection:
    """Return the inspection of a draft's own text fields."""
    parts = (
        Part(TITLE, draft.title),
        Part(SUMMARY, draft.executive_summary),
        Part(CLINICAL, draft.clinical_findings),
        Part(MECHANISTIC, draft.mechanistic_findings),
        Part(CONCLUSION, draft.conclusion),
        *(Part(LIMITATIONS, one) for one in draft.limitations),
    )
    return inspect(parts, shelf, draft.program_sentences)


def _sum(first: m.Spending, second: m.Spending) -> m.Spending:
    """Return what both drafts cost."""
    return m.Spending(tokens=first.tokens + second.tokens, usd=first.usd + second.usd)
