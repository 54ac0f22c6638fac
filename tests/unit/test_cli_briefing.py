"""The first screen: the answer, what it rests on, and what nobody looked at."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from services.cli.briefing import first_screen
from services.cli.panes import print_screen
from services.cli.presenting import Printing, present
from services.cli.screen import Screen
from shared import messages as m
from tests.builders import NOON, QUESTION, RUN, at, make_citation, make_record, make_report


def make_end(report: m.ResearchReport, **fields: object) -> m.ResearchCompleted:
    """Return a run that ended with this report."""
    given: dict[str, object] = {
        "run_id": RUN,
        "question": QUESTION,
        "status": "complete",
        "stopped_by": "sufficient",
        "reason": "The evidence is sufficient.",
        "report": report,
        "markdown": "# A page\n",
        "searches": (make_record("pubmed"),),
        "started_at": NOON,
        "ended_at": at(4),
    }
    return m.ResearchCompleted.model_validate(given | fields)


def told(report: m.ResearchReport, **fields: object) -> dict[str, str]:
    """Return the first screen of a report by what its lines are about."""
    return dict(first_screen(make_end(report, **fields), report))


def make_row(source_id: str, design: m.Design, study_id: str = "", **fields: object) -> m.EvidenceRow:
    """Return a human study of the evidence table."""
    given = {"source_id": source_id, "design": design, "study_id": study_id or source_id, "subject_studied": "human"}
    return m.EvidenceRow.model_validate(given | fields)


def make_entry(number: int, **trial: object) -> m.Reference:
    """Return a registry entry without results."""
    return m.Reference(source_id=f"S{number}", citation=make_citation(), trial=m.Trial.model_validate(trial))


def test_independent_human_studies_are_counted_by_design_and_reviews_apart() -> None:
    """Two works of one trial are one study, and its best design counts; nothing else is among them."""
    table = (
        make_row("S1", "randomised-trial", "NCT01"),
        make_row("S2", "cohort", "NCT01"),
        make_row("S3", "cohort"),
        make_row("S4", "meta-analysis"),
        make_row("S5", "cohort", subject_studied="animal"),
        make_row("S6", "randomised-trial", counted=False, why_not="retracted"),
    )
    counts = m.StudyCounts(human_randomised=1, human_other=1, animal=1, secondary=1)

    assert told(make_report(evidence_table=table, study_counts=counts))["Human studies"] == (
        "2 independent (randomised trial: 1; cohort study: 1); apart from them reviews or guidelines: 1, in animals: 1"
    )


def test_where_the_table_counts_otherwise_the_reports_own_counts_stand() -> None:
    """Two numbers for one thing on one screen would help nobody."""
    counts = m.StudyCounts(human_randomised=3, human_other=4)

    assert told(make_report(study_counts=counts))["Human studies"] == "7 independent (3 randomised, 4 of other designs)"


def test_silence_about_harms_is_never_a_clean_bill() -> None:
    """The candidate's own words say that nothing is known; without a candidate nobody collected any."""
    silent = m.CandidateDetails(drug="drug A")

    assert told(make_report(candidate_details=(silent,)))["Harms"] == "drug A: no safety data among the sources read"
    assert told(make_report())["Harms"].startswith("no candidate was named")


def test_harms_are_cut_at_a_word_and_further_candidates_counted() -> None:
    """One screen holds no list of adverse events; that there is more is said."""
    many = tuple(m.CandidateDetails(drug=f"drug {n}", harms="dizziness " * 60) for n in range(4))

    harms = told(make_report(candidate_details=many))["Harms"]

    assert "dizziness …" in harms
    assert harms.endswith("(2 more candidates on the page)")


def test_trials_without_results_are_ongoing_silent_or_stopped_with_the_reason() -> None:
    """Terminated is no harm and completed is no success: the registry's words stand as they are."""
    entries = (
        make_entry(1, status="COMPLETED"),
        make_entry(2, status="TERMINATED", why_stopped="Slow recruitment."),
        make_entry(3, status="RECRUITING"),
        make_entry(4, status="COMPLETED"),
        make_entry(5, status="UNKNOWN"),
        make_entry(6, status="COMPLETED", has_results=True),
    )

    assert told(make_report(reviewed_not_cited=entries))["Trials"] == (
        "2 completed, no results posted (S1, S4); 1 stopped (S2: Slow recruitment); 1 ongoing (S3); "
        "1 of unknown status (S5)"
    )


def test_that_no_trial_is_named_says_whether_a_registry_was_asked() -> None:
    """No trial in a registry that nobody opened is no finding."""
    asked = (make_record("clinicaltrials"),)

    assert told(make_report())["Trials"].endswith("; no trial registry was searched")
    assert told(make_report(), searches=asked)["Trials"] == "none without results among the works found"


