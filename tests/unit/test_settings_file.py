"""Settings from one YAML file: what goes before what, and what a file that cannot be used is answered with."""

from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.documents.settings import EXAMPLE
from shared.errors import CannotDo
from shared.settings import AgentSettings, Settings, keys_in, load, read_settings

Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """Return what writes the settings file."""

    def write(text: str) -> Path:
        path = tmp_path / "vouch.yaml"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv("VOUCH_CONFIG", str(path))
        return path

    return write


def refusal() -> str:
    """Return what reading the settings is refused with."""
    with pytest.raises(CannotDo) as refused:
        read_settings()
    return str(refused.value)


def test_every_kind_of_setting_may_stand_in_the_file(written: Written) -> None:
    """The example of the documentation is one that works."""
    written(EXAMPLE)

    settings = read_settings()

    assert (settings.thinking, settings.claude.url) == ("claude", "http://127.0.0.1:4000")
    assert (settings.judge.model, settings.judge.effort, settings.judge.prompt_version) == ("my-model", "low", 3)
    assert (settings.retrieval.most_steps, settings.retrieval.history) == (6, 5)
    assert (settings.prices["my-model"].input, settings.prices["my-model"].cache_read) == (1, 0.1)
    assert (settings.similarity, settings.langfuse.url) == (0.5, "http://127.0.0.1:3000")


def test_a_key_in_the_file_leaves_its_neighbours_as_they_are(written: Written) -> None:
    """Each agent keeps the defaults that are its own."""
    written("search: {effort: low}\nretrieval: {most_steps: 3}\n")

    settings = read_settings()

    assert settings.search == AgentSettings(model="claude-haiku-5-5", most_output_tokens=1_500, effort="low")
    assert settings.retrieval == AgentSettings(most_output_tokens=2_000, most_steps=3)
    assert settings.judge == Settings.model_fields["judge"].default


def test_a_variable_goes_before_the_file_and_the_file_before_the_default(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by itself: what the variable does not say, the file still does."""
    written("claude: {url: http://file, concurrency: 3}\nlog_level: debug\n")
    monkeypatch.setenv("VOUCH_CLAUDE__URL", "http://variable")
    monkeypatch.setenv("VOUCH_LOG_LEVEL", "")

    settings = read_settings()

    assert (settings.claude.url, settings.claude.concurrency) == ("http://variable", 3)
    assert (settings.claude.call_seconds, settings.log_level) == (90.0, "DEBUG")


def test_prices_of_the_file_and_of_a_variable_are_put_together(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable that adds a model, or corrects a price, need not repeat the file."""
    written("prices:\n  one: {input: 1, output: 5}\n")
    monkeypatch.setenv("VOUCH_PRICES", '{"two": {"input": 2, "output": 6}, "one": {"output": 4}}')

    prices = read_settings().prices

    assert {name: (price.input, price.output) for name, price in prices.items()} == {"one": (1, 4), "two": (2, 6)}


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "claude:\nlog_level:\nsimilarity: null\njudge: {effort: }\n"])
def test_what_is_left_empty_means_the_default(written: Written, text: str) -> None:
    """A key with nothing behind it is a line that somebody has not filled in yet."""
    plain = Settings()
    written(text)

    assert read_settings() == plain


def test_our_own_key_in_the_file_goes_before_one_of_other_programs(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes a key down for Vouch means that one; it is not shown."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-other")
    assert (read_settings().claude.key, read_settings().by_claude) == ("sk-other", True)

    written("claude: {api_key: sk-own}\n")

    assert read_settings().claude.key == "sk-own"
    assert "sk-own" not in repr(read_settings())


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("claude: {ulr: x}", "claude.ulr is no setting of Vouch; do you mean claude.url?"),
        ("jugde: {model: x}", "jugde is no setting of Vouch; do you mean judge?"),
        ("VOUCH_CLAUDE__URL: x", "VOUCH_CLAUDE__URL is no setting of Vouch; do you mean `claude: {url: …}`?"),
        ("claude.url: x", "claude.url is no setting of Vouch; do you mean `claude: {url: …}`?"),
        ("VOUCH_NATS_URL: x", "VOUCH_NATS_URL is no setting of Vouch; do you mean nats_url?"),
        ("prices: {m: {inptu: 1}}", "prices.m.inptu is no setting of Vouch; do you mean prices.m.input?"),
        ("colour_of_the_sky: blue", "colour_of_the_sky is no setting of Vouch"),
        ("1: 2", "1 is no setting of Vouch"),
        ("claude: http://x", "claude has settings below it, and is none itself"),
        ("prices: [1]", "prices has settings below it, and is none itself"),
    ],
)
def test_a_key_that_nothing_reads_is_refused_with_the_nearest(written: Written, text: str, complaint: str) -> None:
    """It would change nothing, and nobody would know why."""
    path = written(text)

    assert refusal() == f"{path}: {complaint}"


