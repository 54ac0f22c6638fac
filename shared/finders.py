"""Which query found a work: for each source the first one, by its place in the answer that told of it. Pure.

The coordinator saves them with its state, so a name stands for the query: ``pubmed:1-search:0``.
"""

import re
from collections.abc import Iterable

_ROUND = re.compile(r"(\d+)-")


def finder(source: str, step: str, place: int) -> str:
    """Return the name of a query: its source, its step, and its place among the searches of that step's answer."""
    return f"{source}:{step}:{place}"


def place_of(name: str) -> tuple[str, int]:
    """Return the step of a query, and its place among the searches of the step's answer."""
    _, step, place = name.split(":")
    return step, int(place)


def first_of_each(names: Iterable[str]) -> tuple[str, ...]:
    """Return the first query of each source, in the order of asking; however the names are cut up before, the same."""
    first: dict[str, str] = {}
    for name in sorted(names, key=_order):
        first.setdefault(name.partition(":")[0], name)
    return tuple(first.values())


def _order(name: str) -> tuple[int, str, int, str]:
    """Return what to sort queries by: the rounds in their order; a step without a round runs beside the first."""
    step, place = place_of(name)
    found = _ROUND.match(step)
    return (int(found[1]) if found else 1), step, place, name
