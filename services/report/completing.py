"""What belongs into every draft and no writer may leave out: trials without results, and open disagreements.

They are facts of the run's record and of the registry (evidence.md, 2, 4 and 8), so the program words them.
"""

from dataclasses import replace

from shared import messages as m
from shared.audit.shelf import shelf_of

from .drafting import Draft, Prose, Writer
from .findings import DISAGREEMENTS, UNREPORTED, add_disagreements, add_trials
from .grouping import groups_of


class Completing:
    """A writer whose drafts are completed; the rules' own drafts have both parts already."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def write(self, order: m.ReportRequested, problems: tuple[str, ...] = ()) -> Draft:
        """Return the writer's draft with what it left out. Raises what the writer raises."""
        return completed(await self._writer.write(order, problems), order)


def completed(draft: Draft, order: m.ReportRequested) -> Draft:
    """Return *draft* with the trials that report nothing and the disagreements, where its clinical part lacks them."""
    shelf, prose = shelf_of(order.bibliography, order.evidence), Prose()
    groups = groups_of(shelf, order.evidence, order.question)
    if UNREPORTED not in draft.clinical_findings:
        add_trials(prose, groups, order)
    if DISAGREEMENTS not in draft.clinical_findings:
        add_disagreements(prose, shelf, order)
    if not prose.text:
        return draft
    whole = "\n\n".join(filter(None, (draft.clinical_findings.rstrip(), prose.text)))
    return replace(draft, clinical_findings=whole, program_sentences=draft.program_sentences | prose.own)
