"""The report by rules."""

import re

import pytest

from services.report.rules import RuleWriter
from services.report.writing import write
from shared import messages as m
from shared.audit.auditing import faults_of
from shared.audit.markers import cited, without_markers
from tests.builders import make_record
from tests.reporting import (
    COHORT,
    LARGE_TRIAL,
    MICE,
    SMALL_TRIAL,
    full_assessment,
    full_order,
    make_order,
    make_reference,
    work,
)


async def by_rules(order: m.ReportRequested) -> m.ReportCompleted:
    """Return the report that the rules write."""
    return await write(order, RuleWriter())


async def test_a_full_report_by_rules_passes_its_own_audit() -> None:
    """What the rules write is sound by construction; the audit says so independently."""
    done = await by_rules(full_order())

    audit = done.report.audit
    assert (audit.problems, audit.dangling, audit.orphans, audit.invented) == ((), (), (), 0)
    assert (audit.citation_coverage, done.made_by, done.report.made_by) == (1.0, "rules", "rules")
    assert faults_of(done.report) == ()


async def test_each_quotation_stands_in_its_source() -> None:
    """Verbatim is the promise of the rules."""
    order = full_order()
    texts = {piece.source_id: piece.content for piece in order.evidence}

    done = await by_rules(order)

    quoted = re.findall(r"“([^”]+)” \[(S\d+)\]", done.report.clinical_findings.content)
    assert len(quoted) == 4
    assert all(passage in texts[source_id] for passage, source_id in quoted)


async def test_only_results_are_quoted() -> None:
    """Aims and background support nothing."""
    content = (
        "BACKGROUND: Velomirine may prevent relapse of marsh fever worldwide. "
        "AIM: We aimed to test whether velomirine prevents relapse of marsh fever. "
        f"RESULTS: {LARGE_TRIAL}"
    )

    done = await by_rules(make_order([work(1, content)]))

    assert LARGE_TRIAL in done.report.clinical_findings.content
    assert "worldwide" not in done.markdown
    assert "We aimed" not in done.markdown


async def test_a_quotation_comes_with_who_and_how_many() -> None:
    """A number without its design and size weighs nothing."""
    done = await by_rules(make_order([work(1, sample_size=1640)]))

    assert f"- Author1 and Other 2001, randomised trial in humans, n = 1,640: “{LARGE_TRIAL}” [S1]" in (
        done.report.clinical_findings.content
    )


async def test_animal_work_alone_leaves_the_clinical_section_empty_and_says_why() -> None:
    """Unknown and animal are never human."""
    done = await by_rules(make_order([work(1, MICE, design="controlled-trial", subject="animal")]))

    clinical = done.report.clinical_findings
    assert (clinical.content, clinical.citations) == ("", ())
    assert clinical.coverage_note.startswith("none of the works read reports a result in humans")
    assert "controlled trial in mice" in done.report.mechanistic_findings.content
    assert done.report.executive_summary.startswith("No human study with a result was read")


async def test_null_results_stay_beside_the_benefit() -> None:
    """A summary that names one side alone would be a verdict by selection."""
    done = await by_rules(full_order())

    assert (
        "points to benefit [S1, S4]; of the other human studies 1 ends with no difference shown [S2]."
        in done.report.executive_summary
    )
    assert SMALL_TRIAL in done.report.conclusion


async def test_reviews_are_not_counted_as_studies() -> None:
    """They speak of studies that may be counted already."""
    done = await by_rules(full_order())

    assert done.report.study_counts == m.StudyCounts(
        human_randomised=2, human_other=1, animal=1, in_vitro=1, secondary=1
    )


async def test_two_works_of_one_study_count_once() -> None:
    """A preprint, an abstract and an article are one trial."""
    works = [work(1, study_id="NCT00000001"), work(2, SMALL_TRIAL, study_id="NCT00000001")]

    done = await by_rules(make_order(works))

    assert done.report.study_counts.human_randomised == 1
    assert "1 independent study of this kind, reported in 2 works." in done.report.clinical_findings.content


async def test_a_trial_without_results_is_listed_as_unreported() -> None:
    """Stopped is neither failure nor harm; overdue results may be missing for a reason."""
    done = await by_rules(full_order())

    assert (
        "- NCT00000008, no results posted, Velomirine, work 8; status: Terminated; enrolled or planned: 40; primary "
        "completion: 2023-01; why stopped: slow enrolment; no results 36 months after completion (possible reporting "
        "bias) [S8]"
    ) in done.report.clinical_findings.content


