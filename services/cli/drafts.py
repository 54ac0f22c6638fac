"""A report's draft as it is heard, piece by piece; pieces may be lost, and nothing of it is checked. Pure."""

import re
from dataclasses import dataclass, replace

from shared import messages as m
from shared.characters import printable

UNCHECKED = "draft, not checked"
"""Stands over, or before, every word of a draft that is shown."""

MOST_CHARACTERS = 200_000
"""Of a draft that are kept, the last ones: several times a report's length, and a bound for what never ends."""

_TITLE = re.compile(r"\s*#(?:\s|$)")


@dataclass(frozen=True)
class Draft:
    """What was heard of the draft that is being written now."""

    number: int
    text: str
    nth: int = 1
    """Which of the drafts that were heard, from 1; the writer's own number counts its turns, too."""
    joined: bool = False
    """Whether its beginning was not heard."""

    @property
    def note(self) -> str:
        """Return what a reader must know of how it begins, or nothing."""
        if self.joined:
            return "(joined in the middle)"
        return "(begun anew)" if self.nth > 1 else ""

    @property
    def heading(self) -> str:
        """Return what stands over it."""
        return f"{UNCHECKED} {self.note}".rstrip()


def grown(draft: Draft | None, update: m.LiveUpdate) -> Draft:
    """Return the draft with one more piece, or the one that begins with it."""
    piece = printable(update.text)
    if draft is None:
        return Draft(update.draft, piece[-MOST_CHARACTERS:], joined=not _begins(piece))
    if _goes_on(draft, update.draft, piece):
        return replace(draft, text=(draft.text + piece)[-MOST_CHARACTERS:])
    return Draft(update.draft, piece[-MOST_CHARACTERS:], draft.nth + 1)


def ends_draft(event: m.AgentEvent) -> bool:
    """Say whether the report agent has answered, or the run has ended: no draft is shown any more."""
    answered = event.agent == "report" and isinstance(event.data, m.ProgressData) and event.data.attempt == 1
    return answered or event.type == "complete"


def _begins(piece: str) -> bool:
    """Say whether a draft begins with *piece*: with its title, or its first word alone (``shared.llm.live``)."""
    return bool(_TITLE.match(piece)) or len(piece.split()) <= 1


def _goes_on(draft: Draft, number: int, piece: str) -> bool:
    """Say whether *piece* belongs to *draft*: an order that is delivered again writes from the title on, again."""
    return number == draft.number and not (draft.text.strip() and _TITLE.match(piece))
