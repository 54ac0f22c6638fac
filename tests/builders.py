"""Messages with every default in place, so that a test names only what it is about."""

from datetime import UTC, datetime, timedelta

from shared import messages as m

NOON = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
"""When tests happen."""

RUN = "r1"
QUESTION = "Does drug A help people with disease B?"


def at(seconds: float) -> datetime:
    """Return the moment so many seconds after noon."""
    return NOON + timedelta(seconds=seconds)


def make_citation(title: str = "A trial of drug A", date: str = "2020", **fields: object) -> m.Citation:
    """Return a citation."""
    return m.Citation.model_validate({"source": "library", "title": title, "date": date, **fields})


def make_work(name: str = "w1", title: str = "", **fields: object) -> m.Work:
    """Return a work named *name*, with a title and a DOI of its own."""
    title = title or f"A trial of drug A, number {name}"
    given: dict[str, object] = {
        "work_id": name,
        "citation": make_citation(title),
        "identifiers": m.Identifiers(doi=f"10.1000/{name}"),
        "title_key": title.casefold(),
    }
    return m.Work.model_validate(given | fields)


def make_evidence(work: str = "w1", content: str = "", **fields: object) -> m.Evidence:
    """Return a passage of the work named *work*."""
    given: dict[str, object] = {
        "work_id": work,
        "content": content or f"Drug A halved the relapses of disease B in study {work}.",
        "citation": make_citation(f"A trial of drug A, number {work}"),
        "relevance_score": 0.5,
        "design": "randomised-trial",
        "subject": "human",
    }
    return m.Evidence.model_validate(given | fields)


def make_asked(run_id: str = RUN, **fields: object) -> m.ResearchRequested:
    """Return a request."""
    return m.ResearchRequested.model_validate(
        {"run_id": run_id, "question": QUESTION, "sources": ("library",), **fields}
    )


def make_record(source: m.SourceName = "library", **fields: object) -> m.SearchRecord:
    """Return what one source said to one query."""
    given: dict[str, object] = {"source": source, "query": QUESTION, "asked_at": NOON, "status": "answered", "hits": 2}
    return m.SearchRecord.model_validate(given | fields)


def make_searched(*works: str, step: str = "1-search", **fields: object) -> m.SearchCompleted:
    """Return a search that found these works, best first, with evidence from each."""
    given: dict[str, object] = {
        "run_id": RUN,
        "step": step,
        "made_by": "script",
        "works": tuple(make_work(work) for work in works),
        "evidence": tuple(make_evidence(work) for work in works),
        "searches": (make_record(),),
    }
    return m.SearchCompleted.model_validate(given | fields)


def make_retrieved(*works: str, **fields: object) -> m.RetrievalCompleted:
    """Return a reading that found these works."""
    given: dict[str, object] = {
        "run_id": RUN,
        "step": "retrieval",
        "made_by": "script",
        "works": tuple(make_work(work) for work in works),
        "evidence": tuple(make_evidence(work) for work in works),
    }
    return m.RetrievalCompleted.model_validate(given | fields)


def make_hypothesis(**fields: object) -> m.MechanismHypothesis:
    """Return a hypothesis about drug A."""
    given: dict[str, object] = {
        "drug": "drug A",
        "target": "enzyme C",
        "pathway": "pathway D",
        "effect": "fewer relapses",
        "confidence": 0.6,
        "hypothesis_id": "h1",
        "derived_from": ("S1",),
    }
    return m.MechanismHypothesis.model_validate(given | fields)


def make_proposed(*queries: str, step: str = "1-hypothesis", **fields: object) -> m.HypothesisCompleted:
    """Return one hypothesis, with the queries that would test it."""
    assessment = m.HypothesisAssessment(hypotheses=(make_hypothesis(),), knowledge_gaps=(), recommended_searches=())
    given: dict[str, object] = {
        "run_id": RUN,
        "step": step,
        "made_by": "script",
        "assessment": assessment,
        "queries": queries,
    }
    return m.HypothesisCompleted.model_validate(given | fields)


def make_assessment(*, mechanism: int = 8, clinical: int = 8, **fields: object) -> m.JudgeAssessment:
    """Return an assessment that is sufficient unless a field says otherwise."""
    details = m.AssessmentDetails(
        mechanism_score=mechanism,
        mechanism_reasoning="Two works name the target.",
        clinical_evidence_score=clinical,
        clinical_reasoning="Two randomised trials agree.",
        drug_candidates=("drug A",),
        key_findings=(m.KeyFinding(finding_id="F1", text="Drug A halved relapses.", source_ids=("S1",)),),
    )
    given: dict[str, object] = {
        "details": details,
        "sufficient": True,
        "confidence": 0.8,
        "recommendation": "synthesize",
        "reasoning": "Enough independent studies agree.",
    }
    return m.JudgeAssessment.model_validate(given | fields)


def make_judged(
    *queries: str, step: str = "1-judge", mechanism: int = 8, clinical: int = 8, **fields: object
) -> m.JudgeCompleted:
    """Return a judge's answer; *queries* are what it would ask next."""
    assessment = make_assessment(mechanism=mechanism, clinical=clinical, next_search_queries=queries)
    given: dict[str, object] = {"run_id": RUN, "step": step, "made_by": "script", "assessment": assessment}
    return m.JudgeCompleted.model_validate(given | fields)


def make_section(title: str = "Section", content: str = "Nothing to report.") -> m.ReportSection:
    """Return a section."""
    return m.ReportSection(title=title, content=content)


def make_report(**fields: object) -> m.ResearchReport:
    """Return a small report that cites S1."""
    claim = m.Claim(sentence="Drug A halved relapses [S1].", section="Clinical findings", source_ids=("S1",))
    given: dict[str, object] = {
        "title": "Drug A for disease B",
        "executive_summary": "Drug A halved relapses of disease B in one randomised trial [S1]. " + "It is early. " * 6,
        "research_question": QUESTION,
        "methodology": make_section("Methodology"),
        "mechanistic_findings": make_section("Mechanistic findings"),
        "clinical_findings": make_section("Clinical findings", "Drug A halved relapses [S1]."),
        "hypotheses_tested": (),
        "drug_candidates": ("drug A",),
        "limitations": ("Only abstracts were read.",),
        "references": (),
        "conclusion": "More trials are needed.",
        "confidence_score": 0.8,
        "claims": (claim,),
        "made_by": "script",
    }
    return m.ResearchReport.model_validate(given | fields)


def make_reported(**fields: object) -> m.ReportCompleted:
    """Return a written report."""
    given: dict[str, object] = {
        "run_id": RUN,
        "step": "report",
        "made_by": "script",
        "report": make_report(),
        "markdown": "# Drug A for disease B",
    }
    return m.ReportCompleted.model_validate(given | fields)


def make_failed(kind: type[m.Failed] = m.SearchFailed, step: str = "1-search", **fields: object) -> m.Failed:
    """Return an agent's failure."""
    return kind.model_validate({"run_id": RUN, "step": step, "reason": "the index is broken", **fields})


def make_deadline(step: str, attempt: int = 1, seconds: float = 60) -> m.DeadlinePassed:
    """Return a deadline that has passed."""
    return m.DeadlinePassed(run_id=RUN, step=step, attempt=attempt, due_at=at(seconds))
