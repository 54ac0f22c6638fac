"""All services as processes, with agents that answer from a script: the pieces fit."""

from pathlib import Path

import pytest
from nats.js import JetStreamContext

from deploy.server import LocalServer
from tests.asking import ask, event_numbers, left_over, wait_for_ends
from tests.processes import Fleet


@pytest.fixture
def fleet(server: LocalServer, tmp_path: Path) -> Fleet:
    """Return the services, not started yet."""
    return Fleet(server.url, tmp_path / "fleet")


async def test_a_published_question_becomes_a_completed_run(fleet: Fleet, js: JetStreamContext) -> None:
    """Another system needs one message, and nothing of ours."""
    await fleet.start()
    try:
        await ask(js, "r1", request_id="mine")
        end = (await wait_for_ends(js, ["r1"], 30))["r1"]

        assert (end.status, end.stopped_by, end.request_id) == ("complete", "sufficient", "mine")
        assert end.report is not None
        assert (await event_numbers(js))["r1"] == list(range(1, 18))
        assert await left_over(js) == {"REQUESTS": 0, "COMMANDS": 0, "INBOX": 0, "TIMERS": 0, "DEADLETTERS": 0}
    finally:
        await fleet.stop()
