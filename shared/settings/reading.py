"""Reads the settings, as every process does once at its start; says what is wrong by the name an operator knows."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import SecretStr, ValidationError
from pydantic_core import ErrorDetails

from shared.errors import CannotDo

from .checking import check_file, check_names
from .groups import ClaudeSettings, SourceSettings
from .loading import config_path, load
from .naming import Place, path_of, setting_of, variable_of
from .whole import Settings

KEYS_ELSEWHERE = {
    "pubmed": "NCBI_API_KEY",
    "openalex": "OPENALEX_API_KEY",
    "tavily": "TAVILY_API_KEY",
    "claude": "ANTHROPIC_API_KEY",
}
"""Variables that other programs read a vendor's key from; our own, and the file, go before them."""

InWords = Callable[[ErrorDetails], str]


class UnfitSettingsError(CannotDo):
    """Some values cannot be used; *problems* has a sentence for each, which begins with its name."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def plainly(error: ErrorDetails) -> str:
    """Return what is wrong with a value as pydantic says it; never the value, for it may be a secret."""
    return error["msg"]


def read_settings(in_words: InWords = plainly) -> Settings:
    """Return what the environment sets, and the file where the environment does not.

    Raises ``CannotDo`` for a name that is misspelt or a file that cannot be used, ``UnfitSettingsError`` for values.
    """
    check_names()
    check_file(os.environ)
    try:
        return with_keys(Settings(), os.environ)
    except ValidationError as error:
        wrong = {_named(one["loc"]): in_words(one) for one in error.errors(include_url=False)}
        raise UnfitSettingsError(tuple(f"{name}: {why}" for name, why in wrong.items())) from None


def with_keys(settings: Settings, environment: Mapping[str, str]) -> Settings:
    """Return the settings with the keys that stand where other programs look for them."""
    update: dict[str, SourceSettings | ClaudeSettings] = {}
    for name, variable in KEYS_ELSEWHERE.items():
        own: SourceSettings | ClaudeSettings = getattr(settings, name)
        if not own.key and (key := environment.get(variable, "").strip()):
            update[name] = own.model_copy(update={"api_key": SecretStr(key)})
    return settings.model_copy(update=update)


def _named(place: Place) -> str:
    """Return what set a value: its variable, or its path in the file; both where both say something there."""
    variable, path = variable_of(place), config_path(os.environ)
    in_file = f"{path_of(place)} in {path}" if _stands(load(os.environ), setting_of(place)) else ""
    in_environment = variable if os.environ.get(variable) or not in_file else ""
    return " or ".join(filter(None, (in_environment, in_file)))


def _stands(told: Any, place: tuple[str, ...]) -> bool:
    """Say whether there is something at *place* in the file."""
    for part in place:
        if not isinstance(told, dict) or part not in told:
            return False
        told = told[part]
    return True
