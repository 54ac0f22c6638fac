"""Who thinks, in words: for the doctor, for a run, and before anything is started."""

from pathlib import Path

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner, Result

from services.cli.__main__ import app
from services.cli.demoing import thinking
from services.cli.exits import BadInput
from services.cli.reaching import found
from services.cli.setting import config, thinkers
from services.cli.thinking import NO_KEY, check_thinking, thinking_line, who
from shared import messages as m
from shared.settings import AgentSettings, ClaudeSettings, Price, Settings

KEYED = ClaudeSettings(api_key=SecretStr("sk-secret"))
QUESTION = "Does drug A help people with disease B?"


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests away from the data of whoever runs them."""
    monkeypatch.setenv("VOUCH_DATA_DIR", str(tmp_path / "data"))


def vouch(*arguments: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, arguments)


def test_the_models_of_the_agents_are_told_the_usual_one_first() -> None:
    """And the address, where it is not the vendor's."""
    gateway = KEYED.model_copy(update={"url": "http://127.0.0.1:4000"})
    own = AgentSettings(model="my-model")

    assert who(Settings()) == "the rules"
    assert who(Settings(claude=KEYED)) == "claude-sonnet-5-5, claude-haiku-5-5 for search"
    assert who(Settings(claude=gateway, search=own, judge=own)) == (
        "claude-sonnet-5-5, my-model for search and judge at http://127.0.0.1:4000"
    )


def test_a_run_says_what_it_may_cost_at_most_where_claude_thinks() -> None:
    """Nobody should learn of a price from the bill; the rules cost nothing, and say nothing."""
    line = thinking_line(Settings(claude=KEYED), m.Limits())

    assert line == ("thinking: claude-sonnet-5-5, claude-haiku-5-5 for search; at most 50,000 tokens and $5.00")
    assert thinking_line(Settings(), m.Limits()) == ""


def test_claude_without_a_key_is_refused_and_anything_else_is_not() -> None:
    """No agent could start."""
    with pytest.raises(BadInput) as refused:
        check_thinking(Settings(thinking="claude"))

    assert str(refused.value) == NO_KEY
    for fine in (
        Settings(),
        Settings(thinking="rules"),
        Settings(claude=KEYED),
        Settings(thinking="rules", claude=KEYED),
    ):
        check_thinking(fine)


@pytest.mark.parametrize("command", [("ask", QUESTION), ("up",), ("demo",)])
def test_claude_without_a_key_is_told_before_anything_is_started(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six services that leave at once, each with a line in a log, would tell nobody."""
    monkeypatch.setenv("VOUCH_THINKING", "claude")

    result = vouch(*command)

    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, f"vouch: {NO_KEY}")
    assert not (tmp_path / "data").exists()


def test_a_demo_costs_nothing_unless_a_variable_says_so() -> None:
    """A key that lies around, or a line in a settings file, is no wish to spend money."""
    assert thinking(Settings(claude=KEYED), {"ANTHROPIC_API_KEY": "sk-secret"}) == {"VOUCH_THINKING": "rules"}
    assert thinking(Settings(claude=KEYED, thinking="claude"), {}) == {"VOUCH_THINKING": "rules"}
    assert thinking(Settings(claude=KEYED, thinking="claude"), {"VOUCH_THINKING": "claude"}) == {}
    assert thinking(Settings(), {"VOUCH_THINKING": "rules"}) == {}


def test_the_doctor_says_who_thinks_and_never_the_key() -> None:
    """With a key, without one, and with one that is not used."""
    (rules,), (claude,), (unused,), (keyless,) = (
        list(thinkers(one))
        for one in (
            Settings(),
            Settings(claude=KEYED),
            Settings(claude=KEYED, thinking="rules"),
            Settings(thinking="claude"),
        )
    )

    assert (rules.well, rules.what) == (None, "the rules think, for free; no key is set")
    assert claude.well
    assert claude.what == "Claude thinks: claude-sonnet-5-5, claude-haiku-5-5 for search; a key is set"
    assert unused.what == "the rules think, for free; a key is set"
    assert (keyless.well, keyless.remedy) == (False, NO_KEY)
    assert not any("sk-secret" in one.what + one.remedy for one in (rules, claude, unused, keyless))


def test_the_doctor_names_models_without_a_price() -> None:
    """Their calls count as the dearest, which an operator should know before a run ends early."""
    own = AgentSettings(model="my-model")

    unpriced = list(thinkers(Settings(claude=KEYED, judge=own)))
    priced = list(thinkers(Settings(claude=KEYED, judge=own, prices={"my-model": Price(input=1, output=5)})))

    assert [one.what for one in unpriced[1:]] == [
        "no price of my-model is known: its calls count as those of the dearest model"
    ]
    assert len(priced) == 1


def test_the_doctor_finds_keys_that_others_can_read(tmp_path: Path) -> None:
    """A file without keys may be read by all, one with keys by its owner alone."""
    path = tmp_path / "vouch.yaml"
    environment = {"VOUCH_CONFIG": str(path)}
    path.write_text("claude: {api_key: sk-secret}\n")

    path.chmod(0o644)
    readable = config(environment)
    path.chmod(0o600)
    closed = config(environment)
    path.write_text("claude: {url: http://127.0.0.1:4000}\n")
    path.chmod(0o644)
    keyless = config(environment)

    assert readable
    assert (readable.well, readable.remedy) == (False, f"chmod 600 {path}")
    assert readable.what == f"{path} holds claude.api_key, and others on this machine can read it"
    assert closed == keyless
    assert closed
    assert (closed.well, closed.what) == (True, f"settings are read from {path}")


def test_the_doctor_tells_of_a_file_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And goes on looking at the rest; without a file there is nothing to tell."""
    monkeypatch.setenv("VOUCH_CONFIG", str(tmp_path / "none.yaml"))

    result = vouch("doctor")

    assert result.exit_code == 1
    assert "✗ the settings file cannot be used\n  → VOUCH_CONFIG names " in result.stdout
    assert "✗ the settings cannot be read" in result.stdout
    assert "the rules think" not in result.stdout
    assert "no server is running" in result.stdout
    assert config({}) is None


def test_a_server_in_the_file_is_the_one_that_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a variable would have it; the default alone means the server of ``vouch up``."""
    path = tmp_path / "vouch.yaml"
    path.write_text("nats_url: nats://127.0.0.1:1\n")
    assert found(None, Settings()) == ()
    monkeypatch.setenv("VOUCH_CONFIG", str(path))

    assert found(None, Settings()) == ("nats://127.0.0.1:1",)
    assert found("nats://127.0.0.1:2", Settings()) == ("nats://127.0.0.1:2",)
    assert "no NATS server at nats://127.0.0.1:1" in vouch("runs").stderr


def test_a_value_in_the_file_that_cannot_be_is_told_in_a_persons_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the path in the file, as the command line tells of variables."""
    path = tmp_path / "vouch.yaml"
    path.write_text("claude: {call_seconds: 0}\njudge: {effort: lo}\n")
    monkeypatch.setenv("VOUCH_CONFIG", str(path))

    result = vouch("runs")

    assert (result.exit_code, result.stderr.splitlines()) == (
        2,
        [
            f"vouch: claude.call_seconds in {path}: must be above 0, not 0",
            f"vouch: judge.effort in {path}: 'lo' is not known; do you mean low? choose from low, medium, high",
        ],
    )
