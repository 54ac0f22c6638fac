"""Who imports whom, by package: services, and what they share."""

from collections.abc import Iterable
from dataclasses import dataclass

import grimp

from .usage import FOLDERS

Imports = dict[str, frozenset[str]]
"""What each package imports of the others, directly."""


def package_of(module: str) -> str:
    """Return the package a module counts for: ``shared.bus.envelope`` is in ``shared.bus``."""
    return ".".join(module.split(".")[:2])


def imports() -> Imports:
    """Return the imports between packages, as the sources have them now."""
    graph = grimp.build_graph(*FOLDERS, cache_dir=None)
    modules = sorted(module for module in graph.modules if "." in module)
    found: dict[str, set[str]] = {package_of(module): set() for module in modules}
    for module in modules:
        used = graph.find_modules_directly_imported_by(module)
        found[package_of(module)] |= {package_of(one) for one in used if "." in one}
    return {package: frozenset(used - {package}) for package, used in sorted(found.items())}


@dataclass(frozen=True)
class Dependents:
    """Who notices when a package changes."""

    direct: tuple[str, ...]
    services: tuple[str, ...]
    """Directly or through others."""


def dependents(package: str, known: Imports) -> Dependents:
    """Return who imports *package*, and which services it reaches through others."""
    direct = importers({package}, known)
    reached, front = set(direct), set(direct)
    while front := importers(front, known) - reached:
        reached |= front
    return Dependents(tuple(sorted(direct)), tuple(sorted(one for one in reached if one.startswith("services."))))


def importers(packages: Iterable[str], known: Imports) -> set[str]:
    """Return the packages that import one of these."""
    wanted = set(packages)
    return {package for package, used in known.items() if used & wanted}
