"""Ask for runs as another system would, and wait for their ends."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from shared import messages as m

Ends = dict[str, m.ResearchCompleted]


async def ask(js: JetStreamContext, run_id: str, **fields: Any) -> None:
    """Publish a request: plain JSON, and one header against copies."""
    body = {"question": "Does drug A help people with disease B?", "run_id": run_id, **fields}
    await js.publish("research.requested", json.dumps(body).encode(), headers={"Nats-Msg-Id": f"ask:{run_id}"})


async def stored(js: JetStreamContext, stream: str, subject: str = "") -> list[tuple[str, bytes]]:
    """Return what a stream holds, in its order, as (subject, body)."""
    state = (await js.stream_info(stream)).state
    found = []
    for sequence in range(max(1, state.first_seq), state.last_seq + 1):
        try:
            raw = await js.get_msg(stream, sequence)
        except NotFoundError:
            continue
        if (raw.subject or "").startswith(subject):
            found.append((raw.subject or "", raw.data or b""))
    return found


async def ends(js: JetStreamContext) -> Ends:
    """Return how the runs ended that have ended."""
    found = [
        m.ResearchCompleted.model_validate_json(body) for _, body in await stored(js, "EVENTS", "research.completed")
    ]
    return {one.run_id: one for one in found}


async def wait_for_ends(js: JetStreamContext, run_ids: Iterable[str], seconds: float) -> Ends:
    """Return the ends of these runs; raise ``TimeoutError`` naming those that have not ended by then."""
    wanted = set(run_ids)
    done: Ends = {}
    try:
        async with asyncio.timeout(seconds):
            while not wanted <= set(done):
                await asyncio.sleep(0.1)
                done = await ends(js)
    except TimeoutError:
        message = f"not ended after {seconds} s: {sorted(wanted - set(done))}"
        raise TimeoutError(message) from None
    return {run_id: done[run_id] for run_id in wanted}


async def event_numbers(js: JetStreamContext) -> dict[str, list[int]]:
    """Return the numbers of each run's events, in the order they are stored."""
    numbers: dict[str, list[int]] = {}
    for _, body in await stored(js, "EVENTS", "research.events."):
        event = json.loads(body)
        numbers.setdefault(event["run_id"], []).append(event["seq"])
    return numbers


async def left_over(js: JetStreamContext) -> Counter[str]:
    """Return how many messages each work queue still holds, the sweeper's own schedule apart."""
    names = ("REQUESTS", "COMMANDS", "INBOX", "DEADLETTERS")
    left = Counter({name: (await js.stream_info(name)).state.messages for name in names})
    timers = await js.stream_info("TIMERS", subjects_filter="timer.>")
    sweeper = {"timer.set.sweeper.tick", "timer.fired.sweeper.tick"}
    left["TIMERS"] = sum(count for subject, count in (timers.state.subjects or {}).items() if subject not in sweeper)
    return left
