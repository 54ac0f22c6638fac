"""What the rubric makes of whole bodies of evidence, without a model."""

import pytest

from services.judge.judging import judge
from services.judge.rubric import RubricAssessor
from shared import messages as m
from tests.builders import at, make_citation, make_evidence

QUESTION = "Does velotinib slow the progression of kidney fibrosis?"

BENEFIT = (
    "Velotinib slowed the progression of kidney fibrosis compared with placebo (hazard ratio 0.6; 95% CI 0.4 to 0.8)."
)
HARM = "Velotinib increased the progression of kidney fibrosis compared with placebo (hazard ratio 1.6)."
MECHANISM = (
    "In cultured cells of the kidney velotinib inhibited ABL1. ABL1 inhibition suppressed TGF-beta signalling, "
    "and fibrosis became less."
)


def make_piece(n: int, content: str = BENEFIT, **fields: object) -> m.Evidence:
    """Return source S*n*, a randomised trial of its own unless a field says otherwise."""
    given: dict[str, object] = {
        "source_id": f"S{n}",
        "study_id": f"T{n}",
        "citation": make_citation("Velotinib and kidney fibrosis"),
        "sample_size": 300,
    }
    return make_evidence(f"w{n}", content, **(given | fields))


def animal(
    n: int, content: str = "In rats velotinib reduced kidney fibrosis and its progression by 40%."
) -> m.Evidence:
    """Return an animal study."""
    return make_piece(n, content, subject="animal", design="unknown", sample_size=None)


POOLED = make_piece(
    3, "Velotinib slowed the progression of kidney fibrosis in the pooled trials.", design="meta-analysis"
)
CELLS = make_piece(4, MECHANISM, subject="in-vitro", design="unknown", sample_size=None)
STRONG = (make_piece(1), make_piece(2), POOLED, CELLS)


async def assessed(*evidence: m.Evidence, **fields: object) -> m.JudgeAssessment:
    """Return what the rubric judge says of these pieces."""
    given: dict[str, object] = {
        "run_id": "r1",
        "step": "1-judge",
        "question": QUESTION,
        "evidence": evidence,
        "expires_at": at(60),
    }
    order = m.JudgeRequested.model_validate(given | fields)
    return (await judge(order, RubricAssessor())).assessment


@pytest.mark.parametrize("domain", ["drug-repurposing", "general"])
async def test_trials_a_pooled_analysis_and_a_mechanism_are_sufficient(domain: m.Domain) -> None:
    """Robust evidence in people with a known target and pathway answers the question."""
    found = await assessed(*STRONG, domain=domain)

    assert (found.details.clinical_evidence_score, found.details.mechanism_score) == (8, 6)
    assert (found.sufficient, found.recommendation, found.direction) == (True, "synthesize", "benefit")


async def test_without_a_mechanism_drug_repurposing_goes_on() -> None:
    """The same trials suffice for a general question and not for repurposing."""
    trials = (make_piece(1), make_piece(2), POOLED)

    assert not (await assessed(*trials, domain="drug-repurposing")).sufficient
    assert (await assessed(*trials, domain="general")).sufficient


async def test_reasons_name_their_sources() -> None:
    """A score that nobody can retrace is an opinion."""
    details = (await assessed(*STRONG)).details

    assert details.clinical_reasoning == (
        "The evidence in people holds 2 independent randomised trials in people (S1 and S2) and 1 meta-analysis (S3)."
    )
    assert "ABL1 (S4, in vitro)" in details.mechanism_reasoning


async def test_animal_studies_alone_are_insufficient() -> None:
    """Rats are not patients; the score says so and the next search looks for trials."""
    found = await assessed(animal(1), animal(2), animal(3), domain="general")

    assert found.details.clinical_evidence_score <= 3
    assert (found.sufficient, found.direction) == (False, "unknown")
    assert "velotinib randomised trial" in found.next_search_queries


async def test_retracted_works_alone_are_insufficient() -> None:
    """Withdrawn results are no results, however strong their design was."""
    gone = m.Retraction(status="retracted")
    found = await assessed(*(piece.model_copy(update={"retraction": gone}) for piece in STRONG))

    assert (found.details.clinical_evidence_score, found.details.mechanism_score) == (0, 0)
    assert (found.sufficient, found.details.key_findings, found.details.drug_candidates) == (False, (), ())


