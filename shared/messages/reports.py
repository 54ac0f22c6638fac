"""The report, and all that lets a reader check it."""

import re
from typing import Annotated, Literal

from pydantic import Field, computed_field, field_validator

from .assessments import CandidateDetails, Conflict, StudyCounts
from .base import Count, Share, Text, Value, When
from .evidence import (
    Citation,
    Design,
    Direction,
    Evidence,
    Identifiers,
    Locator,
    ReadLevel,
    Retraction,
    SourceName,
    Subject,
    Trial,
    WorkKind,
)
from .hypotheses import HypothesisStatus

SUMMARY_CHARACTERS = (100, 500)
"""Of the executive summary, counted without markers."""

MARKER = re.compile(r"\s?\[(?:S\d+(?:,\s*S\d+)*|\^\d+)\]")
"""A citation marker ``[S3]`` or ``[S3, S4]``, or the footnote it became, ``[^1]``."""

Verdict = Literal[
    "verbatim", "numbers-and-direction-match", "supported", "partly", "mismatch", "contradicted", "not-checked"
]
"""What a check says of a sentence and its passage (evidence.md, 7); rules never say ``supported``."""


class ReportSection(Value):
    """A section of prose with the sources it cites."""

    title: Text
    content: str
    citations: tuple[str, ...] = ()
    coverage_note: str = ""
    """"Source coverage": why a section cites nothing."""


class TestedHypothesis(Value):
    """A hypothesis as the report shows it, with independent studies for and against."""

    __test__ = False  # or pytest takes the name for a test class

    hypothesis_id: str = ""
    mechanism: Text
    supported: Count = 0
    contradicted: Count = 0
    supporting_sources: tuple[str, ...] = ()
    contradicting_sources: tuple[str, ...] = ()
    derived_from: tuple[str, ...] = ()
    tested_by: tuple[str, ...] = ()
    status: HypothesisStatus = "untested"
    confidence: Share = 0.0


class Reference(Value):
    """A work as the report lists it: built from the registry, never from a writer's text."""

    source_id: Text
    citation: Citation
    identifiers: Identifiers = Identifiers()
    kind: WorkKind = "article"
    design: Design = "unknown"
    subject_studied: Subject = "unknown"
    study_id: str = ""
    retraction: Retraction = Retraction()
    trial: Trial | None = None


class Footnote(Value):
    """What a footnote number stands for."""

    number: Annotated[int, Field(ge=1)]
    source_id: Text
    text: Text


class SourcePassage(Value):
    """The verbatim place in a source that a claim rests on."""

    source_id: Text
    quotation: Text
    locator: Locator = Locator()


class SourceCheck(Value):
    """What one checker says of a sentence and one of the sources it cites."""

    source_id: Text
    verdict: Verdict
    verdict_by: Text
    """``rules``, or the model that was asked."""
    reason: str = ""
    passages: tuple[SourcePassage, ...] = ()


class Claim(Value):
    """One sentence of the report in the ledger. What shows is the weakest of its checks."""

    sentence: Text
    section: Text
    source_ids: tuple[str, ...]
    passages: tuple[SourcePassage, ...] = ()
    verdict: Verdict = "not-checked"
    verdict_by: str = ""
    reason: str = ""
    quotes: bool = False
    """Whether it quotes its source; rates for quotations and paraphrases are kept apart."""
    checks: tuple[SourceCheck, ...] = ()
    """Each checker on each source: where two disagree, both stand here."""
    disagreement: str = ""
    """In words, where the checkers do not agree; never averaged away."""


class EvidenceRow(Value):
    """One work as the evidence table shows it: facts of its record, and what it found in its own words."""

    source_id: Text
    study_id: str = ""
    design: Design = "unknown"
    subject_studied: Subject = "unknown"
    sample_size: Count | None = None
    level: ReadLevel = "abstract"
    outcome: SourcePassage | None = None
    """The result that speaks to the question, verbatim."""
    effect: str = ""
    """The estimate with its interval as the passage writes it; empty where it states none."""
    direction: Direction = "unknown"
    peer_reviewed: bool = True
    retraction: Retraction = Retraction()
    counted: bool = True
    """Whether it is evidence for or against; else ``why_not`` says why."""
    why_not: str = ""
    includes: tuple[str, ...] = ()
    """Of a review: the primary works among the sources that it names as included."""
    overlap_checked: bool = False
    """Of a review: whether its reference list was known."""


class Theme(Value):
    """Findings on one matter, with the works on each side of it."""

    title: Text
    finding_ids: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()
    benefit: tuple[str, ...] = ()
    harm: tuple[str, ...] = ()
    no_difference: tuple[str, ...] = ()
    """Null results have a place of their own: they are never left out."""
    mixed: tuple[str, ...] = ()
    """Works whose own results on it point both ways."""
    unclear: tuple[str, ...] = ()


