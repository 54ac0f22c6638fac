"""The rules of the messages: what is accepted, what is refused, and with which words."""

import pytest
from pydantic import ValidationError

from shared import messages as m
from shared.bus.envelope import problems
from tests.builders import (
    NOON,
    make_assessment,
    make_evidence,
    make_failed,
    make_hypothesis,
    make_judged,
    make_report,
    make_searched,
)

QUESTION = "Does drug A help people with disease B?"


def refused(kind: type[m.Value], **fields: object) -> str:
    """Return why these fields make no message of this kind, as a person reads it."""
    with pytest.raises(ValidationError) as error:
        kind.model_validate(fields)
    return problems(error.value)


def test_a_question_is_all_that_a_request_needs() -> None:
    """The first message another system sends is the shortest one that works."""
    asked = m.ResearchRequested.model_validate({"question": f"  {QUESTION}\n"})

    assert (asked.question, asked.run_id, asked.domain) == (QUESTION, "", "drug-repurposing")
    assert asked.sources == ("pubmed", "clinicaltrials", "europepmc", "openalex")
    assert asked.limits == m.Limits(max_rounds=5, max_results=30, deadline_seconds=600, max_tokens=50_000, max_usd=5.0)


def test_where_to_look_follows_from_what_is_given() -> None:
    """Whoever gives files means them; whoever says where to look is heard."""
    file = {"sha256": "0" * 64, "name": "refs.ris"}
    given = m.ResearchRequested.model_validate({"question": QUESTION, "library": (file,)})
    said = m.ResearchRequested.model_validate({"question": QUESTION, "sources": ("openalex",)})

    assert (given.sources, said.sources) == (("library",), ("openalex",))


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("", "question: is empty: write something"),
        (" \n\t ", "question: is empty: write something"),
        ("tafenoquine", "question: is a single word: ask what you want to know about it"),
    ],
)
def test_a_question_that_asks_nothing_is_refused(question: str, reason: str) -> None:
    """Whoever asked learns what to write instead."""
    assert refused(m.ResearchRequested, question=question) == reason


def test_a_question_has_at_most_4000_characters() -> None:
    """A document pasted into the question is no question."""
    longest = m.ResearchRequested(question="why " * 999 + "why?")

    assert len(longest.question) == 4000
    assert "at most 4000" in refused(m.ResearchRequested, question="why " * 999 + "why??")
    assert "at most 4000" in refused(m.ResearchRequested, question="a " * 50_000)


@pytest.mark.parametrize("run_id", ["a.b", "*", "a>", "a b", "ä", "r1\n", "x" * 65])
def test_a_run_id_is_one_token_of_a_subject(run_id: str) -> None:
    """A dot or a star in it would make another subject, a slash another key."""
    assert refused(m.ResearchRequested, question=QUESTION, run_id=run_id).startswith("run_id")
    assert refused(m.CancelRequested, run_id=run_id).startswith("run_id")


@pytest.mark.parametrize("run_id", ["sweeper", "running"])
def test_a_name_that_the_streams_use_themselves_is_reserved(run_id: str) -> None:
    """Its timers would be taken for the sweeper's."""
    assert refused(m.ResearchRequested, question=QUESTION, run_id=run_id).endswith("is reserved: choose another")


@pytest.mark.parametrize("name", ["max_rounds", "max_results", "deadline_seconds", "max_tokens", "max_usd"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), "many"])
def test_a_limit_of_nothing_or_of_no_number_is_refused_by_its_name(name: str, value: object) -> None:
    """A run without a round, or without an end, is never meant."""
    assert refused(m.ResearchRequested, question=QUESTION, limits={name: value}).startswith(f"limits.{name}: ")


def test_dates_the_wrong_way_round_are_refused_with_both() -> None:
    """Silently swapping them would search for what nobody asked."""
    filters = {"published_from": "2021-01-01", "published_to": "2020-01-01"}

    reason = refused(m.ResearchRequested, question=QUESTION, filters=filters)

    assert reason == "filters: published_from 2021-01-01 is after published_to 2020-01-01: swap them"


