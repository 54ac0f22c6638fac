"""Say in a person's words what is wrong with a value. Pure: from pydantic's facts to a sentence."""

import difflib
import re

from pydantic_core import ErrorDetails

_QUOTED = re.compile(r"'([^']+)'")


def in_words(error: ErrorDetails) -> str:
    """Return what is wrong with one field, and what would be right."""
    facts, given = error.get("ctx", {}), error["input"]
    match error["type"]:
        case "greater_than_equal":
            words = f"must be at least {facts['ge']:g}, not {given}"
        case "greater_than":
            words = f"must be above {facts['gt']:g}, not {given}"
        case "finite_number":
            words = f"must be a number, not {given}"
        case "literal_error":
            words = _choices(str(given), facts["expected"])
        case "too_long" | "string_too_long":
            words = f"has {len(given):,} characters; at most {facts['max_length']:,} are allowed: shorten it"
        case "string_pattern_mismatch":
            words = "may only have letters, digits, - and _, and at most 64 of them"
        case kind if kind.startswith("date"):
            words = f"{given.strip()!r} is no date: write it as 2019-09-18, 2019-09 or 2019"
        case _:
            words = error["msg"].removeprefix("Value error, ")
    return words


def _choices(given: str, expected: str) -> str:
    """Return what there is to choose from, the nearest first."""
    choices = [choice for choice in _QUOTED.findall(expected) if choice != "web"]
    near = difflib.get_close_matches(given, choices, n=1)
    hint = f"; do you mean {near[0]}?" if near else ""
    return f"{given!r} is not known{hint or ':'} choose from {', '.join(choices)}"
