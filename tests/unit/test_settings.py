"""What an operator may set, and what a wrong variable is answered with."""

from pathlib import Path

import pytest

from shared.errors import CannotDo
from shared.settings import Settings, check_names, read_settings


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("VOUCH_NATS_ULR", "VOUCH_NATS_ULR is no setting of Vouch; do you mean VOUCH_NATS_URL?"),
        ("VOUCH_MAX_RUNNING", "VOUCH_MAX_RUNNING is no setting of Vouch; do you mean VOUCH_MAX_RUNNING_RUNS?"),
        ("VOUCH_COLOUR_OF_THE_SKY", "VOUCH_COLOUR_OF_THE_SKY is no setting of Vouch"),
    ],
)
def test_a_misspelt_variable_is_named_with_the_nearest_right_one(name: str, complaint: str) -> None:
    """It would be ignored otherwise, and nobody would know why nothing changed."""
    with pytest.raises(CannotDo) as refused:
        check_names({name: "x", "PATH": "/bin"})

    assert str(refused.value) == complaint


def test_every_misspelt_variable_is_told_at_once() -> None:
    """Nobody should have to start a service once for each."""
    with pytest.raises(CannotDo) as refused:
        check_names({"VOUCH_B": "", "VOUCH_A": ""})

    assert str(refused.value) == "VOUCH_A is no setting of Vouch; VOUCH_B is no setting of Vouch"


def test_variables_of_others_and_of_the_tests_are_left_alone() -> None:
    """Only what begins with our name can be meant for us."""
    names = ("VOUCHER", "NATS_URL", "VOUCH_NATS_URL", "VOUCH_RECORDINGS", "VOUCH_CHAOS_CRASH", "VOUCH_SCRIPT_PIECES")

    check_names(dict.fromkeys(names, "x"))


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("VOUCH_MAX_RUNNING_RUNS", "0", "VOUCH_MAX_RUNNING_RUNS: Input should be greater than or equal to 1"),
        ("VOUCH_GRACE_SECONDS", "soon", "VOUCH_GRACE_SECONDS: Input should be a valid number, "),
        ("VOUCH_GRACE_SECONDS", "0", "VOUCH_GRACE_SECONDS: Input should be greater than 0"),
        ("VOUCH_SIMILARITY", "2", "VOUCH_SIMILARITY: Input should be less than or equal to 1"),
        (
            "VOUCH_LOG_LEVEL",
            "loud",
            "VOUCH_LOG_LEVEL: Input should be 'DEBUG', 'INFO', 'WARNING', 'ERROR' or ",
        ),
    ],
)
def test_a_value_that_cannot_be_is_named_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, complaint: str
) -> None:
    """The variable is what an operator can change; the value is not repeated, for it may be a secret."""
    monkeypatch.setenv(name, value)

    with pytest.raises(CannotDo) as refused:
        read_settings()

    assert str(refused.value).startswith(complaint)


def test_an_empty_variable_means_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is how a Compose file leaves one out."""
    monkeypatch.setenv("VOUCH_NATS_URL", "")
    monkeypatch.setenv("VOUCH_MAX_RUNNING_RUNS", "")

    settings = read_settings()

    assert (settings.nats_url, settings.max_running_runs) == ("nats://127.0.0.1:4222", 500)


def test_a_log_level_may_be_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody writes it another way."""
    monkeypatch.setenv("VOUCH_LOG_LEVEL", "debug")

    assert read_settings().log_level == "DEBUG"


def test_several_servers_are_separated_by_commas() -> None:
    """As the NATS tools take them; spaces and a comma at the end do no harm."""
    settings = Settings(nats_url="nats://one:4222, nats://two:4222,")

    assert settings.nats_urls == ("nats://one:4222", "nats://two:4222")


def test_the_memory_lies_in_the_data_folder() -> None:
    """One folder to back up, or to remove."""
    assert Settings(data_dir=Path("somewhere")).memory_path == Path("somewhere/memory.sqlite3")
