"""Reads fields of a vendor's JSON without trusting its shape: what is absent or of another kind is empty. Pure."""

import re
from collections.abc import Mapping
from typing import TypeAlias

Row: TypeAlias = Mapping[str, object]
"""A JSON object."""

_COUNT = re.compile(r"[0-9]{1,15}")
"""More digits count nothing, and Python refuses to read more than 4,300."""


def as_row(value: object) -> Row:
    """Return *value* where it is a JSON object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def inner(row: Row, *path: str) -> Row:
    """Return the object at *path*."""
    for name in path:
        row = as_row(row.get(name))
    return row


def said(row: Row, *path: str) -> str:
    """Return the text or number at *path* as text without space around it."""
    value = inner(row, *path[:-1]).get(path[-1])
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()


def items(row: Row, *path: str) -> tuple[object, ...]:
    """Return the entries of the list at *path*."""
    value = inner(row, *path[:-1]).get(path[-1])
    return tuple(value) if isinstance(value, list) else ()


def rows(row: Row, *path: str) -> tuple[Row, ...]:
    """Return the objects in the list at *path*."""
    return tuple(one for one in items(row, *path) if isinstance(one, Mapping))


def words(row: Row, *path: str) -> tuple[str, ...]:
    """Return the texts in the list at *path*."""
    return tuple(one.strip() for one in items(row, *path) if isinstance(one, str) and one.strip())


def count(row: Row, *path: str) -> int | None:
    """Return the whole number at *path*, written as a number or as text; never a negative one, nor a monstrous one."""
    text = said(row, *path).removesuffix(".0")
    return int(text) if _COUNT.fullmatch(text) else None
