"""The words and signs of the verdicts, the same in every format: never a colour alone."""

from typing import NamedTuple

from shared import messages as m
from shared.audit.exports.page import Entry


class Sign(NamedTuple):
    """How a verdict is shown: a sign, its name, and what it means."""

    sign: str
    name: str
    means: str


SIGNS: dict[m.Verdict, Sign] = {
    "verbatim": Sign("=", "verbatim", "the words stand in the source as they are quoted"),
    "numbers-and-direction-match": Sign(
        "≈", "numbers and direction match", "a paraphrase whose numbers and direction are those of the passage"
    ),
    "supported": Sign("✓", "supported", "a language model finds that the passage says this"),
    "partly": Sign("±", "partly", "the passage says a part of this"),
    "mismatch": Sign("≠", "mismatch", "something named differs from the passage"),
    "contradicted": Sign("×", "contradicted", "the passage says the opposite"),
    "not-checked": Sign("?", "not checked", "nobody could settle it: that is neither right nor wrong"),
}
"""From the best to the worst; what was not checked stands last."""


def told(entry: Entry) -> str:
    """Return the verdict on a sentence in words: what, by whom, and why."""
    by = f", by {entry.by}" if entry.by else ""
    why = f": {entry.reason}" if entry.reason else ""
    return f"{SIGNS[entry.verdict].name}{by}{why}"


def spoken(entry: Entry) -> tuple[str, ...]:
    """Return what each checker says of each source, where there is more than one voice."""
    if len(entry.voices) < 2:  # noqa: PLR2004 -- one voice is the verdict itself
        return ()
    return tuple(
        f"{one.by} on {one.source_id}: {SIGNS[one.verdict].name}{f' – {one.reason}' if one.reason else ''}"
        for one in entry.voices
    )
