"""Names in the order in which they are said, as reference lists have them. Pure."""

import re

_GROUP = re.compile(
    r"\b(?:group|consortium|collaborati(?:on|ve)|investigators?|network|committee|society|association|initiative|trial"
    r"|study|team|organi[sz]ation|institute|university|foundation|registry)\b|\d",
    re.IGNORECASE,
)
_PARTICLES = frozenset(
    {"al", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "le", "ten", "ter", "van", "von"}
)
_SUFFIX = re.compile(r"(?:[js]r\.?|ii|iii|iv)", re.IGNORECASE)


def listed_name(name: str) -> str:
    """Return ``Family, Given``; a group, a single word and what is written so already stay as they are.

    Particles belong to the family's name: ``Ludwig van Beethoven`` is ``van Beethoven, Ludwig``.
    """
    parts = name.split()
    if "," in name or len(parts) < 2 or _GROUP.search(name):  # noqa: PLR2004 -- a given and a family name
        return " ".join(parts)
    suffix = 1 if len(parts) > 2 and _SUFFIX.fullmatch(parts[-1]) else 0  # noqa: PLR2004 -- a suffix beside the two
    start = max(len(parts) - suffix - 1, 1)
    while start > 1 and parts[start - 1].lower() in _PARTICLES:
        start -= 1
    return f"{' '.join(parts[start:])}, {' '.join(parts[:start])}"
