"""Settings from one YAML file, the one that ``VOUCH_CONFIG`` names. Here it is read; ``checking`` looks at its keys."""

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # it ships no types

from shared.errors import CannotDo

CONFIG = "VOUCH_CONFIG"

_MERGE = "tag:yaml.org,2002:merge"


def config_path(environment: Mapping[str, str]) -> Path | None:
    """Return the file that holds settings; None where none is named."""
    named = environment.get(CONFIG, "").strip()
    return Path(named).expanduser() if named else None


def load(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return what the file says, without what it leaves empty; nothing where no file is named.

    Raises ``CannotDo`` where the file is missing, cannot be read, or holds anything but a YAML mapping.
    """
    path = config_path(environment)
    if path is None:
        return {}
    try:
        told = yaml.load(_text(path), _Loader)  # noqa: S506 -- a safe loader of our own
    except yaml.YAMLError as error:
        message = f"{path}, which {CONFIG} names, is no YAML: {_where(error)}"
        raise CannotDo(message) from None
    if told is None:
        return {}
    if not isinstance(told, dict):
        message = f"{path}, which {CONFIG} names, holds no settings: write each on a line, as `log_level: DEBUG`"
        raise CannotDo(message)
    return _without_empty(told)


def _text(path: Path) -> str:
    """Return the text of the file; raise ``CannotDo`` where there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        message = f"{CONFIG} names {path}, which does not exist: make it, or name another"
    except UnicodeDecodeError:
        message = f"{path}, which {CONFIG} names, is no text in UTF-8"
    except OSError as error:
        message = f"{path}, which {CONFIG} names, cannot be read: {error.strerror}"
    raise CannotDo(message)


class _Loader(yaml.SafeLoader):  # type: ignore[misc]  # it has no types
    """Makes plain values only, and refuses a key that is written twice: YAML would forget the first in silence."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 -- its signature
        """Return a mapping; raise ``ConstructorError`` for a key that stands there twice."""
        seen: set[str] = set()
        for key in (one for one, _ in node.value if isinstance(one, yaml.ScalarNode) and one.tag != _MERGE):
            if key.value in seen:
                raise yaml.constructor.ConstructorError(None, None, f"{key.value} is written twice", key.start_mark)
            seen.add(key.value)
        made: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return made


def _where(error: yaml.YAMLError) -> str:
    """Return what is wrong and in which line; never the line itself, which may hold a key."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return "it holds characters that are none"
    return f"line {error.problem_mark.line + 1}: {error.problem}"


def _without_empty(told: dict[Any, Any]) -> dict[str, Any]:
    """Return a mapping without the keys that have nothing behind them: like an empty variable, they change nothing."""
    kept = ((str(key), value) for key, value in told.items() if value is not None)
    return {key: _without_empty(value) if isinstance(value, dict) else value for key, value in kept}