class Audit(Value):
    """What the audit found before the report left."""

    markers: Count = 0
    markers_rewritten: Count = 0
    """Brought from a sloppy form (ranges, neighbours, glued to words) into the one form."""
    works_registered: Count = 0
    works_merged: Count = 0
    """Records that proved to be a work already registered."""
    disagreements: Count = 0
    """Sentences on which the two checkers do not agree."""
    dangling: tuple[str, ...] = ()
    """Markers that name no registered source; they were marked, and counted here."""
    orphans: tuple[str, ...] = ()
    invented: Count = 0
    duplicates: tuple[str, ...] = ()
    retracted_cited: tuple[str, ...] = ()
    claims: Count = 0
    claims_checked: Count = 0
    evidence_sentences: Count = 0
    cited_sentences: Count = 0
    program_sentences: Count = 0
    """Made by the program from its own counts and records: no claims on a source, so in no rate."""
    problems: tuple[str, ...] = ()
    """What is wrong with the report as it left; each stands marked where it is."""
    sent_back: tuple[str, ...] = ()
    """What was wrong with the first draft, which was written again for it."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def citation_coverage(self) -> float:
        """Return the share of evidence sentences that are cited; 1 where there are none."""
        return self.cited_sentences / self.evidence_sentences if self.evidence_sentences else 1.0


class SearchRecord(Value):
    """One query to one source, as the methodology reports it."""

    source: SourceName
    query: str
    asked: str = ""
    """The query as the source was asked it, in its own language; empty where it was asked as it is."""
    asked_at: When
    status: Literal["answered", "failed"]
    reason: str = ""
    """Why it could not be asked; safe to show a person."""
    hits: Count = 0
    fetched: Count = 0
    read: Count = 0
    """Became evidence; the rest was identified, but there was no room to read it."""
    skipped: Count = 0
    skipped_names: tuple[str, ...] = ()
    excluded: Count = 0
    """By the request's filters."""
    filters_applied: tuple[str, ...] = ()
    filters_impossible: tuple[str, ...] = ()
    step: str = ""


class StudyFlow(Value):
    """How many records became how many cited works."""

    identified: Count = 0
    merged: Count = 0
    excluded: Count = 0
    unreadable: Count = 0
    not_read: Count = 0
    read: Count = 0
    judged: Count = 0
    cited: Count = 0


class RunRecord(Value):
    """What the program knows of a run, for the parts of a report that no writer may write."""

    stopped_by: str = ""
    partial: bool = False
    holes: tuple[str, ...] = ()
    """Each a sentence: what could not be asked or answered, and why."""
    notes: tuple[str, ...] = ()
    """Each a sentence: what the agents said of how they worked."""
    searches: tuple[SearchRecord, ...] = ()
    rounds: Count = 0
    flow: StudyFlow = StudyFlow()


class ResearchReport(Value):
    """A scientific report whose every citation can be checked."""

    title: Text
    executive_summary: str
    research_question: Text
    methodology: ReportSection
    hypotheses_tested: tuple[TestedHypothesis, ...]
    mechanistic_findings: ReportSection
    clinical_findings: ReportSection
    drug_candidates: tuple[str, ...]
    limitations: tuple[str, ...]
    conclusion: Text
    references: tuple[Reference, ...]
    sources_searched: tuple[str, ...] = ()
    total_papers_reviewed: Count = 0
    search_rounds: Count = 0
    confidence_score: Share
    direction: Direction = "unknown"
    certainty_reasons: tuple[str, ...] = ()
    study_flow: StudyFlow = StudyFlow()
    study_counts: StudyCounts = StudyCounts()
    candidate_details: tuple[CandidateDetails, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    reviewed_not_cited: tuple[Reference, ...] = ()
    evidence_table: tuple[EvidenceRow, ...] = ()
    themes: tuple[Theme, ...] = ()
    contradictions: tuple[Conflict, ...] = ()
    """Both sides by source id, and what differs between them."""
    claims: tuple[Claim, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """The passages it was written from: whoever holds the report can check it again without the run."""
    audit: Audit = Audit()
    made_by: Text

    @field_validator("executive_summary")
    @classmethod
    def _summary_fits(cls, summary: str) -> str:
        fewest, most = SUMMARY_CHARACTERS
        length = len(MARKER.sub("", summary))
        if not fewest <= length <= most:
            message = f"has {length} characters without markers; {fewest} to {most} are wanted"
            raise ValueError(message)
        return summary
