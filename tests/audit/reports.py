"""Real reports to hold the audit to: rules and the scripted Claude over the demo's library and the golden corpus."""

import json
from typing import Any, NamedTuple

from shared import messages as m
from tests.golden.running import Golden, by_claude
from tests.whole import Agents, Whole, sample

DEMO = (
    "Does tafenoquine prevent relapse of vivax malaria?",
    "Is tafenoquine safe in people without G6PD deficiency?",
)
GOLDEN = ("Does dorvelukast prevent flares of Lindell arthropathy?",)


class Real(NamedTuple):
    """A report as a person gets it: its JSON and its page."""

    name: str
    report: dict[str, Any]
    markdown: str


WRITERS = ("rules", "scripted Claude")
NAMES = tuple(f"{writer}: {question}" for writer in WRITERS for question in (*DEMO, *GOLDEN))


async def reports() -> dict[str, Real]:
    """Return every report by its name; they cost a few seconds."""
    by_rules = [await _made(WRITERS[0], Agents(), question) for question in (*DEMO, *GOLDEN)]
    async with by_claude() as agents:
        by_model = [await _made(WRITERS[1], agents, question) for question in (*DEMO, *GOLDEN)]
    return {one.name: one for one in (*by_rules, *by_model)}


async def _made(who: str, agents: Agents, question: str) -> Real:
    """Return the report of one question; the test fails where there is none."""
    whole = Golden(agents) if question in GOLDEN else Whole(sample(), agents=agents)
    sources: tuple[m.SourceName, ...] = ("library", "clinicaltrials") if question in GOLDEN else ("library",)
    end = await whole.ask(question, sources=sources, limits=m.Limits(max_tokens=400_000))
    assert end.report is not None, end.reason
    return Real(f"{who}: {question}", json.loads(end.report.model_dump_json()), end.markdown)
