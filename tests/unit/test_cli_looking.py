"""A closer look at a run: every work, what was left out, one work, and what is not verified."""

import csv
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from services.cli.cells import WORK_HEAD, work_cells
from services.cli.doubts import doubts
from services.cli.excluded import left_out
from services.cli.exhibits import exhibit
from services.cli.exits import BadInput
from services.cli.forms import Look, deliver, form_of
from services.cli.looking import looked
from services.cli.looks import (
    brief_look,
    excluded_look,
    exhibit_look,
    problems_look,
    searches_look,
    works_look,
)
from services.cli.presenting import check_view
from services.cli.separating import comma_separated
from services.cli.worklist import work_rows
from shared import messages as m
from shared.errors import CannotDo
from tests.builders import NOON, QUESTION, RUN, at, make_citation, make_evidence, make_record, make_report

PAGE = "# A\n\n## Clinical findings\n\nIt works [^1].\n\n## Conclusion\n\nSo [^1].\n\n## Footnotes\n\n[^1]: A trial.\n"
CHECKED = m.Retraction(status="none-found", checked_in="PubMed", checked_at=NOON)
ASKED = m.FoundBy(source="pubmed", query="drug A", step="1-search")


def make_source(number: int, **fields: object) -> m.RegisteredSource:
    """Return a work with an S number."""
    given: dict[str, object] = {
        "source_id": f"S{number}",
        "citation": make_citation(f"A trial of drug A, number {number}", "2019-09-18"),
        "study_id": f"S{number}",
        "design": "randomised-trial",
        "subject_studied": "human",
        "retraction": CHECKED,
        "found_by": (ASKED,),
        "level": "abstract",
    }
    return m.RegisteredSource.model_validate(given | fields)


def make_claim(verdict: m.Verdict, sentence: str = "", *source_ids: str, **fields: object) -> m.Claim:
    """Return a sentence of the ledger with a verdict."""
    given = {
        "sentence": sentence or f"Drug A is {verdict}.",
        "section": "Clinical findings",
        "source_ids": source_ids or ("S1",),
        "verdict": verdict,
        "verdict_by": "rules",
    }
    return m.Claim.model_validate(given | fields)


def make_end(
    *sources: m.RegisteredSource, report: m.ResearchReport | None = None, **fields: object
) -> m.ResearchCompleted:
    """Return a run whose report cites S1 alone."""
    note = m.Footnote(number=1, source_id="S1", text="A trial.")
    given: dict[str, object] = {
        "run_id": RUN,
        "question": QUESTION,
        "status": "complete",
        "stopped_by": "sufficient",
        "reason": "The evidence is sufficient.",
        "report": report or make_report(footnotes=(note,)),
        "markdown": PAGE,
        "sources": sources or (make_source(1), make_source(2)),
        "started_at": NOON,
        "ended_at": at(4),
    }
    return m.ResearchCompleted.model_validate(given | fields)


def with_report(**fields: object) -> m.ResearchReport:
    """Return a report that cites S1 and says this, too."""
    return make_report(footnotes=(m.Footnote(number=1, source_id="S1", text="A trial."),), **fields)


def test_a_cited_work_says_where_and_how_it_was_found_and_read() -> None:
    """All that a sceptic asks of a work stands in its row; what nobody said is empty, not invented."""
    row = work_rows(make_end())[0]

    assert row.found_by == ("pubmed: drug A",)
    assert (row.level, row.design, row.subject_studied, row.sample_size) == (
        "abstract",
        "randomised-trial",
        "human",
        None,
    )
    assert row.cited_in == ("Clinical findings", "Conclusion")
    assert row.retraction == "none found (checked in PubMed on 2026-01-01)"
    assert (row.effect, row.direction, row.why_not) == ("", "", "")


