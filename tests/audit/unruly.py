"""The report agent before the scripted Claude in an unruly mood, through the real SDK."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from shared.bus.in_memory import InMemoryBucket
from shared.llm.claude import opened
from shared.llm.opening import Thinking
from shared.settings import ClaudeSettings
from tests.claude.cases import DRAFTS
from tests.unit.llm_fakes import Scripted, thinking_of
from tests.world.claude import KEY, Claude
from tests.world.loopback import served

DRAFTED = tuple(DRAFTS)
"""Every behaviour that spoils what a report says."""


@asynccontextmanager
async def unruly_drafts(name: str) -> AsyncIterator[Thinking]:
    """Let the report agent ask a Claude that behaves in this way every time."""
    claude = Claude()
    claude.behaviours.set("report", name)
    async with (
        served(claude.app()) as url,
        opened(ClaudeSettings.model_validate({"url": url, "api_key": KEY})) as model,
    ):
        base = thinking_of("report", Scripted(), InMemoryBucket())
        yield replace(base, means=replace(base.means, model=model))
