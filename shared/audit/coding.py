"""Markers that stand in code: a reader sees them as they are, and they cite nothing."""

import re

from shared.audit.markers import ids_in_sloppy, spelled_out

_CODE = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})[^\n`]*\n(?:.*\n)*?[ \t]*(?P=fence)[ \t]*$"
    r"|(?P<tick>`+)(?!`)[^\n]+?(?<!`)(?P=tick)(?!`)",
    re.MULTILINE,
)
"""A block between fences, or a stretch of a line between backticks; what never closes is no code."""


def without_code_markers(text: str) -> tuple[str, tuple[str, ...]]:
    """Return *text* with the markers in its code spelled out as ``(S1)``, and the source ids in them."""
    if "`" not in text and "~~~" not in text:
        return text, ()
    found = tuple(dict.fromkeys(one for code in _CODE.finditer(text) for one in ids_in_sloppy(code.group())))
    return _CODE.sub(lambda code: spelled_out(code.group()), text), found
