"""The figures of a report as data: which works of which design and year, and which way studies point.

What is drawn is what the rows say; counts are of what was read, and no verdict follows from them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from shared import messages as m
from shared.audit.attributing import SECONDARY
from shared.audit.exports.page import Figure
from shared.audit.references import year_of
from shared.audit.studies import apart, by_study

DESIGNS: tuple[m.Design, ...] = (
    "meta-analysis",
    "systematic-review",
    "guideline",
    "review",
    "randomised-trial",
    "controlled-trial",
    "cohort",
    "case-control",
    "cross-sectional",
    "case-report",
    "protocol",
    "registry-entry",
    "editorial",
    "unknown",
)
"""In the order of the figure's lines: those that speak of others' studies first."""

RANDOMISED: frozenset[m.Design] = frozenset({"randomised-trial"})

DIRECTIONS: tuple[m.Direction, ...] = ("benefit", "no-difference", "harm", "mixed", "unknown")
KINDS = (
    "Human, randomised",
    "Human, other designs",
    "Animal",
    "In vitro",
    "Other or unstated subject",
    "Reviews and guidelines, apart",
)

_NAMES: dict[m.Design, str] = {
    "meta-analysis": "meta-analysis",
    "case-control": "case–control",
    "unknown": "design not stated",
}
BY_YEAR, AGREEMENT = "design-and-year", "agreement"
UNDATED = "no year"


def figures_of(report: m.ResearchReport) -> tuple[Figure, ...]:
    """Return the figures that a report has data for."""
    return tuple(one for one in (_by_year(report), _agreement(report.evidence_table)) if one)


def _by_year(report: m.ResearchReport) -> Figure | None:
    """Return the works by design and year of publication."""
    works = (*report.references, *report.reviewed_not_cited)
    drawn = [one for one in works if one.kind != "web-page" and not one.retraction.bars]
    if not drawn:
        return None
    grouped: dict[tuple[m.Design, str], list[str]] = defaultdict(list)
    for one in drawn:
        grouped[one.design, year_of(one.citation) or UNDATED].append(one.source_id)
    places = sorted(grouped, key=lambda place: (DESIGNS.index(place[0]), place[1]))
    rows = tuple((_named(one[0]), one[1], str(len(grouped[one])), ", ".join(grouped[one])) for one in places)
    left_out = len(works) - len(drawn)
    more = f" {left_out} more are left out: web pages and retracted works." if left_out else ""
    totals = Counter(one.design for one in drawn)
    told = ", ".join(f"{_named(design)} {totals[design]}" for design in DESIGNS if totals[design])
    return Figure(
        name=BY_YEAR,
        title="Works read, by design and year",
        told=f"{len(drawn)} works: {told}. {_years(grouped)}{more}",
        head=("Design", "Year", "Works", "Sources"),
        rows=rows,
    )


def _years(places: Iterable[tuple[m.Design, str]]) -> str:
    """Return from when to when the works are."""
    years = sorted({year for _, year in places} - {UNDATED})
    if not years:
        return "None states a year."
    return f"Published {years[0]} to {years[-1]}." if len(years) > 1 else f"All of {years[0]}."


def _agreement(table: Sequence[m.EvidenceRow]) -> Figure | None:
    """Return the independent studies by kind and direction; reviews are a line of their own."""
    counts = {kind: Counter(pointing) for kind, pointing in _pointing(table).items()}
    if not counts:
        return None
    shown = tuple(kind for kind in KINDS if kind in counts)
    told = "; ".join(f"{kind}: {_told(counts[kind])}" for kind in shown)
    return Figure(
        name=AGREEMENT,
        title="Which way the studies point, by kind",
        told=f"{told}. Each study counts once. Counts are of what was read; no verdict follows from a majority.",
        head=("Kind of study", *(name.replace("-", " ").capitalize() for name in DIRECTIONS)),
        rows=tuple((kind, *(str(counts[kind][direction]) for direction in DIRECTIONS)) for kind in shown),
    )


def _pointing(table: Sequence[m.EvidenceRow]) -> dict[str, list[m.Direction]]:
    """Return the direction of each study by its kind, each study once, as its strongest work."""
    reviews: dict[str, list[m.EvidenceRow]] = defaultdict(list)
    for row in apart(table):
        reviews[row.study_id or row.source_id].append(row)
    pointing: dict[str, list[m.Direction]] = defaultdict(list)
    for works in (*by_study(table).values(), *reviews.values()):
        pointing[kind_of(works[0])].append(_one({row.direction for row in works}))
    return pointing


def kind_of(row: m.EvidenceRow) -> str:
    """Return the line of the figure that a work belongs to."""
    if row.design in SECONDARY:
        return KINDS[5]
    if row.subject_studied == "human":
        return KINDS[0] if row.design in RANDOMISED else KINDS[1]
    return {"animal": KINDS[2], "in-vitro": KINDS[3]}.get(row.subject_studied, KINDS[4])


def _one(directions: set[m.Direction]) -> m.Direction:
    """Return the direction of a study whose works say these: those that say nothing do not count."""
    known = directions - {"unknown"}
    if len(known) > 1:
        return "mixed"
    return next(iter(known), "unknown")


def _told(counts: Counter[m.Direction]) -> str:
    """Return counts in words."""
    return ", ".join(_each(counts))


def _each(counts: Counter[m.Direction]) -> Iterator[str]:
    """Yield each direction with its number."""
    return (f"{counts[one]} {one.replace('-', ' ')}" for one in DIRECTIONS if counts[one])


def _named(design: m.Design) -> str:
    """Return a design as a person writes it."""
    return _NAMES.get(design, design.replace("-", " "))
