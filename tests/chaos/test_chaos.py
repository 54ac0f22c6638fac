"""``make chaos``: sixty kills of every service and of NATS, and a proof that the test can fail."""

import os
import sys
from pathlib import Path

import nats
import pytest

from deploy.server import LocalServer
from services.coordinator.keeping import decode
from tests.asking import ask, ends, wait_for_ends
from tests.chaos.killing import Chaos, survive

KILLS = int(os.environ.get("VOUCH_CHAOS_KILLS", "60"))
INTERRUPTED = 40
"""Of sixty kills; the others found the process idle."""


async def test_sixty_kills_lose_nothing(server: LocalServer, tmp_path: Path) -> None:
    """State changes exactly once; work is done at least once; nothing is left over."""
    chaos = Chaos(server, tmp_path / "fleet", seed=7)
    try:
        result = await survive(chaos, kills=KILLS, interrupted=INTERRUPTED * KILLS // 60)
    finally:
        await chaos.fleet.stop()
        await chaos.server.kill()

    sys.stdout.write(f"\n{result}\n")
    assert set(result.tally.kills) >= {"coordinator", "search", "retrieval", "hypothesis", "judge", "report", "nats"}
    assert result.tally.interrupted >= INTERRUPTED * KILLS / 60
    assert {end.status for end in result.runs.values()} == {"complete"}
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in result.numbers.values())
    assert result.repeated == []
    assert result.left.total() == 0


@pytest.mark.parametrize("repair", [False, True])
async def test_a_kill_between_save_and_send_sticks_without_the_repair(
    server: LocalServer, tmp_path: Path, *, repair: bool
) -> None:
    """Random kills rarely land there, so one is placed: the run must stick without the repair, and end with it."""
    chaos = Chaos(server, tmp_path / "fleet", seed=1, chance=1.0)
    off = {} if repair else {"VOUCH_CHAOS_NO_RESEND": "1", "VOUCH_SWEEP_SECONDS": "0"}
    chaos.fleet.environment = {**chaos.fleet.environment, **off, "VOUCH_CHAOS_PLACES": "saved"}
    client = await nats.connect(server.url)
    js = client.jetstream()
    try:
        await ask(js, "r1")
        await chaos.fleet.start()
        await chaos.fleet.processes["coordinator"].wait()
        chaos.fleet.environment = {**chaos.fleet.environment, "VOUCH_CHAOS_CRASH": "0"}
        await chaos.fleet.start("coordinator")

        if repair:
            assert (await wait_for_ends(js, ["r1"], 60))["r1"].status == "complete"
        else:
            with pytest.raises(TimeoutError, match=r"not ended after 60 s: \['r1'\]"):
                await wait_for_ends(js, ["r1"], 60)
            assert await ends(js) == {}
            assert decode((await (await js.key_value("RUNS")).get("r1")).value or b"", "r1").outbox  # type: ignore[union-attr]
    finally:
        await client.close()
        await chaos.fleet.stop()
