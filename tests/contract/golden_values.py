"""Values with every field filled, for the messages of ``golden_messages.py``."""

from datetime import date

from shared import messages as m
from tests.builders import at

RUN = "golden"
QUESTION = "Does drug A prevent relapses of disease B?"
SHA256 = "0123456789abcdef" * 4
RETRACTION = m.Retraction(status="none-found", checked_in="pubmed", checked_at=at(5))
IDENTIFIERS = m.Identifiers(
    pmid="12345678", pmcid="PMC1234567", doi="10.1000/golden", openalex="W123", url="https://example.org/golden"
)
CITATION = m.Citation(
    source="pubmed",
    title="Drug A against relapses of disease B",
    url="https://example.org/golden",
    date="2019-09-18",
    authors=("Doe, Jane", "Roe J"),
    journal="Journal of Examples",
    volume="12",
    issue="3",
    pages="45-67",
)
LOCATOR = m.Locator(section="Results", page=4, start=1200, end=1262)
WORK = m.Work(
    work_id="w1",
    citation=CITATION,
    identifiers=IDENTIFIERS,
    registry_numbers=("NCT00000001",),
    kind="preprint",
    title_key="0f1e2d",
    language="eng",
    publication_types=("Randomized Controlled Trial",),
    mesh_terms=("Humans",),
    design="randomised-trial",
    subject="human",
    sample_size=120,
    retraction=RETRACTION,
    versions=("doi:10.1000/article",),
    cited_by=12,
    open_access_url="https://example.org/w1.pdf",
    trial=m.Trial(
        status="TERMINATED",
        phases=("PHASE2", "PHASE3"),
        why_stopped="slow recruitment",
        enrolment=120,
        enrolment_is_actual=True,
        first_posted="2017-03-01",
        primary_completion="2018-06",
        primary_completion_is_actual=True,
        results_posted="2019-02-11",
        has_results=True,
    ),
)
EVIDENCE = m.Evidence(
    work_id="w1",
    content="Drug A halved the relapses of disease B within six months.",
    citation=CITATION,
    relevance_score=0.75,
    locator=LOCATOR,
    level="full-text",
    design="randomised-trial",
    subject="human",
    sample_size=120,
    direction="benefit",
    retraction=RETRACTION,
    source_id="S1",
    study_id="NCT00000001",
    first_seen_step="1-search",
)
SAME_WORK = m.SameWork(first="w1", second="w2", title_similarity=0.95, containment=0.8)
LINK = m.Link(
    name="drug-target",
    quotation="Drug A inhibits enzyme C.",
    supporting=("S1",),
    contradicting=("S2",),
)
HYPOTHESIS = m.MechanismHypothesis(
    drug="drug A",
    target="enzyme C",
    pathway="pathway D",
    effect="fewer relapses",
    confidence=0.6,
    supporting_evidence=("S1",),
    contradicting_evidence=("S2",),
    search_suggestions=("enzyme C relapse",),
    hypothesis_id="h1",
    links=(LINK,),
    derived_from=("S1",),
    tested_by=("S3",),
    status="mixed",
    proposed_at=2,
    made_by="rules",
)
PROPOSED = m.HypothesisAssessment(
    hypotheses=(HYPOTHESIS,),
    primary_hypothesis=HYPOTHESIS,
    knowledge_gaps=("Whether enzyme C is reached in the liver.",),
    recommended_searches=("drug A liver",),
)
FINDING = m.KeyFinding(finding_id="f1", text="Drug A halved relapses.", source_ids=("S1",), direction="benefit")
CANDIDATE = m.CandidateDetails(
    drug="drug A",
    indication="disease B",
    best_human_evidence="one randomised trial [S1]",
    best_preclinical_evidence="one study in mice [S2]",
    direction="benefit",
    trials=("NCT00000001",),
    harms="haemolysis in one of 60 people [S1]",
    contraindications=("enzyme deficiency",),
    approval="approved for disease E",
    source_ids=("S1", "S2"),
)
CONFLICT = m.Conflict(
    conflict_id="c1",
    description="One trial found fewer relapses, another found no difference.",
    first_source_ids=("S1",),
    second_source_ids=("S2",),
    differs_in="dose",
)
COUNTS = m.StudyCounts(human_randomised=1, human_other=2, animal=3, in_vitro=4, secondary=5)
JUDGED = m.JudgeAssessment(
    details=m.AssessmentDetails(
        mechanism_score=7,
        mechanism_reasoning="Two works name the target.",
        clinical_evidence_score=6,
        clinical_reasoning="One randomised trial reports relapses.",
        drug_candidates=("drug A",),
        key_findings=(FINDING,),
        proposed_mechanism_score=8,
        proposed_clinical_score=9,
        candidate_details=(CANDIDATE,),
        conflicts=(CONFLICT,),
        study_counts=COUNTS,
    ),
    sufficient=True,
    confidence=0.69,
    proposed_confidence=0.9,
    recommendation="continue",
    next_search_queries=("drug A dose relapse",),
    reasoning="One randomised trial is not enough by itself.",
    direction="benefit",
    certainty_reasons=("one independent study",),
)
SEARCH = m.SearchRecord(
    source="pubmed",
    query="drug A relapse",
    asked='"drug A" AND relapse',
    asked_at=at(5),
    status="failed",
    reason="pubmed did not answer within 10 s",
    hits=40,
    fetched=20,
    read=10,
    skipped=1,
    skipped_names=("record 7 of file refs.ris: no title",),
    excluded=2,
    filters_applied=("languages",),
    filters_impossible=("study_designs",),
    step="1-search",
)
FLOW = m.StudyFlow(identified=40, merged=5, excluded=2, unreadable=1, not_read=20, read=12, judged=10, cited=4)
RECORD = m.RunRecord(
    stopped_by="max-rounds", partial=True, holes=("pubmed was not searched.",), searches=(SEARCH,), rounds=2, flow=FLOW
)
REFERENCE = m.Reference(
    source_id="S1",
    citation=CITATION,
    identifiers=IDENTIFIERS,
    kind="preprint",
    design="randomised-trial",
    subject_studied="human",
    study_id="NCT00000001",
    retraction=RETRACTION,
    trial=WORK.trial,
)
REPORT = m.ResearchReport(
    title="Drug A for disease B",
    executive_summary="Drug A halved the relapses of disease B in one randomised trial of 120 people [S1]; whether the "
    "effect lasts longer than six months was not studied.",
    research_question=QUESTION,
    methodology=m.ReportSection(
        title="Methodology", content="Searched pubmed.", citations=("S1",), coverage_note="Written by the program."
    ),
    hypotheses_tested=(
        m.TestedHypothesis(
            hypothesis_id="h1",
            mechanism="drug A → enzyme C → pathway D → fewer relapses",
            supported=1,
            contradicted=1,
            supporting_sources=("S1",),
            contradicting_sources=("S2",),
            derived_from=("S1",),
            tested_by=("S3",),
            status="mixed",
            confidence=0.6,
        ),
    ),
    mechanistic_findings=m.ReportSection(
        title="Mechanistic findings", content="Drug A inhibits enzyme C [S1].", citations=("S1",), coverage_note="Thin."
    ),
    clinical_findings=m.ReportSection(
        title="Clinical findings", content="Drug A halved relapses [S1].", citations=("S1",), coverage_note="One trial."
    ),
    drug_candidates=("drug A",),
    limitations=("pubmed was not searched.",),
    conclusion="More trials are needed.",
    references=(REFERENCE,),
    sources_searched=("library",),
    total_papers_reviewed=12,
    search_rounds=2,
    confidence_score=0.69,
    direction="benefit",
    certainty_reasons=("one independent study",),
    study_flow=FLOW,
    study_counts=COUNTS,
    candidate_details=(CANDIDATE,),
    footnotes=(m.Footnote(number=1, source_id="S1", text="Doe J, Roe J. Drug A against relapses of disease B. 2019."),),
    reviewed_not_cited=(REFERENCE,),
    claims=(
        m.Claim(
            sentence="Drug A halved relapses [S1].",
            section="Clinical findings",
            source_ids=("S1",),
            passages=(m.SourcePassage(source_id="S1", quotation="Drug A halved the relapses", locator=LOCATOR),),
            verdict="verbatim",
            verdict_by="rules",
            reason="the passage says the same",
        ),
    ),
    audit=m.Audit(
        markers=4,
        dangling=("S9",),
        orphans=("S8",),
        invented=1,
        duplicates=("S7",),
        retracted_cited=("S6",),
        claims=4,
        claims_checked=3,
        evidence_sentences=4,
        cited_sentences=3,
        problems=("S9 names no source",),
    ),
    made_by="rules",
)
ASKED = {
    "run_id": RUN,
    "question": QUESTION,
    "domain": "general",
    "sources": ("library", "pubmed"),
    "filters": m.Filters(
        published_from=date(2000, 1, 1),
        published_to=date(2020, 12, 31),
        languages=("eng",),
        study_designs=("randomised-trial",),
        preprints=False,
    ),
    "limits": m.Limits(max_rounds=3, max_results=20, deadline_seconds=120.0, max_tokens=20_000, max_usd=1.5),
    "library": (m.LibraryFile(sha256=SHA256, name="refs.ris", size_bytes=2048),),
    "web": True,
    "session_id": "conversation 1",
    "request_id": "mine",
}
SPENT = m.Spending(tokens=1200, usd=0.02)
