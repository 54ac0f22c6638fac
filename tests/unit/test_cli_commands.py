"""The commands as a person types them, as far as no server is needed."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from services.cli.__main__ import app
from services.cli.asking import new_run_id
from services.cli.deadletters import readable
from services.cli.doctor import line_of
from services.cli.examining import Finding, data_folder, python, right, sample_library, wrong
from services.cli.setting import variables
from tests.builders import NOON

QUESTION = "Does drug A help people with disease B?"


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests away from the data of whoever runs them."""
    monkeypatch.setenv("VOUCH_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("VOUCH_NATS_URL", raising=False)


def vouch(*arguments: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, arguments)


def test_the_help_of_ask_explains_the_exit_codes() -> None:
    """Scripts rely on them."""
    told = vouch("ask", "--help")

    assert told.exit_code == 0
    assert "3 partial" in told.stdout
    assert "6 rejected" in told.stdout


def test_bad_input_leaves_with_2_and_starts_nothing(tmp_path: Path) -> None:
    """All of it in plain sentences, at once, and no traceback."""
    result = vouch("ask", "malaria", "--library", "none.ris", "--rounds", "0", "--output", "nowhere/report.md")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "vouch: the question: is a single word: ask what you want to know about it",
        "vouch: --rounds: must be at least 1, not 0",
        "vouch: --library: none.ris does not exist: check the path",
        f"vouch: --output: there is no folder {Path.cwd()}/nowhere: make it first",
    ]
    assert not (tmp_path / "data").exists()


def test_two_views_of_a_report_at_once_are_refused() -> None:
    """One of them would be left out without a word."""
    result = vouch("report", "r1", "--brief", "--problems")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "vouch: --brief and --problems are two views: ask for one of them\n"


def test_an_unknown_source_is_refused_by_name() -> None:
    """Searched in silence it would look like a source without evidence."""
    result = vouch("ask", QUESTION, "--source", "pubmd")

    assert result.exit_code == 2
    assert "--source: 'pubmd' is not known; do you mean pubmed?" in result.stderr


def test_a_named_server_that_is_not_there_is_an_error() -> None:
    """Another server in its stead would answer from other data."""
    result = vouch("ask", QUESTION, "--server", "nats://127.0.0.1:1")

    assert result.exit_code == 1
    assert "vouch: no NATS server at nats://127.0.0.1:1 (connection refused)" in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("runs",),
        ("report", "r1"),
        ("report", "r1", "--problems"),
        ("watch", "r1"),
        ("cancel", "r1"),
        ("sources", "r1", "--excluded"),
        ("show", "r1", "S1"),
        ("searches", "r1"),
    ],
)
def test_without_a_server_one_is_told_how_to_start_it(command: tuple[str, ...]) -> None:
    """Only ``ask`` can do without."""
    result = vouch(*command)

    assert result.exit_code == 1
    assert result.stderr == "vouch: no server is running: start one with `vouch up`, or name one with --server\n"


@pytest.mark.parametrize("command", [("sources", "r/1"), ("show", "r/1", "S1"), ("searches", "r/1")])
def test_a_run_id_that_can_be_none_is_told_before_anything_is_asked(command: tuple[str, ...]) -> None:
    """So is a file that cannot be written, as with the report itself."""
    unwritable = vouch(*command, "-o", "nowhere/works.csv")

    assert unwritable.exit_code == 2
    assert "there is no folder" in unwritable.stderr
    assert "can be no run's id" in vouch(*command).stderr


def test_a_misspelt_variable_is_told_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would notice that it has no effect."""
    monkeypatch.setenv("VOUCH_NATS_URI", "nats://127.0.0.1:1")

    result = vouch("ask", QUESTION)

    assert result.exit_code == 1
    assert result.stderr == "vouch: VOUCH_NATS_URI is no setting of Vouch; do you mean VOUCH_NATS_URL?\n"


@pytest.mark.parametrize(
    ("variable", "reason"),
    [("VOUCH_MAX_RUNNING_RUNS", "must be at least 1, not 0"), ("VOUCH_PUBMED__PER_SECOND", "must be above 0, not 0")],
)
def test_a_setting_that_cannot_be_used_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, variable: str, reason: str
) -> None:
    """An operator knows the variable, not the field."""
    monkeypatch.setenv(variable, "0")

    assert vouch("runs").stderr == f"vouch: {variable}: {reason}\n"


def test_a_data_folder_that_cannot_be_used_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only or full disk is met on somebody's first try."""
    monkeypatch.setenv("VOUCH_DATA_DIR", "/dev/null/data")

    result = vouch("up")

    assert result.exit_code == 1
    assert result.stderr == (
        "vouch: the data folder /dev/null/data cannot be used: Not a directory; choose another with VOUCH_DATA_DIR\n"
    )


def test_what_the_system_refuses_is_a_sentence(tmp_path: Path) -> None:
    """Whatever the disk does, nobody at a terminal is shown a traceback."""
    (tmp_path / "data" / "up.lock").mkdir(parents=True)

    result = vouch("up")

    assert (result.exit_code, result.stderr) == (
        1,
        f"vouch: the data folder {tmp_path}/data cannot be used: Is a directory; choose another with VOUCH_DATA_DIR\n",
    )


def test_the_doctor_is_content_with_this_machine() -> None:
    """Without a server nothing is wrong: ``vouch ask`` starts its own."""
    result = vouch("doctor")

    assert result.exit_code == 0
    assert "✓ nats-server: v" in result.stdout
    assert "· no server is running" in result.stdout
    assert result.stdout.endswith("all is well\n")


def test_the_doctor_says_what_is_wrong_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A doctor that cannot find anything would be worth nothing."""
    monkeypatch.setenv("VOUCH_DATA_DIR", "/dev/null/data")
    monkeypatch.setenv("VOUCH_NATS_URI", "nats://127.0.0.1:1")

    result = vouch("doctor", "--server", "nats://127.0.0.1:1")

    assert result.exit_code == 1
    assert "✗ no NATS server at nats://127.0.0.1:1 (connection refused)" in result.stdout
    assert "→ VOUCH_NATS_URI is no setting of Vouch; do you mean VOUCH_NATS_URL?" in result.stdout


def test_each_look_of_the_doctor_can_find_fault(tmp_path: Path) -> None:
    """A folder that is a file, a variable nobody reads."""
    file = tmp_path / "file"
    file.write_text("")

    assert data_folder(tmp_path).well
    assert data_folder(file / "data").well is False
    assert variables({"VOUCH_NATS_URI": "x"}).well is False
    assert (python().well, sample_library().well) == (True, True)


def test_a_finding_has_its_sign_and_its_remedy() -> None:
    """The sign alone must tell, without colours."""
    assert line_of(right("it is there")).plain == "✓ it is there"
    assert line_of(wrong("it is not there", "put it there")).plain == "✗ it is not there\n  → put it there"
    assert line_of(Finding("it may be there")).plain == "· it may be there"


def test_a_run_id_can_be_typed() -> None:
    """People pass them to ``vouch watch``."""
    assert new_run_id(NOON, "0a1b2c") == "260101-1200-0a1b2c"


def test_a_dead_letters_body_is_shown_whatever_it_is() -> None:
    """What could not be parsed is often no JSON, and may hold anything."""
    assert readable(b'{"a":1}') == '{\n  "a": 1\n}'
    assert readable(b"\xff\x1b[2Jnot json") == "\ufffd[2Jnot json"