async def test_taking_the_trials_away_lowers_the_score() -> None:
    """The score measures designs; without the strong ones it must fall."""
    cohort = make_piece(5, "Progression of kidney fibrosis was slower with velotinib.", design="cohort")
    whole = await assessed(make_piece(1), make_piece(2), cohort)
    rest = await assessed(cohort)

    assert (whole.details.clinical_evidence_score, rest.details.clinical_evidence_score) == (7, 4)


async def test_a_registry_entry_without_results_supports_nothing() -> None:
    """A planned trial of velotinib says nothing about what velotinib does."""
    plan = make_piece(
        1, "Velotinib is compared with placebo in kidney fibrosis.", design="registry-entry", level="registry"
    )
    found = await assessed(plan)

    assert found.details.clinical_evidence_score == 0
    assert found.details.key_findings == ()


async def test_trials_of_something_else_do_not_count() -> None:
    """Strong evidence off topic is no evidence on it."""
    other = "Morazole reduced migraine compared with placebo."
    off = [make_piece(n, other, citation=make_citation("Morazole in migraine")) for n in (1, 2, 3)]

    assert (await assessed(*off)).details.clinical_evidence_score == 0


async def test_a_small_trial_is_some_evidence_and_one_trial_not_robust() -> None:
    """The rubric knows small trials, single trials and several."""
    small = await assessed(make_piece(1, sample_size=20))
    one = await assessed(make_piece(1))

    assert (small.details.clinical_evidence_score, one.details.clinical_evidence_score) == (5, 6)
    assert not one.sufficient


async def test_an_unsearched_source_caps_the_confidence() -> None:
    """The judge says that it is not done, and what it would still ask."""
    found = await assessed(*STRONG, unsearched=("pubmed",))

    assert (found.confidence, found.sufficient) == (0.69, False)
    assert found.next_search_queries


async def test_opposite_trials_are_mixed_whatever_the_majority_says() -> None:
    """Two against one is no verdict; the contradiction is open and keeps the search going."""
    found = await assessed(make_piece(1), make_piece(2), make_piece(5, HARM))

    assert found.direction == "mixed"
    assert {(c.first_source_ids, c.second_source_ids, c.differs_in) for c in found.details.conflicts} == {
        (("S1",), ("S5",), ""),
        (("S2",), ("S5",), ""),
    }
    assert found.confidence == 0.69


async def test_an_active_comparator_explains_a_difference() -> None:
    """Worse than another drug does not contradict better than placebo."""
    worse = "Progression of kidney fibrosis was faster and worse with velotinib than with captopril."
    found = await assessed(make_piece(1), make_piece(2, worse))

    assert [conflict.differs_in for conflict in found.details.conflicts] == ["comparator"]


async def test_not_significant_beside_significant_is_no_contradiction() -> None:
    """A small trial that shows nothing does not deny what a large one showed."""
    null = "There was no significant difference in progression of kidney fibrosis between velotinib and placebo."
    found = await assessed(make_piece(1), make_piece(2, null))

    assert found.details.conflicts == ()
    assert found.direction == "mixed"


async def test_a_smaller_null_result_leaves_the_direction_and_a_larger_one_does_not() -> None:
    """Twenty people who show nothing deny nothing; a thousand do."""
    null = "There was no significant difference in progression of kidney fibrosis between velotinib and placebo."
    small = await assessed(make_piece(1), make_piece(2, null, sample_size=20))
    large = await assessed(make_piece(1), make_piece(2, null, sample_size=1000))

    assert (small.direction, large.direction) == ("benefit", "mixed")


async def test_a_benefit_in_one_outcome_and_a_harm_in_another_are_no_disagreement() -> None:
    """Two trials may both be right: the drug works, and it makes people bleed."""
    bleeding = "In kidney fibrosis velotinib increased bleeding compared with placebo (p < 0.01)."

    assert (await assessed(make_piece(1), make_piece(2, bleeding))).details.conflicts == ()


async def test_work_on_people_that_asks_something_else_is_not_counted() -> None:
    """Counts stand beside the answer; a trial of the drug in migraine is no study of kidneys."""
    elsewhere = make_piece(
        2, "Velotinib reduced migraine compared with placebo.", citation=make_citation("Velotinib in migraine")
    )
    found = await assessed(make_piece(1), elsewhere, CELLS)

    assert found.details.study_counts == m.StudyCounts(human_randomised=1, in_vitro=1)
    assert (
        "among the 3 pieces judged: 1 human randomised, 0 human other, 0 animal, 1 in vitro"
        in (found.certainty_reasons[1])
    )


