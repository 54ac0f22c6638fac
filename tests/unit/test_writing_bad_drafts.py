"""Drafts as bad as writers make them, through the whole of ``write``: nothing loose leaves, and nothing is lost."""

import re
import time

import pytest

from services.report.drafting import Draft
from services.report.writing import write
from shared import messages as m
from shared.audit.auditing import faults_of
from shared.audit.inspecting import CLINICAL, Part, inspect
from shared.audit.markers import cited
from shared.audit.shelf import shelf_of
from tests.reporting import (
    COHORT,
    LARGE_TRIAL,
    REVIEW,
    SMALL_TRIAL,
    full_order,
    make_order,
    make_piece,
    make_reference,
    work,
)
from tests.unit.test_writing_drafts import Scripted

SOUND = f"Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1]."
NUMBERS = [f"S{number}" for number in range(1, 9)]

FEW = make_order(
    [
        work(1),
        work(2, SMALL_TRIAL),
        work(3, COHORT, design="cohort"),
        work(4, REVIEW, design="meta-analysis"),
        (make_reference(10), None),
    ]
)
"""Four works that were read, and one that was not."""


def draft(clinical: str = SOUND, **fields: str) -> Draft:
    """Return a draft that is sound but for what a test names."""
    given = {"title": "Velomirine", "executive_summary": SOUND, "mechanistic_findings": "", "conclusion": SOUND}
    return Draft(clinical_findings=clinical, made_by="script", **(given | fields))


async def left(clinical: str = SOUND, order: m.ReportRequested | None = None, **fields: str) -> m.ResearchReport:
    """Return the report that comes of a draft whose writer insists on it; whatever it is, the report holds."""
    bad = draft(clinical, **fields)
    done = await write(order or FEW, Scripted(bad, bad))
    report, page = done.report, done.markdown
    assert faults_of(report) == ()
    assert [one.source_id for one in report.references] == [one.source_id for one in report.footnotes]
    assert not re.search(r"(?<!\\)\[[Ss]\s?\d", page)
    used, defined = (set(re.findall(pattern, page)) for pattern in (r"(?<!\\)\[\^(\d+)\](?!:)", r"(?m)^\[\^(\d+)\]:"))
    assert used == defined
    return report


def claim(report: m.ResearchReport, words: str) -> m.Claim:
    """Return the entry of the clinical sentence with these words."""
    return next(one for one in report.claims if words in one.sentence and one.section == CLINICAL)


async def test_a_draft_without_markers_is_marked_at_every_sentence() -> None:
    """Nothing of it can be followed to a source."""
    report = await left("Relapse was rarer. Nobody died of it.")

    assert report.clinical_findings.content == (
        "Relapse was rarer. [no source given] Nobody died of it. [no source given]"
    )
    assert report.clinical_findings.coverage_note == "the writer cited no source here."
    assert report.audit.citation_coverage == report.audit.cited_sentences / report.audit.evidence_sentences < 1


@pytest.mark.parametrize(
    ("written", "sources", "rewritten"),
    [
        ("Relapse was rarer[S1].", ("S1",), 1),
        ("Relapse was rarer [S1]than before.", ("S1",), 1),
        ("Relapse was rarer [S1-S4].", ("S1", "S2", "S3", "S4"), 1),
        ("Relapse was rarer [S1–3].", ("S1", "S2", "S3"), 1),
        ("Relapse was rarer [S1][S2], [S3].", ("S1", "S2", "S3"), 1),
        ("Relapse was rarer [S1; S2 and S3].", ("S1", "S2", "S3"), 1),
        ("Relapse was rarer 【S2】.", ("S2",), 1),
        ("Relapse was rarer [Source: S01].", ("S1",), 1),
        ("Relapse was rarer [S1, S2].", ("S1", "S2"), 0),
        ("- Relapse was rarer [S1-S2]\n- Nobody died[S3]", ("S1", "S2", "S3"), 2),
    ],
)
async def test_sloppy_markers_are_read_and_counted(written: str, sources: tuple[str, ...], rewritten: int) -> None:
    """However they are written they resolve, and how many had to be rewritten is a number of the audit."""
    report = await left(written)

    assert cited(report.clinical_findings.content) == sources
    assert report.audit.markers_rewritten == rewritten
    assert report.audit.dangling == ()


@pytest.mark.parametrize("marker", ["[S0]", "[S999]", "[Sx]", "[S?]", "[S1b]", "[SXX]", "[S99-S98]", "[S1000000000]"])
async def test_a_marker_of_no_source_is_named_where_it_stands(marker: str) -> None:
    """Nought, numbers beyond the registry, and letters where a number should be."""
    report = await left(f"Relapse was rarer {marker}.")

    assert "[unknown source S" in report.clinical_findings.content
    assert report.audit.dangling
    assert claim(report, "Relapse").source_ids == ()


