"""Which Vouch runs in a data folder: one, and a dead one is known to be dead."""

import os
import resource
from pathlib import Path

import pytest

from services.cli.keeping import next_delay
from services.cli.remembering import Taken, Up, end_orphans, held, read, remembered, write, write_whole
from shared.errors import CannotDo
from tests.builders import NOON


def make_up(**fields: object) -> Up:
    """Return a running Vouch."""
    return Up.model_validate({"url": "nats://127.0.0.1:4300", "pid": 17, "started_at": NOON, **fields})


def test_what_runs_is_remembered_as_long_as_it_does(tmp_path: Path) -> None:
    """``vouch ask`` finds ``vouch up`` by it."""
    with held(tmp_path):
        write(tmp_path, make_up())
        during = remembered(tmp_path)

    assert during == make_up()
    assert remembered(tmp_path) is None


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    """Two servers on one folder would ruin it; the second is told which one runs."""
    with held(tmp_path):
        write(tmp_path, make_up())
        with (
            pytest.raises(Taken, match=r"`vouch up` is running: process 17, nats://127.0.0.1:4300") as refused,
            held(tmp_path),
        ):
            pass

    assert "since 2026-01-01" in str(refused.value)


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    """As a container's is: whoever runs a command there learns which variable names another."""
    (tmp_path / "up.lock").mkdir()  # what keeps anybody from writing, root too

    with (
        pytest.raises(CannotDo, match=r"cannot be used: Is a directory; choose another with VOUCH_DATA_DIR"),
        held(tmp_path),
    ):
        pass


def test_a_file_left_by_a_crash_is_not_believed(tmp_path: Path) -> None:
    """Its process id may belong to anybody by now."""
    with held(tmp_path):
        pass
    write(tmp_path, make_up(pid=os.getpid()))

    assert remembered(tmp_path) is None


def test_a_damaged_file_is_no_file(tmp_path: Path) -> None:
    """A half-written or foreign file must not keep anyone from starting."""
    (tmp_path / "up.json").write_text("{")

    assert read(tmp_path) is None
    with held(tmp_path):
        assert remembered(tmp_path) is None


def test_the_processes_of_others_are_left_alone() -> None:
    """A process id is given again; only what Vouch starts is stopped."""
    assert end_orphans(make_up(children={"search": os.getpid(), "judge": 2**22 + 1})) == ()
    assert end_orphans(None) == ()


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    """Nobody finds half a report, and no half is left behind."""
    path = tmp_path / "report.md"
    path.write_text("old")

    write_whole(path, "new")

    assert path.read_text() == "new"
    assert [one.name for one in tmp_path.iterdir()] == ["report.md"]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A full or missing disk is no traceback."""
    with pytest.raises(CannotDo, match="could not be written: No such file or directory"):
        write_whole(tmp_path / "none" / "report.md", "new")
    (tmp_path / "none").touch()
    with pytest.raises(CannotDo, match="could not be written: Not a directory"):
        write_whole(tmp_path / "none" / "report.md", "new")


def test_a_file_is_for_those_whom_the_umask_allows(tmp_path: Path) -> None:
    """An exported run is as private as whoever exports it wants."""
    before = os.umask(0o077)
    try:
        write_whole(tmp_path / "own", "new")
        os.umask(0o022)
        write_whole(tmp_path / "read", "new")
    finally:
        os.umask(before)

    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("own", "read")] == [0o600, 0o644]


def test_no_half_of_a_file_is_left_on_a_full_disk(tmp_path: Path) -> None:
    """It would take the place that is left, under a name that nobody looks for."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))  # a file may have so many bytes
    try:
        with pytest.raises(CannotDo, match=r"run\.vouch could not be written: File too large"):
            write_whole(tmp_path / "run.vouch", "a run of more than ten bytes")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert list(tmp_path.iterdir()) == []


def test_what_dies_again_and_again_is_started_ever_more_slowly() -> None:
    """A service that cannot start must not eat the machine; one that ran for long comes back at once."""
    first = next_delay(0, ran_seconds=1)
    second = next_delay(first, ran_seconds=1)

    assert (first, second) == (0.5, 1.0)
    assert next_delay(30, ran_seconds=1) == 30.0
    assert next_delay(30, ran_seconds=3600) == 0.5
