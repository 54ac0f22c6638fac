"""What one must know of Langfuse to ask it anything: whether it is set up, and what its two keys make."""

import base64
from collections.abc import Mapping
from types import MappingProxyType

from shared.settings import LangfuseSettings

VARIABLES: Mapping[str, str] = MappingProxyType(
    {"URL": "VOUCH_LANGFUSE__URL", "API_KEY": "VOUCH_LANGFUSE__PUBLIC_KEY and VOUCH_LANGFUSE__SECRET_KEY"}
)
"""What a person should look at when the address or the keys are wrong."""


def is_set_up(settings: LangfuseSettings) -> bool:
    """Say whether there is an address and both keys."""
    return bool(settings.url and settings.public_key and settings.secret_key.get_secret_value())


def authorization(settings: LangfuseSettings) -> str:
    """Return the header ``Authorization``: Basic, of both keys."""
    pair = f"{settings.public_key}:{settings.secret_key.get_secret_value()}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"
