"""Patterns made of phrases, one to a line, so that each can be read and argued about. Pure."""

import re


def any_of(*phrases: str) -> re.Pattern[str]:
    """Return a pattern that finds any of these phrases, in either case, over line ends."""
    return re.compile("|".join(phrases), re.IGNORECASE | re.DOTALL)
