"""What becomes of a run when it is over: it is deleted everywhere, or carried to another Vouch."""

from typing import Literal

from .base import Count, Message, RunId, Value, When


class RunsDelete(Message):
    """Delete a run everywhere; one that goes on is cancelled first. Asking again finishes what a crash left."""

    subject: Literal["research.runs.delete"] = "research.runs.delete"


class Erased(Value):
    """How much of a run was on the server, beside its state."""

    events: Count = 0
    """Its end among them."""
    timers: Count = 0
    queued: Count = 0
    """Orders and answers that nobody had taken yet."""
    dead_letters: Count = 0
    bodies: Count = 0
    """Large bodies that travelled by reference."""
    journaled: Count = 0
    """Answers of models that were kept for a repeat."""


class RunDeleted(Value):
    """The answer to ``research.runs.delete``: nothing is left but a tombstone."""

    run_id: RunId
    deleted_at: When
    erased: Erased


class RunsExport(Message):
    """Ask for all of a run that has ended, to be kept in a file."""

    subject: Literal["research.runs.export"] = "research.runs.export"


class RunParts(Value):
    """All of a run, each part as the JSON it is kept as."""

    state: str
    events: tuple[str, ...] = ()
    records: str
    """What the research memory holds."""


class RunExported(Value):
    """The answer to ``research.runs.export``."""

    run_id: RunId
    parts: RunParts


class RunsImport(Message):
    """Put a run in that was exported, here or elsewhere."""

    subject: Literal["research.runs.import"] = "research.runs.import"
    parts: RunParts
    again: bool = False
    """Whether a run that was deleted here may come back."""


class RunImported(Value):
    """The answer to ``research.runs.import``."""

    run_id: RunId
    known: bool = False
    """It was here already, and equal: nothing was done."""
    events: Count = 0
