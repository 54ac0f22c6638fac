"""Finds what nothing reads: a misspelt variable, a misspelt key in the file. Both would change nothing, in silence."""

import difflib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from shared.errors import CannotDo

from .loading import config_path, load
from .naming import (
    OUTSIDE,
    Place,
    holds_more,
    is_group,
    is_json,
    kind_of,
    known_names,
    path_of,
    setting_names,
    variable_of,
    variables,
)
from .whole import PREFIX, Settings

_PARTS = re.compile(r"__|\.")


def check_names(environment: Mapping[str, str] | None = None) -> None:
    """Raise ``CannotDo`` for a ``VOUCH_*`` variable that nothing reads, or that is no JSON where it must be."""
    names = environment if environment is not None else os.environ
    known = known_names()
    unknown = sorted(
        name for name in names if name.startswith(PREFIX) and name not in known and not name.startswith(OUTSIDE)
    )
    _refuse((*(_misspelt(name, known) for name in unknown), *_no_json(names)))


def check_file(environment: Mapping[str, str]) -> None:
    """Raise ``CannotDo`` for a key in the file that nothing reads, and for whatever else is wrong with the file."""
    told, path = load(environment), config_path(environment)
    _refuse(f"{path}: {problem}" for problem in _problems(told, Settings, ()))


def _refuse(problems: Iterable[str]) -> None:
    """Raise ``CannotDo`` where there are any problems."""
    if told := "; ".join(problems):
        raise CannotDo(told)


def _misspelt(name: str, known: Iterable[str]) -> str:
    """Return what to do about one unknown variable."""
    near = difflib.get_close_matches(name.removeprefix(PREFIX), [one.removeprefix(PREFIX) for one in known], n=1)
    return f"{name} is no setting of Vouch" + (f"; do you mean {PREFIX}{near[0]}?" if near else "")


def _no_json(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the variables that must be JSON and are not."""
    names = (variable_of(place) for place, kind in variables() if is_json(kind))
    yield from (f"{name} must be JSON, and is not" for name in names if not _is_json(environment.get(name) or "null"))


def _is_json(text: str) -> bool:
    """Say whether a text is JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _problems(told: Any, kind: Any, place: Place) -> Iterator[str]:
    """Yield the keys below *place* that nothing reads, and what stands where other settings should."""
    if not holds_more(kind):
        return
    if not isinstance(told, dict):
        yield f"{path_of(place)} has settings below it, and is none itself"
        return
    for key, value in told.items():
        if is_group(kind) and key not in kind.model_fields:
            yield f"{path_of((*place, key))} is no setting of Vouch{_meant(place, key, kind.model_fields)}"
        else:
            yield from _problems(value, kind_of(kind, key), (*place, key))


def _meant(place: Place, key: str, names: Iterable[str]) -> str:
    """Return which key may have been meant, if one is near: one beside it, or a variable's name as it is exported."""
    parts = tuple(_PARTS.split(key.removeprefix(PREFIX).lower()))
    if not place and variable_of(parts) in setting_names():
        return f"; do you mean {_written(parts)}?"
    near = difflib.get_close_matches(key, names, n=1)
    return f"; do you mean {path_of((*place, near[0]))}?" if near else ""


def _written(parts: tuple[str, ...]) -> str:
    """Return how a setting is written in the file."""
    return f"`{parts[0]}: {{{parts[1]}: …}}`" if len(parts) > 1 else parts[0]
