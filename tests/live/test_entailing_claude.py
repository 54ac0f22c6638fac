"""The writer and the second checker over real sockets, asking the scripted Claude, which reads what it is shown."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from services.report.claude import ClaudeWriter
from services.report.writing import write
from shared import messages as m
from shared.audit.auditing import faults_of
from shared.bus.in_memory import InMemoryBucket
from shared.llm.claude import Claude, opened
from shared.settings import ClaudeSettings
from tests.reporting import full_order
from tests.unit.llm_fakes import AMPLE, thinking_of
from tests.world.claude import KEY
from tests.world.serving import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Serve the scripted Claude."""
    async with World() as running:
        yield running


@pytest.fixture
async def claude(world: World) -> AsyncIterator[Claude]:
    """Open our adapter to it."""
    settings = ClaudeSettings(url=world.url("claude"), api_key=SecretStr(KEY))
    async with opened(settings) as model:
        yield model


async def reported(claude: Claude) -> m.ReportCompleted:
    """Return the report, which holds."""
    order = full_order(allowance=AMPLE)
    thinking = thinking_of("report", claude, InMemoryBucket())  # type: ignore[arg-type]
    done = await write(order, ClaudeWriter(thinking, order))
    assert faults_of(done.report) == ()
    return done


def agents(world: World) -> list[str]:
    """Return who asked, in order."""
    return [call.agent for call in world.claude.calls]


async def test_what_rules_cannot_settle_is_read_by_a_model(world: World, claude: Claude) -> None:
    """The schema is one that the vendor takes, and the answer leads to the passage."""
    done = await reported(claude)

    assert agents(world) == ["report", "report", "entailment"]
    judged = [one for one in done.report.claims if one.verdict == "supported"]
    assert judged
    texts = " ".join(piece.content for piece in done.report.evidence)
    assert all(passage.quotation in texts for one in judged for passage in one.passages)
    assert done.report.audit.problems == ()


async def test_a_checker_that_turns_everything_round_is_shown_and_cannot_hide(world: World, claude: Claude) -> None:
    """It sends the draft back and marks what stays; what the rules found verbatim it was never asked about."""
    world.claude.behave("entailment", "flips direction")
    done = await reported(claude)

    turned = [one for one in done.report.claims if one.verdict == "contradicted"]
    assert turned
    assert agents(world) == ["report", "report", "entailment", "report"]
    assert all("says otherwise, as claude-sonnet-5-5 reads it" in one.reason for one in turned)
    assert any("marked as not verified" in one for one in done.report.limitations)
    assert any(one.verdict == "verbatim" for one in done.report.claims)


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        ("refuses", "declined to answer"),
        ("broken JSON", "gave no usable answer"),
        ("dies", "cannot be reached"),
        ("429 with delay", "429"),
        ("changes a number", ""),
        ("obeys an instruction", ""),
    ],
)
async def test_whatever_the_checker_does_the_writers_report_leaves(
    world: World, claude: Claude, behaviour: str, why: str
) -> None:
    """A second opinion is worth having, and never worth the report."""
    world.claude.behave("entailment", behaviour)
    done = await reported(claude)

    assert done.made_by == "claude-sonnet-5-5"
    assert done.report.audit.problems == ()
    left = [one for one in done.report.limitations if "left to the rules alone" in one]
    assert [why in one for one in left] == ([True] if why else [])
