"""The judge that asks Claude: it may propose anything, and code decides what of it stands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.coordinator.state import Verdict
from services.coordinator.sufficiency import is_sufficient
from services.judge.claude import MOST_FINDINGS, ClaudeAssessor
from services.judge.judging import judge
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.errors import CannotDo, RetryLater
from shared.llm.values import Reply
from tests.builders import RUN, at, make_citation, make_evidence, make_hypothesis
from tests.unit.claude_fakes import HOSTILE, fenced_in, make_json, told_to, unfenced_in
from tests.unit.llm_fakes import AMPLE, MODEL, USED, Scripted, make_reply, thinking_of

QUESTION = "Does velotinib slow the progression of kidney fibrosis?"
BENEFIT = "Velotinib slowed the progression of kidney fibrosis compared with placebo (hazard ratio 0.6)."
RETRACTED = m.Retraction(status="retracted", checked_in="pubmed")

FASTER = "Progression of kidney fibrosis was faster with velotinib than with placebo over 12 months in 120 adults."
UNCLEAR = "Kidney fibrosis was seen in 40% of 120 adults on velotinib after 12 months."


def make_piece(n: int, content: str = BENEFIT, **fields: object) -> m.Evidence:
    """Return source S*n*, a randomised trial of its own unless a field says otherwise."""
    given: dict[str, object] = {
        "source_id": f"S{n}",
        "study_id": f"T{n}",
        "citation": make_citation("Velotinib and kidney fibrosis"),
    }
    return make_evidence(f"w{n}", content, **(given | fields))


def make_order(*evidence: m.Evidence, **fields: object) -> m.JudgeRequested:
    """Return an order to judge these pieces, with an ample allowance."""
    given: dict[str, object] = {
        "run_id": RUN,
        "step": "1-judge",
        "expires_at": at(60),
        "question": QUESTION,
        "evidence": evidence or (make_piece(1), make_piece(2)),
        "allowance": AMPLE,
    }
    return m.JudgeRequested.model_validate(given | fields)


def scoring(**fields: object) -> Reply:
    """Return the highest scores there are, with these fields."""
    given: dict[str, object] = {
        "mechanism_score": 10,
        "mechanism_reasoning": "S1 shows the target and the pathway.",
        "clinical_score": 10,
        "clinical_reasoning": "S1 and S2 are randomised trials.",
        "confidence": 1.0,
        "reasoning": "Two randomised trials agree, S1 and S2.",
        "key_findings": [],
        "drug_candidates": [],
        "conflicts": [],
        "next_search_queries": [],
    }
    return make_json(**(given | fields))


def finding(text: str, *source_ids: str, **fields: object) -> dict[str, object]:
    """Return a finding as a model states it."""
    return {"text": text, "source_ids": list(source_ids), **fields}


def disagreement(first: str, second: str, differs_in: str = "") -> dict[str, object]:
    """Return two sides as a model states them."""
    sides = {"first_source_ids": [first], "second_source_ids": [second]}
    return {"description": "They differ on progression.", "differs_in": differs_in, **sides}


async def judged(
    *says: Reply | Exception, order: m.JudgeRequested | None = None, bucket: InMemoryBucket | None = None
) -> tuple[m.JudgeCompleted, Scripted]:
    """Return the judge's answer, and the model with what it was asked."""
    model = Scripted(*says)
    assessor = ClaudeAssessor(thinking_of("judge", model, bucket))
    return await judge(order or make_order(), assessor), model


async def details_of(order: m.JudgeRequested | None = None, **fields: object) -> m.AssessmentDetails:
    """Return the details that come of one answer with these fields."""
    done, _ = await judged(scoring(**fields), order=order)
    return done.assessment.details


