"""No assessor may score higher than the designs that are there allow (evidence.md, 5)."""

import pytest

from services.judge.capping import capped, clinical_limit, is_enough
from shared import messages as m
from tests.builders import at, make_assessment, make_evidence

TRIAL = "Drug A halved the relapses of disease B."


def make_piece(
    n: int, design: m.Design = "randomised-trial", subject: m.Subject = "human", **fields: object
) -> m.Evidence:
    """Return source S*n*, a study of its own."""
    given: dict[str, object] = {"source_id": f"S{n}", "study_id": f"T{n}", "design": design, "subject": subject}
    return make_evidence(f"w{n}", TRIAL, **(given | fields))


def make_order(*evidence: m.Evidence, **fields: object) -> m.JudgeRequested:
    """Return an order to judge these pieces."""
    given: dict[str, object] = {
        "run_id": "r1",
        "step": "1-judge",
        "question": "Does drug A prevent relapse of disease B?",
        "evidence": evidence,
        "expires_at": at(60),
    }
    return m.JudgeRequested.model_validate(given | fields)


@pytest.mark.parametrize(
    ("evidence", "limit"),
    [
        ((), 3),
        ((make_piece(1, "unknown", "animal"),), 3),
        ((make_piece(1, "randomised-trial", "unknown"),), 3),
        ((make_piece(1, "cohort"), make_piece(2, "case-report")), 5),
        ((make_piece(1, "systematic-review"),), 5),
        ((make_piece(1, "controlled-trial"),), 6),
        ((make_piece(1),), 6),
        ((make_piece(1), make_piece(2)), 10),
        ((make_piece(1, "meta-analysis"),), 10),
    ],
)
def test_the_designs_set_the_limit(evidence: tuple[m.Evidence, ...], limit: int) -> None:
    """However convincing an argument is, animals and case reports do not answer for people."""
    assert clinical_limit(evidence)[0] == limit


def test_two_publications_of_one_trial_are_one_trial() -> None:
    """A follow-up paper is no replication."""
    pieces = (make_piece(1, study_id="NCT1"), make_piece(2, study_id="NCT1"))

    assert clinical_limit(pieces)[0] == 6


@pytest.mark.parametrize(
    "nothing",
    [
        {"retraction": m.Retraction(status="retracted")},
        {"design": "protocol"},
        {"design": "registry-entry", "level": "registry"},
        {"design": "editorial"},
        {"level": "title-only"},
        {"level": "web-page"},
        {"content": "The trial will compare drug A with placebo."},
    ],
)
def test_what_has_no_results_adds_nothing(nothing: dict[str, object]) -> None:
    """Plans, titles, opinions, web pages and withdrawn work are no evidence, however many there are."""
    plain = tuple(make_piece(n).model_copy(update=nothing) for n in (1, 2))

    assert clinical_limit(plain)[0] == 3


def test_both_numbers_are_kept() -> None:
    """The reader sees what was proposed and what was left of it."""
    details = capped(make_assessment(clinical=9), make_order(make_piece(1, "cohort"))).details

    assert (details.proposed_clinical_score, details.clinical_evidence_score) == (9, 5)
    assert details.clinical_reasoning.endswith("Capped at 5: no randomised or controlled study in people.")


def test_a_lower_proposal_stays() -> None:
    """A cap takes away, it never gives."""
    details = capped(make_assessment(clinical=4), make_order(make_piece(1), make_piece(2))).details

    assert details.clinical_evidence_score == 4


def test_an_unsearched_source_keeps_the_confidence_below_enough() -> None:
    """The missing source may hold the trial that says otherwise."""
    order = make_order(make_piece(1), make_piece(2), unsearched=("pubmed",))
    found = capped(make_assessment(confidence=0.9), order)

    assert (found.proposed_confidence, found.confidence, found.sufficient) == (0.9, 0.69, False)
    assert found.recommendation == "continue"


def conflicting(first: m.Evidence, second: m.Evidence, differs_in: str = "") -> float:
    """Return the confidence left where these two contradict each other."""
    conflict = m.Conflict(
        description="They disagree.",
        first_source_ids=(first.source_id,),
        second_source_ids=(second.source_id,),
        differs_in=differs_in,
    )
    proposed = make_assessment(confidence=0.9)
    details = proposed.details.model_copy(update={"conflicts": (conflict,)})
    return capped(proposed.model_copy(update={"details": details}), make_order(first, second)).confidence


def test_an_open_contradiction_of_equal_design_keeps_the_confidence_below_enough() -> None:
    """Two trials that cannot both be right leave the question open."""
    assert conflicting(make_piece(1), make_piece(2)) == 0.69
    assert conflicting(make_piece(1), make_piece(2, "case-report")) == 0.9
    assert conflicting(make_piece(1), make_piece(2), differs_in="comparator") == 0.9


def test_nothing_that_counts_caps_the_mechanism_too() -> None:
    """A mechanism from retracted works is none."""
    gone = make_piece(1, retraction=m.Retraction(status="retracted"))

    assert capped(make_assessment(mechanism=9), make_order(gone)).details.mechanism_score == 3


def test_studies_are_counted_once_and_reviews_apart() -> None:
    """Counts are of studies; what repeats them stands in a row of its own."""
    pieces = (
        make_piece(1, study_id="NCT1"),
        make_piece(2, study_id="NCT1"),
        make_piece(3, "cohort"),
        make_piece(4, "unknown", "animal"),
        make_piece(5, "unknown", "in-vitro"),
        make_piece(6, "review"),
        make_piece(7, retraction=m.Retraction(status="retracted")),
    )

    assert capped(make_assessment(), make_order(*pieces)).details.study_counts == m.StudyCounts(
        human_randomised=1, human_other=1, animal=1, in_vitro=1, secondary=1
    )


@pytest.mark.parametrize(
    ("domain", "mechanism", "clinical", "confidence", "enough"),
    [
        ("drug-repurposing", 6, 6, 0.7, True),
        ("drug-repurposing", 5, 9, 0.9, False),
        ("general", 0, 6, 0.7, True),
        ("general", 9, 5, 0.9, False),
        ("general", 9, 9, 0.69, False),
    ],
)
def test_the_domain_sets_the_rule(
    domain: m.Domain, mechanism: int, clinical: int, confidence: float, *, enough: bool
) -> None:
    """Only drug repurposing asks for a mechanism."""
    assert is_enough(domain, mechanism, clinical, confidence) is enough
