"""The evidence table, themes and overlap: every exclusion has its reason, and null results their place."""

import pytest

from services.report.appraising import evidence_rows
from services.report.completing import completed
from services.report.drafting import Draft
from services.report.findings import DISAGREEMENTS, MOST_TRIALS, UNREPORTED
from services.report.grouping import Groups, groups_of
from services.report.overlap import included_in, overlap_line
from services.report.rows import candidates, inspected_rows
from services.report.rules import RuleWriter
from services.report.theming import themes_of
from shared import messages as m
from shared.audit.parts import EVIDENCE_TABLE
from shared.audit.shelf import Source, shelf_of
from tests.builders import make_citation
from tests.reporting import (
    LARGE_TRIAL,
    MICE,
    QUESTION,
    REVIEW,
    SMALL_TRIAL,
    full_assessment,
    full_order,
    make_order,
    make_reference,
    work,
)

Listed = tuple[m.Reference, m.Evidence | None]
WITH_INTERVAL = "Velomirine reduced relapse of fever compared with placebo (hazard ratio 0.40; 95% CI 0.30 to 0.53)."
STOPPED = m.Trial(status="TERMINATED", why_stopped="Slow recruitment", enrolment=22, enrolment_is_actual=True)


def rows_of(*works: Listed) -> dict[str, m.EvidenceRow]:
    """Return the rows of the evidence table by S number."""
    order = make_order(works)
    shelf = shelf_of(order.bibliography, order.evidence)
    groups = groups_of(shelf, order.evidence, QUESTION)
    return {row.source_id: row for row in evidence_rows(groups, shelf, QUESTION)}


def registered(number: int, trial: m.Trial = STOPPED, **fields: object) -> m.Reference:
    """Return an entry of a registry that nobody had room to read."""
    citation = make_citation("Velomirine to prevent relapse of fever", source="clinicaltrials")
    given: dict[str, object] = {
        "citation": citation,
        "kind": "registry-entry",
        "design": "registry-entry",
        "trial": trial,
    }
    return make_reference(number, **(given | fields))


def test_a_row_tells_what_its_work_found_in_its_own_words() -> None:
    """Design, size, the result with its estimate verbatim, and where it stands."""
    text = f"BACKGROUND: Fever relapses. RESULTS: Relapse was counted. {WITH_INTERVAL}"

    row = rows_of(work(1, text, sample_size=640))["S1"]

    assert row.outcome is not None
    assert text[row.outcome.locator.start : row.outcome.locator.end] == row.outcome.quotation == WITH_INTERVAL
    assert row.effect == "hazard ratio 0.40; 95% CI 0.30 to 0.53"
    assert (row.direction, row.sample_size, row.counted, row.why_not) == ("benefit", 640, True, "")


@pytest.mark.parametrize(
    ("listed", "reason"),
    [
        (work(2, retraction=m.Retraction(status="retracted")), "retracted"),
        (work(2, design="protocol"), "protocol"),
        (work(2, design="editorial"), "editorial or comment"),
        (work(2, "Velomirine for fever", level="title-only"), "title only"),
        (work(2, kind="erratum", design="unknown"), "erratum"),
        (work(2, level="web-page", kind="web-page", design="unknown"), "web page"),
        (work(2, REVIEW, design="meta-analysis"), "counted apart"),
        (work(2, "In gout colchicine reduced pain by 40% (p < 0.01).", study_id="S2"), "beside the question"),
        (work(2, subject="unknown"), "subject not stated"),
        ((registered(2), None), "registry entry without results"),
    ],
)
def test_what_does_not_count_says_why(listed: Listed, reason: str) -> None:
    """Each rule of counting ends in words a reader can object to."""
    rows = rows_of(work(1), listed)

    assert not rows["S2"].counted
    assert reason in rows["S2"].why_not
    assert rows["S1"].counted


def test_the_works_of_one_study_count_once() -> None:
    """The main article stands for it, not the abstract that came first, nor the later look."""
    rows = rows_of(
        work(1, WITH_INTERVAL, study_id="NCT00000001", kind="abstract"),
        work(2, WITH_INTERVAL, study_id="NCT00000001"),
        work(3, WITH_INTERVAL, study_id="NCT00000001", kind="preprint"),
    )

    assert [row.source_id for row in rows.values() if row.counted] == ["S2"]
    assert rows["S1"].why_not == rows["S3"].why_not == "same study as [S2]"
    assert not rows["S3"].peer_reviewed


def test_a_retracted_work_that_was_not_read_is_in_the_table() -> None:
    """Whoever met it elsewhere must find here that it takes no part; what it found is not told again."""
    rows = rows_of(work(1), (make_reference(2, retraction=m.Retraction(status="retracted")), None))

    assert (rows["S2"].why_not, rows["S2"].outcome, rows["S2"].direction) == (
        "retracted: takes no part",
        None,
        "unknown",
    )