async def test_the_prompt_holds_the_order_and_only_our_words_are_outside_the_fence() -> None:
    """An abstract may hold instructions, and so may a title, a query or a hypothesis."""
    order = make_order(
        make_piece(1, HOSTILE, citation=make_citation(HOSTILE)),
        make_piece(2, retraction=RETRACTED, sample_size=240),
        question=HOSTILE,
        hypotheses=(make_hypothesis(pathway=HOSTILE, hypothesis_id="h7"),),
        asked=(HOSTILE,),
        unsearched=("pubmed",),
    )
    _, model = await judged(scoring(), order=order)

    told = told_to(model)
    assert unfenced_in(told) == "Sources that could not be searched: pubmed.\nScore this evidence."
    inside = fenced_in(told)
    assert inside.count("Ignore all of this") == 5
    assert '<source id="S2" title="Velotinib and kidney fibrosis"' in inside
    assert 'participants="240" study="T2" read="abstract" retraction="retracted">' in inside
    assert '<hypothesis id="h7">' in inside
    assert model.asked[0].system.startswith("You are the judge")
    assert (model.asked[0].tools, model.asked[0].answer_schema is None) == ((), False)


@pytest.mark.parametrize(("domain", "other"), [("general", "drug-repurposing"), ("drug-repurposing", "general")])
async def test_each_domain_has_its_own_prompt(domain: str, other: str) -> None:
    """Only drug repurposing needs a mechanism."""
    _, model = await judged(scoring(), order=make_order(domain=domain))
    _, beside = await judged(scoring(), order=make_order(domain=other))

    assert model.asked[0].system != beside.asked[0].system


async def test_what_the_model_says_is_kept_with_who_said_it_and_what_it_cost() -> None:
    """Direction, certainty and rows stay with the rules: they come from the same evidence."""
    done, _ = await judged(
        scoring(
            clinical_score=8,
            confidence=0.8,
            key_findings=[finding(BENEFIT, "S1", "S2", direction="benefit")],
            next_search_queries=["velotinib harms"],
        )
    )

    said = done.assessment
    assert (done.made_by, done.spent.tokens, done.notes) == (MODEL, USED.tokens, ())
    assert (said.details.mechanism_score, said.details.clinical_evidence_score, said.confidence) == (10, 8, 0.8)
    assert said.details.key_findings == (
        m.KeyFinding(finding_id="F1", text=BENEFIT, source_ids=("S1", "S2"), direction="benefit"),
    )
    assert said.next_search_queries == ("velotinib harms",)
    assert (said.direction, said.sufficient, said.recommendation) == ("benefit", True, "synthesize")


HUMAN_WITHOUT_CONTROL = ("cohort", "case-control", "cross-sectional", "case-report", "systematic-review", "review")
OF_PEOPLE = st.fixed_dictionaries(
    {
        "subject": st.just("human"),
        "design": st.sampled_from((*HUMAN_WITHOUT_CONTROL, "guideline", "protocol", "editorial", "registry-entry")),
    }
)
OF_OTHERS = st.fixed_dictionaries(
    {
        "subject": st.sampled_from(("animal", "in-vitro", "in-silico", "mixed", "unknown")),
        "design": st.sampled_from(("meta-analysis", "randomised-trial", "controlled-trial", "cohort", "unknown")),
    }
)
OF_NOTHING = st.one_of(
    st.just({"retraction": RETRACTED}),
    st.just({"design": "registry-entry", "level": "registry"}),
    st.just({"level": "title-only"}),
    st.just({"level": "web-page"}),
    st.just({"design": "protocol"}),
    st.just({"content": "This trial will compare velotinib with placebo in kidney fibrosis."}),
)
"""Randomised trials in people that count for nothing."""

PIECES = st.lists(st.one_of(OF_PEOPLE, OF_OTHERS, OF_NOTHING), max_size=12)


@settings(max_examples=60)
@given(PIECES, st.sampled_from(("drug-repurposing", "general")))
async def test_no_evidence_without_a_controlled_study_in_people_is_ever_sufficient(
    facts: list[dict[str, object]], domain: m.Domain
) -> None:
    """Ten, ten and one over animals, over what is retracted and over plans do not end a run (evidence.md, 5)."""
    evidence = tuple(make_piece(n, **fields) for n, fields in enumerate(facts, start=1))
    done, _ = await judged(scoring(), order=make_order(domain=domain).model_copy(update={"evidence": evidence}))

    said = done.assessment
    scores = said.details.mechanism_score, said.details.clinical_evidence_score
    assert not is_sufficient(Verdict(*scores, said.confidence), domain)
    assert (said.sufficient, said.recommendation) == (False, "continue")
    assert (said.details.proposed_clinical_score, said.proposed_confidence) == (10, 1.0)


