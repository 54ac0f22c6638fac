"""The parser of Compose files: how it is built, and what is said where it cannot be. A script stands in for Go."""

import re
import sys
from pathlib import Path

import pytest

from deploy import composing
from shared.errors import CannotDo

GO = """
import sys
out = sys.argv[sys.argv.index("-o") + 1]
open(out, "w").write("#!/bin/sh\\necho '{\\"services\\": {\\"one\\": {}}}'\\n")
__import__("os").chmod(out, 0o700)
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder in which programs are looked for."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/bin")
    monkeypatch.setattr(
        composing.shutil, "which", lambda name: str(folder / name) if (folder / name).exists() else None
    )
    return folder


def go(folder: Path, text: str) -> None:
    """Put a program called go into a folder."""
    program = folder / "go"
    program.write_text(f"#!{sys.executable}\n{text}")
    program.chmod(0o700)


def test_a_parser_is_built_once_and_reads(tmp_path: Path, path: Path) -> None:
    """The second time there is no Go, and none is needed; nothing half made is left."""
    go(path, GO)
    program = tmp_path / "kept" / "parser"

    built = composing.build(program)
    (path / "go").unlink()

    assert composing.build(program) == built == program
    assert composing.parsed(built, tmp_path / "any.yml") == {"services": {"one": {}}}
    assert list(program.parent.iterdir()) == [program]


def test_without_go_it_is_said_what_to_install(tmp_path: Path, path: Path) -> None:
    """Nothing is downloaded in its place."""
    with pytest.raises(CannotDo, match=r"there is no Go here\. Install Go 1\.24 or newer"):
        composing.build(tmp_path / "parser")

    assert list(path.iterdir()) == []


def test_a_build_that_fails_leaves_nothing_and_says_why(tmp_path: Path, path: Path) -> None:
    """A checksum that is not the expected one ends here, too."""
    go(path, "raise SystemExit('verifying module: checksum mismatch')")
    program = tmp_path / "kept" / "parser"

    with pytest.raises(CannotDo, match="checksum mismatch"):
        composing.build(program)

    assert list(program.parent.iterdir()) == []


def test_every_module_of_the_parser_has_its_checksum() -> None:
    """So that the same is built tomorrow, from wherever modules come."""
    wanted, sums = ((composing.SOURCE / name).read_text() for name in ("go.mod", "go.sum"))
    modules = set(re.findall(r"(\S+) (v\d\S+)", wanted))
    known = {tuple(line.split()[:2]) for line in sums.splitlines()}

    assert len(modules) > 10
    assert modules <= known
