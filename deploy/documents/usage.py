"""Which module names which message or value: read off the sources, nothing is run."""

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("services", "shared", "deploy")
CONTRACT = "shared.messages"


def named_in(root: Path) -> dict[str, tuple[str, ...]]:
    """Return the modules that name each thing of the contract, by its name; the contract itself is left out."""
    found: dict[str, list[str]] = {}
    for path in _sources(root):
        for name in sorted(set(_names(ast.parse(path.read_text(encoding="utf-8"))))):
            found.setdefault(name, []).append(module_of(path, root))
    return {name: tuple(modules) for name, modules in sorted(found.items())}


def _sources(root: Path) -> Iterator[Path]:
    """Yield every source file outside the contract, in order."""
    contract = root.joinpath(*CONTRACT.split("."))
    for folder in FOLDERS:
        yield from (path for path in sorted((root / folder).rglob("*.py")) if contract not in path.parents)


def module_of(path: Path, root: Path) -> str:
    """Return how a source file is imported."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _names(tree: ast.Module) -> Iterator[str]:
    """Yield what a module takes from the contract, however it imports it."""
    aliases = set(_aliases(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=alias), attr=name) if alias in aliases:
                yield name
            case ast.ImportFrom(module=module, names=names) if _is_contract(module):
                yield from (one.name for one in names)


def _aliases(tree: ast.Module) -> Iterator[str]:
    """Yield the names under which a module has the whole contract, such as ``m``."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="shared", names=names):
                yield from (one.asname or one.name for one in names if one.name == "messages")


def _is_contract(module: str | None) -> bool:
    """Say whether an import is from the contract or one of its modules."""
    return module is not None and (module == CONTRACT or module.startswith(f"{CONTRACT}."))
