"""Text as any message can carry it: no halves of characters, and only encodings that texts are really in. Pure."""

import codecs
import json
import re
from typing import Any

_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
"""What steers a terminal or turns the direction of writing round."""

_ENCODINGS = frozenset(
    {
        *("ascii", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "koi8-r", "koi8-u", "tis-620"),
        *(f"iso8859-{part}" for part in range(1, 17)),
        *(f"cp{page}" for page in (866, 874, 932, 949, 950, *range(1250, 1259))),
        *("mac-roman", "mac-cyrillic", "gbk", "gb2312", "gb18030", "big5", "big5hkscs", "euc_kr"),
        *("euc_jp", "iso2022_jp", "shift_jis"),
    }
)
"""Those of the web (WHATWG's list), as Python calls them. Its others are for names of hosts, for source code or for
tests: some raise at any byte, and one takes hours for a megabyte."""


def encoding_of(name: str) -> str:
    """Return what Python calls the encoding *name*, or nothing where no text of the web is in one of that name."""
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
    return found if found in _ENCODINGS else ""


def whole(text: str) -> str:
    r"""Return *text* with halves of characters joined, or replaced by U+FFFD where the other half is missing.

    JSON may hold them (``"\ud83d"``), and no message, hash or file can.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def printable(text: str) -> str:
    """Return *text* with a space for each control character; line breaks and tabs stay."""
    return whole(_CONTROL.sub(" ", text))


def json_of(given: bytes | str) -> Any:
    """Return what JSON says, every text in it whole. Raises ``ValueError`` or ``RecursionError`` for what is none."""
    text = given if isinstance(given, str) else given.decode(json.detect_encoding(given), "surrogatepass")
    value = json.loads(whole(text))
    return _whole(value) if _ESCAPED_HALF.search(text) else value


def _whole(value: Any) -> Any:
    """Return a value of JSON with every text in it whole, names included."""
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    if isinstance(value, dict):
        return {whole(name): _whole(one) for name, one in value.items()}
    return value
