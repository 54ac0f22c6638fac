"""Runs from one memory to another: all of them, whole, and again after a crash; never while somebody works on them."""

from pathlib import Path

import pytest

from services.cli.memories import migrated, reindexed
from services.cli.migrating import alone, migrate
from services.cli.remembering import held
from shared.embedding import HashingEmbedder
from shared.errors import CannotDo, RetryLater
from shared.memory import ResearchMemory
from shared.memory.embedded import SqliteMemory
from shared.memory.in_memory import InMemoryMemory
from shared.memory.records import RunRecords
from shared.settings import Settings
from tests.builders import make_evidence, make_work

RUNS = tuple(f"r{number:02}" for number in range(20))
RELAPSE = "Does it prevent relapse?"


async def filled(path: Path, embedder: HashingEmbedder | None = None) -> ResearchMemory:
    """Return an embedded memory with twenty runs."""
    memory = SqliteMemory.open(path, embedder)
    for run_id in RUNS:
        await memory.store_works(run_id, "1-search", [make_work(f"{run_id}-{n}") for n in range(3)])
        await memory.store_evidence(run_id, "1-search", [make_evidence(f"{run_id}-{n}") for n in range(3)])
    return memory


async def exports(memory: ResearchMemory) -> dict[str, str]:
    """Return all of each run."""
    return {run_id: (await memory.export_run(run_id)).model_dump_json() for run_id in await memory.runs()}


def ignore(_run_id: str) -> None:
    """Tell nobody."""


class Dying(InMemoryMemory):
    """Can be reached for a few runs only."""

    left = 7

    async def import_run(self, run_id: str, records: RunRecords) -> None:
        """Put a run in, or die in the midst of it."""
        if not self.left:
            await self.store_works(run_id, "1-search", records.works["1-search"])
            message = "the connection was lost"
            raise RetryLater(message)
        self.left -= 1
        await super().import_run(run_id, records)


class Forgetful(InMemoryMemory):
    """Loses what it is given."""

    async def import_run(self, run_id: str, records: RunRecords) -> None:
        """Keep nothing."""


async def test_twenty_runs_are_the_same_in_the_new_memory(tmp_path: Path) -> None:
    """Nobody would notice a lost passage before a report lacks it."""
    source, target = await filled(tmp_path / "memory.sqlite3"), InMemoryMemory()
    before = await exports(source)

    counts = await migrate(source, target, ignore)

    assert counts == (20, 0)
    assert (await exports(target), await exports(source)) == (before, before)


async def test_a_migration_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """What is there and the same is not copied again; what is half there is."""
    source, target = await filled(tmp_path / "memory.sqlite3"), Dying()
    with pytest.raises(RetryLater):
        await migrate(source, target, ignore)
    target.left = 100

    counts = await migrate(source, target, ignore)

    assert counts == (13, 7)
    assert await exports(target) == await exports(source)


async def test_a_memory_that_does_not_keep_what_it_is_given_is_noticed(tmp_path: Path) -> None:
    """Whoever then gave up the old one would have lost everything."""
    with pytest.raises(CannotDo, match="run r00 is not the same in the new memory"):
        await migrate(await filled(tmp_path / "memory.sqlite3"), Forgetful(), ignore)


async def test_nobody_else_may_work_on_the_data(tmp_path: Path) -> None:
    """What a coordinator stores meanwhile would be missing in the copy."""
    settings = Settings(data_dir=tmp_path)

    with held(tmp_path), pytest.raises(CannotDo, match="stop it first"):
        async with alone(settings):
            pass


async def test_a_server_that_is_not_there_has_no_coordinator(tmp_path: Path) -> None:
    """It is stopped, as it should be; a name may stand for two addresses, of which each refuses."""
    async with alone(Settings(data_dir=tmp_path, nats_url="nats://127.0.0.1:1,nats://localhost:1")):
        pass


async def test_a_server_that_cannot_be_reached_may_have_a_coordinator(tmp_path: Path) -> None:
    """A network that is down, or a slip in the address, says nothing of who is at work behind it."""
    settings = Settings(data_dir=tmp_path, nats_url="nats://127.0.0.1:1,nats://me:secret@elsewhere.invalid")

    with pytest.raises(RetryLater, match="whether a coordinator is at work there: stop it first") as refused:
        async with alone(settings):
            pass

    assert "secret" not in str(refused.value)


async def test_a_memory_is_not_copied_to_itself() -> None:
    """It is a slip, and the one that was meant should be named."""
    with pytest.raises(CannotDo, match="--from and --to are both embedded"):
        await migrated("embedded", "embedded")


async def test_vectors_of_another_embedder_are_given_up_and_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They mean nothing to the embedder that is set now; killed half-way, the command is repeated."""
    monkeypatch.setenv("VOUCH_DATA_DIR", str(tmp_path))
    memory = await filled(tmp_path / "memory.sqlite3", HashingEmbedder())
    among = {f"r00-{n}": f"S{n}" for n in range(3)}
    wanted = await memory.get_relevant_evidence("r00", RELAPSE, 2, among)
    await memory.close()

    codes = [await reindexed(), await reindexed()]

    told = capsys.readouterr().err
    memory = SqliteMemory.open(tmp_path / "memory.sqlite3", HashingEmbedder())
    assert codes == [0, 0]
    assert "3 pieces of evidence in 20 runs had other vectors: they get new ones when they are next asked for" in told
    assert "0 pieces" in told
    assert await memory.get_relevant_evidence("r00", RELAPSE, 2, among) == wanted
    await memory.close()
