"""docker-compose.yml as somebody would attack it: who is root, who reaches what, who sees which key."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from deploy.composing import Composed
from services.cli.running import LISTENING
from shared.settings import Settings, file_names
from tests.composing import SECRETS, Block, composed, secrets_of, stages, variables
from tests.recordings import ROOT

JOBS = {"provision"}
OURS = sorted({*LISTENING, *JOBS})
ALL = sorted({*OURS, "nats", "weaviate"})


@pytest.fixture(scope="module")
def whole() -> Composed:
    """Return the file as its parser understands it."""
    return composed()


@pytest.fixture(scope="module")
def blocks(whole: Composed) -> dict[str, Block]:
    """Return its services."""
    return dict(whole["services"])


def test_nothing_is_open_to_other_machines(blocks: dict[str, Block]) -> None:
    """NATS has no passwords here: whoever reaches it may ask anything."""
    published = [(name, one["host_ip"]) for name, block in blocks.items() for one in block.get("ports") or ()]

    assert published == [("nats", "127.0.0.1")]


def test_only_the_coordinator_reaches_the_memory(whole: Composed, blocks: dict[str, Block]) -> None:
    """An agent that reads pages from the web has no business there."""
    on_bus, on_memory = ({name for name in ALL if net in blocks[name]["networks"]} for net in ("bus", "memory"))

    assert on_bus == {*OURS, "nats"}
    assert on_memory == {"coordinator", "weaviate"}
    assert whole["networks"]["memory"]["internal"] is True


def test_every_secret_is_a_file_that_git_and_docker_leave_alone(whole: Composed) -> None:
    """A key in a commit or in a layer of an image is a key that is lost."""
    files = [Path(one["file"]) for one in whole["secrets"].values()]
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert {path.parent for path in files} == {ROOT / "secrets"}
    assert [path.name for path in files] == list(whole["secrets"])
    for path in (*files, ROOT / "vouch.env"):
        assert subprocess.run(("git", "check-ignore", "--quiet", path), cwd=ROOT, check=False).returncode == 0  # noqa: S607
    assert next(line for line in ignored if not line.startswith("#")) == "*"
    assert {"!secrets", "!vouch.env"}.isdisjoint(ignored)


def test_every_secret_goes_to_those_who_read_it_and_to_nobody_else(whole: Composed, blocks: dict[str, Block]) -> None:
    """Each names its file by a variable; Weaviate's shell reads one by its path."""
    told = {name: {path for path in variables(blocks[name]).values() if path.startswith(SECRETS)} for name in ALL}
    told["weaviate"] = set(re.findall(rf"\$\(cat ({SECRETS}\w+)\)", blocks["weaviate"]["command"][-1]))
    seen = {name: {SECRETS + one for one in secrets_of(block)} for name, block in blocks.items()}

    assert told == seen
    assert {path for paths in seen.values() for path in paths} == {SECRETS + one for one in whole["secrets"]}
    assert seen["weaviate"] < seen["coordinator"]


def test_a_secret_is_read_as_the_setting_it_is_named_after(blocks: dict[str, Block]) -> None:
    """So that nobody puts Tavily's key where Claude's belongs."""
    for name in OURS:
        for variable, value in variables(blocks[name]).items():
            if value.startswith(SECRETS):
                setting = variable.removeprefix("VOUCH_").removesuffix("_FILE").replace("__", "_").lower()
                assert (variable in file_names(), value) == (True, SECRETS + setting)


def test_no_secret_that_there_is_has_been_forgotten(blocks: dict[str, Block]) -> None:
    """A new one belongs into the file, or here with those whose vendors give no keys."""
    none = {f"VOUCH_{name}__API_KEY_FILE" for name in ("CLINICALTRIALS", "EUROPEPMC", "DUCKDUCKGO")}

    assert {variable for name in OURS for variable in variables(blocks[name])} & file_names() == file_names() - none


