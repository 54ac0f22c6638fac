"""What dashboards see: the numbered AgentEvent stream, and live updates that may be lost."""

import zlib
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from .base import Count, Message, Score, Share, Spending, Text, Value, When
from .ends import RunStatus, StopReason
from .evidence import SourceName
from .requests import Domain

AgentName = Literal["coordinator", "search", "retrieval", "hypothesis", "judge", "report"]


class StartedData(Value):
    """A run began."""

    type: Literal["started"] = "started"
    question: str
    domain: Domain
    sources: tuple[SourceName, ...]
    request_id: str = ""
    request_message_id: str = ""


class ProgressData(Value):
    """Something went on that has no type of its own."""

    type: Literal["progress"] = "progress"
    step: str = ""
    attempt: Count = 1
    found: Count = 0


class ThinkingData(Value):
    """A decision is being made before the first agent is asked."""

    type: Literal["thinking"] = "thinking"
    plan: tuple[str, ...] = ()


class SearchingData(Value):
    """An agent looks for evidence."""

    type: Literal["searching"] = "searching"
    step: str
    queries: tuple[str, ...]
    sources: tuple[SourceName, ...] = ()


class SourceCount(Value):
    """What one source said to one query."""

    source: SourceName
    query: str = ""
    asked: str = ""
    """The query in the source's own language."""
    hits: Count = 0
    read: Count = 0
    failed: str = ""


class SearchCompleteData(Value):
    """The agents that looked have answered."""

    type: Literal["search_complete"] = "search_complete"
    step: str
    pieces: Count
    records: Count
    asked: tuple[SourceCount, ...] = ()


class HypothesizingData(Value):
    """Mechanisms are being proposed."""

    type: Literal["hypothesizing"] = "hypothesizing"
    step: str
    sources_so_far: Count = 0


class JudgingData(Value):
    """The evidence is being judged."""

    type: Literal["judging"] = "judging"
    step: str
    sources_so_far: Count = 0


class JudgeCompleteData(Value):
    """The judge has spoken, and the rule has decided."""

    type: Literal["judge_complete"] = "judge_complete"
    step: str
    sufficient: bool
    mechanism_score: Score
    clinical_evidence_score: Score
    confidence: Share
    missing: tuple[str, ...] = ()
    """What the rule still asks for."""
    next_queries: tuple[str, ...] = ()


class SynthesizingData(Value):
    """The report is being written."""

    type: Literal["synthesizing"] = "synthesizing"
    step: str
    stopped_by: StopReason
    sources_so_far: Count = 0


class StreamingData(Value):
    """Text as it is written. Never numbered or kept; a ``LiveUpdate`` is shown as it."""

    type: Literal["streaming"] = "streaming"
    text: str = ""


class AuditNumbers(Value):
    """The audit of the report in numbers, for dashboards."""

    claims: Count = 0
    claims_checked: Count = 0
    evidence_sentences: Count = 0
    cited_sentences: Count = 0
    citation_coverage: Share = 1.0
    markers: Count = 0
    markers_rewritten: Count = 0
    dangling: Count = 0
    orphans: Count = 0
    invented: Count = 0
    retracted_cited: Count = 0
    disagreements: Count = 0
    works_registered: Count = 0
    works_merged: Count = 0
    problems: Count = 0
    sent_back: Count = 0


class CompleteData(Value):
    """The run ended."""

    type: Literal["complete"] = "complete"
    status: RunStatus
    stopped_by: StopReason
    rounds: Count
    sources: Count
    has_report: bool
    audit: AuditNumbers | None = None


class ErrorData(Value):
    """A hole: something could not be asked or answered."""

    type: Literal["error"] = "error"
    step: str = ""
    reason: str


EventData = Annotated[
    StartedData
    | ProgressData
    | ThinkingData
    | SearchingData
    | SearchCompleteData
    | HypothesizingData
    | JudgingData
    | JudgeCompleteData
    | SynthesizingData
    | StreamingData
    | CompleteData
    | ErrorData,
    Field(discriminator="type"),
]

EventType = Literal[
    "started",
    "progress",
    "thinking",
    "searching",
    "search_complete",
    "hypothesizing",
    "judging",
    "judge_complete",
    "synthesizing",
    "streaming",
    "complete",
    "error",
]


class AgentEvent(Message):
    """One step of a run as a person follows it; durable, numbered from 1 without a gap."""

    subject: Literal["research.events"] = "research.events"
    seq: Annotated[int, Field(ge=1)]
    type: EventType
    agent: AgentName
    round: Count = 0
    message: Text
    data: EventData
    at: When
    spent: Spending | None = None
    """What the step that this event ends has used, where it used anything."""

    @model_validator(mode="after")
    def _data_of_its_type(self) -> Self:
        if self.data.type != self.type:
            message = f"data of type {self.data.type!r} in an event of type {self.type!r}"
            raise ValueError(message)
        return self

    @property
    def id(self) -> str:
        """Name it by its number: two events of one step must not share a name."""
        return f"{self.run_id}:event:{self.seq}"

    @property
    def destination(self) -> str:
        """Return its own subject, so that a dashboard may follow one run or one type."""
        return f"{self.subject}.{self.run_id}.{self.type}"


class LiveUpdate(Message):
    """Text, progress or a tool call as it happens: at most once, unnumbered, never needed."""

    subject: Literal["research.live"] = "research.live"
    agent: AgentName
    step: str = ""
    kind: Literal["text", "progress", "tool"]
    text: str
    checked: Literal[False] = False
    draft: Count = 0
    """Which draft a text belongs to, from 1: a later one replaces those before it."""

    @property
    def id(self) -> str:
        """Name it by what it says: updates are not numbered."""
        digest = zlib.crc32(self.text.encode())
        return f"{self.run_id}:live:{self.agent}:{self.step}:{self.kind}:{digest:08x}"

    @property
    def destination(self) -> str:
        """Return its own subject."""
        return f"{self.subject}.{self.run_id}.{self.agent}"


class RunCancelled(Message):
    """Core NATS, coordinator to agents: stop working on this run."""

    subject: Literal["research.cancelled"] = "research.cancelled"

    @property
    def destination(self) -> str:
        """Return its own subject."""
        return f"{self.subject}.{self.run_id}"
