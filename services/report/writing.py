"""Write, audit and render a report: the writer gives prose, the program vouches for the rest."""

from dataclasses import dataclass, replace

from shared import messages as m
from shared.audit.escaping import without_references
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
from shared.errors import CannotDo

from .composing import composed
from .drafting import Draft, Writer
from .rows import inspected_rows

__all__ = ["Draft", "Writer", "write"]


async def write(order: m.ReportRequested, writer: Writer) -> m.ReportCompleted:
    """Return the audited report and its Markdown.

    A draft that fails the audit goes back once; what still fails is marked where it stands.
    """
    shelf = shelf_of(order.bibliography, order.evidence)
    audit = Audited.of(await writer.write(order), shelf)
    sent_back = audit.problems
    if sent_back:
        audit = await _mended(audit, order, writer, shelf)
    draft = audit.draft
    rows = _told_plainly(inspected_rows(order, shelf))
    report = composed(order, draft, together(audit.inspection, rows), sent_back)
    return m.ReportCompleted(
        run_id=order.run_id,
        step=order.step,
        attempt=order.attempt,
        spent=draft.spent,
        made_by=draft.made_by,
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


@dataclass(frozen=True)
class Audited:
    """A draft with what is wrong with it."""

    draft: Draft
    inspection: Inspection

    @classmethod
    def of(cls, draft: Draft, shelf: Shelf) -> "Audited":
        """Return *draft*, inspected; flaws of its form count as problems."""
        found = inspected(draft, shelf)
        return cls(draft, _told_plainly(replace(found, problems=(*draft.flaws, *found.problems))))

    @property
    def problems(self) -> tuple[str, ...]:
        """Return everything that is wrong."""
        return self.inspection.problems

    def is_as_good_as(self, other: "Audited") -> bool:
        """Say whether no more is wrong with it: a draft that lacks parts has few faults, because it says little."""
        return len(self.draft.flaws) <= len(other.draft.flaws) and len(self.problems) <= len(other.problems)


def _told_plainly(found: Inspection) -> Inspection:
    """Return *found* with problems that cite nothing, link nowhere and hold no footnote: the report lists them."""
    plain = (without_references(one) for one in found.problems)
    return replace(found, problems=tuple(dict.fromkeys(plain)))


async def _mended(first: Audited, order: m.ReportRequested, writer: Writer, shelf: Shelf) -> Audited:
    """Return the better of two drafts; where there is no second to be had, the first, with why."""
    try:
        second = Audited.of(await writer.write(order, first.problems), shelf)
    except CannotDo as error:
        problems = (*first.problems, f"the draft could not be mended: {error}")
        draft = replace(first.draft, spent=error.spent or first.draft.spent)
        return Audited(draft, replace(first.inspection, problems=problems))
    if second.is_as_good_as(first):
        return second
    return Audited(replace(first.draft, spent=second.draft.spent), first.inspection)