def test_every_misspelt_key_is_told_at_once(written: Written) -> None:
    """Nobody should have to start a service once for each."""
    path = written("b: 1\njudge: {a: 1}\n")

    assert refusal() == f"{path}: b is no setting of Vouch; {path}: judge.a is no setting of Vouch"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("claude: {call_seconds: 0}", "claude.call_seconds"),
        ("judge: {effort: enormous}", "judge.effort"),
        ("prices: {my-model: {input: 1}}", "prices.my-model.output"),
        ("similarity: near", "similarity"),
        ("log_level: 5", "log_level"),
        ("claude: {api_key: 12345}", "claude.api_key"),
        ("telemetry: {headers: {key: [1]}}", "telemetry.headers.key"),
    ],
)
def test_a_value_that_cannot_be_is_named_by_its_path_in_the_file(written: Written, text: str, name: str) -> None:
    """The path is what an operator can look for; the value is not repeated, for it may be a secret."""
    path = written(text)

    problem = refusal()

    assert problem.startswith(f"{name} in {path}: ")
    assert "12345" not in problem


def test_a_variable_that_cannot_be_is_named_though_the_file_is_right(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where both say something, both are named: one look shows which is meant."""
    path = written("log_level: INFO\n")
    monkeypatch.setenv("VOUCH_LOG_LEVEL", "loud")
    monkeypatch.setenv("VOUCH_CLAUDE__CONCURRENCY", "0")

    told = refusal().split("; ")

    assert told[0].startswith(f"VOUCH_LOG_LEVEL or log_level in {path}: Input should be 'DEBUG', ")
    assert told[1].startswith("VOUCH_CLAUDE__CONCURRENCY: Input should be greater than")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a: b: c", "line 1: mapping values are not allowed here"),
        ("judge:\n\tmodel: x", "line 2: found character '\\t' that cannot start any token"),
        ("judge: {model: x}\nclaude: {}\njudge: {effort: low}", "line 3: judge is written twice"),
        ("x: !!python/object:os.system {}", "line 1: could not determine a constructor"),
        ("[a, b]: c", "line 1: found unhashable key"),
    ],
)
def test_what_is_no_yaml_is_told_with_its_line(written: Written, text: str, complaint: str) -> None:
    """The line alone is repeated nowhere, for it may hold a key."""
    path = written(text)

    assert refusal().startswith(f"{path}, which VOUCH_CONFIG names, is no YAML: {complaint}")


@pytest.mark.parametrize("text", ["- log_level: DEBUG\n", "log_level DEBUG\n", "5\n"])
def test_a_file_that_is_no_mapping_is_refused(written: Written, text: str) -> None:
    """A list or a sentence is YAML, too, but sets nothing."""
    written(text)

    assert "holds no settings: write each on a line" in refusal()


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    """Missing, a folder, or in another encoding: without its settings nothing may start."""
    monkeypatch.setenv("VOUCH_CONFIG", str(tmp_path / "none.yaml"))
    assert refusal() == f"VOUCH_CONFIG names {tmp_path}/none.yaml, which does not exist: make it, or name another"

    monkeypatch.setenv("VOUCH_CONFIG", str(tmp_path))
    assert refusal() == f"{tmp_path}, which VOUCH_CONFIG names, cannot be read: Is a directory"

    path = written("")
    path.write_bytes("contact: müller".encode("latin-1"))
    assert refusal() == f"{path}, which VOUCH_CONFIG names, is no text in UTF-8"

    path.write_bytes(b"contact: \x00")
    assert refusal().endswith("is no YAML: it holds characters that are none")


def test_a_path_in_somebodys_home_and_a_mark_of_an_editor_do_no_harm(
    tmp_path: Path, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a shell would write it, and as some editors begin a file."""
    path = written("")
    path.write_bytes(b"\xef\xbb\xbfsimilarity: 0.25\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("VOUCH_CONFIG", "~/vouch.yaml")

    assert read_settings().similarity == 0.25


@pytest.mark.parametrize("variable", ["VOUCH_PRICES", "VOUCH_PAGES__PRIVATE_HOSTS", "VOUCH_TELEMETRY__HEADERS"])
def test_a_variable_that_must_be_json_and_is_not_is_named(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    """The settings' own library would name a field, and no variable."""
    monkeypatch.setenv(variable, "127.0.0.1")

    assert refusal() == f"{variable} must be JSON, and is not"


def test_the_keys_in_a_file_are_found(written: Written) -> None:
    """Others should not be able to read them; a file without any may be read by all."""
    path = written("claude: {api_key: a}\nlangfuse: {secret_key: b}\ntelemetry: {headers: {x: y}}\npubmed: {url: z}\n")

    assert keys_in(load({"VOUCH_CONFIG": str(path)})) == ("claude.api_key", "langfuse.secret_key", "telemetry.headers")
    assert keys_in({"pubmed": {"url": "z", "api_key": ""}}) == ()
