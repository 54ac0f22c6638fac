"""Weaviate's program is built once, from the source that is meant, and never half."""

import os
from pathlib import Path

import pytest

from deploy.weaviate.building import SUM, build, built, check_source, check_sums
from shared.errors import CannotDo

SAID = f"weaviate-server: go1.26\n\tmod\tgithub.com/weaviate/weaviate\tv1.39.0\t{SUM}\n"
GO = """#!/bin/sh
case "$1" in
env) echo '{"GOSUMDB": "sum.golang.org"}' ;;
install) printf program > "$GOBIN/weaviate-server"; chmod +x "$GOBIN/weaviate-server"; @INSTALL@ ;;
version) printf '%s' '@SAID@' ;;
esac
"""


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a path on which there is a shell, and no Go until a test puts one there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/bin")
    return folder


def make_go(folder: Path, install: str = "true", said: str = SAID) -> None:
    """Make a Go that builds at once."""
    program = folder / "go"
    program.write_text(GO.replace("@INSTALL@", install).replace("@SAID@", said))
    program.chmod(0o755)


def test_it_is_built_once(bin_folder: Path, tmp_path: Path) -> None:
    """It takes minutes; the second time it is there, with or without Go."""
    said: list[str] = []
    make_go(bin_folder)
    program = build(said.append, tmp_path / "cache")
    (bin_folder / "go").unlink()
    again = build(said.append, tmp_path / "cache")

    assert program == again == tmp_path / "cache" / "weaviate-server"
    assert [line.split(" into ")[0] for line in said] == ["building Weaviate v1.39.0 from source with Go"]
    assert [one.name for one in (tmp_path / "cache").iterdir() if one.is_dir()] == []


@pytest.mark.parametrize(
    ("install", "said", "reason"),
    [
        ("echo 'no space left on device' >&2; exit 1", SAID, "go install left with code 1: no space left on device"),
        ("true", SAID.replace(SUM, "h1:other"), "is not github.com/weaviate/weaviate v1.39.0 as Go's checksum"),
        ("true", SAID.replace("v1.39.0", "v1.38.0"), "is not github.com/weaviate/weaviate v1.39.0 as Go's checksum"),
    ],
)
def test_what_is_half_or_something_else_is_never_used(
    bin_folder: Path, tmp_path: Path, install: str, said: str, reason: str
) -> None:
    """The next command would run it."""
    make_go(bin_folder, install, said)

    with pytest.raises(CannotDo, match=reason):
        build(print, tmp_path / "cache")
    assert built(tmp_path / "cache") is None


def test_without_go_it_is_said_what_else_one_can_do(bin_folder: Path, tmp_path: Path) -> None:
    """Go is nothing that everybody has."""
    assert not (bin_folder / "go").exists()
    with pytest.raises(CannotDo, match=r"no Go here.*VOUCH_WEAVIATE_URL.*VOUCH_MEMORY=embedded"):
        build(print, tmp_path / "cache")


@pytest.mark.parametrize(
    ("variables", "switch"),
    [
        ({"GOSUMDB": "off"}, "GOSUMDB=off"),
        ({"GOSUMDB": "sum.golang.org", "GOFLAGS": "-mod=mod -insecure"}, "GOFLAGS=-insecure"),
        ({"GOSUMDB": "sum.golang.org", "GONOSUMDB": "corp.example,github.com/*"}, r"github.com/\*"),
        ({"GOSUMDB": "sum.golang.org", "GONOSUMDB": "github.com/weaviate"}, "github.com/weaviate"),
    ],
)
def test_without_the_checksum_database_nothing_is_built(variables: dict[str, str], switch: str) -> None:
    """Nobody could tell whether the source is what its authors published."""
    with pytest.raises(CannotDo, match=switch):
        check_sums(variables)


def test_what_a_company_keeps_to_itself_is_no_matter() -> None:
    """Its own modules are in no public database, and Weaviate is none of them."""
    check_sums(
        {"GOSUMDB": "sum.golang.org", "GONOSUMDB": "corp.example/*,github.com/other", "GOFLAGS": "-buildvcs=false"}
    )


def test_what_was_built_from_the_source_that_is_meant_is_used() -> None:
    """The program itself says what it was made from."""
    check_source(SAID)
