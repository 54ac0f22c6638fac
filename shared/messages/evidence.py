"""Works, the evidence taken from them, and what is known about both."""

from typing import Annotated, Literal

from pydantic import Field

from .base import Count, Share, Text, Value, When

SourceName = Literal["library", "pubmed", "clinicaltrials", "europepmc", "openalex", "web"]
"""Where a record was found. ``web`` is what the retrieval agent reads; it is not a literature source."""

WorkKind = Literal[
    "article", "preprint", "abstract", "erratum", "comment", "registry-entry", "protocol", "book", "web-page", "other"
]
"""What a record is. Kinds that may not be their article never merge with it (design.md)."""

Design = Literal[
    "meta-analysis",
    "systematic-review",
    "randomised-trial",
    "controlled-trial",
    "cohort",
    "case-control",
    "cross-sectional",
    "case-report",
    "review",
    "guideline",
    "protocol",
    "editorial",
    "registry-entry",
    "unknown",
]
"""How a study was done (evidence.md, 2)."""

Subject = Literal["human", "animal", "in-vitro", "in-silico", "mixed", "unknown"]
"""Whom or what a study was done on; unknown is never human (evidence.md, 2)."""

ReadLevel = Literal["full-text", "abstract", "registry", "title-only", "web-page"]
"""How much of a work was read."""

Direction = Literal["benefit", "harm", "no-difference", "mixed", "unknown"]
"""Which way evidence or an answer points."""


class Identifiers(Value):
    """The names of one work. Empty means not known."""

    pmid: str = ""
    pmcid: str = ""
    doi: str = ""
    openalex: str = ""
    url: str = ""


class Retraction(Value):
    """Whether a work was retracted, and who was asked when: silence is never "fine" (evidence.md, 3)."""

    status: Literal[
        "not-checked", "none-found", "retracted", "concern", "corrected", "republished", "partially-retracted"
    ] = "not-checked"
    checked_in: str = ""
    checked_at: When | None = None

    @property
    def bars(self) -> bool:
        """Say whether the work takes no part in scores, counts, hypotheses or candidates."""
        return self.status == "retracted"


class Citation(Value):
    """The bibliographic facts of a work, as its source gives them."""

    source: SourceName
    title: Annotated[str, Field(min_length=1, max_length=2000)]
    url: str = ""
    date: str = ""
    """With the precision it was given in: ``2019-09-18``, ``2019-09``, ``2019`` or nothing."""
    authors: tuple[str, ...] = ()
    """Each as ``Family, Given`` or ``Family GG``; a collective name as it is."""
    journal: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""


class Trial(Value):
    """What a registry says of a trial; without posted results it supports no finding (evidence.md, 2)."""

    status: str = ""
    """As the registry writes it: ``COMPLETED``, ``TERMINATED``, ``RECRUITING`` …"""
    phases: tuple[str, ...] = ()
    why_stopped: str = ""
    enrolment: Count | None = None
    enrolment_is_actual: bool = False
    """Whether so many took part; else so many were planned."""
    first_posted: str = ""
    primary_completion: str = ""
    primary_completion_is_actual: bool = False
    """Whether that day has come; else it is a plan, which nobody has to keep up to date."""
    results_posted: str = ""
    """Dates with the precision they were given in; empty where there are none."""
    has_results: bool = False


class Work(Value):
    """One record of a work: all that is known of it but its text."""

    work_id: Text
    """Made from the record's own content: the same record has the same id wherever it turns up."""
    citation: Citation
    identifiers: Identifiers = Identifiers()
    registry_numbers: tuple[str, ...] = ()
    """From the record's registry field alone; a number in running text is a mention."""
    kind: WorkKind = "article"
    title_key: str = ""
    """A digest of the normalised title, so that titles compare without travelling."""
    language: str = ""
    publication_types: tuple[str, ...] = ()
    mesh_terms: tuple[str, ...] = ()
    design: Design = "unknown"
    subject: Subject = "unknown"
    sample_size: Count | None = None
    retraction: Retraction = Retraction()
    versions: tuple[str, ...] = ()
    """Identifiers of its preprint or article, each with its type: ``doi:10.1101/19000001``. One study, two works."""
    cited_by: Count | None = None
    """Works that cite it, as its source counts them."""
    open_access_url: str = ""
    """Where the full text can be read by anyone."""
    trial: Trial | None = None


class SameWork(Value):
    """A proposal that two records are one work, from comparing their texts."""

    first: str
    second: str
    title_similarity: Share
    containment: Share
    """Share of the shorter text's 3-word shingles that are in the longer one."""


class Locator(Value):
    """Where in a work a passage stands."""

    section: str = ""
    page: Count | None = None
    start: Count = 0
    """Offset in characters from the start of the work's text."""
    end: Count = 0


class Evidence(Value):
    """A passage of a work, with what one must know to weigh it."""

    work_id: Text
    content: Text
    citation: Citation
    relevance_score: Share = 0.0
    locator: Locator = Locator()
    level: ReadLevel = "abstract"
    design: Design = "unknown"
    subject: Subject = "unknown"
    sample_size: Count | None = None
    direction: Direction = "unknown"
    retraction: Retraction = Retraction()
    source_id: str = ""
    """``S1``, ``S2``, …: given by the coordinator; empty until then."""
    study_id: str = ""
    """The works of one study share it and count once (evidence.md, 1); given by the coordinator."""
    first_seen_step: str = ""