def test_cells_reach_the_ledger() -> None:
    """Table cells are sentences of the report, too (evidence.md, 7)."""
    order = full_order()

    inspection = inspected_rows(order, shelf_of(order.bibliography, order.evidence))

    cells = [claim for claim in inspection.claims if claim.section == EVIDENCE_TABLE]
    assert any(LARGE_TRIAL in claim.sentence and claim.verdict == "verbatim" for claim in cells)
    assert all(claim.source_ids for claim in cells)
    assert not [problem for problem in inspection.problems if problem.startswith(EVIDENCE_TABLE)]


def test_themes_keep_every_side() -> None:
    """Null results and harms stand beside the benefit, each by its works; a retracted work by none."""
    order = make_order(
        [
            work(1, WITH_INTERVAL),
            work(2, SMALL_TRIAL),
            work(3, "Velomirine increased relapse of fever compared with placebo (p = 0.01)."),
            work(4, WITH_INTERVAL, retraction=m.Retraction(status="retracted")),
        ]
    )
    groups = groups_of(shelf_of(order.bibliography, order.evidence), order.evidence, QUESTION)

    theme = themes_of(groups, (m.KeyFinding(finding_id="F1", text=WITH_INTERVAL, source_ids=("S1",)),))[0]

    assert (theme.title, theme.benefit, theme.harm, theme.no_difference) == ("relapse", ("S1",), ("S3",), ("S2",))
    assert theme.finding_ids == ("F1",)
    assert "S4" not in theme.source_ids


def test_themes_of_other_work_say_that_it_was_not_on_people() -> None:
    """A benefit in mice beside one in people would read as one more."""
    order = make_order([work(1, WITH_INTERVAL), work(5, MICE, design="controlled-trial", subject="animal")])
    groups = groups_of(shelf_of(order.bibliography, order.evidence), order.evidence, QUESTION)

    told = {theme.title: theme.source_ids for theme in themes_of(groups, ())}

    assert told["relapse"] == ("S1",)
    assert told["relapse (not in people)"] == ("S5",)
    assert all("not in people" in title for title, works in told.items() if "S5" in works)


def review(text: str) -> Source:
    """Return a review with this text."""
    reference, piece = work(9, text, design="meta-analysis")
    return Source(reference, (piece,))


@pytest.mark.parametrize(
    ("text", "included"),
    [
        ("Two trials (NCT00000001 and another) were pooled.", ("S1",)),
        ("We included Author2 and others (2002).", ("S2",)),
        ("We excluded Author2 2002 for its short follow-up.", ()),
        ("Unlike Author2 2002, we counted every relapse. Author1 2001 was ineligible.", ()),
        ("We included 10.1000/v23 alone.", ()),
        ("We included https://doi.org/10.1000/v2.", ("S2",)),
        ("We included 10.1000/v2 alone.", ("S2",)),
        ("Author2 wrote to us. The search ended in 2002.", ()),
        ("All trials were pooled.", ()),
    ],
)
def test_a_review_includes_what_it_names(text: str, included: tuple[str, ...]) -> None:
    """By number, DOI, or author and year in one place; else the overlap was not checked."""
    primary = [Source(*_held(work(1, study_id="NCT00000001"))), Source(*_held(work(2)))]

    found = included_in(review(text), primary)

    assert found == included
    assert ("overlap not checked" in overlap_line({"S9": found})) is not bool(included)


@pytest.mark.parametrize(
    ("author", "text", "included"),
    [
        ("Van Dijk P", "We included Van Dijk 2003.", True),
        ("Van Dijk P", "We included Van Loon 2003.", False),
        ("Van Dijk, P", "We included Van Dijk 2003.", True),
        (", J", "We included J 2003.", False),
    ],
)
def test_an_author_is_known_by_the_whole_family_name(author: str, text: str, included: bool) -> None:  # noqa: FBT001 -- a case
    """Half a name is another person's; a name without a family is nobody's."""
    citation = make_citation("Velomirine", authors=(author,), date="2003")
    primary = Source(make_reference(3, citation=citation))

    assert bool(included_in(review(text), [primary])) is included


def test_what_a_text_names_is_no_reference_list() -> None:
    """A review may include more than its abstract names: nothing was checked."""
    row = rows_of(work(1), work(2, f"Author1 2001 was included. {REVIEW}", design="meta-analysis"))["S2"]

    assert (row.includes, row.overlap_checked) == (("S1",), False)


def test_a_work_that_points_both_ways_has_a_side_of_its_own() -> None:
    """Not read is one thing, both ways another."""
    both = f"{WITH_INTERVAL} Velomirine increased relapse of fever in women compared with placebo (p = 0.01)."

    theme = themes_of(grouped(work(1, both)), ())[0]

    assert (theme.mixed, theme.unclear) == (("S1",), ())


