"""Every setting with its default: from ``VOUCH_*`` variables, else from the file that ``VOUCH_CONFIG`` names.

``docs/settings.md`` lists them all; it is generated from what is written here.
"""

from .checking import check_file, check_names
from .groups import (
    NO_KEY,
    PRICES,
    PRICES_AS_OF,
    AgentSettings,
    ClaudeSettings,
    EmbedderSettings,
    LangfuseSettings,
    PagesSettings,
    Price,
    SourceSettings,
    TelemetrySettings,
)
from .loading import CONFIG, config_path, load
from .naming import file_names, keys_in, known_names, variable_of
from .reading import KEYS_ELSEWHERE, UnfitSettingsError, read_settings
from .whole import PREFIX, SIMILARITY, Settings

__all__ = [
    "CONFIG",
    "KEYS_ELSEWHERE",
    "NO_KEY",
    "PREFIX",
    "PRICES",
    "PRICES_AS_OF",
    "SIMILARITY",
    "AgentSettings",
    "ClaudeSettings",
    "EmbedderSettings",
    "LangfuseSettings",
    "PagesSettings",
    "Price",
    "Settings",
    "SourceSettings",
    "TelemetrySettings",
    "UnfitSettingsError",
    "check_file",
    "check_names",
    "config_path",
    "file_names",
    "keys_in",
    "known_names",
    "load",
    "read_settings",
    "variable_of",
]
