"""``vouch ask`` with Claude in every agent: real sockets to the scripted one, every service a process."""

import asyncio
import os
import re
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from shared import messages as m
from tests.recordings import ROOT
from tests.whole import SAMPLE
from tests.world.claude import KEY
from tests.world.claude.serving import Pace
from tests.world.serving import World

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION = "Is tafenoquine effective and safe for the radical cure of Plasmodium vivax malaria?"
AGENTS = ("search", "retrieval", "hypothesis", "judge", "report")
SECONDS = 120.0
DRAFT = "draft, not checked | "


@dataclass(frozen=True)
class Told:
    """What a person saw, when, and what came out."""

    lines: tuple[tuple[float, str], ...]
    """Of standard error, with the seconds since the start."""
    page: str
    """Standard output."""
    end: m.ResearchCompleted
    agents: tuple[str, ...]
    """Who asked the scripted Claude, in order."""
    behaved: tuple[str, ...]
    """What it did instead of what it was asked."""

    def at(self, wanted: str) -> float:
        """Return when the first line came that holds *wanted*."""
        return next(seconds for seconds, line in self.lines if wanted in line)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def told(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Told]:
    """Ask once, of a Claude that writes slowly enough to watch and invents a citation in its first draft."""
    folder = tmp_path_factory.mktemp("claude")
    async with World() as world:
        world.claude.pace = Pace(pause_seconds=0.02)
        world.claude.behave("report", "invents citations", times=1)
        lines, page = await _asked(world, folder)
        calls = world.claude.calls
        agents, behaved = tuple(call.agent for call in calls), tuple(call.behaviour for call in calls if call.behaviour)
    end = m.ResearchCompleted.model_validate_json((folder / "end.json").read_bytes())
    yield Told(lines, page, end, agents, behaved)


async def _asked(world: World, folder: Path) -> tuple[tuple[tuple[float, str], ...], str]:
    """Return what ``vouch ask`` prints; the run's end is written beside."""
    own = {"VOUCH_DATA_DIR": str(folder / "data"), "VOUCH_THINKING": "claude"}
    environment = {**os.environ, **world.environment(KEY), **own}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "services.cli", "ask", QUESTION, "--library", str(SAMPLE / "tafenoquine.ris")),
        *("--json", "--output", str(folder / "end.json"), "--rounds", "2"),
        cwd=ROOT,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=1 << 24,
    )
    begun = time.monotonic()
    assert process.stderr is not None
    assert process.stdout is not None
    async with asyncio.timeout(SECONDS):
        reading = asyncio.create_task(process.stdout.read())
        lines = [(time.monotonic() - begun, line.decode().rstrip()) async for line in process.stderr]
        page = (await reading).decode()
        await process.wait()
    return tuple(lines), page


async def test_all_five_agents_think_with_claude(told: Told) -> None:
    """Each says who thought in its answer, and what that cost."""
    assert set(told.agents) - {"entailment"} == set(AGENTS)  # the report agent's second checker, where it is needed
    assert told.end.report is not None
    assert told.end.report.made_by == "claude-sonnet-5-5"
    by_agent = {one.agent: one.spent for one in told.end.spent_by}
    assert set(by_agent) == set(AGENTS)
    assert all(spent.calls and spent.tokens and spent.usd for spent in by_agent.values())
    assert sum(spent.tokens for spent in by_agent.values()) == told.end.spent.tokens


async def test_the_draft_is_seen_as_it_is_written(told: Told) -> None:
    """At least five pieces before the report is there, each marked as unchecked."""
    ready = told.at("The report cites")
    pieces = [seconds for seconds, line in told.lines if line.startswith(DRAFT) and seconds < ready]

    assert len(pieces) >= 5
    assert pieces[-1] - pieces[0] > 0.2


async def test_what_was_invented_was_seen_live_and_is_gone(told: Told) -> None:
    """The first draft had it, the audit sent it back, the checked report does not have it, and says so."""
    live = "\n".join(line for _, line in told.lines if line.startswith(DRAFT))
    assert told.behaved == ("invents citations",)
    assert "S99" in live
    assert told.end.report is not None
    assert "S99" not in told.end.markdown
    assert any("S99 names no registered source" in one for one in told.end.report.audit.sent_back)
    assert any("the first draft was sent back" in line for _, line in told.lines)


async def test_no_draft_reaches_standard_output_or_a_file(told: Told) -> None:
    """A file is read long after anybody knows what it was."""
    assert "draft, not checked" not in told.page
    assert told.page.lstrip().startswith("{")


async def test_every_marker_of_the_report_resolves(told: Told) -> None:
    """Whoever wrote it."""
    page = told.end.markdown
    used, defined = set(re.findall(r"\[\^(\d+)\](?!:)", page)), set(re.findall(r"(?m)^\[\^(\d+)\]:", page))
    report = told.end.report

    assert report is not None
    assert used == defined != set()
    assert not re.search(r"\[S\d", page)
    assert (report.audit.dangling, report.audit.orphans, report.audit.invented) == ((), (), 0)
    assert [one.source_id for one in report.references] == [one.source_id for one in report.footnotes]


async def test_usage_is_told_at_the_end(told: Told) -> None:
    """In a line for a person, and in the events for a program."""
    last = next(line for _, line in reversed(told.lines) if line.startswith("used "))

    assert re.fullmatch(r"used [\d,]+ tokens in \d+ calls, \$\d+\.\d\d: .*report [\d,]+.*", last)
