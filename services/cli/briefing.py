"""A report on one screen: answer, basis, harms, trials, what was not searched, and how far it was checked. Pure.

All of it is in the report's own fields; nothing is weighed here.
"""

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from shared import messages as m
from shared.audit.references import year_of

from .doubts import WORST_FIRST
from .lines import plain
from .tables import shortened

SCREEN_HEAD = ("What", "Words")

Line = tuple[str, str]
"""What it is about, and what there is to say."""

DIRECTIONS: dict[m.Direction, str] = {
    "benefit": "the evidence read points to benefit",
    "harm": "the evidence read points to harm",
    "no-difference": "the evidence read shows no difference",
    "mixed": "the evidence read points both ways",
    "unknown": "the evidence read gives no direction",
}
_NO_RESULT: frozenset[m.Design] = frozenset({"protocol", "editorial", "registry-entry"})
_OPEN = frozenset({"RECRUITING", "NOT_YET_RECRUITING", "ENROLLING_BY_INVITATION", "ACTIVE_NOT_RECRUITING"})
_STOPPED = frozenset({"TERMINATED", "WITHDRAWN", "SUSPENDED"})
MOST_HARM_CHARACTERS = 160
MOST_CANDIDATES = 2
MOST_NAMED = 6
"""Of what fits on a screen; the page has all."""


def first_screen(end: m.ResearchCompleted, report: m.ResearchReport) -> tuple[Line, ...]:
    """Return the lines of the first screen; that a run is partial comes before its answer (evidence.md, 8)."""
    from shared.audit.tables import STANDING_LINE  # noqa: PLC0415 -- a tenth of a second, for every command

    lines: tuple[Line, ...] = (
        ("Partial", _partial(end, report)),
        ("Answer", plain(report.executive_summary)),
        ("Direction", DIRECTIONS[report.direction]),
        ("Human studies", _studies(report)),
        ("Harms", _harms(report.candidate_details)),
        ("Trials", _trials(end, report)),
        ("Not searched", _not_searched(end.searches)),
        ("Searched", _searched(end, report)),
        ("Checked", _checked(end, report)),
        ("", STANDING_LINE),
    )
    return tuple((name, words) for name, words in lines if words)


def _partial(end: m.ResearchCompleted, report: m.ResearchReport) -> str:
    """Return that a run is partial, and why, where the summary does not begin with it."""
    is_said = report.executive_summary.casefold().startswith("partial")
    return plain(end.reason) if end.status == "partial" and not is_said else ""


def _studies(report: m.ResearchReport) -> str:
    """Return the independent human studies by design; reviews stand apart, and other subjects are named for what."""
    from shared.audit.attributing import DESIGN_NAMES  # noqa: PLC0415 -- a tenth of a second, for every command
    from shared.audit.studies import STRONGEST_FIRST  # noqa: PLC0415 -- comes with it

    counts = report.study_counts
    number = counts.human_randomised + counts.human_other
    designs = _designs(report.evidence_table)
    told = f"{counts.human_randomised} randomised, {counts.human_other} of other designs"
    if designs.total() == number and number:
        in_order = sorted(designs, key=STRONGEST_FIRST.index)
        told = "; ".join(f"{DESIGN_NAMES[one]}: {designs[one]}" for one in in_order)
    apart = ((counts.secondary, "reviews or guidelines"), (counts.animal, "in animals"), (counts.in_vitro, "in vitro"))
    beside = ", ".join(f"{what}: {count}" for count, what in apart if count)
    return f"{number} independent ({told})" + (f"; apart from them {beside}" if beside else "")


def _designs(table: Iterable[m.EvidenceRow]) -> Counter[m.Design]:
    """Return how many human studies of each design the evidence table counts; of a study's works the best counts."""
    from shared.audit.studies import by_study  # noqa: PLC0415 -- a tenth of a second, for every command

    best = (works[0] for works in by_study(table).values())
    return Counter(row.design for row in best if row.subject_studied == "human" and row.design not in _NO_RESULT)