async def test_letters_beside_a_source_leave_the_source() -> None:
    """The rest of the marker still vouches."""
    report = await left("Relapse was rarer [S1, Sx].")

    assert "Relapse was rarer [S1] [unknown source Sx]." in report.clinical_findings.content
    assert claim(report, "Relapse").source_ids == ("S1",)


@pytest.mark.parametrize("text", ["The mean was 3 [SD 2].", "The mean was 3 [SE].", "It was so [sic].", "Zinc [Zn]."])
async def test_what_only_looks_like_letters_in_a_marker_stays(text: str) -> None:
    """Standard deviations are no sources."""
    assert (await left(text)).audit.dangling == ()


async def test_numbered_and_plain_sources_are_invented() -> None:
    """They point into a list that nobody can check."""
    report = await left("Relapse was rarer [1]. Nobody died [2-4]. It was so [Source 3] before [ref. 12].")

    assert report.audit.invented == 4
    assert report.clinical_findings.content.count("[not in the registry: ") == 4


@pytest.mark.parametrize("code", ["```\n{}\n```", "~~~text\n{}\n~~~", "`{}`", "`` {} ``"])
async def test_a_marker_in_code_cites_nothing(code: str) -> None:
    """A reader of code sees it as it is; so the sentence has no source, and that is said."""
    report = await left(f"{SOUND}\n\n{code.format('Relapse was rarer [S2-S3].')}")

    assert "Relapse was rarer (S2, S3)." in report.clinical_findings.content
    assert "[no source given]" in report.clinical_findings.content
    assert cited(report.clinical_findings.content) == ("S1",)
    assert "Clinical findings: S2 stands in code, where it cites nothing" in report.audit.problems


async def test_a_backtick_that_never_closes_hides_no_marker() -> None:
    """Or one sign would take the sources from all that follows."""
    report = await left(f"The gene `KRT5 is one.\n\n```\n{SOUND}")

    assert claim(report, LARGE_TRIAL).verdict == "verbatim"


async def test_every_row_of_a_table_is_in_the_ledger_and_its_head_is_not() -> None:
    """Cells carry results; a row without a source is marked in its last cell."""
    rows = "| Drug | Relapse in 6 months |\n| --- | --- |\n| velomirine | 77% [S1] |\n| placebo | the most of all |"
    report = await left(rows)

    assert [one.sentence for one in report.claims if one.section == CLINICAL] == rows.splitlines()[2:]
    assert claim(report, "77%").verdict == "mismatch"
    assert "| placebo | the most of all [no source given] |" in report.clinical_findings.content


async def test_each_cell_leans_on_the_marker_behind_it() -> None:
    """A row that cites two works is checked against both."""
    report = await left("| Arm | Relapse | Harm |\n|---|---|---|\n| velomirine | 12% [S1] | 4 of 212 [S3] |")

    assert [one.source_id for one in claim(report, "12%").checks] == ["S1", "S3"]


async def test_a_caption_is_a_sentence() -> None:
    """It says what a table shows."""
    report = await left("Table 1. Relapse within 6 months fell to 77% in all of the arms [S1].")

    assert claim(report, "77%").verdict == "mismatch"


async def test_a_heading_that_states_something_is_in_the_ledger() -> None:
    """A finding must not get past the audit as a title; a label states nothing."""
    report = await left(f"### Velomirine cut relapse by 77%\n\n### Trials in humans [S1]\n\n{SOUND}")

    assert claim(report, "77%").verdict == "not-checked"
    assert "### Velomirine cut relapse by 77% [no source given]" in report.clinical_findings.content
    assert "### Trials in humans [S1]\n" in report.clinical_findings.content


async def test_references_that_were_edited_by_hand_are_taken_out_and_what_follows_them_stays() -> None:
    """The list comes from the registry; prose below a list is prose, and is audited."""
    listed = f"{SOUND}\n\n## References\n[S1] Madeup A. 2019.\n[S2]: https://stranger.example/\n\nNobody died at all."
    report = await left(listed)

    content = report.clinical_findings.content
    assert "[a list of 2 references was taken out: references come from the registry]" in content
    assert content.endswith("Nobody died at all. [no source given]")
    assert sum("is not in the registry" in one for one in report.audit.problems) == 2
    assert "stranger.example" not in content


async def test_two_works_with_one_title_stay_two() -> None:
    """Each has its own number, footnote and check."""
    title = make_reference(1).citation
    twin = make_reference(2).model_copy(update={"citation": title})
    order = make_order([work(1), (twin, make_piece(2, "Nobody relapsed in either of the two arms."))])
    report = await left(f"“{LARGE_TRIAL}” [S1]. “{LARGE_TRIAL}” [S2].", order)

    assert [one.source_id for one in report.footnotes] == ["S1", "S2"]
    assert report.audit.duplicates == ()
    assert [one.verdict for one in report.claims if one.section == CLINICAL] == ["verbatim", "mismatch"]


