"""A whole run in one process: every real service on the in-memory bus, in the order messages are said."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from services.coordinator.app import build as build_coordinator
from services.hypothesis.app import build as build_hypothesis
from services.hypothesis.proposing import Proposer
from services.hypothesis.rules import RuleProposer
from services.judge.app import build as build_judge
from services.judge.judging import Assessor
from services.judge.rubric import RubricAssessor
from services.report.app import Writing
from services.report.app import build as build_report
from services.report.rules import RuleWriter
from services.retrieval.app import build as build_retrieval
from services.retrieval.app import rules
from services.retrieval.tools import Library
from services.search.app import build as build_search
from services.search.library import LibrarySource
from services.search.searching import Source
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.embedding import Embedder
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.errors import CannotDo
from shared.memory.in_memory import InMemoryMemory
from tests.recordings import ROOT

SAMPLE = ROOT / "shared" / "library" / "sample"
EMBEDDER: Embedder = WordLlamaEmbedder()
"""Loaded once for all tests of a process."""


def sample() -> dict[str, bytes]:
    """Return the sample library that ships with Vouch."""
    return {path.name: path.read_bytes() for path in (SAMPLE / "tafenoquine.nbib", SAMPLE / "tafenoquine.ris")}


def files(*paths: Path) -> dict[str, bytes]:
    """Return reference files by their names."""
    return {path.name: path.read_bytes() for path in paths}


@dataclass(frozen=True)
class Agents:
    """Who thinks; the rules, unless a test says otherwise."""

    proposer: Proposer = field(default_factory=RuleProposer)
    assessor: Assessor = field(default_factory=RubricAssessor)
    writing: Writing = lambda _order: RuleWriter()


class Whole:
    """All services of Vouch around one bus, with the library and whatever *indexes* a test brings."""

    def __init__(
        self,
        library: Mapping[str, bytes],
        indexes: Mapping[m.SourceName, Source] | None = None,
        agents: Agents | None = None,
    ) -> None:
        self.bus, self.memory = InMemoryBus(), InMemoryMemory(EMBEDDER)
        self._bytes = {hashlib.sha256(data).hexdigest(): data for data in library.values()}
        self.library = tuple(
            m.LibraryFile(sha256=hashlib.sha256(data).hexdigest(), name=name, size_bytes=len(data))
            for name, data in library.items()
        )
        self.tools = build_coordinator(self.bus, InMemoryBucket(), self.memory)
        thinking = agents or Agents()
        build_search(self.bus, {"library": LibrarySource(self._fetch, EMBEDDER), **(indexes or {})})
        build_retrieval(self.bus, rules, Library(self._fetch, EMBEDDER).tools)
        build_hypothesis(self.bus, thinking.proposer)
        build_judge(self.bus, thinking.assessor)
        build_report(self.bus, thinking.writing)

    async def ask(self, question: str, **fields: object) -> m.ResearchCompleted:
        """Return how the run ended."""
        asked = {"run_id": "whole", "question": question, "library": self.library, **fields}
        await self.bus.heard(m.ResearchRequested.model_validate(asked))
        seen = 0
        while seen < len(self.bus.said):
            message = self.bus.said[seen]
            seen += 1
            if isinstance(message, m.Order | m.Answer):
                await self.bus.heard(message)
        return next(message for message in self.bus.said if isinstance(message, m.ResearchCompleted))

    async def _fetch(self, sha256: str) -> bytes:
        if sha256 not in self._bytes:
            message = f"the file {sha256[:12]} is not in the library"
            raise CannotDo(message)
        return self._bytes[sha256]
