"""Write what is generated into ``docs``: the contract, who depends on what, and every setting.

``python -m deploy.documenting`` writes; with ``--check`` it writes nothing, names the files
that are stale, and leaves with 1 when there are any.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .documents.asyncapi import asyncapi
from .documents.dependencies import dependencies
from .documents.schemas import Schema, schema_files
from .documents.settings import settings

ROOT = Path(__file__).resolve().parent.parent
CONTRACT = Path("docs/contract")
DEPENDENCIES = Path("docs/dependencies.md")
SETTINGS = Path("docs/settings.md")


def documents(root: Path = ROOT) -> dict[Path, str]:
    """Return the text of every generated file, by its path below *root*."""
    schemas = {CONTRACT / name: as_text(schema) for name, schema in schema_files()}
    pages = {DEPENDENCIES: dependencies(root), SETTINGS: settings()}
    return {CONTRACT / "asyncapi.json": as_text(asyncapi()), **schemas, **pages}


def as_text(document: Schema) -> str:
    """Return a document as JSON that a person can read and a diff can show."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def stale(wanted: dict[Path, str], root: Path = ROOT) -> Iterator[str]:
    """Yield each file that is missing, differs, or lies in the contract without belonging there."""
    for path, text in wanted.items():
        if not (root / path).exists():
            yield f"{path} is missing"
        elif (root / path).read_text(encoding="utf-8") != text:
            yield f"{path} is stale"
    yield from (f"{path} is no longer generated" for path in superfluous(wanted, root))


def superfluous(wanted: dict[Path, str], root: Path = ROOT) -> Iterator[Path]:
    """Yield the files of the contract's folder that nothing generates any more."""
    here = sorted((root / CONTRACT).glob("*")) if (root / CONTRACT).exists() else []
    return (path.relative_to(root) for path in here if path.relative_to(root) not in wanted)


def write(wanted: dict[Path, str], root: Path = ROOT) -> None:
    """Write every file, and delete what the contract no longer has."""
    for path in list(superfluous(wanted, root)):
        (root / path).unlink()
    for path, text in wanted.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the documents, or say which are stale; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy.documenting", description="Write what is generated in docs."
    )
    parser.add_argument("--check", action="store_true", help="write nothing; name the stale files and leave with 1")
    options = parser.parse_args(arguments)
    wanted = documents()
    if not options.check:
        write(wanted)
        return 0
    found = tuple(stale(wanted))
    for line in found:
        print(f"{line}: run python -m deploy.documenting", file=sys.stderr)  # noqa: T201 -- the answer of a command
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
