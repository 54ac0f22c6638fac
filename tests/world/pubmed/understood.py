"""What a query finds, how PubMed understood it, and what of it was not found."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .catalogue import NOTHING, Pmids
from .reading import Op


@dataclass(frozen=True)
class Part:
    """What a part of a query finds; None where nothing of it is known, so that it is passed over."""

    pmids: Pmids | None = None
    said: str = ""
    """The part as PubMed translates it."""


@dataclass
class Understood:
    """A query as it was understood."""

    pmids: Pmids = NOTHING
    said: str = ""
    translations: list[tuple[str, str]] = field(default_factory=list)
    phrases_not_found: list[str] = field(default_factory=list)
    fields_not_found: list[str] = field(default_factory=list)
    phrases_ignored: list[str] = field(default_factory=list)
    quoted_not_found: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """What the best matches are ranked by: all words that may be in a paper, those after NOT left out."""


def all_fields(text: str) -> str:
    """Return *text* as it is translated."""
    return f"{text}[All Fields]" if text.endswith("*") else f'"{text}"[All Fields]'


def all_of(parts: Iterable[Part]) -> Part:
    """Return what all parts find."""
    whole = Part()
    for part in parts:
        whole = joined_by(whole, "AND", part)
    return whole


def joined_by(left: Part, op: Op, right: Part) -> Part:
    """Join two parts; one of which nothing is known changes nothing, and what is denied of nothing is nothing."""
    if right.pmids is None:
        return left if left.said else right
    if left.pmids is None:
        return replace(right, pmids=NOTHING) if op == "NOT" and left.said else right
    both = {"AND": left.pmids & right.pmids, "OR": left.pmids | right.pmids, "NOT": left.pmids - right.pmids}
    return Part(both[op], f"{left.said} {op} {right.said}")