def test_the_evidence_tables_facts_go_before_the_registrys() -> None:
    """The report knows what its passages say; that a passage states no estimate is said."""
    row = m.EvidenceRow(
        source_id="S1",
        study_id="NCT01",
        design="cohort",
        subject_studied="animal",
        sample_size=31,
        level="full-text",
        effect="hazard ratio 0.3",
        direction="benefit",
    )
    silent = m.EvidenceRow(source_id="S2", direction="unknown")

    first, second = work_rows(make_end(report=with_report(evidence_table=(row, silent))))

    assert (first.design, first.subject_studied, first.sample_size, first.level) == (
        "cohort",
        "animal",
        31,
        "full text",
    )
    assert (first.study_id, first.effect, first.direction) == ("NCT01", "hazard ratio 0.3", "benefit")
    assert (second.effect, second.direction) == ("not stated", "unknown")


def test_a_work_that_is_named_and_does_not_count_says_so() -> None:
    """A web page and a retracted trial stand in the evidence table, too: being cited is not being evidence."""
    row = m.EvidenceRow(source_id="S1", counted=False, why_not="web page")

    first, second = work_rows(make_end(report=with_report(evidence_table=(row, m.EvidenceRow(source_id="S2")))))

    assert (first.cited_in, first.not_counted) == (("Clinical findings", "Conclusion"), "web page")
    assert second.not_counted == ""


@pytest.mark.parametrize(
    ("fields", "row", "why"),
    [
        ({"retraction": {"status": "retracted"}}, {"why_not": "beside the question"}, "retracted"),
        ({}, {"why_not": "beside the question", "counted": False}, "beside the question"),
        ({"level": "title-only"}, None, "title only: there was nothing to rest a sentence on"),
        ({"kind": "web-page"}, None, "web page: never evidence on patients"),
        ({}, {}, "read for the report, which rests no sentence on it"),
        ({}, None, "read, and not among the works chosen for the report"),
    ],
)
def test_a_work_that_is_not_cited_says_why(fields: dict[str, object], row: dict[str, object] | None, why: str) -> None:
    """What bars a work comes first, then how far it came."""
    table = (
        m.EvidenceRow(source_id="S1"),
        *((m.EvidenceRow.model_validate({"source_id": "S2", **row}),) if row is not None else ()),
    )
    end = make_end(make_source(1), make_source(2, **fields), report=with_report(evidence_table=table))

    assert work_rows(end)[1].why_not == why


def test_a_registry_entry_without_results_is_no_evidence() -> None:
    """It is listed with the trials, and supports no finding (evidence.md, 2)."""
    entry = m.Reference(source_id="S2", citation=make_citation(), trial=m.Trial(status="COMPLETED"))

    assert (
        work_rows(make_end(report=with_report(reviewed_not_cited=(entry,))))[1].why_not
        == "registry entry without results"
    )


def test_without_a_report_nothing_is_cited_and_it_says_so() -> None:
    """A cancelled run has works, too."""
    end = make_end().model_copy(update={"report": None, "markdown": ""})

    assert [row.why_not for row in work_rows(end)] == ["no report was written"] * 2


def test_an_alias_has_a_row_that_leads_to_the_lower_number() -> None:
    """Who noted S3 before it proved to be S1 must find it."""
    rows = work_rows(make_end(make_source(1, aliases=("S3",)), make_source(2)))

    assert [(row.source_id, row.why_not) for row in rows][2] == ("S3", "duplicate of S1")


@pytest.mark.parametrize(("source", "told"), [("web", "read by the retrieval agent"), ("pubmed", "not recorded")])
def test_a_work_that_no_query_found_says_how_it_came(source: str, told: str) -> None:
    """The retrieval agent opens pages; a run of an older Vouch recorded nothing."""
    row = work_rows(make_end(make_source(1, found_by=(), citation=make_citation(source=source))))[0]

    assert row.found_by == (f"{source}: {told}",)


