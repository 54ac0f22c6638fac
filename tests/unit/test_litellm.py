"""The LiteLLM proxy: its environment, its configuration, and how it starts and does not. A script stands in for it."""

import re
import sys
from pathlib import Path

import httpx
import psutil
import pytest
import yaml  # type: ignore[import-untyped]

from deploy.litellm import VERSION, Upstream, installed, installing, proxy, running
from shared.errors import CannotDo, RetryLater
from shared.settings import PRICES

UPSTREAM = Upstream("http://127.0.0.1:1", "sk-vendor")

ANSWERS = """
import http.server, os, sys
class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        told = os.environ if self.path == "/told" else {}
        self.send_response(200); self.end_headers(); self.wfile.write(repr(dict(told)).encode())
    def log_message(self, *_): pass
port = int(sys.argv[sys.argv.index("--port") + 1])
http.server.HTTPServer(("127.0.0.1", port), Answers).serve_forever()
"""


def program(folder: Path, text: str) -> Path:
    """Return a program that does what a script says."""
    path = folder / "litellm"
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o700)
    return path


def test_the_proxy_knows_the_models_of_the_settings_and_repeats_nothing() -> None:
    """What it asks twice by itself is paid for twice, and counted once."""
    told = yaml.safe_load(running.CONFIG.read_text())

    models = {one["model_name"]: one["litellm_params"]["model"] for one in told["model_list"]}
    assert models == {model: f"anthropic/{model}" for model in PRICES}
    assert (told["router_settings"]["num_retries"], told["litellm_settings"]["num_retries"]) == (0, 0)
    assert all("sk-" not in str(value) for value in (told["model_list"], told["general_settings"]))


def test_every_package_has_its_version_and_no_address() -> None:
    """So that the same is installed tomorrow, from wherever packages come."""
    lines = installing.REQUIREMENTS.read_text().splitlines()

    assert f"litellm=={VERSION}" in lines
    assert len(lines) > 100
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9][a-z0-9._-]*==\S+( ; .+)?", line)] == []


def test_what_is_installed_is_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until another list of packages is wanted; an installation that was broken off has no mark."""
    made: list[Path] = []
    monkeypatch.setattr(installing, "_install", lambda folder: made.append(folder) or folder.mkdir(exist_ok=True))
    folder, told = tmp_path / "env", list[str]()

    programs = {installed(told.append, folder) for _ in range(2)}
    (folder / installing.MARK).write_text("another list")
    installed(told.append, folder)

    assert programs == {folder / installing.SCRIPTS / "litellm"}
    assert (made, len(told)) == ([folder, folder], 2)
    assert told[0] == f"installing LiteLLM {VERSION} into {folder} (776 MB, once)"


def test_where_one_way_to_install_fails_the_next_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose registry only pip knows can do without uv."""
    python, folder = sys.executable, tmp_path / "env"
    fails = (python, "-c", "raise SystemExit('no such registry')")
    works = (python, "-c", f"__import__('pathlib').Path({str(folder)!r}).mkdir()")
    monkeypatch.setattr(installing, "_ways", lambda _folder: ((fails, works), (works,)))

    installed(lambda _line: None, folder)

    assert (folder / installing.MARK).exists()


def test_why_it_cannot_be_installed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a line that a person understands, and nothing is left that would pass for an installation."""
    fails = (sys.executable, "-c", "raise SystemExit('no such registry')")
    monkeypatch.setattr(installing, "_ways", lambda _folder: ((("/no/such/uv",),), (fails,)))

    with pytest.raises(CannotDo) as refused:
        installed(lambda _line: None, tmp_path / "env")

    assert str(refused.value).startswith("LiteLLM cannot be installed: ")
    assert str(refused.value).endswith("left with code 1: no such registry")
    assert not (tmp_path / "env").exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A full disk, or somebody else's home."""
    (tmp_path / "file").write_text("")

    with pytest.raises(CannotDo, match=r"LiteLLM cannot be installed into .*: (Not a directory|File exists)"):
        installed(lambda _line: None, tmp_path / "file" / "env")


def test_uv_is_asked_first_and_pip_after_it(tmp_path: Path) -> None:
    """Both make an environment of its own, of this Python, from the same list."""
    *_, by_pip = installing._ways(tmp_path / "env")

    assert [command[1:3] for command in by_pip] == [("-m", "venv"), ("-m", "pip")]
    assert all(str(installing.REQUIREMENTS) in commands[-1] for commands in installing._ways(tmp_path / "env"))


async def test_the_proxy_runs_as_long_as_it_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the keys it needs, and none that lie around here."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-somebodys")
    async with httpx.AsyncClient() as client:
        async with proxy(program(tmp_path, ANSWERS), tmp_path, UPSTREAM) as running_proxy:
            told = (await client.get(f"{running_proxy.url}/told")).text
        with pytest.raises(httpx.ConnectError):
            await client.get(running_proxy.url)

    assert running_proxy.key.startswith("sk-")
    for wanted in (UPSTREAM.key, UPSTREAM.url, running_proxy.key, "'LITELLM_LOCAL_MODEL_COST_MAP': 'True'"):
        assert wanted in told
    assert "sk-somebodys" not in told


async def test_a_proxy_that_leaves_at_once_says_why(tmp_path: Path) -> None:
    """Its last words are what one would look for in its log."""
    left = program(tmp_path, "raise SystemExit('the master key is missing')")

    with pytest.raises(CannotDo, match=r"LiteLLM left with code 1: the master key is missing"):
        async with proxy(left, tmp_path, UPSTREAM):
            pass


async def test_a_proxy_that_does_not_come_up_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever, and nothing is left behind."""
    monkeypatch.setattr(running, "START_SECONDS", 0.5)
    monkeypatch.setattr(running, "POLL_SECONDS", 0.1)
    before = psutil.Process().children()

    with pytest.raises(RetryLater, match="did not come up"):
        async with proxy(program(tmp_path, "import time; time.sleep(60)"), tmp_path, UPSTREAM):
            pass

    assert psutil.Process().children() == before
