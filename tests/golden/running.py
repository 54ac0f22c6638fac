"""The golden case as a run: all services in one process, the library, the registry, and who thinks."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx

from services.hypothesis.claude import ClaudeProposer
from services.judge.claude import ClaudeAssessor
from services.report.claude import ClaudeWriter
from services.search.asking import Literature
from services.search.clinicaltrials import ClinicalTrials
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.http import Answer, Site, Wants
from shared.llm.claude import opened
from shared.llm.opening import Thinking
from shared.settings import ClaudeSettings
from tests.unit.llm_fakes import Scripted, thinking_of
from tests.whole import EMBEDDER, Agents, Whole, files
from tests.world.claude import KEY, Claude
from tests.world.loopback import served

from .registry import ENTRIES

HERE = Path(__file__).parent
DEADLINE_SECONDS = 20.0


class Registry(Site):
    """A registry that has the four entries of the case and gives them to whoever asks."""

    def __init__(self) -> None:
        self.name = "ClinicalTrials.gov"

    async def get(self, path: str, params: Mapping[str, str] | None = None, *, wants: Wants = "json") -> Answer:
        """Return all entries, whatever was asked."""
        url = str(httpx.URL("https://registry.example" + path, params=dict(params or {})))
        body = json.dumps({"studies": ENTRIES, "totalCount": len(ENTRIES)}).encode()
        return Answer(self.name, url, body, f"application/{wants}", age_seconds=0.0)


class Golden(Whole):
    """A run over the golden corpus."""

    def __init__(self, agents: Agents | None = None) -> None:
        registry = Literature(ClinicalTrials(Registry()), DEADLINE_SECONDS, EMBEDDER)
        super().__init__(files(HERE / "corpus.nbib", HERE / "page.ris"), {"clinicaltrials": registry}, agents)

    async def asked(self, question: str) -> m.ResearchReport:
        """Return the report on *question*; fails the test where there is none."""
        end = await self.ask(question, sources=("library", "clinicaltrials"), limits=m.Limits(max_tokens=400_000))
        assert end.report is not None, end.reason
        return end.report

    @property
    def judged(self) -> m.JudgeAssessment:
        """Return the last assessment."""
        return [said for said in self.bus.said if isinstance(said, m.JudgeCompleted)][-1].assessment

    @property
    def ordered(self) -> m.ReportRequested:
        """Return the order of the report."""
        return [said for said in self.bus.said if isinstance(said, m.ReportRequested)][-1]


@asynccontextmanager
async def by_claude() -> AsyncIterator[Agents]:
    """Serve the scripted Claude on this machine; give agents that ask it through the real SDK."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(served(Claude().app()))
        model = await stack.enter_async_context(opened(ClaudeSettings.model_validate({"url": url, "api_key": KEY})))
        bucket = InMemoryBucket()

        def thinking(agent: str) -> Thinking:
            base = thinking_of(agent, Scripted(), bucket)
            return replace(base, means=replace(base.means, model=model))

        writer = thinking("report")
        yield Agents(
            ClaudeProposer(thinking("hypothesis")),
            ClaudeAssessor(thinking("judge")),
            lambda order: ClaudeWriter(writer, order),
        )
