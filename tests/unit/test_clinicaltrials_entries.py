"""What an entry of ClinicalTrials.gov says, and what may be concluded from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.search.clinicaltrials.rows import record
from shared import messages as m
from shared.appraisal.results import direction_of, statements
from shared.library import Record, Skipped
from tests.unit.registry_entries import NCT, outcome, read, results, study


def test_an_entry_is_read_with_its_facts() -> None:
    """Dates keep their precision; the number of another registry names the same study."""
    reference = read(
        study(
            identificationModule={
                "nctId": NCT,
                "briefTitle": "Short",
                "officialTitle": "A trial of drug A for disease B in adults",
                "secondaryIdInfos": [
                    {"id": "2015-001894-41", "type": "EUDRACT_NUMBER"},
                    {"id": "ISRCTN12345678", "type": "REGISTRY"},
                    {"id": "NCT00000009", "type": "OTHER"},
                    {"id": "P60DK020579", "type": "NIH"},
                ],
            },
            statusModule={
                "overallStatus": "TERMINATED",
                "whyStopped": "Slow recruitment",
                "studyFirstPostDateStruct": {"date": "2015-09-17", "type": "ESTIMATED"},
                "primaryCompletionDateStruct": {"date": "2018-05", "type": "ACTUAL"},
            },
            designModule={"phases": ["PHASE2", "PHASE3"], "enrollmentInfo": {"count": 34, "type": "ACTUAL"}},
            sponsorCollaboratorsModule={"leadSponsor": {"name": "A Company"}},
        )
    )

    work = reference.work
    assert work.citation.title == "A trial of drug A for disease B in adults"
    assert (work.citation.date, work.citation.authors, work.citation.journal) == (
        "2015-09-17",
        ("A Company",),
        "ClinicalTrials.gov",
    )
    assert work.citation.url == f"https://clinicaltrials.gov/study/{NCT}"
    assert work.registry_numbers == (NCT, "2015-001894-41", "ISRCTN12345678")
    assert (work.kind, work.design, work.subject, work.sample_size) == ("registry-entry", "registry-entry", "human", 34)
    assert work.trial == m.Trial(
        status="TERMINATED",
        phases=("PHASE2", "PHASE3"),
        why_stopped="Slow recruitment",
        enrolment=34,
        enrolment_is_actual=True,
        first_posted="2015-09-17",
        primary_completion="2018-05",
        primary_completion_is_actual=True,
    )
    assert "Status: terminated. Why stopped: Slow recruitment. Enrolment: 34 participants (actual)." in reference.text
    assert "Primary completion: 2018-05 (actual). No results are posted." in reference.text


def test_publications_named_in_an_entry_are_not_the_entry() -> None:
    """They report the study; the entry is a work of its own."""
    named = {"references": [{"pmid": "35296532", "type": "RESULT"}, {"pmid": "35733363", "type": "DERIVED"}]}

    assert read(study(referencesModule=named)).work.identifiers.pmid == ""


def test_planned_people_are_no_sample() -> None:
    """How many were to take part says nothing of how many did."""
    planned = study(designModule={"enrollmentInfo": {"count": 900, "type": "ESTIMATED"}})

    reference = read(planned)

    assert reference.work.sample_size is None
    assert "Enrolment: 900 participants (planned)." in reference.text


def test_an_entry_without_a_number_is_skipped() -> None:
    """Nobody could find it again."""
    assert record(study("")) == Skipped(
        "Drug A for disease B, study", "it has no registry number, so it cannot be cited"
    )


ALLOCATED = [
    ("INTERVENTIONAL", {"allocation": "RANDOMIZED"}, 2, "randomised-trial"),
    ("INTERVENTIONAL", {"allocation": "NON_RANDOMIZED"}, 2, "controlled-trial"),
    ("INTERVENTIONAL", {"allocation": "NA"}, 1, "cohort"),
    ("OBSERVATIONAL", {"observationalModel": "COHORT"}, 0, "cohort"),
    ("OBSERVATIONAL", {"observationalModel": "CASE_CONTROL"}, 0, "case-control"),
    ("OBSERVATIONAL", {"observationalModel": "COHORT", "timePerspective": "CROSS_SECTIONAL"}, 0, "cross-sectional"),
    ("OBSERVATIONAL", {"observationalModel": "ECOLOGIC_OR_COMMUNITY"}, 0, "unknown"),
    ("EXPANDED_ACCESS", {}, 0, "unknown"),
]


@pytest.mark.parametrize(("sort", "info", "arms", "expected"), ALLOCATED)
def test_results_give_an_entry_the_design_of_its_study(
    sort: str, info: dict[str, str], arms: int, expected: str
) -> None:
    """Without results the same entry is a plan and supports no finding (evidence.md, 2)."""
    modules = {
        "designModule": {"studyType": sort, "designInfo": info},
        "armsInterventionsModule": {"armGroups": [{"label": f"Arm {n}"} for n in range(arms)]},
    }

    assert read(study(results=results(outcome()), **modules)).work.design == expected
    assert read(study(**modules)).work.design == "registry-entry"


def test_an_outcome_is_one_sentence_with_all_its_numbers() -> None:
    """Arm, time, unit, measure and interval belong together (evidence.md, 7)."""
    compared = {"paramType": "Odds Ratio (OR)", "paramValue": "0.21", "ciPctValue": "95", "ciLowerLimit": "0.09"}
    analysis = compared | {"ciUpperLimit": "0.49", "pValue": "<0.001", "statisticalMethod": "Regression, Logistic"}

    reference = read(study(results=results(outcome(analyses=[analysis]))))

    (told,) = (sentence.text for sentence, role in statements(reference.text) if role == "result")
    assert told == (
        "Primary outcome “Relapse at month 6” (6 months): 30 of 50 participants in “Placebo” and 12 of 50 participants"
        " in “Drug A”; Odds Ratio (OR) 0.21 (95% CI 0.09 to 0.49), p <0.001, Regression, Logistic."
    )


def test_values_keep_their_spread_and_unit() -> None:
    """One number of dispersion, or two limits."""
    measured = [
        {"groupId": "G0", "value": "-0.38", "spread": "0.21"},
        {"groupId": "G1", "value": "2.5", "lowerLimit": "1.1", "upperLimit": "3.9"},
    ]
    posted = outcome(
        title="Score",
        paramType="MEAN",
        dispersionType="Standard Error",
        unitOfMeasure="points",
        classes=[{"categories": [{"measurements": measured}]}],
    )

    text = read(study(results=results(posted))).text

    assert "mean -0.38 (standard error 0.21) points (n = 50) in “Placebo”" in text
    assert "mean 2.5 (standard error 1.1 to 3.9) points (n = 50) in “Drug A”" in text


def test_a_comparison_is_never_given_to_a_line_it_may_not_belong_to() -> None:
    """Of several time points the registry says in a text of its own which one was compared, or not at all."""
    lines = [
        {"title": f"Week {week}", "categories": [{"measurements": [{"groupId": "G0", "value": "1"}]}]}
        for week in (2, 4)
    ]
    analyses = [{"pValue": "0.3", "groupDescription": "Week 4"}, {"pValue": "0.5"}]

    text = read(study(results=results(outcome(classes=lines, analyses=analyses)))).text

    assert "compared as “Week 4” p = 0.3; compared for a line that is not named: p = 0.5." in text


def test_serious_harms_are_told_by_arm() -> None:
    """They are results too, and the only ones where no outcome has a value."""
    groups = [
        {"title": "Placebo", "seriousNumAffected": 4, "seriousNumAtRisk": 158},
        {"title": "Drug A", "seriousNumAffected": 8, "seriousNumAtRisk": 159},
    ]
    posted = results(outcome(classes=[]), adverseEventsModule={"timeFrame": "52 weeks", "eventGroups": groups})

    reference = read(study(results=posted, designModule={"studyType": "INTERVENTIONAL"}))

    assert "Serious adverse events (52 weeks): 4 of 158 in “Placebo” and 8 of 159 in “Drug A”." in reference.text
    assert reference.work.design == "cohort"


def test_results_that_were_not_sent_support_nothing() -> None:
    """The registry says that there are some; nothing of them can be read here."""
    entry = study() | {"hasResults": True}

    reference = read(entry)

    assert reference.work.trial is not None
    assert (reference.work.trial.has_results, reference.work.design) == (True, "registry-entry")
    assert statements(reference.text) == ()


ANNOUNCING = (
    "RESULTS: 30 of 50 relapsed. Conclusions: It works. Outcomes - relapse fell by 40% (p<0.001)",
    "Summary. Drug A reduced relapse. Results We found a benefit.",
    "Methods and results: Drug A halved deaths, p = 0.01.",
    "The findings: relapse was 12% lower (95% CI 2 to 20).",
)


@pytest.mark.parametrize("summary", ANNOUNCING)
def test_a_plan_that_reads_like_a_result_supports_no_finding(summary: str) -> None:
    """Registrants write what they like: without posted results nothing of it counts (evidence.md, 2)."""
    reference = read(
        study(
            descriptionModule={"briefSummary": summary},
            outcomesModule={"primaryOutcomes": [{"measure": summary, "timeFrame": summary}]},
            armsInterventionsModule={"armGroups": [{"label": summary, "description": summary}]},
            statusModule={"whyStopped": summary, "overallStatus": "TERMINATED"},
        )
    )

    assert statements(reference.text) == ()


NASTY = (
    "Results Conclusion: FINDINGS Outcomes Summary Discussion: reduced relapse (95% CI 1 to 2) p<0.001 . ! ? - – “ ”"
    " ( ) [ ; no difference improved We found Methods and results: death survival 12% of Week 4. e.g. vs. placebo"
)
"""Words that announce results, tell directions, or end sentences."""
WORDS = st.lists(st.sampled_from(NASTY.split()), max_size=30).map(" ".join)


@given(WORDS, WORDS, WORDS)
def test_no_words_of_a_registrant_make_a_plan_a_finding(summary: str, measure: str, description: str) -> None:
    """Whatever stands in the free text of an entry without results."""
    reference = read(
        study(
            descriptionModule={"briefSummary": summary},
            conditionsModule={"conditions": [measure]},
            outcomesModule={"secondaryOutcomes": [{"measure": measure, "timeFrame": description}]},
            armsInterventionsModule={
                "armGroups": [{"label": measure, "description": description}],
                "interventions": [{"name": summary, "type": "DRUG"}],
            },
        )
    )

    assert statements(reference.text) == ()


@given(WORDS, WORDS, WORDS)
def test_no_name_of_an_outcome_tells_which_way_it_points(title: str, unit: str, method: str) -> None:
    """“Reduction in pain” is what was measured, in whichever arm the number is larger."""
    posted = outcome(
        title=title,
        unitOfMeasure=unit,
        timeFrame=method,
        paramType="MEAN",
        analyses=[{"pValue": "0.01", "statisticalMethod": method, "paramType": unit, "paramValue": "2"}],
        groups=[{"id": "G0", "title": title}, {"id": "G1", "title": unit}],
    )
    harms = {"eventGroups": [{"title": title, "deathsNumAffected": 1, "deathsNumAtRisk": 9}], "timeFrame": unit}

    reference = read(study(results=results(posted, adverseEventsModule=harms)))

    assert direction_of(reference.text) == "unknown"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "protocolSection",
                        "resultsSection",
                        "outcomeMeasuresModule",
                        "outcomeMeasures",
                        "classes",
                        "categories",
                        "measurements",
                        "value",
                        "groups",
                        "id",
                        "title",
                        "eventGroups",
                        "identificationModule",
                        "nctId",
                    ]
                ),
                inner,
            )
        ),
        max_leaves=40,
    )
)
def test_no_shape_of_an_entry_breaks_the_reading(shape: object) -> None:
    """What is of another kind than it should be is as good as absent; one odd entry must not cost the others."""
    named = {"identificationModule": {"nctId": NCT, "briefTitle": "Drug A"}}
    whole = {"protocolSection": named, **(shape if isinstance(shape, dict) else {"resultsSection": shape})}

    assert isinstance(record(whole), Record | Skipped)