def test_what_was_not_searched_is_named_with_the_reason_or_as_not_asked() -> None:
    """A source that failed once and answered once was searched."""
    failed = {"status": "failed", "reason": "Europe PMC is away."}
    searches = (make_record("pubmed", **failed), make_record("pubmed"), make_record("europepmc", **failed))

    assert told(make_report(), searches=searches)["Not searched"] == (
        "europepmc (Europe PMC is away); not asked: library, clinicaltrials, openalex, web"
    )


def test_the_date_of_the_search_and_the_newest_human_study_stand_together() -> None:
    """A reader must see how old the answer is (evidence.md, 10)."""
    human = m.Reference(source_id="S1", citation=make_citation(date="2019"), subject_studied="human", design="cohort")
    review = m.Reference(source_id="S2", citation=make_citation(date="2024"), subject_studied="human", design="review")
    flow = m.StudyFlow(identified=9, read=5)

    assert told(make_report(references=(human, review)), flow=flow)["Searched"] == (
        "2026-01-01 (UTC) in pubmed: 9 records found, 5 works read, 2 cited; newest human study: 2019; "
        "strings: `vouch searches r1`"
    )


def test_how_far_it_was_checked_stands_beside_what_is_not_verified() -> None:
    """No rate without what it is a rate of, and where to look."""
    claims = tuple(
        m.Claim(sentence="So.", section="Conclusion", source_ids=("S1",), verdict=verdict)
        for verdict in ("verbatim", "not-checked", "contradicted")
    )
    audit = m.Audit(claims=3, claims_checked=2, evidence_sentences=2, cited_sentences=1, problems=("x",))

    assert told(make_report(claims=claims, audit=audit))["Checked"] == (
        "2 of 3 sentences checked; 1 of 2 sentences of the findings cite a source; 1 contradicted, 1 not checked; "
        "1 problems stand marked; `vouch report r1 --problems`"
    )


def test_a_partial_run_says_so_first_and_once() -> None:
    """The summary of a partial run begins with it; where it does not, the screen does (evidence.md, 8)."""
    partial = {"status": "partial", "reason": "All rounds were used up."}
    said = make_report(executive_summary="Partial result: " + "all rounds were used up. " * 6)

    assert next(iter(told(make_report(), **partial).items())) == ("Partial", "All rounds were used up.")
    assert next(iter(told(said, **partial))) == "Answer"


def test_the_first_screen_fits_the_smallest_terminal() -> None:
    """With a summary, harms, trials and gaps as long as they get, 80 columns and 24 lines hold it."""
    report = make_report(
        executive_summary="The human evidence read points to benefit in one large trial. " * 8,
        candidate_details=(m.CandidateDetails(drug="drug A", harms="dizziness in some of the people " * 20),),
        reviewed_not_cited=tuple(make_entry(n, status="COMPLETED") for n in range(1, 30)),
        study_counts=m.StudyCounts(human_randomised=4, human_other=6, secondary=3, animal=2, in_vitro=2),
    )
    out = io.StringIO()

    print_screen(Console(file=out, width=80), first_screen(make_end(report), report))

    assert max(map(len, out.getvalue().splitlines())) <= 80
    assert len(out.getvalue().splitlines()) <= 24


def test_brief_prints_the_screen_in_place_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """In a pipe a line each, with tabs; the page is one command away."""
    present(make_end(make_report()), Screen(Console(file=io.StringIO())), Printing(brief=True))

    printed = capsys.readouterr().out
    assert printed.startswith("Answer\tDrug A halved relapses")
    assert "# A page" not in printed


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.pdf", b"%PDF-"), ("a.DOCX", b"PK"), ("a.html", b"<!doctype"), ("a.json", b"{"), ("a.md", b"# "), ("a", b"# ")],
)
def test_a_report_is_written_in_the_form_that_the_files_name_says(name: str, begins: bytes, tmp_path: Path) -> None:
    """Markdown in a file called a.pdf opens in nothing; without an ending that is known it is the page."""
    present(make_end(make_report()), Screen(Console(file=io.StringIO())), Printing(tmp_path / name, brief=True))

    assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_run_without_a_report_leaves_no_empty_file(tmp_path: Path) -> None:
    """That nothing is written is said; for a program the end itself is something to keep."""
    end, said = make_end(make_report()).model_copy(update={"report": None, "markdown": ""}), io.StringIO()

    for name in ("a.pdf", "a.md", "a.json"):
        present(end, Screen(Console(file=said, width=400)), Printing(tmp_path / name))
    present(end, Screen(Console(file=said, width=400)), Printing(tmp_path / "a", as_json=True))

    assert sorted(one.name for one in tmp_path.iterdir()) == ["a", "a.json"]
    assert said.getvalue().count("the run has no report") == 2
