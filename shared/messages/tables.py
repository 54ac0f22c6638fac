"""Who says and hears what, as tables: the class of each subject, what moves a run, what fails as what."""

from .base import Failed, Message, Order
from .ends import ResearchCompleted, ResearchRejected
from .events import AgentEvent, LiveUpdate, RunCancelled
from .lives import RunsDelete, RunsExport, RunsImport
from .orders import (
    HypothesisCompleted,
    HypothesisFailed,
    HypothesisRequested,
    JudgeCompleted,
    JudgeFailed,
    JudgeRequested,
    ReportCompleted,
    ReportFailed,
    ReportRequested,
    RetrievalCompleted,
    RetrievalFailed,
    RetrievalRequested,
    SearchCompleted,
    SearchFailed,
    SearchRequested,
)
from .queries import ReportGet, RetrievalSourcesGet, RunsGet, RunsList, SearchSourcesGet, Submit
from .requests import CancelRequested, ResearchRequested
from .timers import DeadlinePassed, SweepDue

Heard = (
    ResearchRequested
    | CancelRequested
    | SearchCompleted
    | SearchFailed
    | RetrievalCompleted
    | RetrievalFailed
    | HypothesisCompleted
    | HypothesisFailed
    | JudgeCompleted
    | JudgeFailed
    | ReportCompleted
    | ReportFailed
    | DeadlinePassed
)
"""What moves a run: the coordinator's decider takes nothing else."""

AgentFailed = SearchFailed | RetrievalFailed | HypothesisFailed | JudgeFailed | ReportFailed
"""Whichever agent it is that cannot do its order."""

FAILED: dict[type[Order], type[Failed]] = {
    SearchRequested: SearchFailed,
    RetrievalRequested: RetrievalFailed,
    HypothesisRequested: HypothesisFailed,
    JudgeRequested: JudgeFailed,
    ReportRequested: ReportFailed,
}
"""What each order becomes when it cannot be done."""

ORDERS: tuple[type[Order], ...] = tuple(FAILED)

INBOX: tuple[type[Message], ...] = (
    CancelRequested,
    SearchCompleted,
    SearchFailed,
    RetrievalCompleted,
    RetrievalFailed,
    HypothesisCompleted,
    HypothesisFailed,
    JudgeCompleted,
    JudgeFailed,
    ReportCompleted,
    ReportFailed,
)
"""What the coordinator hears beside requests and timers."""

_ALL: tuple[type[Message], ...] = (
    ResearchRequested,
    *ORDERS,
    *INBOX,
    DeadlinePassed,
    SweepDue,
    ResearchCompleted,
    ResearchRejected,
    AgentEvent,
    LiveUpdate,
    RunCancelled,
    Submit,
    RunsGet,
    RunsList,
    ReportGet,
    RunsDelete,
    RunsExport,
    RunsImport,
    SearchSourcesGet,
    RetrievalSourcesGet,
)

KINDS: dict[str, type[Message]] = {str(kind.model_fields["subject"].default): kind for kind in _ALL}
"""The class of each subject; a concrete subject with an id in it begins with one of these."""
