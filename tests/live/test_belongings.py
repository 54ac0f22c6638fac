"""What is erased of a run on a real server, and how far it is looked for."""

import asyncio
from datetime import timedelta
from typing import Any

from nats.js import JetStreamContext

from shared import clock
from shared import messages as m
from shared.bus import belongings
from tests.builders import QUESTION

HOUR = timedelta(hours=1)
ORDER = m.JudgeRequested(run_id="r2", step="1-judge", question=QUESTION, expires_at=clock.now() + HOUR)


class Busy:
    """A server to which somebody says something whenever a message is looked at."""

    def __init__(self, js: JetStreamContext) -> None:
        self._js, self._said = js, 0

    def __getattr__(self, name: str) -> Any:
        """Do all the rest as the server does."""
        return getattr(self._js, name)

    async def get_msg(self, *args: Any, **options: Any) -> Any:
        """Return a message; there is one more afterwards."""
        self._said += 1
        await self._js.publish(ORDER.subject, b"{}", headers={"ce-subject": f"r{self._said}"})
        return await self._js.get_msg(*args, **options)


async def test_the_end_of_a_run_without_events_is_looked_for_from_a_moment_on(js: JetStreamContext) -> None:
    """It went when the events did; another can only have been said about that time, not thirty days before."""
    for number in range(5):
        headers = {"ce-subject": "gone" if number == 2 else "staying"}
        await js.publish(belongings.END, b"{}", headers=headers)
    await js.delete_msg(belongings.EVENTS, 5)

    later = await belongings.erase(js, "gone", clock.now() + HOUR)
    found = await belongings.erase(js, "gone", clock.now() - HOUR)

    assert (later.events, found.events) == (0, 1)
    assert (await js.stream_info(belongings.EVENTS)).state.messages == 3


async def test_what_is_said_while_a_run_is_erased_does_not_make_it_endless(js: JetStreamContext) -> None:
    """A queue into which is said as fast as it is looked through would never be at its end."""
    headers = {"ce-subject": "r1"}
    for _ in range(3):
        await js.publish(ORDER.subject, b"{}", headers=headers)

    async with asyncio.timeout(10):
        erased = await belongings.erase(Busy(js), "r1", clock.now())  # type: ignore[arg-type]

    assert erased.queued == 3
