"""Orders for reports: made-up works on a made-up drug, with every default in place."""

from collections.abc import Sequence

from shared import messages as m
from tests.builders import NOON, RUN, at, make_assessment, make_citation, make_hypothesis, make_record

QUESTION = "Does velomirine prevent relapse of fever?"
LARGE_TRIAL = "Relapse within 6 months occurred in 12% with velomirine and in 31% with placebo (p < 0.001)."
SMALL_TRIAL = "At 6 months there was no difference in relapse between velomirine and placebo (hazard ratio 0.98)."
COHORT = "Haemolysis was seen in 4 of 212 patients who took velomirine for relapsing marsh fever."
REVIEW = "Across three trials velomirine reduced relapse of marsh fever compared with placebo."
MICE = "Velomirine inhibited the enzyme KRT5 in the liver of mice and reduced relapse by 60%."
CELLS = "In cultured hepatocytes velomirine blocked KRT5 and killed the dormant parasites."


def make_reference(number: int, **fields: object) -> m.Reference:
    """Return work number *number* of the registry."""
    citation = make_citation(
        f"Velomirine, work {number}",
        date=f"{2000 + number}",
        authors=(f"Author{number}, A", "Other, B"),
        journal="J Ague",
    )
    given: dict[str, object] = {
        "source_id": f"S{number}",
        "citation": citation,
        "identifiers": m.Identifiers(doi=f"10.1000/v{number}"),
        "design": "randomised-trial",
        "subject_studied": "human",
        "study_id": f"S{number}",
    }
    return m.Reference.model_validate(given | fields)


def make_piece(number: int, content: str = LARGE_TRIAL, **fields: object) -> m.Evidence:
    """Return a passage of work number *number*."""
    given: dict[str, object] = {
        "work_id": f"w{number}",
        "source_id": f"S{number}",
        "content": content,
        "citation": make_reference(number).citation,
        "design": "randomised-trial",
        "subject": "human",
    }
    return m.Evidence.model_validate(given | fields)


def make_order(works: Sequence[tuple[m.Reference, m.Evidence | None]] = (), **fields: object) -> m.ReportRequested:
    """Return an order with these works, those with a passage as evidence."""
    given: dict[str, object] = {
        "run_id": RUN,
        "step": "report",
        "expires_at": at(120),
        "question": QUESTION,
        "bibliography": tuple(reference for reference, _ in works),
        "evidence": tuple(piece for _, piece in works if piece),
        "record": m.RunRecord(searches=(make_record(query=QUESTION),), rounds=1),
    }
    return m.ReportRequested.model_validate(given | fields)


def work(number: int, content: str = LARGE_TRIAL, **fields: object) -> tuple[m.Reference, m.Evidence]:
    """Return a work and its passage; *fields* are facts that both know."""
    both = {name: fields[name] for name in ("design", "retraction", "study_id") if name in fields}
    subject = fields.get("subject", "human")
    reference = make_reference(number, **both, subject_studied=subject, kind=fields.get("kind", "article"))
    return reference, make_piece(number, content, **{name: fields[name] for name in fields if name != "kind"})


def full_works() -> list[tuple[m.Reference, m.Evidence | None]]:
    """Return works of every kind: trials that differ, a cohort, a review, mice, cells, a registry entry, a web page."""
    retracted = m.Retraction(status="retracted", checked_in="pubmed", checked_at=NOON)
    entry = "Overall status: Terminated. Enrollment: 40. Primary completion: 2023-01. Why stopped: slow enrolment."
    return [
        work(1, f"BACKGROUND: Marsh fever relapses. RESULTS: {LARGE_TRIAL}", sample_size=640),
        work(2, SMALL_TRIAL, sample_size=88),
        work(3, COHORT, design="cohort", sample_size=212),
        work(4, REVIEW, design="meta-analysis"),
        work(5, MICE, design="controlled-trial", subject="animal"),
        work(6, CELLS, design="unknown", subject="in-vitro"),
        work(7, LARGE_TRIAL, retraction=retracted),
        work(8, entry, design="registry-entry", level="registry", kind="registry-entry", study_id="NCT00000008"),
        work(9, "Velomirine cures 99% of marsh fever.", design="unknown", level="web-page", kind="web-page"),
        (make_reference(10), None),
    ]


def full_order(**fields: object) -> m.ReportRequested:
    """Return an order with something for every part of a report."""
    hypotheses = (
        make_hypothesis(
            drug="velomirine",
            target="KRT5",
            pathway="liver stage",
            effect="fewer relapses",
            derived_from=("S5",),
            tested_by=("S6",),
            supporting_evidence=("S5", "S6"),
            status="supported-preclinically",
            links=(m.Link(name="drug-target", quotation=MICE, supporting=("S5",)),),
        ),
    )
    given: dict[str, object] = {
        "hypotheses": hypotheses,
        "assessment": full_assessment(),
        "record": m.RunRecord(
            searches=(
                make_record(query=QUESTION, hits=40, fetched=40, read=10, skipped=1, skipped_names=("record 7",)),
            ),
            rounds=2,
            stopped_by="The evidence is sufficient by the rule of the domain.",
            flow=m.StudyFlow(identified=40, merged=5, not_read=25, read=10, judged=9),
        ),
    }
    return make_order(full_works(), **(given | fields))


def full_assessment() -> m.JudgeAssessment:
    """Return a judgement with a candidate and a conflict."""
    base = make_assessment(direction="benefit", certainty_reasons=("Two randomised trials; they do not agree.",))
    row = m.CandidateDetails(
        drug="velomirine",
        indication="relapse of marsh fever",
        best_human_evidence="randomised trial in humans, n = 640",
        best_preclinical_evidence="controlled trial in mice",
        direction="benefit",
        source_ids=("S1", "S5"),
    )
    conflict = m.Conflict(
        description="The trials disagree on relapse at 6 months",
        first_source_ids=("S1",),
        second_source_ids=("S2",),
        differs_in="dose",
    )
    found = m.KeyFinding(finding_id="F1", text=LARGE_TRIAL, source_ids=("S1",), direction="benefit")
    details = base.details.model_copy(
        update={
            "drug_candidates": ("velomirine",),
            "candidate_details": (row,),
            "conflicts": (conflict,),
            "key_findings": (found,),
        }
    )
    return base.model_copy(update={"details": details})