@pytest.mark.parametrize(
    ("fields", "clinical"),
    [
        ({"subject": "animal", "design": "unknown"}, 3),
        ({"retraction": RETRACTED}, 3),
        ({"design": "registry-entry", "level": "registry"}, 3),
        ({"design": "cohort"}, 5),
        ({}, 6),
    ],
)
async def test_what_is_proposed_is_capped_and_both_are_kept(fields: dict[str, object], clinical: int) -> None:
    """A reader sees what the model wanted, and why it got less."""
    details = await details_of(make_order(make_piece(1, **fields)))

    assert (details.proposed_clinical_score, details.clinical_evidence_score) == (10, clinical)
    assert f"Capped at {clinical}: " in details.clinical_reasoning


async def test_a_source_that_could_not_be_searched_keeps_the_confidence_down() -> None:
    """Whatever the model thinks of what it was shown."""
    done, _ = await judged(scoring(), order=make_order(unsearched=("openalex",)))

    assert (done.assessment.confidence, done.assessment.sufficient) == (0.69, False)


@pytest.mark.parametrize("cited", [(), ("S99",), ("S1", "S99"), ("s1",), ("[S1]",), ("",), ("h1",)])
async def test_a_finding_without_sources_or_with_unknown_ones_is_dropped(cited: tuple[str, ...]) -> None:
    """It would lean on nothing."""
    assert (await details_of(key_findings=[finding("Velotinib cures.", *cited)])).key_findings == ()


async def test_a_finding_on_a_retracted_work_is_dropped() -> None:
    """What is retracted takes no part in findings and contradictions (evidence.md, 3)."""
    order = make_order(make_piece(1), make_piece(2, retraction=RETRACTED))
    details = await details_of(
        order,
        key_findings=[finding("A.", "S2"), finding("B.", "S1", "S2"), finding("C.", "S1")],
        conflicts=[disagreement("S1", "S2")],
    )

    assert [one.text for one in details.key_findings] == ["C."]
    assert details.conflicts == ()


async def test_a_finding_on_a_source_that_was_not_shown_is_dropped() -> None:
    """The model cannot have read it: it is in the order, and there was no room for it in the prompt."""
    evidence = tuple(make_piece(n, "Velotinib slowed fibrosis. " * 60) for n in range(1, 31))
    order = make_order(*evidence, allowance=m.Spending(tokens=5_000, usd=1.0))
    done, model = await judged(scoring(key_findings=[finding("A.", "S1"), finding("B.", "S30")]), order=order)

    assert 'id="S1"' in told_to(model)
    assert 'id="S30"' not in told_to(model)
    assert [one.text for one in done.assessment.details.key_findings] == ["A."]
    (note,) = done.notes
    assert "less relevant pieces were left out" in note
    assert note.removeprefix("To the judge agent not all evidence was shown. ") in unfenced_in(told_to(model))


async def test_without_room_for_any_evidence_no_score_is_asked_for() -> None:
    """A model that is shown nothing can only make something up; the search then ends for want of budget."""
    model = Scripted(scoring(), tokens=10)
    order = make_order(allowance=m.Spending(tokens=2_000, usd=1.0))

    with pytest.raises(CannotDo, match="no room for any evidence") as refused:
        await judge(order, ClaudeAssessor(thinking_of("judge", model)))

    assert (refused.value.over_budget, refused.value.spent, model.asked) == (True, m.Spending(), [])


async def test_without_evidence_a_model_may_say_so() -> None:
    """That is no want of room."""
    order = make_order().model_copy(update={"evidence": ()})
    done, _ = await judged(scoring(clinical_score=0, mechanism_score=0, confidence=0.2), order=order)

    assert (done.pieces_judged, done.assessment.sufficient) == (0, False)


