"""The rows that the program fills: counts, flow, hypotheses, candidates, and what was checked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from shared import messages as m
from shared.appraisal.effects import shows_no_difference
from shared.audit.attributing import DESIGN_NAMES, SECONDARY, SUBJECT_NAMES, named
from shared.audit.escaping import escaped_cell
from shared.audit.markers import marker_of
from shared.audit.prose import FEWEST_WORDS, quotations
from shared.audit.references import STATUS_NAMES as RETRACTION_NAMES

STANDING_LINE = "Not medical advice; not a systematic review."
"""Every format carries it (evidence.md, 9)."""

STATUS_NAMES: dict[m.HypothesisStatus, str] = {
    "supported-in-humans": "supported in humans",
    "supported-preclinically": "supported in preclinical work only",
    "mixed": "mixed",
    "contradicted": "contradicted",
    "untested": "not tested",
}
TESTED_IN_PART = "tested in part: not every link"
"""Later works speak for or against a link, and to none of the rest; no chain is stronger than its weakest link."""

MOST_SOURCES = 8
"""Named behind a candidate; its cells and the findings name those they lean on."""
MOST_PROBLEMS = 10
"""Named on the page."""
_COUNTS = (
    ("Human, randomised", "human_randomised"),
    ("Human, other designs", "human_other"),
    ("Animal", "animal"),
    ("In vitro", "in_vitro"),
    ("Reviews, meta-analyses and guidelines (not counted as studies)", "secondary"),
)
_FLOW = (
    ("Identified", "identified"),
    ("Merged with another record of the same work", "merged"),
    ("Excluded by a filter", "excluded"),
    ("Unreadable", "unreadable"),
    ("Not read for lack of room", "not_read"),
    ("Read", "read"),
    ("Judged", "judged"),
    ("Cited", "cited"),
)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; pipes in its cells are escaped."""
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(map(escaped_cell, line))} |" for line in lines)


def count_rows(report: m.ResearchReport) -> Iterator[tuple[str, str]]:
    """Yield each kind of study with its number."""
    return ((name, str(getattr(report.study_counts, field))) for name, field in _COUNTS)


def flow_rows(flow: m.StudyFlow) -> Iterator[tuple[str, str]]:
    """Yield each stage with its number of works."""
    return ((name, str(getattr(flow, field))) for name, field in _FLOW)


EVIDENCE_HEAD = ("Work", "Study", "Effect, as stated", "Direction", "Counted")
EVIDENCE_CAPTION = (
    "Every work that was read for this report, those that count first; works of one study share its number and count "
    "once. A dash stands where no estimate was stated or none could be read."
)
DIRECTION_NAMES: dict[m.Direction, str] = {
    "benefit": "benefit",
    "harm": "harm",
    "no-difference": "no difference shown",
    "mixed": "mixed",
    "unknown": "not read",
}
"""How a table calls a direction; none shown is not none (evidence.md, 4)."""


