"""Which values a setting takes, in words, read off its annotation and its bounds."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import SecretStr
from pydantic.fields import FieldInfo

WORDS: Mapping[Any, str] = {
    str: "text",
    bool: "`true` or `false`",
    int: "whole number",
    float: "number",
    Path: "folder",
    SecretStr: "secret",
    tuple: "list, as JSON",
    Mapping: "mapping, as JSON",
}

BOUNDS: Mapping[str, str] = {"ge": "from", "gt": "above", "le": "to"}


def choices(field: FieldInfo) -> str:
    """Return which values a field takes, such as ``whole number from 1 to 40``."""
    return " ".join((_kinds(field.annotation), *_bounds(field)))


def _kinds(kind: Any) -> str:
    """Return the kind of value; of several the one that says something."""
    if get_origin(kind) is Literal:
        return ", ".join(f"`{one}`" for one in get_args(kind))
    if (origin := get_origin(kind)) in WORDS:
        return WORDS[origin]
    return WORDS[kind] if kind in WORDS else next(_kinds(one) for one in get_args(kind) if one is not type(None))


def _bounds(field: FieldInfo) -> Iterator[str]:
    """Yield the bounds of a number, the lower one first."""
    for name, word in BOUNDS.items():
        for bound in field.metadata:
            if (value := getattr(bound, name, None)) is not None:
                yield f"{word} {value:g}"
