"""What the coordinator asks of the agents, and what they answer."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .assessments import JudgeAssessment
from .base import Completed, Count, Failed, Order, Text, Value
from .evidence import Evidence, SameWork, SourceName, Work
from .hypotheses import HypothesisAssessment, MechanismHypothesis
from .reports import Reference, ResearchReport, RunRecord, SearchRecord
from .requests import Domain, Filters, LibraryFile

MOST_QUERIES = 8
"""In one order, so that the run's state stays small."""

MOST_PIECES = 200
"""Of evidence in one answer, ranked; what was cut is named."""

MOST_WORKS = 1_500
"""Records identified in one answer, and works registered in one run."""

Queries = Annotated[tuple[Text, ...], Field(max_length=MOST_QUERIES)]
Pieces = Annotated[tuple[Evidence, ...], Field(max_length=MOST_PIECES)]
Works = Annotated[tuple[Work, ...], Field(max_length=MOST_WORKS)]


class SearchRequested(Order):
    """Ask the literature sources."""

    AGENT: ClassVar[str] = "search"
    subject: Literal["research.search.requested"] = "research.search.requested"
    queries: Annotated[Queries, Field(min_length=1)]
    sources: tuple[SourceName, ...]
    filters: Filters = Filters()
    max_results: Annotated[int, Field(ge=1, le=MOST_PIECES)] = 30
    library: tuple[LibraryFile, ...] = ()
    question: str = ""
    """What the run is about; the queries may ask for a part of it."""
    domain: Domain = "drug-repurposing"
    hypotheses: tuple[MechanismHypothesis, ...] = ()
    gaps: tuple[str, ...] = ()
    """What is not known yet, as the hypothesis agent and the sufficiency rule say it."""


class Turn(Value):
    """One question of a conversation, and its answer."""

    question: str
    answer: str


class RetrievalRequested(Order):
    """Answer a question from documents by reasoning, acting and observing."""

    AGENT: ClassVar[str] = "retrieval"
    subject: Literal["research.retrieval.requested"] = "research.retrieval.requested"
    question: Text
    filters: Filters = Filters()
    library: tuple[LibraryFile, ...] = ()
    web: bool = False
    """Whether the web may be searched, too."""
    domain: Domain = "drug-repurposing"
    turns: Annotated[tuple[Turn, ...], Field(max_length=10)] = ()


class HypothesisRequested(Order):
    """Propose mechanisms from the evidence, and say which earlier ones are now tested."""

    AGENT: ClassVar[str] = "hypothesis"
    subject: Literal["research.hypothesis.requested"] = "research.hypothesis.requested"
    question: Text
    domain: Domain = "drug-repurposing"
    evidence: Pieces = ()
    hypotheses: tuple[MechanismHypothesis, ...] = ()
    asked: tuple[str, ...] = ()
    """Queries asked before: repeating one finds nothing new."""


class JudgeRequested(Order):
    """Score the evidence against the rubrics."""

    AGENT: ClassVar[str] = "judge"
    subject: Literal["research.judge.requested"] = "research.judge.requested"
    question: Text
    domain: Domain = "drug-repurposing"
    evidence: Pieces = ()
    hypotheses: tuple[MechanismHypothesis, ...] = ()
    unsearched: tuple[SourceName, ...] = ()
    """Sources that were asked for and never answered: they cap the confidence (evidence.md, 5)."""
    asked: tuple[str, ...] = ()


class ReportRequested(Order):
    """Write, audit and render the report."""

    AGENT: ClassVar[str] = "report"
    subject: Literal["research.report.requested"] = "research.report.requested"
    question: Text
    domain: Domain = "drug-repurposing"
    evidence: Pieces = ()
    hypotheses: tuple[MechanismHypothesis, ...] = ()
    assessment: JudgeAssessment | None = None
    bibliography: tuple[Reference, ...] = ()
    """Every work that has an S number."""
    record: RunRecord = RunRecord()


class Found(Completed):
    """What an agent found: works, and passages of them."""

    works: Works = ()
    """Every record that was met, ranked: all count for identity."""
    evidence: Pieces = ()
    same_works: tuple[SameWork, ...] = ()
    searches: tuple[SearchRecord, ...] = ()
    """What was asked where. A source that could not be asked is a failed record, never silence."""
    found_by: tuple[tuple[Count, ...], ...] = ()
    """For each of the works, in their order, the places in ``searches`` of the queries that found it."""


class SearchCompleted(Found):
    """What the sources answered."""

    subject: Literal["search.completed"] = "search.completed"


class SearchFailed(Failed):
    """The search order cannot be done."""

    subject: Literal["search.failed"] = "search.failed"


class RetrievalCompleted(Found):
    """What was read. The answer is an index to passages, never evidence itself (evidence.md, 11)."""

    subject: Literal["retrieval.completed"] = "retrieval.completed"
    answer: str = ""
    tool_history: tuple[str, ...] = ()
    observations: tuple[str, ...] = ()


class RetrievalFailed(Failed):
    """The retrieval order cannot be done."""

    subject: Literal["retrieval.failed"] = "retrieval.failed"


class HypothesisCompleted(Completed):
    """Hypotheses, new and earlier ones, and the queries that would test them."""

    subject: Literal["hypothesis.completed"] = "hypothesis.completed"
    assessment: HypothesisAssessment
    queries: Queries = ()


class HypothesisFailed(Failed):
    """The hypothesis order cannot be done."""

    subject: Literal["hypothesis.failed"] = "hypothesis.failed"


class JudgeCompleted(Completed):
    """An assessment of the evidence."""

    subject: Literal["judge.completed"] = "judge.completed"
    assessment: JudgeAssessment
    pieces_judged: Count = 0


class JudgeFailed(Failed):
    """The judge's order cannot be done."""

    subject: Literal["judge.failed"] = "judge.failed"


class ReportCompleted(Completed):
    """The audited report, and its Markdown."""

    subject: Literal["report.completed"] = "report.completed"
    report: ResearchReport
    markdown: str


class ReportFailed(Failed):
    """The report's order cannot be done."""

    subject: Literal["report.failed"] = "report.failed"
