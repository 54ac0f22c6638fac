"""Write, audit and render a report: the writer gives prose, the program vouches for the rest."""

from collections import Counter
from dataclasses import replace

from shared import messages as m
from shared.audit.inspecting import KEY_FINDINGS, Inspection, together
from shared.audit.rendering import to_markdown
from shared.audit.shelf import Shelf, shelf_of
from shared.errors import CannotDo

from .composing import composed
from .drafting import Draft, Writer
from .rows import inspected_rows
from .seconding import Audited, audited, to_mend, told_plainly

__all__ = ["Draft", "Writer", "write"]


async def write(order: m.ReportRequested, writer: Writer) -> m.ReportCompleted:
    """Return the audited report and its Markdown.

    A draft that fails the audit goes back once; what still fails is marked where it stands.
    """
    shelf = shelf_of(order.bibliography, order.evidence)
    draft = await writer.write(order)
    audit = await audited(draft, shelf, keep=to_mend(draft))
    sent_back = audit.problems
    if sent_back:
        audit = await _mended(audit, order, writer, shelf)
    inspection = together(audit.inspection, told_plainly(inspected_rows(order, shelf)))
    draft = audit.draft
    for told in marked(inspection):
        draft = draft.with_limitation(told)
    report = composed(order, draft, inspection, sent_back)
    return m.ReportCompleted(
        run_id=order.run_id,
        step=order.step,
        attempt=order.attempt,
        spent=draft.spent,
        made_by=draft.made_by,
        report=report,
        markdown=to_markdown(report),
    )


async def _mended(first: Audited, order: m.ReportRequested, writer: Writer, shelf: Shelf) -> Audited:
    """Return the better of two drafts; where there is no second to be had, the first, with why."""
    try:
        draft = await writer.write(order, first.problems)
    except CannotDo as error:
        problems = (*first.problems, f"the draft could not be mended: {error}")
        draft = replace(first.draft, spent=error.spent or first.draft.spent)
        return Audited(draft, replace(first.inspection, problems=problems), first.opinions)
    second = Audited.of(draft, shelf, first.opinions)
    if second.is_as_good_as(first):  # or its second checker is asked for nothing
        second = await audited(draft, shelf, first.opinions)
    if second.is_as_good_as(first):
        return second.beside(first)
    return replace(first, draft=replace(first.draft, spent=second.draft.spent))


def marked(inspection: Inspection) -> tuple[str, ...]:
    """Return as a limitation how many sentences are marked as not verified, and where; nothing where none is."""
    places = Counter(mark.section for mark in inspection.marks if mark.section != KEY_FINDINGS)  # not printed
    if not places:
        return ()
    count = places.total()
    told = "1 sentence is" if count == 1 else f"{count} sentences are"
    where = ", ".join(f"{number} in “{section}”" for section, number in places.items())
    return (f"{told} marked as not verified, with the reason behind the mark: {where}.",)