async def test_what_is_said_of_the_comparator_is_not_said_of_the_drug() -> None:
    """In a trial of two drugs the one that was asked about may be the other one."""
    other = "Imatinib improved kidney fibrosis compared with velotinib. Imatinib reduced its progression."

    assert (await assessed(make_piece(1, other))).direction == "unknown"


async def test_an_organ_that_works_better_is_no_mechanism() -> None:
    """Function is what the patient gets, not how the drug does it."""
    found = await assessed(make_piece(1, "Velotinib improved kidney function and slowed kidney fibrosis."))

    assert found.details.mechanism_score == 2


async def test_findings_are_the_sources_own_sentences() -> None:
    """Each key finding can be found in its source, and only results become findings."""
    piece = make_piece(1, f"We aimed to test velotinib in kidney fibrosis. {BENEFIT}")
    (finding,) = (await assessed(piece)).details.key_findings

    assert (finding.finding_id, finding.text, finding.source_ids, finding.direction) == (
        "F1",
        BENEFIT,
        ("S1",),
        "benefit",
    )


async def test_a_candidate_row_says_what_is_missing() -> None:
    """Absent harm data never reads as safe, and no approval is known from memory."""
    (row,) = (await assessed(make_piece(1))).details.candidate_details

    assert (row.drug, row.harms, row.approval) == (
        "velotinib",
        "no safety data among the sources read",
        "approval not checked",
    )
    assert row.best_human_evidence == "randomised trial: S1 (1 independent study)"


async def test_a_candidate_row_quotes_harms_approval_and_stopped_trials() -> None:
    """Each entry is a source's own words with its number."""
    trial = make_piece(1, f"{BENEFIT} Diarrhoea occurred in 12 of 150 patients given velotinib.")
    news = make_piece(2, "Velotinib was approved by the FDA in 2019.", design="editorial")
    stopped = make_piece(
        3, "The trial of velotinib was terminated because recruitment was slow.", design="registry-entry"
    )
    (row,) = (await assessed(trial, news, stopped)).details.candidate_details

    assert row.harms == "“Diarrhoea occurred in 12 of 150 patients given velotinib.” [S1]"
    assert row.approval == "as stated in [S2]"
    assert row.trials == ("“The trial of velotinib was terminated because recruitment was slow.” [S3]",)
    assert row.source_ids == ("S1", "S3", "S2")


async def test_an_open_question_lists_the_drugs_that_several_works_are_about() -> None:
    """Nobody named a drug; the evidence does."""
    pieces = [make_piece(n, citation=make_citation(f"Velotinib in fibrosis, part {n}")) for n in (1, 2)]
    found = await assessed(*pieces, question="Which drugs could be repurposed for kidney fibrosis?")

    assert found.details.drug_candidates == ("velotinib",)


async def test_hypotheses_tell_what_to_search_for_a_mechanism() -> None:
    """What the hypothesis agent proposed is what is missing here."""
    one = m.MechanismHypothesis(
        drug="velotinib", target="KIT", pathway="RAS signalling", effect="scars", confidence=0.4
    )
    found = await assessed(make_piece(1), make_piece(2), hypotheses=(one,))

    assert found.next_search_queries[:2] == ("velotinib KIT", "KIT RAS signalling")


async def test_with_everything_asked_nothing_is_left() -> None:
    """A run ends when there is nothing left to ask; the judge must be able to say so."""
    first = await assessed(animal(1))
    asked = first.next_search_queries
    while asked != (more := (*asked, *(await assessed(animal(1), asked=asked)).next_search_queries)):
        asked = more

    assert (await assessed(animal(1), asked=asked)).next_search_queries == ()


async def test_certainty_names_each_reason() -> None:
    """Design, independent studies, consistency, directness, precision, retraction; bias was not assessed."""
    reasons = (await assessed(*STRONG)).certainty_reasons

    assert [reason.split(":")[0].split(" among")[0] for reason in reasons] == [
        "Design",
        "Independent studies",
        "Consistency",
        "Directness",
        "Precision",
        "Retraction",
        "Risk of bias",
    ]
    assert reasons[5] == "Retraction: none known to be retracted; not checked for 4 of 4 pieces."


async def test_no_evidence_is_judged_as_such() -> None:
    """Nothing found scores nothing, and says it in words."""
    found = await assessed()

    assert (found.details.clinical_evidence_score, found.confidence, found.direction) == (0, 0.0, "unknown")
    assert found.details.mechanism_reasoning == "No sentence among the pieces read states a mechanism."
