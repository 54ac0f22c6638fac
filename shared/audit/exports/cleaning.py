"""Text that every format can hold: XML, and so HTML and Word, has no room for some characters."""

import re

from shared.characters import printable

_NO_CHARACTER = re.compile(r"[\ufdd0-\ufdef\ufffe\uffff]|[\U0001fffe\U0001ffff]")


def clean(text: str) -> str:
    """Return *text* without what steers a terminal, turns writing round, or is no character at all."""
    return _NO_CHARACTER.sub("\ufffd", printable(text))


def in_a_line(text: str) -> str:
    """Return *text* clean and on one line."""
    return " ".join(clean(text).split())
