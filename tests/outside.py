"""What lies outside: switched off for every process a test starts, unless the test brings a world of its own."""

from shared.settings import KEYS_ELSEWHERE, PREFIX
from shared.settings.naming import OUTSIDE

NAMES = ("pubmed", "clinicaltrials", "europepmc", "openalex", "duckduckgo", "tavily")

OFF = {f"VOUCH_{name.upper()}__ENABLED": "false" for name in NAMES} | {"VOUCH_THINKING": "rules"}
"""Also Claude: a key of whoever runs the tests must not be spent by one. A world with a Claude switches it on again."""


def leads_outside(variable: str) -> bool:
    """Say whether a variable holds a key or a setting of whoever runs the tests: no test may see it."""
    own = variable.startswith(PREFIX) and not variable.startswith(OUTSIDE)
    return own or variable.startswith(("ANTHROPIC_", "LANGFUSE_")) or variable in KEYS_ELSEWHERE.values()