async def test_a_retracted_work_is_cited_only_to_say_so() -> None:
    """It supports no finding and counts nowhere."""
    done = await by_rules(full_order())

    citing = [line for line in done.report.model_dump_json().split('",') if "[S7]" in line]
    assert citing == ['"Retracted and left out of every finding and count: Author7 and Other 2007 [S7].']
    assert done.report.audit.retracted_cited == ("S7",)
    assert "]: RETRACTED: Velomirine, work 7" in done.markdown


async def test_retracted_works_alone_are_no_evidence() -> None:
    """Nothing that stands was read."""
    retracted = m.Retraction(status="retracted")

    done = await by_rules(make_order([work(1, retraction=retracted)]))

    assert done.report.title.startswith("No evidence found")
    assert done.report.study_counts.human_randomised == 0


async def test_a_web_page_is_no_clinical_evidence() -> None:
    """It is named apart, and not counted."""
    done = await by_rules(full_order())

    assert "S9" not in done.report.clinical_findings.citations
    assert "Web pages were read but are no clinical evidence and are not counted [S9]." in done.report.limitations


async def test_both_sides_of_a_conflict_are_named() -> None:
    """A reader must be able to look at either."""
    done = await by_rules(full_order())

    assert (
        "- The trials disagree on relapse at 6 months. On one side Author1 and Other 2001 [S1]; on the other Author2 "
        "and Other 2002 [S2]. They differ in dose, so that neither need be wrong."
    ) in done.report.clinical_findings.content


async def test_a_conflict_named_by_numbers_is_told_by_names() -> None:
    """S numbers mean nothing to a reader; each work stands there by its name, with its marker, once."""
    conflict = m.Conflict(
        description="S1 points to benefit and S2 to harm on relapse.",
        first_source_ids=("S1",),
        second_source_ids=("S2",),
    )
    judged = full_assessment()
    details = judged.details.model_copy(update={"conflicts": (conflict,)})
    order = full_order().model_copy(update={"assessment": judged.model_copy(update={"details": details})})

    done = await by_rules(order)

    assert (
        "- Author1 and Other 2001 [S1] points to benefit and Author2 and Other 2002 [S2] to harm on relapse. "
        "Nothing that was read explains the difference."
    ) in done.report.clinical_findings.content


async def test_harms_that_were_alike_are_told_apart_from_an_effect_that_was_not_shown() -> None:
    """A trial of safety alone says nothing on whether the drug works."""
    alike = "In fever adverse events did not differ between velomirine and placebo."

    done = await by_rules(make_order([work(1), work(2, SMALL_TRIAL), work(3, alike)]))

    assert (
        "1 points to benefit [S1]; 1 ends with no difference shown [S2]; 1 ends with no difference shown in harms [S3]."
    ) in done.report.clinical_findings.content


async def test_only_tests_count_for_a_hypothesis() -> None:
    """What it was made from cannot confirm it."""
    done = await by_rules(full_order())

    (hypothesis,) = done.report.hypotheses_tested
    assert (hypothesis.supported, hypothesis.supporting_sources, hypothesis.derived_from) == (1, ("S6",), ("S5",))
    assert hypothesis.mechanism == "velomirine → KRT5 → liver stage → fewer relapses (work in mice)"


async def test_at_least_as_many_works_are_cited_as_have_results() -> None:
    """A reader came for the evidence, not for a selection of three."""
    contents = (LARGE_TRIAL, SMALL_TRIAL, COHORT)

    done = await by_rules(make_order([work(number, contents[number % 3]) for number in range(1, 21)]))

    assert len(done.report.footnotes) == 20
    assert len(done.report.references) == 20


async def test_the_summary_has_answer_basis_and_limitation_in_this_order() -> None:
    """A busy reader reads no further."""
    summary = (await by_rules(full_order())).report.executive_summary

    places = [summary.index(part) for part in ("points to benefit", "Basis: 3 independent", "Main limitation: ")]
    assert places == sorted(places)
    assert 100 <= len(without_markers(summary)) <= 500


