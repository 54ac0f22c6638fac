"""Opens each ResearchMemory, and makes what is stored in them. A new adapter is one more branch of ``opened``."""

import hashlib
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

from shared import messages as m
from shared.embedding import Embedder, HashingEmbedder
from shared.memory import ResearchMemory
from shared.memory.embedded import SqliteMemory
from shared.memory.in_memory import InMemoryMemory
from shared.memory.weaviate.memory import WeaviateMemory
from shared.memory.weaviate.server import Address as Weaviate
from tests.weaviate import Address

KINDS = ("fake", "embedded", "weaviate")

PERSISTENT = ("embedded", "weaviate")
"""Those that keep all when they are closed and opened again, and that several processes share."""

Opener = Callable[[], Awaitable[ResearchMemory]]


def opener(kind: str, folder: Path, server: Callable[[], Address]) -> Opener:
    """Return what opens the memory that is a folder's own, again and again; *server* starts or finds a Weaviate."""
    if kind == "weaviate":
        return partial(apart, server(), hashlib.blake2b(bytes(folder), digest_size=6).hexdigest())

    async def opened() -> ResearchMemory:
        return SqliteMemory.open(folder / "memory.sqlite3", HashingEmbedder()) if kind == "embedded" else fake

    fake = InMemoryMemory(HashingEmbedder())
    return opened


async def apart(server: Address, prefix: str, embedder: Embedder | None = None) -> ResearchMemory:
    """Open a Weaviate that others use at the same time: all runs of this memory have names of their own."""
    at = Weaviate(server.url, server.grpc, server.api_key)
    return cast("ResearchMemory", Apart(await WeaviateMemory.open(at, embedder or HashingEmbedder()), prefix))


class Apart:
    """A memory whose runs are called otherwise in its store."""

    def __init__(self, memory: ResearchMemory, prefix: str) -> None:
        self._memory, self._prefix = memory, prefix

    def __getattr__(self, name: str) -> Any:
        """Return a call with the run's other name; those without a run are the memory's own."""
        call = getattr(self._memory, name)
        if name in ("check", "close", "reindex"):
            return call
        return lambda run_id, *rest, **more: call(self._prefix + run_id, *rest, **more)

    async def runs(self) -> tuple[str, ...]:
        """Return our runs as we call them."""
        own = (run for run in await self._memory.runs() if run.startswith(self._prefix))
        return tuple(run.removeprefix(self._prefix) for run in own)


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
