"""Request and reply, for callers who want an answer at once."""

from typing import Annotated, Literal

from pydantic import Field

from .base import AgentSpending, Count, MaybeRunId, Message, RunId, Spending, Text, Value, When
from .ends import ResearchCompleted, RunStatus, StopReason
from .requests import Ask


class Submit(Ask, Message):
    """A research question whose caller waits to hear whether it was accepted."""

    subject: Literal["research.submit"] = "research.submit"
    run_id: MaybeRunId = ""


class RunsGet(Message):
    """Ask how a run is doing."""

    subject: Literal["research.runs.get"] = "research.runs.get"


class RunsList(Message):
    """Ask which runs there are, running ones first."""

    subject: Literal["research.runs.list"] = "research.runs.list"
    run_id: MaybeRunId = ""
    most: Annotated[int, Field(ge=1, le=1000)] = 50
    ended_before: When | None = None
    """Only runs that ended before this moment, those that began first at the top."""


class ReportGet(Message):
    """Ask for the report of a run."""

    subject: Literal["research.report.get"] = "research.report.get"


class Submitted(Value):
    """The answer to ``research.submit``: the request is stored and will be decided upon."""

    run_id: RunId
    sequence: Count


class RunView(Value):
    """A run, as far as its state tells."""

    run_id: RunId
    question: str
    state: Literal["running", "ended"]
    status: RunStatus | None = None
    stopped_by: StopReason | None = None
    reason: str = ""
    round: Count = 0
    waiting_for: tuple[str, ...] = ()
    """The steps whose answers are out."""
    sources: Count = 0
    events: Count = 0
    started_at: When
    ended_at: When | None = None
    size_bytes: Count = 0
    """Of its state as it is kept."""
    holes: tuple[str, ...] = ()
    spent: Spending = Spending()
    spent_by: tuple[AgentSpending, ...] = ()


class RunsPage(Value):
    """Some runs."""

    runs: tuple[RunView, ...]
    running: Count
    unreadable: tuple[str, ...] = ()
    """Runs whose state this coordinator cannot read, each with the reason."""


class ReportView(Value):
    """A run's end, with its report."""

    completed: ResearchCompleted


class SearchSourcesGet(Message):
    """Ask the search agent which of its sources are ready; it asks each of them once."""

    subject: Literal["search.sources.get"] = "search.sources.get"
    run_id: MaybeRunId = ""


class RetrievalSourcesGet(Message):
    """Ask the retrieval agent which of its tools are ready; it tries each of them once."""

    subject: Literal["retrieval.sources.get"] = "retrieval.sources.get"
    run_id: MaybeRunId = ""


class SourceState(Value):
    """Whether a source answers."""

    name: Text
    """As a person knows it: ``PubMed``."""
    ready: bool
    reason: str = ""
    """Why not, and what to do; safe to show a person."""
    note: str = ""
    """Such as the limit that holds, and whether a key is used."""
    switched_off: bool = False


class SourcesView(Value):
    """Every source of an agent."""

    sources: tuple[SourceState, ...]


class QueryError(Value):
    """What was asked for cannot be given; an error value, for an exception would be a timeout."""

    error: str
