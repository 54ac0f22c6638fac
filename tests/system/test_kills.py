"""Five kills: killing any process at any moment loses nothing."""

import sys
from pathlib import Path

from deploy.server import LocalServer
from tests.chaos.killing import Chaos, survive


async def test_five_kills_lose_nothing(server: LocalServer, tmp_path: Path) -> None:
    """The promise of the design, in small; ``make chaos`` is the same with sixty."""
    chaos = Chaos(server, tmp_path / "fleet", seed=1)
    try:
        result = await survive(chaos, kills=5)
    finally:
        await chaos.fleet.stop()
        await chaos.server.kill()

    sys.stdout.write(f"{result}\n")
    assert {end.status for end in result.runs.values()} == {"complete"}
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in result.numbers.values())
    assert result.repeated == []
    assert result.left.total() == 0