def _harms(candidates: tuple[m.CandidateDetails, ...]) -> str:
    """Return what is reported of harms for each candidate; that nothing is known of them is said, too."""
    if not candidates:
        return "no candidate was named, so none were collected: the findings may name some"
    told = [f"{one.drug}: {shortened(plain(one.harms), MOST_HARM_CHARACTERS)}" for one in candidates[:MOST_CANDIDATES]]
    more = len(candidates) - len(told)
    return " ".join((*told, *([f"({more} more candidates on the page)"] if more > 0 else [])))


def _trials(end: m.ResearchCompleted, report: m.ResearchReport) -> str:
    """Return the trials without results: ongoing, completed and silent, stopped with the reason."""
    entries = [
        one for one in (*report.references, *report.reviewed_not_cited) if one.trial and not one.trial.has_results
    ]
    kinds: dict[str, list[str]] = {}
    for one in sorted(entries, key=lambda one: int(one.source_id[1:])):
        kinds.setdefault(_kind(one.trial), []).append(_named(one))
    told = "; ".join(f"{len(ids)} {kind} ({_some(ids)})" for kind, ids in kinds.items())
    asked = any(one.source == "clinicaltrials" and one.status == "answered" for one in end.searches)
    return told or f"none without results among the works found{'' if asked else '; no trial registry was searched'}"


def _kind(trial: m.Trial | None) -> str:
    """Return what has become of a trial that reports nothing."""
    status = trial.status if trial else ""
    if status in _OPEN:
        return "ongoing"
    if status in _STOPPED:
        return "stopped"
    return "completed, no results posted" if status == "COMPLETED" else "of unknown status"


def _named(reference: m.Reference) -> str:
    """Return the number of a trial's entry, with why it was stopped."""
    why = reference.trial.why_stopped.rstrip(".") if reference.trial else ""
    return f"{reference.source_id}: {plain(why)}" if why else reference.source_id


def _some(ids: list[str]) -> str:
    """Return some of the works, and how many more there are."""
    more = len(ids) - MOST_NAMED
    return ", ".join(ids[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _not_searched(searches: tuple[m.SearchRecord, ...]) -> str:
    """Return the sources that were asked and gave no answer, with the reason, and those that nobody asked."""
    answered = {one.source for one in searches if one.status == "answered"}
    failed = {one.source: one.reason for one in reversed(searches) if one.source not in answered}
    told = [f"{source} ({plain(reason).rstrip('.') or 'no reason was given'})" for source, reason in failed.items()]
    never = [one for one in get_args(m.SourceName) if one not in answered | failed.keys()]
    return "; ".join((*told, *([f"not asked: {', '.join(never)}"] if never else [])))


def _searched(end: m.ResearchCompleted, report: m.ResearchReport) -> str:
    """Return the day of the last search, what answered, and how many records became how many works."""
    from shared.audit.attributing import SECONDARY  # noqa: PLC0415 -- a tenth of a second, for every command

    days = [one.asked_at for one in end.searches]
    if not days:
        return "nothing was searched"
    listed = (*report.references, *report.reviewed_not_cited)
    human = (one for one in listed if one.subject_studied == "human" and one.design not in SECONDARY | _NO_RESULT)
    newest = max((year_of(one.citation) for one in human), default="")
    answered = dict.fromkeys(one.source for one in end.searches if one.status == "answered")
    flow = f"{end.flow.identified} records found, {end.flow.read} works read, {len(report.references)} cited"
    newest_words = f"; newest human study: {newest}" if newest else ""
    where = ", ".join(answered) or "none that answered"
    return f"{max(days):%Y-%m-%d} (UTC) in {where}: {flow}{newest_words}; strings: `vouch searches {end.run_id}`"


def _checked(end: m.ResearchCompleted, report: m.ResearchReport) -> str:
    """Return how far the report was checked, and what is not verified in it."""
    audit = report.audit
    verdicts = Counter(claim.verdict for claim in report.claims)
    unsure = ", ".join(f"{verdicts[one]} {one.replace('-', ' ')}" for one in WORST_FIRST if verdicts[one])
    problems = f"{len(audit.problems)} problems stand marked" if audit.problems else ""
    hint = f"`vouch report {end.run_id} --problems`" if unsure or problems else ""
    cited = f"{audit.cited_sentences} of {audit.evidence_sentences} sentences of the findings cite a source"
    checked = f"{audit.claims_checked} of {audit.claims} sentences checked; {cited}"
    return "; ".join(filter(None, (checked, unsure, problems, hint)))