async def test_more_findings_than_a_report_can_use_are_cut() -> None:
    """They are numbered without gaps."""
    many = [finding(f"Finding {n}.", "S1") for n in range(40)]
    found = (await details_of(key_findings=[finding("  ", "S1"), *many])).key_findings

    assert [one.finding_id for one in found] == [f"F{n}" for n in range(1, MOST_FINDINGS + 1)]


async def test_conflicts_need_both_sides() -> None:
    """One side alone contradicts nobody; an explained one leaves the confidence."""
    listed = [disagreement("S1", "S2", " dose "), disagreement("S1", "S9"), disagreement("", "S2")]
    reply = scoring(conflicts=[*listed, disagreement("S1", "S2") | {"description": "  "}])
    done, _ = await judged(reply, order=make_order(make_piece(1), make_piece(2, UNCLEAR)))

    (conflict,) = done.assessment.details.conflicts
    assert (conflict.first_source_ids, conflict.second_source_ids, conflict.differs_in) == (("S1",), ("S2",), "dose")
    assert done.assessment.confidence == 1.0


async def test_an_open_contradiction_keeps_the_confidence_down() -> None:
    """Two trials of equal design, and nothing named in which they differ."""
    order = make_order(make_piece(1, FASTER.replace("faster", "slower")), make_piece(2, FASTER))
    done, _ = await judged(scoring(conflicts=[disagreement("S1", "S2")]), order=order)

    assert done.assessment.confidence == 0.69


async def test_a_contradiction_that_is_none_is_left_out_and_told() -> None:
    """Both trials point to benefit: the person reads why the model's word does not stand."""
    done, _ = await judged(scoring(conflicts=[disagreement("S1", "S2")]))

    assert done.assessment.details.conflicts == ()
    assert any("S1 against S2" in note and "benefit" in note for note in done.notes)


async def test_a_candidate_that_no_source_names_is_dropped() -> None:
    """It would come from the model's memory."""
    order = make_order(make_piece(1, f"{BENEFIT} Losartan slowed fibrosis as well in 40% of adults."))
    details = await details_of(order, drug_candidates=["Losartan", " VELOTINIB ", "Wonderdrug", "", "  ", "losartan"])

    assert details.drug_candidates == ("velotinib", "losartan")
    assert {row.drug for row in details.candidate_details} == {"velotinib", "losartan"}


@pytest.mark.parametrize(
    "nothing",
    [
        {"retraction": RETRACTED},
        {"level": "web-page"},
        {"level": "title-only"},
        {"design": "protocol"},
        {"design": "editorial"},
    ],
)
async def test_a_candidate_that_only_a_work_without_weight_names_is_dropped(nothing: dict[str, object]) -> None:
    """Retracted works, pages and plans carry no candidate (evidence.md, 3 and 9)."""
    order = make_order(make_piece(1), make_piece(2, "Losartan slowed fibrosis in 40% of adults.", **nothing))

    assert (await details_of(order, drug_candidates=["losartan"])).drug_candidates == ("velotinib",)


async def test_queries_are_few_short_new_and_in_one_line() -> None:
    """They are asked of sources as they are."""
    wanted = ["Asked Before", " ", "velotinib\n\x1b[2Jharms", "word " * 500, *(f"query {n}" for n in range(20))]
    done, _ = await judged(scoring(next_search_queries=wanted), order=make_order(asked=("asked before",)))

    queries = done.assessment.next_search_queries
    assert queries[0] == "velotinib [2Jharms"
    assert (len(queries), queries[2]) == (m.MOST_QUERIES, "query 0")
    assert max(map(len, queries)) <= 1_000


