"""Puts the driver and the rules of accessibility into a folder of their own, outside the checkout.

``python -m deploy.browser.installing`` readies everything that the tests of pages need.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs

from deploy.browser.finding import chromium
from shared.errors import CannotDo, VouchError

LISTS = tuple(Path(__file__).with_name(name) for name in ("package.json", "package-lock.json"))
"""Every package with its version and its checksum: npm takes nothing else."""

MARK = "installed"
"""A file that is written last; without it, an installation was broken off."""

MOST_SECONDS = 300.0
MOST_CHARACTERS = 300

Tell = Callable[[str], None]


def folder() -> Path:
    """Return where they are kept; other versions are kept in another place."""
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in LISTS)).hexdigest()[:12]
    return Path(platformdirs.user_cache_dir("vouch", appauthor=False)) / f"pages-{wanted}"


def ready(where: Path | None = None) -> Path | None:
    """Return the folder, if everything was installed into it before."""
    where = where or folder()
    return where if (where / MARK).exists() and shutil.which("node") else None


def installed(tell: Tell, where: Path | None = None) -> Path:
    """Return the folder, filled where it was not: 18 MB. Raises ``CannotDo`` saying why it cannot be."""
    where = where or folder()
    if found := ready(where):
        return found
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        message = "there is no Node here: install Node 20 or newer, with npm"
        raise CannotDo(message)
    tell(f"installing what looks at pages into {where} (18 MB, once)")
    try:
        shutil.rmtree(where, ignore_errors=True)
        where.mkdir(parents=True)
        for path in LISTS:
            shutil.copy(path, where)
        _install(npm, where)
        (where / MARK).touch()
    except OSError as error:
        message = f"what looks at pages cannot be installed into {where}: {error.strerror or error}"
        raise CannotDo(message) from error
    return where


def _install(npm: str, where: Path) -> None:
    """Have npm install what the lists name; no package runs a script of its own."""
    command = (npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(where))
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False, cwd=where)  # noqa: S603 -- a command of our own
    except subprocess.TimeoutExpired as error:
        message = f"what looks at pages cannot be installed: npm needed more than {MOST_SECONDS:g} s"
        raise CannotDo(message) from error
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "npm error" in line] or ["it gave no reason"]
        message = f"what looks at pages cannot be installed: {' '.join(said)}"[:MOST_CHARACTERS]
        raise CannotDo(message)


def _tell(text: str) -> None:
    """Print a line about what is being done."""
    sys.stderr.write(f"{text}\n")


def main() -> int:
    """Ready the browser and what drives it; return the exit code."""
    try:
        sys.stdout.write(f"{chromium(_tell)}\n{installed(_tell)}\n")
    except VouchError as error:
        _tell(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
