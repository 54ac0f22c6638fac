"""Builds the server's program from its Go module, once, outside the checkout (``make weaviate``)."""

import contextlib
import fcntl
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs

from shared.errors import CannotDo, VouchError

VERSION = "v1.39.0"
MODULE = "github.com/weaviate/weaviate"
SUM = "h1:8RIQWPg1QGgMA0aUYtZXgYbfDHeE6watZ277sBZeW3A="
"""Of the module's source, as Go's checksum database has it: a program made from anything else is not used."""

PROGRAM, HALF = "weaviate-server", "half-"
MOST_SECONDS = 3600.0
MOST_CHARACTERS = 300

ELSEWHERE = "or name a server with VOUCH_WEAVIATE_URL, or keep the memory in a file with VOUCH_MEMORY=embedded"
"""What else one can do; stands at the end of every refusal."""

Tell = Callable[[str], None]


def cache() -> Path:
    """Return the folder of the program, which is kept for the next time."""
    return Path(platformdirs.user_cache_dir("vouch", appauthor=False)) / "weaviate" / VERSION


def built(folder: Path | None = None) -> Path | None:
    """Return the program, if it was built before."""
    program = (folder or cache()) / PROGRAM
    return program if os.access(program, os.X_OK) else None


def build(tell: Tell, folder: Path | None = None) -> Path:
    """Return the program, built where it was not; another process that builds it is waited for.

    Raises ``CannotDo`` saying why it cannot be built.
    """
    folder = folder or cache()
    if found := built(folder):
        return found
    go = _go()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder, tell):
            return built(folder) or _made(go, folder, tell)
    except OSError as error:
        message = f"Weaviate cannot be built in {folder}: {error.strerror or error}"
        raise CannotDo(message) from error


def _made(go: str, folder: Path, tell: Tell) -> Path:
    """Build the program under another name, look at it, and move it: half a program is never found."""
    tell(f"building Weaviate {VERSION} from source with Go into {folder} (five to fifteen minutes, once)")
    for broken_off in folder.glob(f"{HALF}*"):
        shutil.rmtree(broken_off, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=HALF, ignore_cleanup_errors=True) as half:
        _told(go, "install", f"{MODULE}/cmd/{PROGRAM}@{VERSION}", environment={"GOBIN": half})
        program = Path(half) / PROGRAM
        check_source(_told(go, "version", "-m", str(program)))
        program.replace(folder / PROGRAM)
    return folder / PROGRAM


def check_source(said: str) -> None:
    """Raise ``CannotDo`` unless a program says of itself that it was made from the module of this version and sum."""
    if ["mod", MODULE, VERSION, SUM] not in (line.split() for line in said.splitlines()):
        message = f"what was built is not {MODULE} {VERSION} as Go's checksum database has it: it is not used"
        raise CannotDo(message)


def check_sums(variables: dict[str, str]) -> None:
    """Raise ``CannotDo`` where Go would not hold what it downloads against the checksum database."""
    private = (pattern.strip().rstrip("/") for pattern in variables.get("GONOSUMDB", "").split(","))
    named = next(filter(_names_it, private), "")
    why = {
        "GOSUMDB=off": variables.get("GOSUMDB") == "off",
        "GOFLAGS=-insecure": "-insecure" in variables.get("GOFLAGS", ""),
        f"GONOSUMDB or GOPRIVATE={named}": bool(named),
    }
    if found := [switch for switch, is_set in why.items() if is_set]:
        message = (
            f"Go's checksum database is switched off ({', '.join(found)}), so nobody could tell whether Weaviate's "
            f"source is what it was: switch it on for this build, {ELSEWHERE}"
        )
        raise CannotDo(message)


def _names_it(pattern: str) -> bool:
    """Say whether a pattern of Go's, which holds for all that lies below it, names the module."""
    beginning = MODULE.split("/")[: pattern.count("/") + 1]
    return fnmatch.fnmatchcase("/".join(beginning), pattern)


def _go() -> str:
    """Return the program go; raise ``CannotDo`` where there is none, or it checks nothing."""
    go = shutil.which("go")
    if go is None:
        message = f"Weaviate cannot be built: there is no Go here. Install Go 1.26 or newer, {ELSEWHERE}"
        raise CannotDo(message)
    check_sums(json.loads(_told(go, "env", "-json", "GOSUMDB", "GONOSUMDB", "GOFLAGS")))
    return go


def _told(*command: str, environment: dict[str, str] | None = None) -> str:
    """Run a command and return what it said; raise ``CannotDo`` with its last line where it failed."""
    variables = {**os.environ, **(environment or {})}
    try:
        done = subprocess.run(  # noqa: S603 -- commands of our own
            command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False, env=variables
        )
    except subprocess.TimeoutExpired as error:
        message = f"Weaviate cannot be built: {command[1]} took more than {MOST_SECONDS:g} s"
        raise CannotDo(message) from error
    if done.returncode:
        last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "it gave no reason")
        message = f"Weaviate cannot be built: go {command[1]} left with code {done.returncode}: {last}"
        raise CannotDo(message[:MOST_CHARACTERS])
    return done.stdout


@contextlib.contextmanager
def _alone(folder: Path, tell: Tell) -> Iterator[None]:
    """Build alone: two that build the same at once would only take twice as long."""
    with (folder / "building.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell("another process is building Weaviate: waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> int:
    """Build the program unless it is there; say where it is, or why it cannot be."""
    try:
        program = build(_said)
    except VouchError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    _said(f"Weaviate {VERSION} is in {program}")
    return 0


def _said(line: str) -> None:
    """Print a line at once: the next may come minutes later."""
    print(line, flush=True)  # noqa: T201 -- a command prints


if __name__ == "__main__":
    sys.exit(main())
