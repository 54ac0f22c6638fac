"""What is deployed, for the tests: the Compose file as its parser understands it, and the stages of the Dockerfile."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from deploy.composing import FILE, Composed, built, parsed
from tests.recordings import ROOT

Block = dict[str, Any]
"""One service of the file."""

SECRETS = "/run/secrets/"
"""Where a container finds its secrets."""


def parser() -> Path:
    """Return the parser of Compose files; skip the test with a plain reason where it was not built."""
    program = built()
    if program is None:
        pytest.skip("no parser of Compose files: run `make compose` once (needs Go)")
    return program


def composed(file: Path = FILE) -> Composed:
    """Return the file as its parser understands it."""
    return parsed(parser(), file)


def variables(block: Block) -> dict[str, str]:
    """Return the environment of a service."""
    return dict(block.get("environment") or {})


def secrets_of(block: Block) -> set[str]:
    """Return the secrets that a service sees."""
    return {one["source"] for one in block.get("secrets") or ()}


@dataclass(frozen=True)
class Stage:
    """A stage of the Dockerfile."""

    base: str
    lines: tuple[str, ...]

    @property
    def user(self) -> str:
        """Return who runs what is in the image."""
        return next((line.split()[1] for line in reversed(self.lines) if line.startswith("USER ")), "root")

    @property
    def given(self) -> dict[str, str]:
        """Return the folders that were made for somebody, and for whom."""
        found = re.findall(r"mkdir -p (\S+) && chown (\S+) (\S+)", "\n".join(self.lines))
        return {folder: owner for folder, owner, named in found if folder == named}


def stages() -> dict[str, Stage]:
    """Return the stages of the Dockerfile by their names."""
    found: dict[str, Stage] = {}
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    for part in re.split(r"^FROM ", text, flags=re.MULTILINE)[1:]:
        head, *lines = part.splitlines()
        base, name = head.split(" AS ")
        found[name] = Stage(base, tuple(lines))
    return found
