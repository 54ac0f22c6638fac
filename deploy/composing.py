"""Reads ``docker-compose.yml`` with a real parser of Compose files: ``python -m deploy.composing``.

The parser is the loader of the Compose project itself (compose-go) in a small program of ours, ``compose/parser``,
built with Go once, outside the checkout. It knows the whole schema, sees what is not declared, and needs no Docker.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import platformdirs

from shared.errors import CannotDo

FILE = Path(__file__).resolve().parent.parent / "docker-compose.yml"

SOURCE = Path(__file__).with_name("compose") / "parser"
"""Its ``go.sum`` has the checksum of every module it is made from: Go takes nothing else."""

BUILD_SECONDS = 600.0
PARSE_SECONDS = 30.0
MOST_CHARACTERS = 500

Composed = Mapping[str, Any]
"""A Compose file as its parser understands it: short forms written out, merges and paths resolved."""


def cached() -> Path:
    """Return where the parser is kept; made from another source it is kept in another place."""
    source = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(SOURCE.iterdir()))).hexdigest()[:12]
    return Path(platformdirs.user_cache_dir("vouch", appauthor=False)) / f"compose-{source}" / "parser"


def built(program: Path | None = None) -> Path | None:
    """Return the parser, if it was built before."""
    program = program or cached()
    return program if os.access(program, os.X_OK) else None


def build(program: Path | None = None) -> Path:
    """Return the parser, built where it was not; raise ``CannotDo`` saying why it cannot be built."""
    program = program or cached()
    if built(program):
        return program
    go = shutil.which("go")
    if go is None:
        message = "the parser of Compose files cannot be built: there is no Go here. Install Go 1.24 or newer"
        raise CannotDo(message)
    program.parent.mkdir(parents=True, exist_ok=True)
    # Made under another name and moved: half a program is never found, and two builders do each other no harm.
    with tempfile.TemporaryDirectory(dir=program.parent, prefix="half-") as half:
        made = Path(half) / program.name
        _said((go, "build", "-C", str(SOURCE), "-mod=readonly", "-buildvcs=false", "-o", str(made), "."), BUILD_SECONDS)
        made.replace(program)
    return program


def parsed(program: Path, file: Path = FILE) -> Composed:
    """Return a Compose file as its parser understands it; raise ``CannotDo`` with what the parser says of it."""
    composed: Composed = json.loads(_said((str(program), str(file)), PARSE_SECONDS))
    return composed


def _said(command: Sequence[str], seconds: float) -> str:
    """Run a command and return what it printed; raise ``CannotDo`` with what it complains of where it failed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)  # noqa: S603 -- commands of our own
    except (OSError, subprocess.TimeoutExpired) as error:
        message = f"{Path(command[0]).name}: {error}"
        raise CannotDo(message) from error
    if done.returncode:
        message = f"{Path(command[0]).name} refuses {command[-1]}: {done.stderr.strip()[-MOST_CHARACTERS:]}"
        raise CannotDo(message)
    return done.stdout


def main() -> int:
    """Build the parser where it is not there, have it read our file, and say what is in it; return the exit code."""
    try:
        if not built():
            print(f"building the parser of Compose files in {cached().parent} (under a minute, once)")  # noqa: T201 -- the answer of a command
        composed = parsed(build())
    except (CannotDo, OSError) as error:
        print(error, file=sys.stderr)  # noqa: T201 -- the same
        return 1
    print(f"{FILE.name} is well: {', '.join(composed['services'])}")  # noqa: T201 -- the same
    return 0


if __name__ == "__main__":
    sys.exit(main())