def test_every_volume_is_used_once_and_belongs_to_its_user(whole: Composed, blocks: dict[str, Block]) -> None:
    """A new volume takes its owner from the folder of the image: without it, a user who is not root cannot write."""
    mounts = [(one["source"], name, one["target"]) for name in ALL for one in blocks[name].get("volumes") or ()]
    weaviate = variables(blocks["weaviate"])

    assert mounts == [
        ("nats", "nats", blocks["nats"]["command"][-1]),
        ("search", "search", variables(blocks["search"])["VOUCH_DATA_DIR"]),
        ("weaviate", "weaviate", weaviate["PERSISTENCE_DATA_PATH"]),
        ("backups", "weaviate", weaviate["BACKUP_FILESYSTEM_PATH"]),
    ]
    assert {volume for volume, _, _ in mounts} == set(whole["volumes"])
    for _, name, target in mounts:
        assert stages()[blocks[name]["build"]["target"]].given[target] == blocks[name]["user"]


@pytest.mark.parametrize("name", ALL)
def test_nothing_runs_as_root_or_without_limits(blocks: dict[str, Block], name: str) -> None:
    """What is broken into must not be able to do more than it did before, nor take the machine along."""
    block: dict[str, Any] = blocks[name]
    limits = block["deploy"]["resources"]["limits"]

    assert (block["user"], stages()[block["build"]["target"]].user) == ("10001:10001", "10001:10001")
    assert (block["read_only"], block["cap_drop"]) == (True, ["ALL"])
    assert block["security_opt"] == ["no-new-privileges:true"]
    assert all(float(limits[one]) > 0 for one in ("cpus", "memory", "pids"))
    assert block["logging"]["options"]["max-size"]
    assert ("healthcheck" in block, block["restart"]) == (
        (True, "unless-stopped") if name not in JOBS else (False, "no")
    )


def seconds(duration: str) -> float:
    """Return a duration as the parser writes it: ``1m30s``."""
    found = re.fullmatch(r"(?:(\d+)m)?(\d+)s", duration)
    assert found
    return int(found[1] or 0) * 60 + int(found[2])


def test_what_is_stopped_may_finish_its_work(blocks: dict[str, Block]) -> None:
    """Compose kills what has not left by then; a service gives its handlers so long, and then closes what it opened."""
    grace = Settings.model_fields["grace_seconds"].default

    assert all(seconds(blocks[name]["stop_grace_period"]) >= grace + 5 for name in OURS)


def test_weaviate_collects_before_the_kernel_ends_it(blocks: dict[str, Block]) -> None:
    """Go looks at its own limit only, not at the one of the container."""
    own = int(variables(blocks["weaviate"])["GOMEMLIMIT"].removesuffix("MiB")) * 2**20

    assert own < int(blocks["weaviate"]["deploy"]["resources"]["limits"]["memory"]) * 0.9


def test_the_page_makes_every_secret_and_no_other(whole: Composed, tmp_path: Path) -> None:
    """Its own commands are run: Compose does not start where a file is missing."""
    page = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
    found = re.search(r"```sh\n(install .+?)```", page, flags=re.DOTALL)
    assert found

    subprocess.run(("/bin/sh", "-eu", "-c", found[1]), cwd=tmp_path, check=True)

    folder = tmp_path / "secrets"
    assert {path.name for path in folder.iterdir()} == set(whole["secrets"])
    assert [path.name for path in folder.iterdir() if path.read_text().strip()] == ["weaviate_api_key"]
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o644}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_page_says_who_sees_which_secret(blocks: dict[str, Block]) -> None:
    """An operator who changes a key must know whom to start again."""
    page = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`\w+_key`[^|]*) \| ([^|]+) \|$", page, flags=re.MULTILINE)
    told = {secret: who.lower() for names, who in rows for secret in re.findall(r"`(\w+)`", names)}
    seen = {one for block in blocks.values() for one in secrets_of(block)}

    assert set(told) == seen
    for secret, who in told.items():
        named = set(OURS) if who.startswith("every service") else set(who.split(", "))
        assert {name for name in ALL if secret in secrets_of(blocks[name])} == named
