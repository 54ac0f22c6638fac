"""What leaves the judge leans on what it was shown, and is capped by it."""

from services.judge.judging import judge
from shared import messages as m
from shared.thinking import Thought
from tests.builders import at, make_assessment, make_evidence


def make_order(*evidence: m.Evidence, **fields: object) -> m.JudgeRequested:
    """Return an order to judge these pieces."""
    given: dict[str, object] = {
        "run_id": "r1",
        "step": "1-judge",
        "attempt": 2,
        "question": "Does drug A prevent relapse of disease B?",
        "evidence": evidence,
        "expires_at": at(60),
    }
    return m.JudgeRequested.model_validate(given | fields)


def pieces(count: int) -> tuple[m.Evidence, ...]:
    """Return so many randomised trials, S1 and on."""
    return tuple(make_evidence(f"w{n}", source_id=f"S{n}", study_id=f"T{n}") for n in range(1, count + 1))


class Scripted:
    """An assessor that says what it is told to, and remembers what it was shown."""

    def __init__(self, says: m.JudgeAssessment) -> None:
        self.says = says
        self.shown: tuple[m.Evidence, ...] = ()

    async def assess(self, order: m.JudgeRequested) -> Thought[m.JudgeAssessment]:
        """Return the script."""
        self.shown = order.evidence
        return Thought(self.says, "script")


def saying(**details: object) -> m.JudgeAssessment:
    """Return an assessment with these details."""
    plain = make_assessment()
    return plain.model_copy(update={"details": plain.details.model_copy(update=details)})


async def test_the_answer_echoes_its_order() -> None:
    """The coordinator knows an answer by run, step and attempt, and who thought by ``made_by``."""
    answer = await judge(make_order(*pieces(2)), Scripted(make_assessment()))

    assert (answer.run_id, answer.step, answer.attempt, answer.made_by) == ("r1", "1-judge", 2, "script")
    assert answer.pieces_judged == 2


async def test_at_most_thirty_pieces_are_shown() -> None:
    """An assessment of more would be of none in particular."""
    assessor = Scripted(make_assessment())
    answer = await judge(make_order(*pieces(34)), assessor)

    assert len(assessor.shown) == answer.pieces_judged == 30


async def test_findings_without_a_shown_source_are_dropped() -> None:
    """A finding that cites nothing, or what nobody read, cannot be checked."""
    findings = tuple(
        m.KeyFinding(text="Relapses fell.", source_ids=ids) for ids in (("S1",), (), ("S1", "S31"), ("S40",))
    )
    answer = await judge(make_order(*pieces(34)), Scripted(saying(key_findings=findings)))

    assert [finding.source_ids for finding in answer.assessment.details.key_findings] == [("S1",)]


async def test_candidate_rows_and_conflicts_need_shown_sources_too() -> None:
    """What was dropped from the findings must not come back in a table."""
    rows = (m.CandidateDetails(drug="a", source_ids=("S1",)), m.CandidateDetails(drug="b", source_ids=("S9",)))
    conflict = m.Conflict(description="They disagree.", first_source_ids=("S1",), second_source_ids=("S9",))
    said = saying(candidate_details=rows, conflicts=(conflict,))
    details = (await judge(make_order(*pieces(2)), Scripted(said))).assessment.details

    assert [row.drug for row in details.candidate_details] == ["a"]
    assert details.conflicts == ()


async def test_queries_that_were_asked_are_not_asked_again() -> None:
    """A repeated query finds nothing new and lets a run stall."""
    said = make_assessment().model_copy(
        update={"next_search_queries": ("Drug A trial", "drug A trial", "drug A cohort")}
    )
    answer = await judge(make_order(*pieces(1), asked=("drug a cohort",)), Scripted(said))

    assert answer.assessment.next_search_queries == ("Drug A trial",)


async def test_what_is_proposed_is_capped() -> None:
    """The assessor's opinion of its own scores is shown, never obeyed."""
    said = make_assessment(clinical=9).model_copy(update={"sufficient": True})
    answer = await judge(make_order(make_evidence("w1", source_id="S1", subject="animal")), Scripted(said))

    assert answer.assessment.details.clinical_evidence_score == 3
    assert (answer.assessment.sufficient, answer.assessment.recommendation) == (False, "continue")