def test_what_was_left_out_is_named_where_the_run_has_names_and_counted_elsewhere() -> None:
    """Silence about the rest would read as if there were none."""
    unread = m.UnreadWork(
        citation=make_citation("An old trial", "1999"), found_by=(ASKED,), why="excluded by a filter (published 1999)"
    )
    search = make_record(
        "pubmed",
        query="drug A",
        hits=50,
        fetched=30,
        excluded=4,
        skipped=2,
        skipped_names=("record 7: it has no title",),
        filters_applied=("published from 2010-01-01",),
    )
    end = make_end(unread=(unread,), searches=(search, search), flow=m.StudyFlow(not_read=3))

    told = [(one.count, one.record, one.source, one.why) for one in left_out(end)]

    assert told == [
        (1, "An old trial (1999)", "pubmed", "excluded by a filter (published 1999)"),
        (1, "record 7", "pubmed", "unreadable: it has no title"),
        (1, "", "pubmed", "unreadable; the run does not name them"),
        (2, "", "", "found and not read; the run's end does not name them"),
        (3, "", "pubmed", "excluded by a filter (published from 2010-01-01); not named"),
        (20, "", "pubmed", "hits that were not fetched, of the query “drug A”"),
        (20, "", "pubmed", "hits that were not fetched, of the query “drug A”"),
    ]


@pytest.mark.parametrize("asked", ["S1", "s1", "1", "[S1]", "S3", "S03"])
def test_a_work_is_shown_under_each_of_its_numbers(asked: str) -> None:
    """A person copies a marker as it stands, or an alias from an older page."""
    assert exhibit(make_end(make_source(1, aliases=("S3",))), asked).source_id == "S1"


@pytest.mark.parametrize("asked", ["S9", "S0", "tafenoquine", ""])
def test_an_unknown_number_says_what_there_is(asked: str) -> None:
    """A typing error must not look like a work without sentences."""
    with pytest.raises(
        BadInput, match=rf"run r1 has no work {asked}: name one of S1 to S4; `vouch sources r1` lists them"
    ):
        exhibit(make_end(make_source(1, aliases=("S4",)), make_source(2)), asked)


def test_a_work_is_shown_with_its_passages_and_the_sentences_that_lean_on_it() -> None:
    """With the verdict of each checker on this work, and none of the sentences that lean on others."""
    locator = m.Locator(section="abstract", page=3, start=10, end=90)
    check = m.SourceCheck(source_id="S1", verdict="mismatch", verdict_by="rules", reason="64, not 46")
    other = m.SourceCheck(source_id="S2", verdict="verbatim", verdict_by="rules")
    claim = make_claim(
        "mismatch", "Drug A helped 64% [S1][S2].", "S1", "S2", reason="64, not 46", checks=(check, other)
    )
    piece = make_evidence("w1", "Drug A helped 46%.", source_id="S1", locator=locator)
    report = with_report(claims=(claim, make_claim("verbatim", "", "S2")), evidence=(piece,))
    end = make_end(make_source(1, study_id="NCT01"), make_source(2, study_id="NCT01"), report=report)

    found = exhibit(end, "S1")

    assert [one.source_id for one in found.siblings] == ["S2"]
    assert [(one.quotation, one.locator) for one in found.passages] == [("Drug A helped 46%.", locator)]
    assert [(one.sentence, one.checks) for one in found.sentences] == [("Drug A helped 64% [S1][S2].", (check,))]
    rows = exhibit_look(end, "S1").rows
    assert ("passage", "abstract, page 3, characters 10–90", "Drug A helped 46%.", "", "") in rows
    assert ("mismatch", "Clinical findings", "Drug A helped 64% [S1][S2].", "64, not 46", "rules") in rows


