"""The commands that delete, carry and thin out runs, as a person types them, against a real server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from deploy.server import LocalServer
from services.cli.deleting import deleted, pruned
from services.cli.exits import BadInput
from services.cli.memories import exported, imported
from services.cli.migrating import alone
from services.cli.presenting import Printing
from services.cli.showing import reported
from shared.errors import CannotDo
from shared.settings import Settings
from tests.live.conftest import Buses
from tests.live.living import AGENTS, World, opened
from tests.live.scripting import agents


@pytest.fixture
async def world(server: LocalServer, tmp_path: Path) -> AsyncIterator[World]:
    """Start a coordinator on a server of its own."""
    async with opened(server.url, tmp_path / "memory.sqlite3") as found:
        yield found


async def test_a_run_goes_to_a_file_and_comes_back(
    world: World, server: LocalServer, buses: Buses, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Report and file are the same bytes afterwards; a file that is damaged changes nothing."""
    await agents(buses, AGENTS)
    await world.ended("r1")
    files = [tmp_path / name for name in ("r1.vouch", "again.vouch", "half.vouch")]
    await reported("r1", server.url, Printing(as_json=True))
    report = capsys.readouterr().out
    await exported("r1", files[0], server.url)
    files[2].write_bytes(files[0].read_bytes()[:-20])
    await deleted("r1", server.url)

    with pytest.raises(CannotDo, match=r"half\.vouch is damaged or cut short"):
        await imported(files[2], server.url, again=True)
    with pytest.raises(CannotDo, match="--again brings it back"):
        await imported(files[0], server.url, again=False)
    codes = [await imported(files[0], server.url, again=True), await imported(files[0], server.url, again=False)]

    told = capsys.readouterr().err.splitlines()
    await reported("r1", server.url, Printing(as_json=True))
    await exported("r1", files[1], server.url)
    assert codes == [0, 0]
    assert told[1].startswith("run r1 is deleted with its report and evidence; ")
    assert told[2:] == [
        f"run r1 is here, with {len((await world.export('r1')).parts.events)} events: `vouch report r1` shows it",
        "run r1 is here already, and the same: nothing was done",
    ]
    assert capsys.readouterr().out == report
    assert files[1].read_bytes() == files[0].read_bytes()


async def test_old_runs_are_listed_and_then_deleted(
    world: World, server: LocalServer, buses: Buses, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only those that ended so long ago; without --yes nothing is deleted, and twice is no more than once."""
    await agents(buses, AGENTS)
    for run_id in ("young", "old"):
        await world.ended(run_id)
    await aged(world, "old")

    codes = [await pruned(30, server.url, sure=False)]
    listed = capsys.readouterr()
    before = await world.memory.runs()
    codes += [await pruned(30, server.url, sure=True), await pruned(30, server.url, sure=True)]

    told = capsys.readouterr().err.splitlines()
    assert codes == [0, 0, 0]
    assert [line.split("\t")[0] for line in listed.out.splitlines()] == ["Run", "old"]
    assert listed.err == "1 run ended more than 30 days ago; --yes deletes them\n"
    assert (before, await world.memory.runs()) == (("old", "young"), ("young",))
    assert told[1:] == [
        "1 run deleted that ended more than 30 days ago",
        "0 runs deleted that ended more than 30 days ago",
    ]


async def aged(world: World, run_id: str) -> None:
    """Put a run in that ended years ago."""
    found = await world.export(run_id)
    await world.delete(run_id)
    year = found.parts.state.split('"started_at":"')[1][:4]
    state = found.parts.state.replace(f'"{year}-', '"2019-')
    parts = found.parts.model_copy(update={"state": state})
    await world.put_in(found.model_copy(update={"parts": parts}), again=True)


async def test_how_old_is_said_by_an_option_or_the_settings(
    world: World, server: LocalServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where neither says it, runs are kept for ever: a guess would delete what somebody needs."""
    assert world.later.days == 0
    with pytest.raises(BadInput, match="say --days N, or set VOUCH_RETENTION_DAYS"):
        await pruned(None, server.url, sure=True)
    monkeypatch.setenv("VOUCH_RETENTION_DAYS", "90")

    await pruned(None, server.url, sure=False)

    assert capsys.readouterr().err == "0 runs ended more than 90 days ago; --yes deletes them\n"


async def test_nothing_is_moved_while_a_coordinator_is_at_work(
    world: World, server: LocalServer, tmp_path: Path
) -> None:
    """It may be on another machine: whoever has another data folder asks the server, and shows nobody its password."""
    assert await world.memory.runs() == ()
    url = server.url.replace("//", "//me:secret@")
    settings = Settings(data_dir=tmp_path / "elsewhere", nats_url=url)

    with pytest.raises(CannotDo, match=rf"a coordinator is at work at {server.url}: stop it first"):
        async with alone(settings):
            pass


async def test_where_nobody_listens_for_requests_nobody_is_at_work(server: LocalServer, tmp_path: Path) -> None:
    """The server stays when everything of Vouch is stopped."""
    async with alone(Settings(data_dir=tmp_path / "elsewhere", nats_url=server.url)):
        pass
