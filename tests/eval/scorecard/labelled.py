"""Cases and their labels, kept apart: what decides is given a case and nothing else. Pure."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

C = TypeVar("C")
L = TypeVar("L")
D = TypeVar("D")


class Labelled(NamedTuple, Generic[C, L]):
    """A set: what there is to decide by name, and what is right by the same name."""

    cases: Mapping[str, C]
    labels: Mapping[str, L]


def decided(cases: Mapping[str, C], decide: Callable[[C], D]) -> dict[str, D]:
    """Return what *decide* says of each case; no label can reach it."""
    return {name: decide(case) for name, case in cases.items()}


def chooses(name: str) -> bool:
    """Say whether a claim, question or record is of the half that thresholds are set on; the other reports."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 0


def reporting(names: Iterable[str]) -> list[str]:
    """Return the names of the half that reports, in order."""
    return [name for name in names if not chooses(name)]


def choosing(names: Iterable[str]) -> list[str]:
    """Return the names of the half that chooses, in order."""
    return [name for name in names if chooses(name)]