def test_problems_are_sorted_from_the_worst_and_leave_out_what_is_verified() -> None:
    """Somebody with five minutes begins at the top."""
    verdicts: tuple[m.Verdict, ...] = ("partly", "verbatim", "not-checked", "supported", "contradicted", "mismatch")
    audit = m.Audit(claims=6, claims_checked=5, problems=("a marker names nothing",), dangling=("S9",))
    report = with_report(claims=tuple(map(make_claim, verdicts)), audit=audit)

    found = doubts(make_end(report=report), report)

    assert [one.verdict for one in found.sentences] == ["contradicted", "mismatch", "not-checked", "partly"]
    assert found.problems == ("a marker names nothing", "markers that name no source of the run: S9")
    first, *rest = problems_look(make_end(report=report)).rows
    assert first[2].startswith("5 of 6 sentences in the claim ledger were checked")
    assert [row[0] for row in rest] == ["problem", "problem", "contradicted", "mismatch", "not-checked", "partly"]


def test_checkers_that_disagree_come_before_single_sentences() -> None:
    """Whatever verdict shows: two who read the same and differ are where to look first."""
    claim = make_claim("supported", disagreement="rules: mismatch; a model: supported")
    report = with_report(claims=(claim,))

    found = doubts(make_end(report=report), report)

    assert ([one.disagreement for one in found.disagreements], found.sentences) == ([claim.disagreement], ())


def test_a_run_without_a_report_has_no_problems_to_list_and_says_why() -> None:
    """An empty list would read as a clean bill."""
    end = make_end(reason="No source could be asked.").model_copy(update={"report": None})

    for look in (problems_look, brief_look):
        with pytest.raises(CannotDo, match=r"run r1 has no report: No source could be asked\."):
            look(end)


def test_a_search_string_stands_whole_on_one_line_and_each_way_by_itself() -> None:
    """It is there to be pasted into PubMed; one that was cut must say so."""
    asked = "drug[tiab]\nAND b[tiab] … then … drug[tiab] OR " + "b" * 10 + "…"
    end = make_end(searches=(make_record("pubmed", asked=asked, hits=9, fetched=4), make_record("library")))

    rows = searches_look(end).rows

    assert [row[-1] for row in rows] == ["drug[tiab] AND b[tiab]", "drug[tiab] OR bbbbbbbbbb…", QUESTION]
    assert [row[5:7] for row in rows] == [
        ("answered", "1 of 2"),
        ("answered, string cut short", "2 of 2"),
        ("answered", "1 of 1"),
    ]
    assert rows[0][:5] == ("pubmed", "2026-01-01T12:00:00Z", "9", "4", "5")


def test_a_terminal_gets_a_search_string_without_a_break_or_a_mark() -> None:
    """What is copied from the screen is what was asked."""
    out, string = io.StringIO(), "(drug[Title/Abstract] OR drug[MeSH Terms]) AND " * 5
    look = searches_look(make_end(searches=(make_record("pubmed", asked=string, hits=9, fetched=4),)))

    look.show(Console(file=out, width=40, force_terminal=True, highlight=False))

    assert string.strip() in out.getvalue().splitlines()