def test_an_unknown_domain_or_source_is_refused_with_the_known_ones() -> None:
    """The reason is the list to choose from."""
    domain = refused(m.ResearchRequested, question=QUESTION, domain="astrology")
    source = refused(m.ResearchRequested, question=QUESTION, sources=("library", "tea leaves"))

    assert domain == "domain: Input should be 'drug-repurposing' or 'general'"
    assert source == (
        "sources.1: Input should be 'library', 'pubmed', 'clinicaltrials', 'europepmc', 'openalex' or 'web'"
    )


def test_sources_are_literature_and_each_counts_once() -> None:
    """The web is read by the retrieval agent; asking a source twice finds nothing new."""
    asked = m.ResearchRequested(question=QUESTION, sources=("pubmed", "library", "pubmed"))

    assert asked.sources == ("pubmed", "library")
    assert refused(m.ResearchRequested, question=QUESTION, sources=("web",)).startswith("sources: web is no literature")
    assert refused(m.ResearchRequested, question=QUESTION, sources=()).startswith("sources: ")


def test_the_same_request_may_call_itself_otherwise() -> None:
    """A retry with another ``request_id`` is the same request, another question is not."""
    asked = m.ResearchRequested(question=QUESTION, run_id="r1", request_id="first try")

    assert asked.same_request(m.ResearchRequested(question=QUESTION, run_id="r1", request_id="second try"))
    assert not asked.same_request(m.ResearchRequested(question="Does drug Z help?", run_id="r1"))


@pytest.mark.parametrize(
    ("message", "name"),
    [
        (make_judged(), "r1:1-judge:1:judge.completed"),
        (make_judged(attempt=2), "r1:1-judge:2:judge.completed"),
        (make_failed(), "r1:1-search:1:search.failed"),
        (m.RunCancelled(run_id="r1"), "r1:research.cancelled"),
        (m.ResearchRejected(reason="no", at=NOON, sequence=7), "rejected:7"),
    ],
)
def test_a_message_is_named_after_what_it_is_about(message: m.Message, name: str) -> None:
    """A copy has the same name, anything else another: the stream drops copies by it."""
    assert message.id == name


def test_two_events_of_one_step_have_different_names_and_subjects_of_their_type() -> None:
    """With one name the stream would drop the second, and the numbers would have a gap."""
    data = m.JudgingData(step="1-judge")
    first, second = (
        m.AgentEvent(run_id="r1", seq=seq, type="judging", agent="judge", message="Judging", data=data, at=NOON)
        for seq in (1, 2)
    )

    assert (first.id, second.id) == ("r1:event:1", "r1:event:2")
    assert first.destination == second.destination == "research.events.r1.judging"


def test_an_event_carries_the_data_of_its_type() -> None:
    """A dashboard chooses by the type on the subject what it will find inside."""
    event = {"run_id": "r1", "seq": 1, "agent": "judge", "message": "Judging", "at": NOON, "type": "complete"}

    reason = refused(m.AgentEvent, **event, data={"type": "judging", "step": "1-judge"})

    assert reason == "body: data of type 'judging' in an event of type 'complete'"


@pytest.mark.parametrize(
    ("field", "fewest"), [("mechanism_reasoning", 10), ("clinical_reasoning", 10)], ids=["mechanism", "clinical"]
)
def test_a_score_comes_with_a_reason(field: str, fewest: int) -> None:
    """Source document 001: ten characters at least; a bare number convinces nobody."""
    details = make_assessment().details.model_dump() | {field: "x" * (fewest - 1)}

    assert refused(m.AssessmentDetails, **details) == f"{field}: String should have at least 10 characters"


