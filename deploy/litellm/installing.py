"""Puts LiteLLM into an environment of its own, outside the checkout: its hundred dependencies are not ours."""

import hashlib
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import platformdirs

from shared.errors import CannotDo

VERSION = "1.106.2"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
"""Every package with its version, made by ``uv pip compile --universal`` from ``litellm[proxy]``."""

MARK = "installed"
"""A file in the environment that says what is in it; without it, an installation was broken off."""

SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"
MOST_SECONDS = 900.0
MOST_CHARACTERS = 300

Command = tuple[str, ...]
Tell = Callable[[str], None]


def environment() -> Path:
    """Return the folder of the environment, which is kept for the next time."""
    return Path(platformdirs.user_cache_dir("vouch", appauthor=False)) / f"litellm-{VERSION}"


def installed(tell: Tell, folder: Path | None = None) -> Path:
    """Return the program, installed where it was not: 776 MB, a quarter of a minute with uv and two with pip.

    Raises ``CannotDo`` saying why it cannot be installed.
    """
    folder = folder or environment()
    program, mark = folder / SCRIPTS / "litellm", folder / MARK
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if not mark.exists() or mark.read_text() != wanted:
        tell(f"installing LiteLLM {VERSION} into {folder} (776 MB, once)")
        try:
            _install(folder)
            mark.write_text(wanted)
        except OSError as error:
            message = f"LiteLLM cannot be installed into {folder}: {error.strerror}"
            raise CannotDo(message) from error
    return program


def _install(folder: Path) -> None:
    """Install in one way or another; raise ``CannotDo`` with the reason of the last."""
    problem = ""
    for commands in _ways(folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        problem = next(filter(None, map(_problem, commands)), "")
        if not problem:
            return
    message = f"LiteLLM cannot be installed: {problem}"
    raise CannotDo(message)


def _ways(folder: Path) -> Iterator[tuple[Command, ...]]:
    """Yield the commands that make the environment: with uv where it is, for that is quick, and with pip."""
    python = str(folder / SCRIPTS / "python")
    if uv := _uv():
        yield (
            (uv, "venv", "--quiet", "--python", sys.executable, str(folder)),
            (uv, "pip", "install", "--quiet", "--python", python, "-r", str(REQUIREMENTS)),
        )
    yield (
        (sys.executable, "-m", "venv", str(folder)),
        (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(REQUIREMENTS)),
    )


def _uv() -> str | None:
    """Return the program uv, beside the interpreter or in the path."""
    return shutil.which("uv", path=sysconfig.get_path("scripts")) or shutil.which("uv")


def _problem(command: Command) -> str:
    """Run a command; return what it said last where it failed, or nothing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)  # noqa: S603 -- commands of our own
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]}: {error}"
    if not done.returncode:
        return ""
    said = (line.strip() for line in chain(reversed(done.stderr.splitlines()), reversed(done.stdout.splitlines())))
    last = next(filter(None, said), "it gave no reason")
    return f"{' '.join(command[:3])} left with code {done.returncode}: {last}"[:MOST_CHARACTERS]