def test_a_study_stands_once_in_a_theme() -> None:
    """Three works of one trial would look like three trials; the one that says something stands for it."""
    groups = grouped(
        work(1, WITH_INTERVAL, study_id="NCT00000001", kind="preprint"),
        work(2, "Relapse of fever with velomirine was counted at 6 months.", study_id="NCT00000001"),
        work(3, WITH_INTERVAL, study_id="NCT00000001", kind="abstract"),
    )
    finding = m.KeyFinding(finding_id="F1", text=WITH_INTERVAL, source_ids=("S3",))

    theme = themes_of(groups, (finding,))[0]

    assert (theme.benefit, theme.source_ids, theme.finding_ids) == (("S1",), ("S1",), ("F1",))


def grouped(*works: Listed) -> Groups:
    """Return works in their groups."""
    order = make_order(works)
    return groups_of(shelf_of(order.bibliography, order.evidence), order.evidence, QUESTION)


def test_no_trial_is_cut_in_silence_and_stopped_ones_come_first() -> None:
    """A reader of 25 of 30 must know of the other five; why a trial was stopped is the last thing to leave out."""
    going = m.Trial(status="RECRUITING")
    entries = [(registered(number, going), None) for number in range(1, 30)]
    order = make_order([*entries, (registered(30), None)])

    told = completed(Draft("Title", "Summary.", "", "", "Conclusion."), order).clinical_findings
    items = [line for line in told.splitlines() if line.startswith("- ")]

    assert "why stopped: Slow recruitment" in items[0]
    assert len(items) == MOST_TRIALS + 1
    assert items[-1] == "- and 5 more, each in the evidence table"


async def test_a_review_without_a_quotable_sentence_is_named() -> None:
    """It was read; a section that leaves it out would deny that."""
    order = make_order([work(1), work(2, "We describe how velomirine is used against fever.", design="review")])

    told = (await RuleWriter().write(order)).clinical_findings

    assert "Of them, 1 holds no result that could be quoted [S2]." in told


def _held(listed: tuple[m.Reference, m.Evidence]) -> tuple[m.Reference, tuple[m.Evidence, ...]]:
    """Return a work as a shelf holds it."""
    reference, piece = listed
    return reference, (piece,)


async def test_a_draft_without_them_gets_trials_and_disagreements() -> None:
    """No writer may leave out what was never reported, nor where the sources disagree."""
    order = full_order(assessment=full_assessment())
    bare = Draft("Title", "Summary.", "### Trials\n\nNothing.", "", "Conclusion.")

    draft = completed(bare, order)

    assert draft.clinical_findings.startswith(bare.clinical_findings)
    assert f"### {UNREPORTED}" in draft.clinical_findings
    assert f"### {DISAGREEMENTS}" in draft.clinical_findings
    assert draft.program_sentences

    own = await RuleWriter().write(order)
    assert completed(own, order) == own


def test_a_stopped_trial_stands_in_the_words_of_its_registry() -> None:
    """Its text may not have reached the report; its fields have."""
    row = m.CandidateDetails(
        drug="velomirine", trials=("“Status: terminated.” [S3]",), harms="“Rash.” [S1]", source_ids=("S1", "S3")
    )
    base = full_assessment()
    judged = base.model_copy(update={"details": base.details.model_copy(update={"candidate_details": (row,)})})
    order = make_order([work(1), (registered(3, study_id="NCT00000003"), None)], assessment=judged)

    (shown,) = candidates(order, shelf_of(order.bibliography, order.evidence))

    assert shown.trials == ("NCT00000003, status: terminated; why stopped: Slow recruitment [S3]",)


def test_work_in_animals_keeps_its_species_in_the_table() -> None:
    """A cell that drops the species would read as if people were treated."""
    order = make_order([work(1), work(5, MICE, design="controlled-trial", subject="animal")])

    inspection = inspected_rows(order, shelf_of(order.bibliography, order.evidence))

    (cell,) = [claim for claim in inspection.claims if claim.source_ids == ("S5",) and "KRT5" in claim.sentence]
    assert cell.verdict == "verbatim"
    assert "in mice" in cell.sentence


def test_a_models_own_heading_does_not_stand_for_the_programs_list() -> None:
    """The lines count, not the words above them."""
    order = full_order(assessment=full_assessment())
    listed = f"### {UNREPORTED}\n\nNone.\n\n### {DISAGREEMENTS}\n\nNone."

    told = completed(Draft("Title", "Summary.", listed, "", "Conclusion."), order).clinical_findings

    assert told.count(f"### {UNREPORTED}") == told.count(f"### {DISAGREEMENTS}") == 2