def test_an_assessment_comes_with_a_reason_of_twenty_characters() -> None:
    """Source document 001."""
    assessment = make_assessment().model_dump() | {"reasoning": "x" * 19}

    assert refused(m.JudgeAssessment, **assessment) == "reasoning: String should have at least 20 characters"


@pytest.mark.parametrize("score", [-1, 11, 6.5])
def test_a_score_is_a_whole_number_from_0_to_10(score: float) -> None:
    """Source document 001."""
    details = make_assessment().details.model_dump() | {"clinical_evidence_score": score}

    assert refused(m.AssessmentDetails, **details).startswith("clinical_evidence_score: ")


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_is_from_0_to_1(share: float) -> None:
    """Confidences and relevances are compared: one of 70 would win everywhere."""
    hypothesis = make_hypothesis().model_dump() | {"confidence": share}
    evidence = make_evidence().model_dump() | {"relevance_score": share}

    assert refused(m.MechanismHypothesis, **hypothesis).startswith("confidence: ")
    assert refused(m.Evidence, **evidence).startswith("relevance_score: ")


@pytest.mark.parametrize(("characters", "ok"), [(99, False), (100, True), (500, True), (501, False)])
def test_an_executive_summary_has_100_to_500_characters(characters: int, *, ok: bool) -> None:
    """Source document 000; markers do not count, for the reader does not read them."""
    fields = make_report().model_dump() | {"executive_summary": "x" * characters + " [S1, S2]"}

    if ok:
        assert m.ResearchReport.model_validate(fields).executive_summary.endswith("[S1, S2]")
    else:
        assert f"has {characters} characters without markers" in refused(m.ResearchReport, **fields)


def test_a_hypothesis_gives_the_queries_that_would_test_it() -> None:
    """Source document 002: one for each link, then what was suggested; a repeat is asked once."""
    hypothesis = make_hypothesis(search_suggestions=("drug A safety", "drug A enzyme C"))

    assert hypothesis.to_search_queries() == (
        "drug A enzyme C",
        "enzyme C pathway D",
        "pathway D fewer relapses",
        "drug A safety",
    )


@pytest.mark.parametrize(
    ("field", "most", "one"),
    [("works", 1500, {"work_id": "w", "citation": {"source": "library", "title": "t"}}), ("evidence", 200, None)],
)
def test_an_answer_holds_no_more_than_its_bounds(field: str, most: int, one: object) -> None:
    """What does not fit is cut by the agent that ranked it, and named: never by the reader."""
    one = one or make_evidence().model_dump()
    answer = make_searched().model_dump()

    assert len(getattr(m.SearchCompleted.model_validate(answer | {field: [one] * most}), field)) == most
    assert refused(m.SearchCompleted, **answer | {field: [one] * (most + 1)}).startswith(f"{field}: ")


def test_an_order_has_one_to_eight_queries() -> None:
    """The run's state keeps them all, and must stay small."""
    order = {"run_id": "r1", "step": "1-search", "expires_at": NOON, "sources": ("library",)}

    assert len(m.SearchRequested.model_validate({**order, "queries": ["q"] * 8}).queries) == 8
    assert refused(m.SearchRequested, **order, queries=()).startswith("queries: ")
    assert refused(m.SearchRequested, **order, queries=("q",) * 9).startswith("queries: ")


def test_a_moment_without_its_zone_is_refused() -> None:
    """Deadlines are compared between machines."""
    order = {"run_id": "r1", "step": "1-judge", "question": QUESTION, "expires_at": "2026-01-01T12:00:00"}

    assert refused(m.JudgeRequested, **order) == "expires_at: Input should have timezone info"


def test_messages_are_values() -> None:
    """They are compared, kept and sent again: nobody may change one in passing."""
    message = make_judged()

    assert message == make_judged()
    assert hash(message.assessment) == hash(make_judged().assessment)
    with pytest.raises(ValidationError):
        message.__setattr__("run_id", "r2")
