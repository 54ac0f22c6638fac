"""One message of each kind with every field filled, for ``record_golden.py``."""

from collections.abc import Iterator

from shared import messages as m
from tests.builders import at
from tests.contract import golden_values as full


def every_message() -> Iterator[m.Message]:
    """Yield one message of each kind, an event of each type."""
    yield m.ResearchRequested.model_validate(full.ASKED)
    yield m.CancelRequested(run_id=full.RUN, reason="no longer needed")
    yield from orders()
    yield from answers()
    yield from ends()
    yield from events()
    yield from others()


def orders() -> Iterator[m.Order]:
    """Yield an order for each agent."""
    given = {
        "run_id": full.RUN,
        "attempt": 2,
        "round": 2,
        "expires_at": at(120),
        "allowance": m.Spending(tokens=5000, usd=0.25),
        "sources_until": 12,
        "registry_version": 3,
    }
    seen = {"question": full.QUESTION, "evidence": (full.EVIDENCE,), "hypotheses": (full.HYPOTHESIS,)}
    files = {"filters": full.ASKED["filters"], "library": full.ASKED["library"]}
    found = {"queries": ("drug A relapse",), "sources": ("library", "pubmed"), "max_results": 20}
    yield m.SearchRequested.model_validate({**given, **files, **found, "step": "2-search"})
    turns = (m.Turn(question="What is drug A?", answer="An inhibitor of enzyme C."),)
    yield m.RetrievalRequested.model_validate(
        {**given, **files, "step": "retrieval", "question": full.QUESTION, "turns": turns, "web": True}
    )
    asked = {"asked": ("drug A relapse",)}
    yield m.HypothesisRequested.model_validate({**given, **seen, **asked, "step": "2-hypothesis"})
    judge = {"domain": "general", "unsearched": ("pubmed",), **asked}
    yield m.JudgeRequested.model_validate({**given, **seen, **judge, "step": "2-judge"})
    report = {"domain": "general", "assessment": full.JUDGED, "bibliography": (full.REFERENCE,), "record": full.RECORD}
    yield m.ReportRequested.model_validate({**given, **seen, **report, "step": "report"})


def answers() -> Iterator[m.Answer]:
    """Yield what each agent says when it can do its order, and when it cannot."""
    given = {"run_id": full.RUN, "attempt": 2, "spent": full.SPENT, "made_by": "rules", "reason": "the index is broken"}
    found = {"works": (full.WORK,), "evidence": (full.EVIDENCE,), "same_works": (full.SAME_WORK,)}
    yield m.SearchCompleted.model_validate({**given, **found, "step": "2-search", "searches": (full.SEARCH,)})
    read = {"answer": "Relapses were halved [S1].", "tool_history": ("pdf_retrieval",), "observations": ("5 passages",)}
    yield m.RetrievalCompleted.model_validate(
        {**given, **found, **read, "step": "retrieval", "searches": (full.SEARCH,)}
    )
    yield m.HypothesisCompleted.model_validate(
        {**given, "step": "2-hypothesis", "assessment": full.PROPOSED, "queries": ("drug A enzyme C",)}
    )
    yield m.JudgeCompleted.model_validate({**given, "step": "2-judge", "assessment": full.JUDGED, "pieces_judged": 10})
    yield m.ReportCompleted.model_validate(
        {**given, "step": "report", "report": full.REPORT, "markdown": "# Drug A for disease B"}
    )
    for kind in m.FAILED.values():
        yield kind.model_validate({**given, "step": "2-step"})


