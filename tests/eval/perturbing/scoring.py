"""Hold the checker to the cases: how much of what was made false it catches, how much of what is true it accuses.

The checker sees a sentence with its marker and a source with the whole abstract, as the audit of a report does.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from shared import messages as m
from shared.audit.checking import check
from shared.audit.prose import Clause
from shared.audit.shelf import Source, shelf_of
from tests.eval.measuring import RESAMPLES, SEED, Floats, Interval
from tests.eval.perturbing.generating import CHANGES, REWORDINGS, UNCHANGED
from tests.eval.perturbing.values import Abstract, Case

ACCUSED = frozenset({"mismatch", "contradicted"})
VOUCHED = frozenset({"verbatim", "numbers-and-direction-match", "supported", "partly"})

Way = Literal["paraphrase", "quotation"]
"""Whether the sentence stands in the report as its own words or between quotation marks."""


class Scored(NamedTuple):
    """A case, and what the checker said of it."""

    case: Case
    way: Way
    verdict: m.Verdict
    reason: str


class Pool(NamedTuple):
    """Kinds whose cases are counted together, and the goal for them."""

    name: str
    kinds: tuple[str, ...]
    goal: float
    """Caught at least so often; of what is kept, accused at most so often."""


FALSE_POOLS = (
    Pool("numbers, units and doses", ("number", "unit", "dose"), 0.95),
    Pool(
        "direction, negation and swaps",
        (
            "direction",
            "negation inserted",
            "negation removed",
            "arms swapped",
            "outcomes swapped",
            "time points swapped",
        ),
        0.85,
    ),
)
TRUE_POOLS = (Pool("unchanged", (UNCHANGED,), 0.03), Pool("reworded", tuple(REWORDINGS), 0.03))


@cache
def source_of(abstract: Abstract) -> Source:
    """Return an abstract as the only source of a report; its record says whom it is on, and else it is on people."""
    citation = m.Citation(source="pubmed", title=abstract.title or "Untitled", date="2010")
    design: m.Design = "randomised-trial" if "Randomized Controlled Trial" in abstract.kinds else "unknown"
    subject: m.Subject = "animal" if _is_of(abstract, "Animals") and not _is_of(abstract, "Humans") else "human"
    reference = m.Reference(source_id="S1", citation=citation, design=design, subject_studied=subject)
    piece = m.Evidence(
        work_id="w1",
        source_id="S1",
        content=abstract.text,
        citation=citation,
        design=design,
        subject=subject,
        locator=m.Locator(start=0, end=len(abstract.text)),
    )
    return shelf_of((reference,), (piece,))["S1"]


def _is_of(abstract: Abstract, heading: str) -> bool:
    """Say whether a record has a heading, whatever stands behind its slash."""
    return any(one.lstrip("*").partition("/")[0] == heading for one in abstract.headings)


def scored(cases: Iterable[Case], way: Way = "paraphrase") -> tuple[Scored, ...]:
    """Return what the checker says of each case."""
    return tuple(_scored(case, way) for case in cases)


def _scored(case: Case, way: Way) -> Scored:
    """Return what the checker says of one case."""
    words = case.changed.removesuffix(".")
    told = f"“{case.changed}”" if way == "quotation" else words
    finding = check(Clause(told, ("S1",)), f"{told} [S1].", source_of(case.abstract))
    return Scored(case, way, finding.verdict, finding.reason)


def share(found: Sequence[Scored], holds: Callable[[Scored], bool]) -> Interval:
    """Return the share of *found* for which something holds, with an interval resampled by abstract."""
    hits: dict[str, list[int]] = defaultdict(list)
    for one in found:
        hits[one.case.abstract.key].append(holds(one))
    sums = np.array([(sum(group), len(group)) for group in hits.values()], dtype=float)
    low, high = np.percentile(_resampled(sums), (2.5, 97.5)) if len(sums) else (0.0, 1.0)
    return Interval(float(sums[:, 0].sum() / sums[:, 1].sum()) if len(sums) else 0.0, float(low), float(high))


def _resampled(sums: Floats) -> Floats:
    """Return the shares of resampled abstracts, of which *sums* has hits and cases."""
    random = np.random.default_rng(SEED)
    drawn = [sums[random.integers(0, len(sums), (100, len(sums)))].sum(axis=1) for _ in range(RESAMPLES // 1000)]
    both = np.concatenate(drawn)
    shares: Floats = both[:, 0] / both[:, 1]
    return shares


def is_accused(one: Scored) -> bool:
    """Say whether the checker calls a sentence wrong."""
    return one.verdict in ACCUSED


def is_vouched(one: Scored) -> bool:
    """Say whether the checker stands for a sentence; of a false one that is the worst that can happen."""
    return one.verdict in VOUCHED


def lines(found: Sequence[Scored]) -> Iterator[str]:
    """Yield the table: each kind, then the pools with their goals."""
    yield f"{'':<34}{'n':>6}  {'accused':<22}{'not checked':<22}vouched for"
    yield "made false"
    for kind in CHANGES:
        yield _line(kind, [one for one in found if one.case.kind == kind])
    yield "as it was, or only written otherwise"
    for kind in (UNCHANGED, *REWORDINGS):
        yield _line(kind, [one for one in found if one.case.kind == kind])
    yield "goals"
    yield from (_goal(pool, found, caught=True) for pool in FALSE_POOLS)
    yield from (_goal(pool, found, caught=False) for pool in TRUE_POOLS)


def _line(name: str, found: Sequence[Scored]) -> str:
    """Return one row of the table."""
    unsettled = share(found, lambda one: one.verdict == "not-checked")
    figures = (share(found, is_accused), unsettled, share(found, is_vouched))
    return f"  {name:<32}{len(found):>6}  " + "".join(f"{_told(one):<22}" for one in figures).rstrip()


def _goal(pool: Pool, found: Sequence[Scored], *, caught: bool) -> str:
    """Return one row of the goals."""
    share_of = share([one for one in found if one.case.kind in pool.kinds], is_accused)
    met = share_of.mean >= pool.goal if caught else share_of.mean <= pool.goal
    wanted = f"{'at least' if caught else 'at most'} {pool.goal:.0%} accused"
    return f"  {pool.name:<32}{_told(share_of)}  {wanted}: {'met' if met else 'not met'}"


def _told(share_of: Interval) -> str:
    """Return a share with its interval."""
    return f"{share_of.mean:6.1%} ({share_of.low:.1%}–{share_of.high:.1%})"
