"""``kill -9`` in the middle of model calls: what was journaled is never asked again; after a cancel nothing is."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nats.js import JetStreamContext

from shared.bus.keyvalue import opened
from shared.bus.packing import unpacked
from shared.llm.journal import BUCKET, Entry
from tests.asking import ends, wait_for_ends
from tests.claude.standing import Standing, seeded, standing
from tests.waiting import LOOK_SECONDS, until
from tests.world.claude.calls import ABORTED, ANSWERED, UNDER_WAY, Call
from tests.world.claude.serving import Pace

KILLS = 50
IN_FLIGHT = 10
VICTIMS = ("retrieval", "report")
LATENCY_SECONDS = 0.25
AMPLE = {"max_tokens": 400_000, "max_usd": 20.0, "max_rounds": 1, "deadline_seconds": 900}
STOPPED_SECONDS = 2.0
"""Within which a cancelled run's call is given up."""


@dataclass
class Tally:
    """What the kills interrupted."""

    kills: Counter[str] = field(default_factory=Counter)
    under_way: int = 0
    """Calls that had no answer when their process was killed."""
    unjournaled: int = 0
    """Calls that had been answered, and whose answer was not written down yet."""
    lost: dict[str, int] = field(default_factory=dict)
    """By agent, the calls so far whose answer is in no journal."""


async def test_a_kill_costs_the_calls_in_flight_and_no_others(tmp_path: Path) -> None:
    """Repeats are counted at the vendor; journals are read after each kill."""
    tally, asked, chance = Tally(), [], seeded(11)
    async with standing(tmp_path, VOUCH_SWEEP_SECONDS="5") as place:
        place.world.claude.pace = Pace(latency_seconds=LATENCY_SECONDS, pause_seconds=0.002)
        asking = asyncio.create_task(_keep_asking(place, asked))
        while tally.kills.total() < KILLS:
            await _kill(place, await _asking(place, tally), tally, chance.uniform(0, 2 * LATENCY_SECONDS))
        asking.cancel()
        done = await wait_for_ends(place.js, asked, 400)
        journaled = sum([await _journaled(place.js, victim) for victim in VICTIMS])
        again = sum([await _journaled(place.js, victim, first_attempt=False) for victim in VICTIMS])
        calls = [call for call in place.world.claude.calls if call.agent in VICTIMS]

    repeats = sum(count - 1 for count in Counter(call.digest for call in calls).values())
    told = f"{len(done)} runs, {dict(tally.kills)} kills: {len(calls)} calls, {repeats} repeats; at the kills "
    told += f"{tally.under_way} calls in flight and {tally.unjournaled} not yet journaled; {again} of second attempts"
    print(f"\n{told}")  # noqa: T201 -- the figures are what it is for
    assert {end.status for end in done.values()} <= {"complete", "partial"}
    assert len(calls) == journaled + tally.under_way + tally.unjournaled, "an answer that was journaled was asked again"
    assert repeats <= tally.under_way + tally.unjournaled + again


async def _keep_asking(place: Standing, asked: list[str]) -> None:
    """Have so many runs go on at any time."""
    while True:
        done = await ends(place.js)
        while len(asked) - len(done) < IN_FLIGHT:
            asked.append(await place.ask(len(asked), limits=AMPLE))
        await asyncio.sleep(0.5)


async def _asking(place: Standing, tally: Tally) -> str:
    """Return a service that waits for an answer, and has not been killed its share of times."""
    left = [victim for victim in VICTIMS if tally.kills[victim] < KILLS // len(VICTIMS)]
    waiting = [victim for victim in left if _is_waiting(place, victim)]
    while not waiting:
        await asyncio.sleep(LOOK_SECONDS)
        waiting = [victim for victim in left if _is_waiting(place, victim)]
    return waiting[0]


def _is_waiting(place: Standing, agent: str) -> bool:
    """Say whether an agent has a call that is not answered yet."""
    return any(one.status == UNDER_WAY for one in _calls(place, agent))


async def _kill(place: Standing, victim: str, tally: Tally, delay: float) -> None:
    """Kill a service a moment after it asked something, count what that interrupted, and start it again."""
    await asyncio.sleep(delay)
    await place.fleet.kill(victim)
    await until(lambda: not _is_waiting(place, victim), 10)
    answered = sum(one.status == ANSWERED for one in _calls(place, victim))
    others = sum(one.status != ANSWERED for one in _calls(place, victim))
    journaled = await _journaled(place.js, victim)
    lost, before = (answered - journaled) + others, tally.lost.get(victim, 0)
    new_others = others - tally.lost.get(f"{victim} others", 0)
    tally.under_way += new_others
    tally.unjournaled += lost - before - new_others
    tally.lost |= {victim: lost, f"{victim} others": others}
    tally.kills[victim] += 1
    await place.fleet.start(victim)


def _calls(place: Standing, agent: str) -> Iterator[Call]:
    """Yield the calls of an agent."""
    return (one for one in place.world.claude.calls if one.agent == agent)


async def _journaled(js: JetStreamContext, agent: str, *, first_attempt: bool = True) -> int:
    """Return how many answers are in the journals of an agent's orders; without their *first_attempt* where wanted."""
    found = 0
    async with opened(js, BUCKET) as bucket:
        for key in await bucket.keys(f"{agent}."):
            *_, attempt, call = key.split(".")
            if not call.isdigit() or (attempt == "1" and not first_attempt):
                continue
            entry = await bucket.get(key)
            found += bool(entry and Entry.model_validate_json(unpacked(entry.value)).reply)
    return found


async def test_after_a_cancel_nothing_is_asked(tmp_path: Path) -> None:
    """The call in flight is given up within two seconds, and no other follows."""
    async with standing(tmp_path) as place:
        claude = place.world.claude
        claude.pace = Pace(latency_seconds=20.0)
        run_id = await place.ask(0, limits=AMPLE)
        await until(lambda: any(call.status == UNDER_WAY for call in claude.calls), 60)
        await asyncio.sleep(0.3)
        before = len(claude.calls)
        body = json.dumps({"run_id": run_id, "reason": "enough"}).encode()
        await place.js.publish("research.cancel.requested", body)
        await until(lambda: not any(call.status == UNDER_WAY for call in claude.calls), STOPPED_SECONDS)
        claude.pace = Pace()
        (end,) = (await wait_for_ends(place.js, [run_id], 30)).values()
        await asyncio.sleep(3)

    assert end.status == "cancelled"
    assert len(claude.calls) == before
    assert {call.status for call in claude.calls} == {ABORTED}
