"""Agents that answer from a script, each a process of its own: ``python -m tests.scripted judge``.

``VOUCH_SCRIPT_SECONDS=0.3,1.5`` has every order take that long, ``VOUCH_SCRIPT_PIECES`` sets
how much evidence an answer holds. They do no work, so what is measured is everything around it.
"""

import asyncio
import functools
import os
import random
import sys
from contextlib import AsyncExitStack

from deploy.streams import AGENTS
from shared import messages as m
from shared.bus.nats_bus import NatsBus
from shared.bus.running import run
from shared.settings import Settings
from tests.builders import (
    make_evidence,
    make_judged,
    make_proposed,
    make_record,
    make_reported,
    make_retrieved,
    make_searched,
    make_work,
)

PIECES = int(os.environ.get("VOUCH_SCRIPT_PIECES", "3"))
LEAST, MOST = (float(one) for one in os.environ.get("VOUCH_SCRIPT_SECONDS", "0,0").split(","))


def found(step: str) -> dict[str, object]:
    """Return works of this step alone, with evidence from each."""
    names = [f"{step}-{n}" for n in range(PIECES)]
    return {
        "works": tuple(make_work(name) for name in names),
        "evidence": tuple(make_evidence(name) for name in names),
    }


@functools.cache
def script(agent: str, step: str, sources: tuple[m.SourceName, ...]) -> m.Answer:
    """Return what an agent says at a step: one round, sufficient."""
    match agent:
        case "search":
            return make_searched(step=step, **found(step), searches=tuple(make_record(one) for one in sources))
        case "retrieval":
            return make_retrieved(**found(step))
        case "hypothesis":
            return make_proposed("drug A enzyme C", step=step)
        case "judge":
            return make_judged(step=step)
        case _:
            return make_reported()


def answer(order: m.Order) -> m.Answer:
    """Return the script's answer to an order."""
    sources = order.sources if isinstance(order, m.SearchRequested) else ()
    said = script(order.AGENT, order.step, sources)
    return said.model_copy(update={"run_id": order.run_id, "attempt": order.attempt})


async def wire(bus: NatsBus, _settings: Settings, _stack: AsyncExitStack) -> None:
    """Answer every order after a while."""
    bus.stop_cancelled_work()

    @bus.hear(AGENTS[bus.service])
    async def ordered(order: m.Order) -> None:
        if MOST:
            await asyncio.sleep(random.uniform(LEAST, MOST))
        await bus.say(answer(order))


if __name__ == "__main__":
    agent = sys.argv.pop(1)
    run(agent, wire, (AGENTS[agent],))