def evidence_lines(report: m.ResearchReport) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the evidence table; a work goes by its name where its reference is known."""
    names = {one.source_id: named(one) for one in report.references}
    for row in report.evidence_table:
        work = f"{names.get(row.source_id, '')} {marker_of((row.source_id,))}".strip()
        yield work, _studied(row), row.effect or "–", _direction(row), _counts(row)


def _studied(row: m.EvidenceRow) -> str:
    """Return design, subject and size of a work, and what warns of it."""
    told = [DESIGN_NAMES[row.design], SUBJECT_NAMES[row.subject_studied]]
    told += [f"n = {row.sample_size:,}"] if row.sample_size else []
    told += ["not peer reviewed"] if row.counted and not row.peer_reviewed else []
    status = RETRACTION_NAMES.get(row.retraction.status, "")
    return ", ".join(filter(None, (*told, status)))


def _direction(row: m.EvidenceRow) -> str:
    """Return which way a work points; only a narrow interval or equivalence shows no difference."""
    if row.direction == "no-difference" and row.outcome and shows_no_difference(row.outcome.quotation):
        return "no difference"
    return DIRECTION_NAMES[row.direction] if row.outcome or row.direction != "unknown" else "–"


def _counts(row: m.EvidenceRow) -> str:
    """Return whether a work counts, else why not; of a review, which works it names."""
    if row.counted:
        return "yes"
    named = f"; it names {marker_of(row.includes)}" if row.includes else ""
    missing = "its reference list was not read" if row.includes else "overlap not checked"
    unchecked = f"; {missing}" if row.design in SECONDARY and not row.overlap_checked else ""
    return f"no: {row.why_not}{named}{unchecked}"


def hypothesis_rows(report: m.ResearchReport) -> Iterator[tuple[str, ...]]:
    """Yield each hypothesis with independent studies for and against; one never tested says so."""
    for one in report.hypotheses_tested:
        tested = bool(one.supported or one.contradicted)
        yield (
            one.mechanism,
            TESTED_IN_PART if tested and one.status == "untested" else STATUS_NAMES[one.status],
            _counted(one.supported, one.supporting_sources) if tested else "not tested",
            _counted(one.contradicted, one.contradicting_sources) if tested else "not tested",
            marker_of(one.derived_from) or "–",
        )


def _counted(number: int, source_ids: tuple[str, ...]) -> str:
    """Return a count with the works behind it."""
    return f"{number} {marker_of(source_ids)}".strip()


def candidate_lines(row: m.CandidateDetails) -> Iterator[str]:
    """Yield what is known of a candidate, and what was looked for and not found."""
    yield f"Direction of the evidence: {row.direction}"
    yield f"Best human evidence: {row.best_human_evidence}"
    yield f"Best preclinical evidence: {row.best_preclinical_evidence}"
    yield f"Trials: {'; '.join(row.trials) or 'no trial is named among the sources read'}"
    yield f"Harms reported: {row.harms}"
    yield f"Contraindications named: {'; '.join(row.contraindications) or 'none in the passages read'}"
    yield f"Approval: {row.approval}"
    more = len(row.source_ids) - MOST_SOURCES
    beyond = f" and {more} more" if more > 0 else ""
    yield f"Sources: {marker_of(row.source_ids[:MOST_SOURCES])}{beyond}"


def checked_lines(report: m.ResearchReport) -> Iterator[str]:
    """Yield how far the report was checked; quotations and paraphrases are counted apart."""
    audit = report.audit
    if not audit.claims:
        yield "There was nothing to check: the report makes no statement on a source."
        return
    yield f"{audit.cited_sentences} of {audit.evidence_sentences} sentences of the findings cite a source."
    by = " and ".join(dict.fromkeys(one.verdict_by for claim in report.claims for one in claim.checks)) or "rules"
    yield f"{audit.claims_checked} of {audit.claims} sentences in the claim ledger were checked, by {by}."
    yield from _beside_the_rates(audit)
    yield from _rates("quotations", (claim for claim in report.claims if _quotes(claim)))
    yield from _rates("other sentences", (claim for claim in report.claims if not _quotes(claim)))
    yield from _marked(audit.problems)


def _beside_the_rates(audit: m.Audit) -> Iterator[str]:
    """Yield what is in no rate: sentences of the program's own, and those on which two checkers differ."""
    if audit.program_sentences:
        yield f"{audit.program_sentences} sentences were made by the program from its records, and are in no rate."
    if audit.disagreements:
        yield f"On {audit.disagreements} sentences the two checkers do not agree: the weaker verdict shows."


def _marked(problems: tuple[str, ...]) -> Iterator[str]:
    """Yield what still fails, not without end; the report's own field holds all."""
    for problem in problems[:MOST_PROBLEMS]:
        yield f"Still failing: {problem}"
    if more := len(problems[MOST_PROBLEMS:]):
        yield f"Still failing: {more} more, each marked where it stands."


def _quotes(claim: m.Claim) -> bool:
    """Say whether a claim quotes a passage."""
    return any(len(one.text.split()) >= FEWEST_WORDS for one in quotations(claim.sentence))


def _rates(name: str, claims: Iterable[m.Claim]) -> Iterator[str]:
    """Yield the verdicts on one kind of sentence."""
    verdicts = Counter(claim.verdict for claim in claims)
    if verdicts:
        told = ", ".join(f"{number} {verdict.replace('-', ' ')}" for verdict, number in sorted(verdicts.items()))
        yield f"Of {verdicts.total()} {name}: {told}."