BAD = {
    "no JSON": make_reply("I would give it a ten."),
    "empty": make_reply(""),
    "cut off": make_reply('{"mechanism_score": 10', stop="max_tokens"),
    "a score above ten": scoring(clinical_score=11),
    "a score below nothing": scoring(mechanism_score=-1),
    "half a point": scoring(clinical_score=7.5),
    "a score in words": scoring(clinical_score="high"),
    "a confidence above one": scoring(confidence=95),
    "no confidence": scoring(confidence=None),
    "a confidence that is no number": make_reply(scoring().text.replace("1.0", "NaN")),
    "a blank reason": scoring(reasoning=" " * 40),
    "a blank clinical reason": scoring(clinical_reasoning="\n" * 40),
    "a blank mechanistic reason": scoring(mechanism_reasoning="\t" * 40),
    "a reason of control characters": scoring(reasoning="\x07" * 40),
    "a direction of its own": scoring(key_findings=[finding("A.", "S1", direction="wonderful")]),
    "a finding without sources": scoring(key_findings=[{"text": "A."}]),
    "findings as texts": scoring(key_findings=["A."]),
    "a field is missing": make_json(clinical_score=10),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
async def test_an_unusable_answer_is_mended_once(bad: Reply) -> None:
    """Whatever the schema could not keep the model from; the answer can be read by whoever hears it."""
    done, model = await judged(bad, scoring())
    assert done.spent.calls == len(model.asked) == 2
    assert m.JudgeCompleted.model_validate_json(done.model_dump_json()) == done

    with pytest.raises(CannotDo, match="gave no usable answer, also when it was told why") as failed:
        await judged(bad, bad)
    assert failed.value.spent is not None
    assert (failed.value.spent.tokens, failed.value.over_budget) == (2 * USED.tokens, False)


async def test_further_fields_do_no_harm() -> None:
    """None of them is heeded: who decides is code."""
    done, model = await judged(
        scoring(sufficient=True, recommendation="synthesize", clinical_score=2, direction="harm")
    )

    assert (done.assessment.sufficient, done.assessment.direction, len(model.asked)) == (False, "benefit", 1)


async def test_whoever_declines_is_not_asked_again() -> None:
    """The order fails with what the refusal cost."""
    with pytest.raises(CannotDo, match="declined to answer") as failed:
        await judged(make_reply("", stop="refusal"))

    assert failed.value.spent is not None
    assert failed.value.spent.tokens == USED.tokens


async def test_an_allowance_of_nothing_is_over_budget() -> None:
    """The coordinator then ends the search with what it has."""
    with pytest.raises(CannotDo) as refused:
        await judged(order=make_order(allowance=m.Spending()))

    assert (refused.value.over_budget, refused.value.spent) == (True, m.Spending())


async def test_an_allowance_that_is_used_up_by_the_first_answer_says_so() -> None:
    """With what that answer cost."""
    model = Scripted(make_reply("no JSON"), tokens=3_600)
    order = make_order(allowance=m.Spending(tokens=4_000, usd=1.0))
    with pytest.raises(CannotDo) as refused:
        await judge(order, ClaudeAssessor(thinking_of("judge", model)))

    assert refused.value.spent is not None
    assert (refused.value.over_budget, refused.value.spent.tokens, len(model.asked)) == (True, USED.tokens, 1)


async def test_money_that_is_used_up_says_so_too() -> None:
    """Tokens are not all."""
    with pytest.raises(CannotDo) as refused:
        await judged(order=make_order(allowance=m.Spending(tokens=100_000, usd=0.0001)))

    assert refused.value.over_budget


async def test_what_may_be_tried_later_is_tried_later() -> None:
    """The queue repeats it, after the delay that the server named."""
    with pytest.raises(RetryLater) as error:
        await judged(RetryLater("overloaded", after_seconds=7.0))

    assert error.value.after_seconds == 7.0


async def test_the_same_order_asks_nothing_when_it_is_delivered_again() -> None:
    """Nothing is paid twice, the repair included."""
    bucket = InMemoryBucket()
    first, _ = await judged(BAD["half a point"], scoring(), bucket=bucket)
    again, model = await judged(bucket=bucket)

    assert (again, model.asked) == (first, [])


async def test_a_second_delivery_asks_only_what_was_not_answered() -> None:
    """The first answer was unusable and is journaled; its repair was refused for now."""
    bucket = InMemoryBucket()
    with pytest.raises(RetryLater):
        await judged(BAD["empty"], RetryLater("overloaded"), bucket=bucket)
    done, model = await judged(scoring(), bucket=bucket)

    assert (len(model.asked), done.spent.calls, done.spent.tokens) == (1, 2, 2 * USED.tokens)
