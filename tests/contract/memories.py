"""Opens each ResearchMemory, and makes what is stored in them. A new adapter is one more line in ``OPEN``."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from shared import messages as m
from shared.embedding import HashingEmbedder
from shared.memory import ResearchMemory
from shared.memory.embedded import SqliteMemory
from shared.memory.in_memory import InMemoryMemory


def open_fake(_: Path) -> ResearchMemory:
    """Return an empty memory; the folder is not used."""
    return InMemoryMemory(HashingEmbedder())


def open_embedded(folder: Path) -> ResearchMemory:
    """Return the memory kept in the folder."""
    return SqliteMemory.open(folder / "memory.sqlite3", HashingEmbedder())


OPEN: dict[str, Callable[[Path], ResearchMemory]] = {"fake": open_fake, "embedded": open_embedded}

PERSISTENT = ("embedded",)
"""Those that keep all when they are closed and opened again, and that several processes share."""


def make_work(work_id: str = "w1", title: str = "A trial of tafenoquine", **more: Any) -> m.Work:
    """Return a work of 2019."""
    citation = m.Citation(source="pubmed", title=title, date=more.pop("date", "2019"))
    return m.Work(work_id=work_id, citation=citation, **more)


def make_evidence(work_id: str = "w1", content: str = "Relapse was prevented.", **more: Any) -> m.Evidence:
    """Return a piece of evidence about a work of 2019."""
    citation = m.Citation(source="pubmed", title=more.pop("title", "A trial"), date=more.pop("date", "2019"))
    return m.Evidence(work_id=work_id, content=content, citation=citation, **more)


def make_hypothesis(drug: str = "tafenoquine", confidence: float = 0.5, **more: Any) -> m.MechanismHypothesis:
    """Return a mechanism with a target, a pathway and an effect."""
    chain = {"target": "hypnozoites", "pathway": "redox cycling", "effect": "no relapse"}
    return m.MechanismHypothesis(drug=drug, confidence=confidence, **{**chain, **more})


def make_assessment(mechanism_score: int = 6, **more: Any) -> m.JudgeAssessment:
    """Return an assessment that is not sufficient."""
    details = m.AssessmentDetails(
        mechanism_score=mechanism_score,
        mechanism_reasoning="Two animal studies.",
        clinical_evidence_score=5,
        clinical_reasoning="One controlled trial.",
        drug_candidates=(),
        key_findings=(),
    )
    common = {"sufficient": False, "confidence": 0.5, "recommendation": "continue"}
    return m.JudgeAssessment(details=details, reasoning="One more trial is wanted.", **{**common, **more})


def make_conflict(description: str = "One trial found harm.", **more: Any) -> m.Conflict:
    """Return a conflict between S1 and S2."""
    return m.Conflict(description=description, **{"first_source_ids": ("S1",), "second_source_ids": ("S2",), **more})


def make_report(title: str = "Tafenoquine") -> m.ResearchReport:
    """Return a report that says little."""
    section = m.ReportSection(title="Findings", content="One trial was read [S1].", citations=("S1",))
    return m.ResearchReport(
        hypotheses_tested=(),
        drug_candidates=(),
        limitations=(),
        references=(),
        title=title,
        executive_summary="One trial of tafenoquine was read. " * 4,
        research_question="Does tafenoquine prevent relapse?",
        methodology=section,
        mechanistic_findings=section,
        clinical_findings=section,
        conclusion="One trial is not enough.",
        confidence_score=0.4,
        made_by="rules",
    )