@pytest.mark.parametrize("partial", [True, False])
async def test_what_was_not_searched_comes_first(*, partial: bool) -> None:
    """An answer from half of the sources must not look like one from all."""
    failed = make_record("pubmed", status="failed", reason="it timed out")
    record = m.RunRecord(
        partial=partial,
        stopped_by="The deadline passed.",
        holes=("pubmed was not searched: it timed out.",),
        searches=(make_record(), failed),
    )

    report = (await by_rules(full_order(record=record))).report

    first = "Partial result: the deadline passed. Not searched: pubmed." if partial else "Not searched: pubmed."
    assert report.executive_summary.startswith(first)
    assert report.limitations[0] == "pubmed was not searched: it timed out."
    assert len(without_markers(report.executive_summary)) <= 500


async def test_nothing_found_is_a_complete_report_that_cites_nothing() -> None:
    """No evidence found is an answer, and not evidence of no effect."""
    done = await by_rules(make_order())

    report = done.report
    assert report.title == "No evidence found: Does velomirine prevent relapse of fever?"
    assert "does not show that there is no effect" in report.executive_summary
    assert (report.footnotes, report.references, report.audit.markers) == ((), (), 0)
    assert report.clinical_findings.coverage_note == "nothing that may support a finding was read."
    assert "library, 2026-01-01 12:00 UTC" in report.methodology.content
    assert faults_of(report) == ()


async def test_the_methodology_is_the_runs_record() -> None:
    """No writer may say what was searched."""
    done = await by_rules(full_order())

    text = done.report.methodology.content
    assert (
        "40 hits; 40 fetched (0 not seen); 10 became evidence; 0 excluded by filters; 1 unreadable (record 7)" in text
    )
    assert "Newest human study: 2003." in text
    assert "Human, randomised (S1; S2)" in text
    assert "Search sufficiency: 0.80 on a scale from 0 to 1." in text
    assert done.report.study_flow.cited == 9


async def test_works_that_were_not_cited_are_listed_apart() -> None:
    """Reviewed is not cited."""
    done = await by_rules(full_order())

    assert [one.source_id for one in done.report.reviewed_not_cited] == ["S10"]


def judged(**fields: object) -> m.JudgeAssessment:
    """Return a judgement whose candidate has these cells."""
    assessment = full_assessment()
    row = assessment.details.candidate_details[0].model_copy(update=fields)
    details = assessment.details.model_copy(update={"candidate_details": (row,)})
    return assessment.model_copy(update={"details": details})


async def test_a_candidates_cell_says_that_it_speaks_of_mice() -> None:
    """A harm in mice must not read as one in people, nor its absence."""
    assessment = judged(harms="“reduced relapse by 60%.” [S5]", source_ids=("S5",))

    done = await by_rules(full_order(assessment=assessment))

    assert done.report.candidate_details[0].harms == "“reduced relapse by 60%.” (in mice) [S5]"


async def test_a_candidates_counts_are_no_claim_on_a_source() -> None:
    """The number of trials stands in no trial."""
    assessment = judged(best_human_evidence="randomised trial: S1 and S2 (2 independent studies)")

    done = await by_rules(full_order(assessment=assessment))

    cell = "randomised trial: [S1] and [S2] (2 independent studies)"
    assert done.report.candidate_details[0].best_human_evidence == cell
    assert done.report.audit.problems == ()


async def test_a_candidate_on_retracted_works_alone_is_left_out() -> None:
    """And the report says that it was."""
    done = await by_rules(full_order(assessment=judged(source_ids=("S7",))))

    assert (done.report.drug_candidates, done.report.candidate_details) == ((), ())
    assert "Candidates left out because no work that stands supports them: velomirine." in done.report.limitations


async def test_reasons_for_certainty_lead_to_their_sources() -> None:
    """A bare S number means nothing to a reader of the page."""
    assessment = full_assessment().model_copy(
        update={"certainty_reasons": ("Consistency: S1 and S2 differ, S99 too.",)}
    )

    done = await by_rules(full_order(assessment=assessment))

    assert "- Consistency: [^1] and [^3] differ, [unknown source S99] too." in done.markdown


async def test_works_of_no_registry_are_never_cited() -> None:
    """Evidence that is not registered is no evidence."""
    order = make_order([work(1)]).model_copy(update={"bibliography": (make_reference(2),)})

    done = await by_rules(order)

    assert cited(done.report.clinical_findings.content) == ()