def test_the_tables_fit_their_heads_and_a_pipe_gets_no_colours(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever cuts a column out must get that column."""
    end = make_end(searches=(make_record(),), report=with_report(claims=(make_claim("mismatch"),)))
    looks = (works_look(end), excluded_look(end), exhibit_look(end, "S1"), searches_look(end), problems_look(end))

    for look in (*looks, brief_look(end)):
        assert {len(row) for row in look.rows} <= {len(look.head)}
        deliver(look, "table", None)
        printed = capsys.readouterr().out
        assert "\x1b" not in printed
        assert [len(line.split("\t")) for line in printed.splitlines()] == [len(look.head)] * (len(look.rows) + 1)
        assert json.loads(look.json)["run_id"] == RUN


def test_csv_is_read_back_as_it_was_written_and_runs_no_formula() -> None:
    """A title from anywhere must not become a command of somebody's spreadsheet."""
    rows = [
        ("a", 'say "x", y'),
        ("=HYPERLINK(1)", "-0.4 (95% CI -1 to 0)"),
        ("@x", "line\nbreak"),
        ("-x", "+1"),
        ("-2.5%", "-3,1"),
    ]

    assert list(csv.reader(io.StringIO(comma_separated(rows)))) == [
        ["a", 'say "x", y'],
        ["'=HYPERLINK(1)", "'-0.4 (95% CI -1 to 0)"],
        ["'@x", "line break"],
        ["'-x", "+1"],
        ["-2.5%", "-3,1"],
    ]


@pytest.mark.parametrize("cell", ["-2+3+cmd|' /C calc'!A0", '+1+HYPERLINK("http://x")', "+1 2", "-1.", "\t=1", "-½"])
def test_what_only_begins_like_a_number_is_kept_a_text(cell: str) -> None:
    """A formula may begin with a digit; a cell is a number only when all of it is."""
    assert list(csv.reader(io.StringIO(comma_separated([(cell,)])))) == [[f"'{cell.strip()}"]]


@pytest.mark.parametrize("name", ["x.pdf", "x.DOCX", "x.html", "x.bib"])
async def test_a_view_is_not_written_under_the_name_of_another_form(name: str, tmp_path: Path) -> None:
    """Lines of text in a file called x.pdf open in nothing; it is refused before anything is asked."""
    with pytest.raises(BadInput, match="this view cannot be had as"):
        await looked(RUN, problems_look, "table", tmp_path / name, None)

    assert check_view(tmp_path / "x.csv") == check_view(None) == ()


def test_works_leave_as_ris_and_what_is_no_work_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    """A reference manager takes the list; a search string is no reference."""
    deliver(works_look(make_end()), "ris", None)

    assert capsys.readouterr().out.count("TI  - A trial of drug A") == 2
    with pytest.raises(BadInput, match="--format ris lists works"):
        deliver(searches_look(make_end()), "ris", None)


def test_the_end_of_a_files_name_says_what_is_wanted() -> None:
    """``-o works.csv`` needs no second word; a word that is said goes first."""
    assert form_of(None, Path("works.CSV"), as_json=False) == "csv"
    assert form_of("ris", Path("works.csv"), as_json=False) == "ris"
    assert form_of(None, None, as_json=True) == "json"
    assert form_of(None, Path("works.txt"), as_json=False) == "table"


def test_a_hostile_title_cannot_steer_a_terminal() -> None:
    """Records come from the web: what would move the cursor or colour the screen is left out."""
    row = work_rows(make_end(make_source(1, citation=make_citation("A\x1b[2J trial\x07"))))[0]

    assert work_cells(row)[WORK_HEAD.index("Title")] == "A[2J trial"


def shown(look: Look, width: int = 80) -> str:
    """Return what a person sees on a terminal that wide."""
    out = io.StringIO()
    look.show(Console(file=out, width=width, highlight=False))
    return out.getvalue()


def test_a_person_sees_a_work_as_a_block_that_fits_the_terminal() -> None:
    """Fifteen columns fit nowhere; sources that were asked the same share a line."""
    twice = (ASKED, m.FoundBy(source="europepmc", query="drug A", step="1-search"))
    page = shown(works_look(make_end(make_source(1, found_by=twice), make_source(2))))

    assert "found by pubmed, europepmc: drug A" in page
    assert "cited in Clinical findings, Conclusion" in page
    assert "not cited: " in page
    assert max(map(len, page.splitlines())) <= 80


def test_a_person_who_asks_for_an_alias_is_told_where_it_leads() -> None:
    """Else the number above the page would be another than the one that was asked for."""
    page = shown(exhibit_look(make_end(make_source(1, aliases=("S3",))), "s3"))

    assert page.startswith("S3 is an alias: the work is S1\n")


def test_a_report_without_a_doubt_says_what_that_means() -> None:
    """Not "everything is right": only that of what was checked nothing is unverified."""
    report = with_report(claims=(make_claim("verbatim"),), audit=m.Audit(claims=1, claims_checked=1))

    page = shown(problems_look(make_end(report=report)))

    assert "1 of 1 sentences in the claim ledger were checked" in page
    assert page.rstrip().endswith("Nothing that was checked is unverified.")
