"""What looks at our pages: how it is found and installed, and what is said where it cannot be. Scripts stand in."""

import json
import sys
from pathlib import Path

import pytest

from deploy.browser import finding, installing
from shared.errors import CannotDo

NPM = "import pathlib, sys; pathlib.Path(sys.argv[sys.argv.index('--prefix') + 1], 'node_modules').mkdir()"

APT = """
import os, sys
if "install" in sys.argv:
    open({program!r}, "x").close()
    os.chmod({program!r}, 0o700)
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder in which programs are looked for."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def put(folder: Path, name: str, text: str = "") -> Path:
    """Put a program into a folder."""
    program = folder / name
    program.write_text(f"#!{sys.executable}\n{text}\n")
    program.chmod(0o700)
    return program


def test_the_browser_of_the_system_is_used(programs: Path) -> None:
    """Under whichever of its names it is there; nothing is installed then."""
    program = put(programs, "chromium-browser")
    told: list[str] = []

    assert finding.chromium(told.append) == finding.found() == program
    assert told == []


def test_without_one_it_comes_from_the_systems_packages(programs: Path) -> None:
    """Where we may install; a person without that right is told what to do."""
    put(programs, "apt-get", APT.format(program=str(programs / "chromium")))
    told: list[str] = []

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(finding.os, "geteuid", lambda: 1000)
        with pytest.raises(CannotDo, match="there is no Chromium here: install it"):
            finding.chromium(told.append)
        patched.setattr(finding.os, "geteuid", lambda: 0)
        assert finding.chromium(told.append) == programs / "chromium"
    assert told == ["installing Chromium from the system's packages (once)"]


def test_packages_that_cannot_be_had_say_why(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last thing that the system said."""
    put(programs, "apt-get", "raise SystemExit('E: no space left')")
    monkeypatch.setattr(finding.os, "geteuid", lambda: 0)

    with pytest.raises(CannotDo, match="apt-get update: E: no space left"):
        finding.chromium(print)


def test_the_driver_is_installed_once(programs: Path, tmp_path: Path) -> None:
    """By the list with its checksums; the second time npm is not needed."""
    put(programs, "node")
    npm, where = put(programs, "npm", NPM), tmp_path / "kept"

    assert installing.ready(where) is None
    assert installing.installed(print, where) == where
    npm.unlink()
    assert installing.installed(print, where) == installing.ready(where) == where
    assert (where / "package-lock.json").exists()


def test_an_installation_that_fails_is_not_taken_for_one(programs: Path, tmp_path: Path) -> None:
    """A checksum that is not the expected one ends here, too."""
    put(programs, "node")
    put(programs, "npm", "raise SystemExit('npm error code EINTEGRITY')")

    with pytest.raises(CannotDo, match="cannot be installed: npm error code EINTEGRITY"):
        installing.installed(print, tmp_path / "kept")

    assert installing.ready(tmp_path / "kept") is None


def test_without_node_it_is_said_what_to_install(programs: Path, tmp_path: Path) -> None:
    """Nothing is downloaded in its place."""
    assert list(programs.iterdir()) == []

    with pytest.raises(CannotDo, match="there is no Node here: install Node 20 or newer"):
        installing.installed(print, tmp_path / "kept")


def test_every_package_has_its_checksum_and_no_address() -> None:
    """So that the same is installed tomorrow, from wherever packages come."""
    listed = json.loads(installing.LISTS[1].read_text(encoding="utf-8"))["packages"]
    packages = {name: one for name, one in listed.items() if name}

    assert set(packages) == {"node_modules/axe-core", "node_modules/playwright-core"}
    assert all(one["integrity"].startswith("sha512-") and "resolved" not in one for one in packages.values())
