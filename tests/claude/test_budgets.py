"""Two hundred runs with answers of random lengths: none passes its cap, in tokens or in money."""

import math
from collections import Counter
from pathlib import Path

from services.coordinator.keeping import Saved
from shared import messages as m
from tests.asking import Ends, wait_for_ends
from tests.claude.standing import Standing, seeded, standing
from tests.world.claude.serving import Pace

RUNS = 200
AT_ONCE = 8
LEAST_TOKENS, MOST_TOKENS = 300, 120_000
LEAST_USD, MOST_USD = 0.001, 1.0
SECONDS = 1_200.0


async def test_no_run_passes_its_cap(tmp_path: Path) -> None:
    """What the runs say they used is what the vendor counted, and stays below what each was allowed."""
    async with standing(tmp_path) as place:
        place.world.claude.pace = Pace(most_extra_tokens=3_000, seed=7)
        done = await _all(place)
        states = [await place.state(run_id) for run_id in done]
        calls = place.world.claude.calls

    over = [one.run_id for one in done.values() if _is_over(one, next(s for s in states if s.run.run_id == one.run_id))]
    assert over == []
    used = sum(end.spent.tokens for end in done.values())
    counted = sum(call.input_tokens + call.output_tokens for call in calls)
    assert used == counted
    assert {end.status for end in done.values()} <= {"complete", "partial"}
    print(_table(done, states, counted))  # noqa: T201 -- the figures are what it is for


async def _all(place: Standing) -> Ends:
    """Return the ends of all runs, a few at a time, each with caps of its own."""
    chance, done = seeded(5), {}
    for first in range(0, RUNS, AT_ONCE):
        asked = []
        for number in range(first, min(first + AT_ONCE, RUNS)):
            tokens = int(math.exp(chance.uniform(math.log(LEAST_TOKENS), math.log(MOST_TOKENS))))
            usd = math.exp(chance.uniform(math.log(LEAST_USD), math.log(MOST_USD)))
            limits = {"max_tokens": tokens, "max_usd": usd, "max_rounds": chance.randint(1, 3)}
            asked.append(await place.ask(number, limits=limits))
        done |= await wait_for_ends(place.js, asked, SECONDS)
    return done


def _is_over(end: m.ResearchCompleted, saved: Saved) -> bool:
    """Say whether a run used more than it was allowed."""
    limits = saved.run.asked.limits
    return end.spent.tokens > limits.max_tokens or end.spent.usd > limits.max_usd + 1e-9


def _table(done: Ends, states: list[Saved], counted: int) -> str:
    """Return what was reserved, used and stopped."""
    attempts = [attempt for one in states for step in one.run.steps.values() for attempt in step.attempts]
    reserved, used = (
        sum(one.allowance.tokens for one in attempts),
        sum(one.spent.tokens for one in attempts if one.spent),
    )
    stopped = Counter(end.stopped_by for end in done.values())
    by_rules = sum(end.report is not None and end.report.made_by == "rules" for end in done.values())
    return (
        f"\n{len(done)} runs, caps {sum(one.run.asked.limits.max_tokens for one in states):,} tokens: "
        f"{reserved:,} granted in {len(attempts)} orders, {used:,} used ({counted:,} counted by the vendor), "
        f"${sum(end.spent.usd for end in done.values()):.2f}; stopped by {dict(stopped)}; {by_rules} reports by rules"
    )
