"""Secrets from files: what goes before what, and what a file that cannot be used is answered with."""

from collections.abc import Callable
from pathlib import Path

import pytest

from shared.errors import CannotDo
from shared.settings import check_file, check_names, file_names, read_settings

CLAUDE = "VOUCH_CLAUDE__API_KEY"
WEAVIATE = "VOUCH_WEAVIATE_API_KEY"

Mounted = Callable[[str, str], Path]


@pytest.fixture
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mounted:
    """Return what puts a secret into a file and has a variable name it."""

    def mount(variable: str, text: str) -> Path:
        path = tmp_path / variable.lower()
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv(f"{variable}_FILE", str(path))
        return path

    return mount


def refusal() -> str:
    """Return what reading the settings is refused with."""
    with pytest.raises(CannotDo) as refused:
        read_settings()
    return str(refused.value)


def test_a_secret_comes_from_its_file(mounted: Mounted) -> None:
    """Editors end a file with a line feed, which is no part of a key; what stands beside the key stays as it is."""
    mounted(CLAUDE, "sk-from-a-file\n")
    mounted(WEAVIATE, "from-another")

    settings = read_settings()

    assert (settings.claude.key, settings.weaviate_api_key.get_secret_value()) == ("sk-from-a-file", "from-another")
    assert (settings.claude.url, settings.by_claude) == ("https://api.anthropic.com", True)


def test_the_variable_goes_before_the_file_and_the_file_before_the_settings_file(
    mounted: Mounted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is nearest to the process wins, each setting by itself."""
    (tmp_path / "vouch.yaml").write_text("claude: {api_key: lowest}\npubmed: {api_key: lowest}\n")
    monkeypatch.setenv("VOUCH_CONFIG", str(tmp_path / "vouch.yaml"))
    mounted("VOUCH_PUBMED__API_KEY", "middle")
    mounted(CLAUDE, "middle")
    monkeypatch.setenv(CLAUDE, "highest")

    settings = read_settings()

    assert (settings.claude.key, settings.pubmed.key) == ("highest", "middle")


def test_an_empty_file_and_an_empty_variable_say_nothing(mounted: Mounted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose wants every secret's file to exist: who has no key leaves it empty, and another place is heeded."""
    mounted(CLAUDE, "\n")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-elsewhere")
    monkeypatch.setenv(f"{WEAVIATE}_FILE", "")

    settings = read_settings()

    assert (settings.claude.key, settings.weaviate_api_key.get_secret_value()) == ("sk-elsewhere", "")


def test_a_file_that_is_not_there_is_named_with_its_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the key the rules would think in Claude's place, and nobody would know why."""
    monkeypatch.setenv(f"{CLAUDE}_FILE", str(tmp_path / "gone"))

    expected = (
        f"VOUCH_CLAUDE__API_KEY_FILE names {tmp_path}/gone, which does not exist: make it, or leave the variable "
    )
    assert refusal() == f"{expected}empty"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"\xff\xfe\xfa", "is no text in UTF-8"),
        (b"sk-one\nsk-two\n", "holds several lines: the secret must stand there alone"),
    ],
)
def test_what_is_no_secret_is_refused_and_not_repeated(mounted: Mounted, content: bytes, complaint: str) -> None:
    """A line feed in a header would make two of it, and a log is no place for a key."""
    path = mounted(CLAUDE, "")
    path.write_bytes(content)

    assert refusal() == f"{path}, which VOUCH_CLAUDE__API_KEY_FILE names, {complaint}"


def test_a_folder_is_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Docker makes one where the file that it should mount is missing."""
    monkeypatch.setenv(f"{CLAUDE}_FILE", str(tmp_path))

    assert refusal() == f"{tmp_path}, which VOUCH_CLAUDE__API_KEY_FILE names, cannot be read: Is a directory"


def test_only_a_secret_has_a_file_of_its_own_and_a_misspelt_one_is_named() -> None:
    """All else is read from its variable, or from the one settings file."""
    with pytest.raises(CannotDo) as refused:
        check_names({"VOUCH_CLAUDE_API_KEY_FILE": "x", "VOUCH_NATS_URL_FILE": "x"})

    assert str(refused.value) == (
        "VOUCH_CLAUDE_API_KEY_FILE is no setting of Vouch; do you mean VOUCH_CLAUDE__API_KEY_FILE?; "
        "VOUCH_NATS_URL_FILE is no setting of Vouch; do you mean VOUCH_NATS_URL?"
    )
    check_names(dict.fromkeys(file_names(), "x"))


def test_the_settings_file_names_no_files(tmp_path: Path) -> None:
    """It may hold the secret itself, so a second way would only be one more to get wrong."""
    path = tmp_path / "vouch.yaml"
    path.write_text("weaviate_api_key_file: /run/secrets/x\n")

    with pytest.raises(CannotDo) as refused:
        check_file({"VOUCH_CONFIG": str(path)})

    assert str(refused.value) == (
        f"{path}: weaviate_api_key_file is no setting of Vouch; do you mean weaviate_api_key?"
    )