async def test_a_sentence_citing_eight_sources_shows_the_weakest() -> None:
    """Seven works that say it do not carry one that does not."""
    works = [work(number) for number in range(1, 8)] + [work(8, "The arms were alike in every way we looked at.")]
    report = await left(f"“{LARGE_TRIAL}” [{', '.join(NUMBERS)}].", make_order(works))

    told = claim(report, LARGE_TRIAL)
    assert [one.source_id for one in told.checks] == NUMBERS
    assert (told.verdict, told.reason) == ("mismatch", "a quotation is not in S8")


async def test_a_passage_that_says_the_opposite_is_named() -> None:
    """The reader sees it beside the sentence."""
    order = make_order([work(1, "Velomirine reduced relapse of marsh fever by 60% compared with placebo.")])
    report = await left("Velomirine increased relapse of marsh fever by 60% compared with placebo [S1].", order)

    assert claim(report, "increased").verdict in {"mismatch", "contradicted"}
    assert "[unverified: " in report.clinical_findings.content


async def test_a_right_number_in_words_is_not_accused() -> None:
    """Twelve per cent is 12%."""
    report = await left("Within 6 months twelve per cent relapsed with velomirine [S1].")

    assert claim(report, "twelve").verdict != "mismatch"


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        (f"<p><b>RESULTS:</b> {LARGE_TRIAL}</p><script>alert(1)</script>", {}),
        (LARGE_TRIAL, {}),
        ("Velomirine against relapse of marsh fever", {"level": "title-only"}),
        ("In der Gruppe mit Velomirin kam es seltener zu Rückfällen als unter Placebo.", {}),
    ],
    ids=["HTML", "one sentence", "title only", "another language"],
)
async def test_evidence_of_any_kind_is_quoted_as_text_or_not_at_all(content: str, fields: dict[str, str]) -> None:
    """A paraphrase of it is never called more than it was checked for, and no markup gets out."""
    order = make_order([work(1, content, **fields)])
    done = await write(order, Scripted(*[draft("The trial was a good one for the most part [S1].")] * 2))

    assert "<script" not in done.markdown.replace("\\<script", "")
    assert claim(done.report, "good one").verdict == "not-checked"
    assert done.report.evidence == order.evidence


async def test_a_work_without_an_abstract_is_cited_and_not_checked() -> None:
    """Nothing of it was read; the sentence stands, and the rate says so."""
    report = await left("Relapse was rarer [S10].")

    assert (claim(report, "rarer").verdict, claim(report, "rarer").reason) == (
        "not-checked",
        "no text of S10 reached the report",
    )


async def test_a_draft_in_another_language_is_not_called_checked() -> None:
    """Its sentences lower the coverage."""
    report = await left("Rückfälle traten seltener auf als unter Placebo [S1]. Niemand starb daran [S1].")

    assert [one.verdict for one in report.claims if one.section == CLINICAL] == ["not-checked"] * 2
    assert report.audit.claims_checked < report.audit.claims


async def test_what_is_marked_is_told_among_the_limitations() -> None:
    """A reader of the limitations alone learns how much of the text does not hold."""
    report = await left("Nobody died. Relapse within 6 months occurred in 77% [S1].", conclusion="It works very well.")

    assert (
        "3 sentences are marked as not verified, with the reason behind the mark: 2 in “Clinical findings”, "
        "1 in “Conclusion”."
    ) in report.limitations


async def test_a_sound_draft_has_no_such_limitation() -> None:
    """It would be noise."""
    assert not any("marked as not verified" in one for one in (await left()).limitations)


async def test_the_report_holds_the_passages_it_was_written_from() -> None:
    """Whoever has the file can look up every offset."""
    report = await left()

    texts = {one.source_id: one for one in report.evidence}
    for told in report.claims:
        for passage in (passage for one in told.checks for passage in one.passages):
            piece, place = texts[passage.source_id], passage.locator
            assert (
                piece.content[place.start - piece.locator.start : place.end - piece.locator.start] == passage.quotation
            )


async def test_the_audit_counts_works_and_the_programs_own_sentences() -> None:
    """Numbers beside the rates: what they are of, and what is in none."""
    audit = (await left(order=full_order())).audit

    assert (audit.works_registered, audit.works_merged) == (10, 5)
    assert audit.evidence_sentences == audit.cited_sentences == 3


UNIT = "Of them 45% relapsed[S1]. They say “it was so” here. See doi:10.9999/a.b in `x [S2]` now. Nobody died at all. "
"""Four sentences, among them what is most awkward to read."""


def test_five_thousand_sentences_are_read_in_linear_time() -> None:
    """An enormous report in one paragraph; of 625 sentences the eighth part is enough to compare with."""
    shelf = shelf_of([make_reference(1), make_reference(2)], [make_piece(1), make_piece(2)])

    def inspected(sentences: int) -> None:
        found = inspect([Part(CLINICAL, UNIT * (sentences // 4))], shelf)
        assert found.evidence_sentences == len(found.claims) == sentences

    begun = time.process_time()
    inspected(624)
    few = time.process_time() - begun
    begun = time.process_time()
    inspected(5_000)
    assert time.process_time() - begun < 24 * few
