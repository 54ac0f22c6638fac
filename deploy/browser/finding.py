"""Finds Chromium, and installs it from the system's packages where it is missing and we may (``make pages``)."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from shared.errors import CannotDo

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
COMMANDS = (("apt-get", "update", "-qq"), ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"))
MOST_SECONDS = 900.0
MOST_CHARACTERS = 300

Tell = Callable[[str], None]


def found() -> Path | None:
    """Return the program, if it is there."""
    paths = filter(None, map(shutil.which, NAMES))
    return next(map(Path, paths), None)


def chromium(tell: Tell) -> Path:
    """Return the program, installed where it was not; raise ``CannotDo`` saying what to do."""
    program = found()
    if program is None and shutil.which("apt-get") and os.geteuid() == 0:
        tell("installing Chromium from the system's packages (once)")
        for command in COMMANDS:
            _run(command)
        program = found()
    if program is None:
        message = "there is no Chromium here: install it (on Debian: `apt-get install chromium`) and try again"
        raise CannotDo(message)
    return program


def _run(command: tuple[str, ...]) -> None:
    """Run a command; raise ``CannotDo`` with what it said last where it failed."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(  # noqa: S603 -- commands of our own
            command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False, env=environment
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        message = f"Chromium cannot be installed: {error}"
        raise CannotDo(message) from error
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it gave no reason"]
        message = f"Chromium cannot be installed: {' '.join(command[:2])}: {said[-1]}"[:MOST_CHARACTERS]
        raise CannotDo(message)
