"""Agents that answer from a script, each a process of its own: ``python -m tests.scripted judge``.

``VOUCH_SCRIPT_SECONDS=0.3,1.5`` has every order take that long, ``VOUCH_SCRIPT_PIECES`` sets
how much evidence an answer holds. They do no work, so what is measured is everything around it.
"""

import asyncio
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


def found(order: m.Order) -> dict[str, object]:
    """Return works of this step alone, with evidence from each."""
    names = [f"{order.step}-{n}" for n in range(PIECES)]
    return {
        "works": tuple(make_work(name) for name in names),
        "evidence": tuple(make_evidence(name) for name in names),
    }


def answer(order: m.Order) -> m.Answer:
    """Return what the script says to an order: one round, sufficient."""
    named = {"run_id": order.run_id, "step": order.step, "attempt": order.attempt}
    match order:
        case m.SearchRequested():
            return make_searched(**named, **found(order), searches=tuple(make_record(one) for one in order.sources))
        case m.RetrievalRequested():
            return make_retrieved(**named, **found(order))
        case m.HypothesisRequested():
            return make_proposed("drug A enzyme C", **named)
        case m.JudgeRequested():
            return make_judged(**named)
        case _:
            return make_reported(**named)


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
