"""What a check says: a verdict, its reason in words, and the place that was looked at."""

from collections.abc import Iterable
from typing import NamedTuple

from shared import messages as m

CHECKER = "rules"

_STRENGTH: dict[m.Verdict, int] = {
    "contradicted": 0,
    "mismatch": 1,
    "not-checked": 2,
    "partly": 3,
    "numbers-and-direction-match": 4,
    "supported": 5,
    "verbatim": 6,
}


class Finding(NamedTuple):
    """What the check of one clause against one source says, and the place it looked at."""

    verdict: m.Verdict
    reason: str = ""
    passages: tuple[m.SourcePassage, ...] = ()


def weakest(findings: Iterable[Finding]) -> Finding:
    """Return the finding that shows where several were made, with the passages of all."""
    made = tuple(findings)
    worst = min(made, key=lambda finding: _STRENGTH[finding.verdict])
    return worst._replace(passages=tuple(dict.fromkeys(passage for one in made for passage in one.passages)))


def strongest(findings: Iterable[Finding]) -> Finding:
    """Return the best of several findings on the same words."""
    return max(findings, key=lambda finding: _STRENGTH[finding.verdict])