def ends() -> Iterator[m.Message]:
    """Yield how a request may end."""
    source = m.RegisteredSource(
        source_id="S1",
        citation=full.CITATION,
        identifiers=full.IDENTIFIERS,
        aliases=("S4",),
        work_ids=("w1", "w2"),
        registry_numbers=("NCT00000001",),
        kind="preprint",
        study_id="NCT00000001",
        design="randomised-trial",
        subject_studied="human",
        retraction=full.RETRACTION,
    )
    usage = m.SourceUsage(
        source_id="S1",
        first_seen_stage="1-search",
        finding_ids=("f1",),
        hypothesis_ids=("h1",),
        conflict_ids=("c1",),
        section_ids=("Clinical findings",),
    )
    yield m.ResearchCompleted(
        run_id=full.RUN,
        request_id="mine",
        request_message_id="ask-1",
        question=full.QUESTION,
        status="partial",
        stopped_by="max-rounds",
        reason="All rounds were used up before the evidence was sufficient.",
        report=full.REPORT,
        markdown="# Drug A for disease B",
        sources=(source,),
        usage=(usage,),
        hypotheses=(full.HYPOTHESIS,),
        searches=(full.SEARCH,),
        holes=("pubmed was not searched.",),
        flow=full.FLOW,
        rounds=2,
        spent=full.SPENT,
        started_at=at(0),
        ended_at=at(60),
    )
    yield m.ResearchRejected(
        run_id=full.RUN,
        request_id="mine",
        request_message_id="ask-1",
        reason="limits.max_rounds is 99; at most 10 is allowed here",
        at=at(1),
        sequence=7,
    )


def events() -> Iterator[m.AgentEvent]:
    """Yield an event of each type."""
    for seq, data in enumerate(event_data(), 1):
        yield m.AgentEvent(
            run_id=full.RUN,
            seq=seq,
            type=data.type,
            agent="judge",
            round=2,
            message="Something happened",
            data=data,
            at=at(seq),
        )


def event_data() -> Iterator[m.EventData]:
    """Yield the data of each type of event."""
    step = "2-step"
    count = m.SourceCount(source="pubmed", query="drug A", asked='"drug A"', hits=40, read=10, failed="no answer")
    yield m.StartedData(
        question=full.QUESTION, domain="general", sources=("pubmed",), request_id="mine", request_message_id="ask-1"
    )
    yield m.ThinkingData(plan=("search", "judge"))
    yield m.SearchingData(step=step, queries=("drug A",), sources=("pubmed",))
    yield m.SearchCompleteData(step=step, pieces=10, records=40, asked=(count,))
    yield m.ProgressData(step=step, attempt=2, found=3)
    yield m.HypothesizingData(step=step, sources_so_far=12)
    yield m.JudgingData(step=step, sources_so_far=12)
    yield m.JudgeCompleteData(
        step=step,
        sufficient=False,
        mechanism_score=7,
        clinical_evidence_score=5,
        confidence=0.69,
        missing=("clinical evidence of 6, it is 5",),
        next_queries=("drug A dose",),
    )
    yield m.SynthesizingData(step=step, stopped_by="max-rounds", sources_so_far=12)
    yield m.StreamingData(text="Drug A halved")
    yield m.CompleteData(status="partial", stopped_by="max-rounds", rounds=2, sources=12, has_report=True)
    yield m.ErrorData(step=step, reason="pubmed did not answer within 10 s")


def others() -> Iterator[m.Message]:
    """Yield timers, what is told, and what is asked."""
    yield m.DeadlinePassed(run_id=full.RUN, step="2-judge", attempt=2, due_at=at(60))
    yield m.SweepDue(attempt=2)
    yield m.LiveUpdate(run_id=full.RUN, agent="report", step="report", kind="text", text="Drug A halved")
    yield m.RunCancelled(run_id=full.RUN)
    yield m.Submit.model_validate(full.ASKED)
    yield m.RunsGet(run_id=full.RUN)
    yield m.RunsList(run_id=full.RUN, most=20, ended_before=at(60))
    yield m.ReportGet(run_id=full.RUN)
    yield m.RunsDelete(run_id=full.RUN)
    yield m.RunsExport(run_id=full.RUN)
    parts = m.RunParts(state="{}", events=("{}",), records="{}")
    yield m.RunsImport(run_id=full.RUN, parts=parts, again=True)
    yield m.SearchSourcesGet(run_id=full.RUN)
    yield m.RetrievalSourcesGet(run_id=full.RUN)
