"""The search agent that asks Claude: what it may ask of each source, and that no failing model keeps it waiting."""

import json

import pytest

from services.search.claude import ClaudePlanner
from services.search.planning import Plan
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.errors import CannotDo, RetryLater
from shared.llm.values import Reply
from tests.builders import RUN, at, make_hypothesis
from tests.unit.claude_fakes import HOSTILE, fenced_in, make_json, told_to, unfenced_in
from tests.unit.llm_fakes import AMPLE, MODEL, USED, Scripted, make_reply, thinking_of

BOTH = {"pubmed": ["velomirine AND fever", "velomirine KRT5"], "openalex": ["velomirine relapse"]}


def make_order(**fields: object) -> m.SearchRequested:
    """Return an order to two sources, a minute before it expires."""
    given: dict[str, object] = {
        "run_id": RUN,
        "step": "1-search",
        "expires_at": at(60),
        "question": "Does velomirine prevent relapse of fever?",
        "queries": ("velomirine relapse of fever",),
        "sources": ("pubmed", "openalex"),
        "allowance": AMPLE,
    }
    return m.SearchRequested.model_validate(given | fields)


def make_plan(queries: dict[str, list[str]]) -> Reply:
    """Return the answer of a model that wants each source asked this."""
    return planning(*queries.items())


def planning(*searches: tuple[str, list[str]]) -> Reply:
    """Return such an answer, in which a source may come twice."""
    listed = [{"source": source, "queries": queries} for source, queries in searches]
    return make_json(searches=listed, reasoning="Drug and condition.")


async def planned(
    *says: Reply | Exception, order: m.SearchRequested | None = None, bucket: InMemoryBucket | None = None
) -> tuple[Plan, Scripted]:
    """Return the plan that comes of these answers, and the model with what it was asked."""
    model = Scripted(*says)
    return await ClaudePlanner(thinking_of("search", model, bucket)).plan(order or make_order()), model


async def test_the_prompt_holds_the_order_and_only_our_words_are_outside_the_fence() -> None:
    """Queries and gaps come from models that read the literature, so they are data like it."""
    order = make_order(
        question=HOSTILE,
        queries=(HOSTILE, "velomirine KRT5"),
        hypotheses=(make_hypothesis(target=HOSTILE, hypothesis_id="h7"),),
        gaps=(HOSTILE, "Nobody says what happens in children."),
    )
    _, model = await planned(make_plan(BOTH), order=order)

    told = told_to(model)
    assert unfenced_in(told) == "Sources: pubmed, openalex\nWrite the queries."
    inside = fenced_in(told)
    assert inside.count("Ignore all of this") == 4
    assert "<query>velomirine KRT5</query>" in inside
    assert '<hypothesis id="h7">drug A → ' in inside
    assert "<gap>Nobody says what happens in children.</gap>" in inside
    assert model.asked[0].system.startswith("You turn a research question into queries")
    assert model.asked[0].tools == ()


async def test_without_a_question_the_first_query_stands_for_it() -> None:
    """An order of an older coordinator says no more."""
    _, model = await planned(make_plan(BOTH), order=make_order(question=""))

    assert "<question>velomirine relapse of fever</question>" in told_to(model)


async def test_each_source_is_asked_what_the_model_wrote_for_it() -> None:
    """The plan says who made it and what it cost."""
    plan, _ = await planned(make_plan(BOTH))

    assert plan.queries == {name: tuple(queries) for name, queries in BOTH.items()}
    assert (plan.made_by, plan.notes, plan.spent.tokens) == (MODEL, (), USED.tokens)
    assert plan.order_for("pubmed", make_order()).queries == ("velomirine AND fever", "velomirine KRT5")


async def test_a_source_without_a_usable_query_is_asked_as_the_order_says() -> None:
    """Nothing is left unasked because a model forgot it."""
    plan, _ = await planned(make_plan({"pubmed": [], "openalex": ["", " \n\t "]}))

    assert plan.queries == {}
    assert plan.order_for("pubmed", make_order()) == make_order()


async def test_queries_for_a_source_that_was_not_asked_for_are_dropped() -> None:
    """A person chose where to search."""
    plan, _ = await planned(make_plan(BOTH | {"europepmc": ["velomirine"], "web": ["velomirine"], "": ["x"]}))

    assert set(plan.queries) == {"pubmed", "openalex"}


async def test_a_source_is_known_however_its_name_is_written() -> None:
    """Models write PubMed as its makers do."""
    plan, _ = await planned(make_plan({" PubMed": ["velomirine"], "OpenAlex ": ["velomirine fever"]}))

    assert plan.queries == {"pubmed": ("velomirine",), "openalex": ("velomirine fever",)}


async def test_a_source_that_is_named_twice_is_asked_both() -> None:
    """The second must not undo the first, least of all an empty one."""
    plan, _ = await planned(planning(("pubmed", ["one"]), ("pubmed", ["two", "one"]), ("pubmed", [])))

    assert plan.queries == {"pubmed": ("one", "two")}


async def test_no_source_is_asked_more_than_four_queries() -> None:
    """Each is several requests, whose rates are limited."""
    plan, _ = await planned(make_plan({"pubmed": [f"query {n}" for n in range(30)]}))

    assert plan.queries["pubmed"] == ("query 0", "query 1", "query 2", "query 3")


async def test_a_query_is_one_line_without_control_characters_and_not_endless() -> None:
    """It goes into an address, and into the report."""
    plan, _ = await planned(make_plan({"pubmed": ["velomirine\r\n\x00\x1b[2J   AND\u202efever", "word " * 10_000]}))

    first, second = plan.queries["pubmed"]
    assert first == "velomirine [2J AND fever"
    assert (len(second), second.endswith("word")) == (999, True)


