"""How a request ends: completed, or rejected at the door."""

from typing import Literal

from .base import AgentSpending, Count, MaybeRunId, Message, Spending, Text, Value, When
from .evidence import Citation, Design, Identifiers, ReadLevel, Retraction, SourceName, Subject, WorkKind
from .hypotheses import MechanismHypothesis
from .reports import ResearchReport, SearchRecord, StudyFlow

RunStatus = Literal["complete", "partial", "failed", "cancelled"]

StopReason = Literal[
    "sufficient",
    "max-rounds",
    "stalled",
    "deadline",
    "budget",
    "nothing-left-to-ask",
    "too-large",
    "no-evidence",
    "no-source",
    "cancelled",
]
"""What ended the search (design.md, the table of statuses)."""


class SourceUsage(Value):
    """What leans on a source."""

    source_id: Text
    first_seen_stage: str
    finding_ids: tuple[str, ...] = ()
    hypothesis_ids: tuple[str, ...] = ()
    conflict_ids: tuple[str, ...] = ()
    section_ids: tuple[str, ...] = ()


class FoundBy(Value):
    """A query that found a work; ``searches`` has its record, by the same source, query and step."""

    source: SourceName
    query: str
    step: str


class RegisteredSource(Value):
    """A work with its S number, and the aliases that lead to it."""

    source_id: Text
    citation: Citation
    identifiers: Identifiers = Identifiers()
    aliases: tuple[str, ...] = ()
    """Higher S numbers that proved to be this work."""
    work_ids: tuple[str, ...] = ()
    """The records merged into it."""
    registry_numbers: tuple[str, ...] = ()
    kind: WorkKind = "article"
    study_id: str = ""
    design: Design = "unknown"
    subject_studied: Subject = "unknown"
    retraction: Retraction = Retraction()
    found_by: tuple[FoundBy, ...] = ()
    """For each source that has it the first query that found it; empty where an agent met it otherwise."""
    level: ReadLevel | None = None
    """How much of it was read, at most, by whichever agent; None where the end was told without the memory."""
    sample_size: Count | None = None


class UnreadWork(Value):
    """A work that was found and has no S number: nothing of it was read, so nothing may rest on it."""

    citation: Citation
    identifiers: Identifiers = Identifiers()
    found_by: tuple[FoundBy, ...] = ()
    why: Text
    """The filter that its record does not pass; else that there was no room, or too little of the query in it."""


class ResearchCompleted(Message):
    """The end of a run, with its status, the reason, and the report where there is one."""

    subject: Literal["research.completed"] = "research.completed"
    request_id: str = ""
    request_message_id: str = ""
    question: str
    status: RunStatus
    stopped_by: StopReason
    reason: Text
    """A sentence for a person."""
    report: ResearchReport | None = None
    markdown: str = ""
    """The rendered report; without one, the memory's context summary."""
    sources: tuple[RegisteredSource, ...] = ()
    unread: tuple[UnreadWork, ...] = ()
    """Works that were found and not read, those met first at the top; ``flow`` counts all, these are at most 500."""
    usage: tuple[SourceUsage, ...] = ()
    hypotheses: tuple[MechanismHypothesis, ...] = ()
    searches: tuple[SearchRecord, ...] = ()
    holes: tuple[str, ...] = ()
    flow: StudyFlow = StudyFlow()
    rounds: Count = 0
    spent: Spending = Spending()
    spent_by: tuple[AgentSpending, ...] = ()
    """What each agent has used; an order that never answered counts as its whole allowance."""
    started_at: When
    ended_at: When

    @property
    def id(self) -> str:
        """Name it: a run ends once."""
        return f"{self.run_id}:completed"


class ResearchRejected(Message):
    """A request that was not understood or not accepted. Its run id may be unknown or unusable."""

    subject: Literal["research.rejected"] = "research.rejected"
    run_id: MaybeRunId = ""
    request_id: str = ""
    request_message_id: str = ""
    reason: Text
    at: When
    sequence: Count = 0
    """Of the request in its stream."""

    @property
    def id(self) -> str:
        """Name it after the request's place in its stream: a redelivery is rejected once."""
        return f"rejected:{self.sequence}"
