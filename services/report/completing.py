"""What belongs into every draft and no writer may leave out: trials without results, and open disagreements.

They are facts of the run's record and of the registry (evidence.md, 2, 4 and 8), so the program words them.
"""

from dataclasses import replace

from shared import messages as m
from shared.audit.shelf import shelf_of

from .drafting import Draft, Prose, Writer
from .findings import add_disagreements, add_trials
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
    shelf, trials, disagreements = shelf_of(order.bibliography, order.evidence), Prose(), Prose()
    add_trials(trials, groups_of(shelf, order.evidence, order.question), shelf, order)
    add_disagreements(disagreements, shelf, order)
    for part in (trials, disagreements):
        draft = _with(draft, part)
    return draft


def _with(draft: Draft, part: Prose) -> Draft:
    """Return *draft* with a part, unless every item of it stands there: a heading of a model's own is no list."""
    items = (line for line in part.text.splitlines() if line.startswith("- "))
    if all(item in draft.clinical_findings for item in items):
        return draft
    whole = "\n\n".join(filter(None, (draft.clinical_findings.rstrip(), part.text)))
    return replace(draft, clinical_findings=whole, program_sentences=draft.program_sentences | part.own)
