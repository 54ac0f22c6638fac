"""What settings are called: a variable in the environment, a path of keys in the file. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from pydantic import BaseModel, SecretStr

from .keyfiles import ENDING
from .loading import CONFIG
from .whole import PREFIX, Settings

OUTSIDE = ("VOUCH_RECORDINGS", "VOUCH_CHAOS_", "VOUCH_SCRIPT_")
"""How variables of the tests begin, which no service reads."""

Place = tuple[int | str, ...]
"""Where a setting stands: ``("claude", "url")``."""


def is_group(kind: Any) -> bool:
    """Say whether a setting is several that belong together, each with a variable of its own."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def kind_of(group: Any, name: str) -> Any:
    """Return the annotation of what is called *name* in a group or a mapping; raise ``KeyError`` where nothing is."""
    if is_group(group):
        return group.model_fields[name].annotation
    return get_args(group)[1]


def holds_more(kind: Any) -> bool:
    """Say whether a setting has others below it: a group, or a mapping by names that an operator chooses."""
    return is_group(kind) or get_origin(kind) is Mapping


def is_json(kind: Any) -> bool:
    """Say whether a variable of this kind is written as JSON."""
    return get_origin(kind) in (Mapping, tuple)


def setting_of(place: Place) -> tuple[str, ...]:
    """Return where the setting stands that has a variable of its own and holds *place*."""
    field = Settings.model_fields.get(str(place[0]))
    depth = 2 if field and is_group(field.annotation) else 1
    return tuple(map(str, place[:depth]))


def variable_of(place: Place) -> str:
    """Return the variable that sets a field; what lies deeper in a mapping is set by the variable of the mapping."""
    return PREFIX + "__".join(setting_of(place)).upper()


def path_of(place: Place) -> str:
    """Return how one speaks of a setting in the file: ``claude.url``."""
    return ".".join(map(str, place))


def variables() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield each setting that has a variable of its own: where it stands, and its annotation."""
    for name, field in Settings.model_fields.items():
        if is_group(field.annotation):
            yield from (((name, inner), kind_of(field.annotation, inner)) for inner in field.annotation.model_fields)  # type: ignore[union-attr]
        else:
            yield (name,), field.annotation


def keys_in(told: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the paths of what a file holds and nobody else should read: keys, and headers that may be one."""
    found = []
    for place, kind in variables():
        group = told if len(place) == 1 else told.get(place[0])
        if is_secret(kind) and isinstance(group, dict) and group.get(place[-1]):
            found.append(path_of(place))
    return tuple(found)


def is_secret(kind: Any) -> bool:
    """Say whether a setting is a secret, or holds some."""
    return kind is SecretStr or SecretStr in get_args(kind)


def setting_names() -> frozenset[str]:
    """Return the variable of every setting, those of nested ones too."""
    return frozenset(variable_of(place) for place, _ in variables())


def file_names() -> frozenset[str]:
    """Return the variables that name a secret's file in place of the secret."""
    return frozenset(variable_of(place) + ENDING for place, kind in variables() if kind is SecretStr)


def known_names() -> frozenset[str]:
    """Return every variable that is read, also those that name a file."""
    return setting_names() | file_names() | {CONFIG}