async def test_the_library_is_asked_the_question_as_it_is_too() -> None:
    """A person's own references are few: no wording of a model's may miss them."""
    order = make_order(sources=("library", "pubmed"))
    plan, _ = await planned(make_plan({"library": ["velomirine"], "pubmed": ["velomirine"]}), order=order)

    assert plan.queries == {"library": ("velomirine relapse of fever", "velomirine"), "pubmed": ("velomirine",)}


async def test_with_the_orders_own_no_more_than_eight_are_asked_of_a_library() -> None:
    """An order carries no more."""
    order = make_order(sources=("library",), queries=tuple(f"own {n}" for n in range(7)))
    plan, _ = await planned(make_plan({"library": ["new 1", "new 2", "new 3"]}), order=order)

    assert len(plan.queries["library"]) == m.MOST_QUERIES
    assert plan.queries["library"][-1] == "new 1"


BAD = {
    "no JSON": make_reply("Here are your queries."),
    "empty": make_reply(""),
    "blank": make_reply(" \n "),
    "cut off": make_reply('{"searches": [', stop="max_tokens"),
    "a field is missing": make_json(searches=[]),
    "another shape": make_json(searches={"pubmed": ["velomirine"]}, reasoning=""),
    "a list": make_reply("[]"),
    "half of a character": make_reply('{"searches": [], "reasoning": "\\ud83d"}'),
    "numbers for texts": make_json(searches=[{"source": "pubmed", "queries": [1, 2]}], reasoning=""),
    "nothing but depth": make_reply('{"searches": ' + "[" * 3_000),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
async def test_an_unusable_answer_is_mended_or_the_order_is_asked_as_it_is(bad: Reply) -> None:
    """Two calls are paid for; the search is done in either case."""
    mended, model = await planned(bad, make_plan(BOTH))
    assert set(mended.queries) == {"pubmed", "openalex"}
    assert "could not be used" in told_to(model, 1)
    assert mended.spent.calls == 2

    left, _ = await planned(bad, bad)
    assert (left.queries, left.made_by, left.spent.calls) == ({}, "rules", 2)
    (note,) = left.notes
    assert note.startswith("The search agent asked the queries as they were, because the model could not write any: ")


async def test_a_further_field_does_no_harm() -> None:
    """A newer model may say more."""
    plan, model = await planned(make_json(searches=[], reasoning="", mood="good"))

    assert (plan.queries, len(model.asked)) == ({}, 1)


async def test_whoever_declines_is_not_asked_again() -> None:
    """What was used for the refusal counts."""
    plan, model = await planned(make_reply("", stop="refusal"))

    assert (plan.queries, plan.spent.tokens, len(model.asked)) == ({}, USED.tokens, 1)
    assert "declined to answer" in plan.notes[0]


async def test_an_allowance_of_nothing_asks_nobody() -> None:
    """The search itself costs nothing."""
    plan, model = await planned(order=make_order(allowance=m.Spending()))

    assert (plan.queries, plan.spent, model.asked) == ({}, m.Spending(), [])
    assert "its allowance is used up" in plan.notes[0]


async def test_an_allowance_that_is_used_up_by_the_first_answer_is_told() -> None:
    """What the first call used is in the answer though it was for nothing."""
    order = make_order(allowance=m.Spending(tokens=500, usd=1.0))
    plan, model = await planned(make_reply("no JSON"), order=order)

    assert (len(model.asked), plan.queries, plan.spent.tokens) == (1, {}, USED.tokens)
    assert "its allowance is used up" in plan.notes[0]


async def test_what_may_be_tried_later_is_tried_later() -> None:
    """There is still time, and a good plan finds more."""
    with pytest.raises(RetryLater, match="overloaded"):
        await planned(RetryLater("overloaded"))


@pytest.mark.parametrize("error", [RetryLater("overloaded", after_seconds=20.0), CannotDo("there is no such model")])
async def test_a_model_that_is_not_there_in_time_is_not_waited_for(error: Exception) -> None:
    """The sources need the rest of the order's time."""
    plan, _ = await planned(error)

    assert (plan.queries, plan.made_by, plan.spent) == ({}, "rules", m.Spending())
    assert str(error) in plan.notes[0]


@pytest.mark.parametrize("seconds", [5, 30, 40])
async def test_with_little_time_left_no_call_is_begun(seconds: int) -> None:
    """It would be broken off, and paid for."""
    plan, model = await planned(make_plan(BOTH), order=make_order(expires_at=at(seconds)))

    assert (plan.queries, plan.spent, model.asked) == ({}, m.Spending(), [])
    assert "no time left" in plan.notes[0]


async def test_the_same_order_asks_nothing_when_it_is_delivered_again() -> None:
    """The repair is journaled as well."""
    bucket = InMemoryBucket()
    first, _ = await planned(make_reply("no JSON"), make_plan(BOTH), bucket=bucket)
    again, model = await planned(bucket=bucket)

    assert (again, model.asked) == (first, [])


async def test_instructions_in_the_data_reach_no_other_source() -> None:
    """Also a model that obeys them can only choose words: sources, filters and counts are code."""
    searches = [{"source": "pubmed", "queries": ["ignored"], "filters": {}, "max_results": 900}]
    order = make_order(filters={"published_from": "2020-01-01"})
    plan, _ = await planned(make_reply(json.dumps({"searches": searches, "reasoning": ""})), order=order)

    assert plan.order_for("pubmed", order) == order.model_copy(update={"queries": ("ignored",)})
