"""Secrets from files, as Docker and Kubernetes hand them to a process: ``VOUCH_CLAUDE__API_KEY_FILE`` names one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shared.errors import CannotDo

ENDING = "_FILE"
"""Makes the variable that names a secret's file out of the one that holds the secret itself."""


def secrets(environment: Mapping[str, str], prefix: str) -> dict[str, Any]:
    """Return what the files hold, group by group as the settings are; an empty file says nothing, as an empty variable.

    Whether such a setting exists is looked at elsewhere (``checking``). Raises ``CannotDo`` for a file that is missing,
    cannot be read, or holds more than a secret.
    """
    told: dict[str, Any] = {}
    for variable, path in environment.items():
        if not (path and variable.startswith(prefix) and variable.endswith(ENDING)):
            continue
        if secret := _secret(variable, path):
            *groups, name = variable.removeprefix(prefix).removesuffix(ENDING).lower().split("__", 1)
            place = told.setdefault(groups[0], {}) if groups else told
            place[name] = secret
    return told


def _secret(variable: str, path: str) -> str:
    """Return the one line of a file; what is wrong is said without it."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig").strip()
    except FileNotFoundError:
        message = f"{variable} names {path}, which does not exist: make it, or leave the variable empty"
    except UnicodeDecodeError:
        message = f"{path}, which {variable} names, is no text in UTF-8"
    except OSError as error:
        message = f"{path}, which {variable} names, cannot be read: {error.strerror}"
    else:
        if "\n" not in text:
            return text
        message = f"{path}, which {variable} names, holds several lines: the secret must stand there alone"
    raise CannotDo(message)
