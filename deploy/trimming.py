"""Names the installed packages that nothing of Vouch needs, one a line: ``python -m deploy.trimming``.

The lock holds what tests and builds need, too; the image takes those away again.
"""

from collections.abc import Iterator
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = "vouch"

Wanted = tuple[str, frozenset[str]]
"""A package and its extras."""


def superfluous() -> tuple[str, ...]:
    """Return what is installed here and needed by nothing that Vouch needs."""
    here = {canonicalize_name(one.metadata["Name"]) for one in metadata.distributions()}
    return tuple(sorted(here - needed()))


def needed() -> frozenset[str]:
    """Return Vouch and all that it needs here, directly or through others."""
    open_ends: list[Wanted] = [(ROOT, frozenset())]
    seen: set[Wanted] = set()
    while open_ends:
        wanted = open_ends.pop()
        if wanted not in seen:
            seen.add(wanted)
            open_ends.extend(_needs(*wanted))
    return frozenset(name for name, _ in seen)


def _needs(name: str, extras: frozenset[str]) -> Iterator[Wanted]:
    """Yield what a package asks for on this platform; nothing where it is not installed."""
    try:
        asked = metadata.requires(name) or ()
    except metadata.PackageNotFoundError:
        return
    for one in map(Requirement, asked):
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield canonicalize_name(one.name), frozenset(one.extras)


if __name__ == "__main__":
    print("\n".join(superfluous()))  # noqa: T201 -- the answer of a command
