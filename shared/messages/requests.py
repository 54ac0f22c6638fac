"""What anyone may ask of Vouch: a question, or that a run be stopped."""

import zlib
from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from .base import Count, MaybeRunId, Message, Value, meaningful
from .evidence import Design, SourceName

Domain = Literal["drug-repurposing", "general"]
"""The domain sets the sufficiency rule (evidence.md, 5)."""

MOST_QUESTION_CHARACTERS = 4_000
MOST_NAME_CHARACTERS = 200
MOST_REASON_CHARACTERS = 1_000
MOST_LIBRARY_FILES = 500
MOST_FILTER_VALUES = 50

INDEXES: tuple[SourceName, ...] = ("pubmed", "clinicaltrials", "europepmc", "openalex")
"""The literature sources that are not a person's own."""

Language = Annotated[str, Field(max_length=40)]
"""A language's code or name, as the sources write it."""
FEWEST_QUESTION_WORDS = 2
RESERVED_RUN_IDS = frozenset({"sweeper", "running"})
"""Names the streams and buckets use themselves."""


class Filters(Value):
    """Which works count. Each source applies them, or says that it cannot."""

    published_from: date | None = None
    published_to: date | None = None
    languages: Annotated[tuple[Language, ...], Field(max_length=MOST_FILTER_VALUES)] = ()
    study_designs: Annotated[tuple[Design, ...], Field(max_length=MOST_FILTER_VALUES)] = ()
    preprints: bool = True

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.published_from and self.published_to and self.published_from > self.published_to:
            message = f"published_from {self.published_from} is after published_to {self.published_to}: swap them"
            raise ValueError(message)
        return self


class Limits(Value):
    """How far a run may go; the operator's ceilings hold above these."""

    max_rounds: Annotated[int, Field(ge=1)] = 5
    max_results: Annotated[int, Field(ge=1)] = 30
    """Pieces of evidence from one search order."""
    deadline_seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 600.0
    max_tokens: Annotated[int, Field(ge=1)] = 50_000
    max_usd: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 5.0
    report_tokens: Count = 12_000
    """Set aside for the report at the start; never more than half of ``max_tokens``."""


class LibraryFile(Value):
    """A person's reference file: its bytes lie in the LIBRARY bucket under their SHA-256."""

    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    name: Annotated[str, Field(max_length=MOST_NAME_CHARACTERS), AfterValidator(meaningful)]
    size_bytes: Count = 0


class Ask(Value):
    """What a request says, by whatever way it comes."""

    question: Annotated[str, Field(max_length=MOST_QUESTION_CHARACTERS), AfterValidator(meaningful)]
    domain: Domain = "drug-repurposing"
    sources: Annotated[tuple[SourceName, ...], Field(min_length=1)] = ("library",)
    """Where to search. Not said, it is the library where files are given, and else every index there is."""
    web: bool = False
    """Whether the retrieval agent may search the web, too; what it finds there is never clinical evidence."""
    filters: Filters = Filters()
    limits: Limits = Limits()
    library: Annotated[tuple[LibraryFile, ...], Field(max_length=MOST_LIBRARY_FILES)] = ()
    session_id: Annotated[str, Field(max_length=MOST_NAME_CHARACTERS)] = ""
    request_id: Annotated[str, Field(max_length=MOST_NAME_CHARACTERS)] = ""
    """Free text of the caller's, echoed in ``started``, ``research.completed`` and ``research.rejected``."""

    @model_validator(mode="before")
    @classmethod
    def _somewhere_to_look(cls, given: object) -> object:
        if isinstance(given, dict) and "sources" not in given and not given.get("library"):
            return {**given, "sources": INDEXES}
        return given

    @field_validator("question")
    @classmethod
    def _a_question(cls, question: str) -> str:
        if len(question.split()) < FEWEST_QUESTION_WORDS:
            message = "is a single word: ask what you want to know about it"
            raise ValueError(message)
        return question

    @field_validator("sources")
    @classmethod
    def _literature(cls, sources: tuple[SourceName, ...]) -> tuple[SourceName, ...]:
        if "web" in sources:
            message = "web is no literature source: say web: true, and the retrieval agent searches it"
            raise ValueError(message)
        return tuple(dict.fromkeys(sources))


class ResearchRequested(Ask, Message):
    """A research question. A ``run_id`` makes the request idempotent; without one, one is made."""

    subject: Literal["research.requested"] = "research.requested"
    run_id: MaybeRunId = ""

    @field_validator("run_id")
    @classmethod
    def _not_reserved(cls, run_id: str) -> str:
        if run_id in RESERVED_RUN_IDS:
            message = f"{run_id!r} is reserved: choose another"
            raise ValueError(message)
        return run_id

    @property
    def id(self) -> str:
        """Name it by what it asks too: another question under the same run id is to be rejected, not swallowed.

        A field that came later names nothing while it holds its default, so that names stay what they were.
        """
        unsaid: dict[str, Any] = {"request_id": True}
        if not self.web:
            unsaid["web"] = True
        if self.limits.report_tokens == Limits().report_tokens:
            unsaid["limits"] = {"report_tokens"}
        said = self.model_dump_json(exclude=unsaid)
        return f"{self.run_id}:{self.subject}:{zlib.crc32(said.encode()):08x}"

    def same_request(self, other: "ResearchRequested") -> bool:
        """Say whether *other* asks the same, whatever it calls itself."""
        return self.model_copy(update={"request_id": ""}) == other.model_copy(update={"request_id": ""})


class CancelRequested(Message):
    """Stop a run: its agents stop within two seconds, and it ends as cancelled."""

    subject: Literal["research.cancel.requested"] = "research.cancel.requested"
    reason: Annotated[str, Field(max_length=MOST_REASON_CHARACTERS)] = ""

    @property
    def id(self) -> str:
        """Name it by its reason too: one that came before its run must not swallow the one after."""
        return f"{self.run_id}:{self.subject}:{zlib.crc32(self.reason.encode()):08x}"
