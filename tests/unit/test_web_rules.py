"""Reasoning by rules about the web: documents first, one search, two pages."""

from collections.abc import Sequence

from services.retrieval.retrieving import NOTHING, Act, Finish, Observation, Step, retrieve
from services.retrieval.rules import RuleReasoner
from services.retrieval.web.searching import WebHit
from services.retrieval.web_rules import Then, WebRules, by_rules
from tests.unit.web_fakes import HITS, SITE, Engine, Site, make_order, retrieved, web_over
from tests.world.corpus import QUESTION


async def test_by_rules_the_web_is_searched_once_and_the_best_two_pages_are_read() -> None:
    """The web is no substitute for the literature."""
    engine, site = Engine(), Site()

    answer = await retrieved(make_order(), web_over(engine, site))

    assert engine.asked == [QUESTION]
    assert site.opened == [SITE + "leaflet", SITE + "landing"]
    assert answer.tool_history == ("web_search", "read_page")
    assert {piece.level for piece in answer.evidence} == {"web-page"}
    assert len(answer.works) == 2
    assert all(piece.first_seen_step == "retrieval" for piece in answer.evidence)


async def test_the_web_has_actions_of_its_own() -> None:
    """Whoever has read eight works must still be able to search the web and to read two pages of it."""

    class Restless:
        made_by = "script"
        most_actions = 13
        cost = NOTHING

        async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Finish:
            return Act("web_search", f"{question} {len(steps)}")

    answer = await retrieved(make_order(), web_over(Engine()), Restless())

    assert len(answer.searches) == 13
    assert answer.answer == "Stopped after 13 actions without an answer."


async def test_what_cannot_be_opened_is_replaced_by_the_next_page() -> None:
    """A PDF in second place must not cost a page; four tries at most."""
    site = Site()
    hits = tuple(HITS[place] for place in (4, 0, 4, 2, 3))
    lost = tuple(WebHit("Lost", f"{SITE}lost-{n}") for n in range(5))

    answer = await retrieved(make_order(), web_over(Engine(hits), site))
    none = await retrieved(make_order(), web_over(Engine(lost)))

    assert site.opened == [SITE + "trial.pdf", SITE + "leaflet", SITE + "news"]
    assert f"{SITE}trial.pdf is no page" in answer.answer
    assert none.answer.count("is no page") == 4


async def test_pages_a_person_names_are_read_first_and_not_searched_for() -> None:
    """The address is where to look, not what to look for."""
    engine, site = Engine(), Site()

    await retrieved(make_order(f"What does {SITE}guide.txt say on velasartan?"), web_over(engine, site))

    assert site.opened[0] == SITE + "guide.txt"
    assert engine.asked == ["What does say on velasartan?"]


class Counting:
    """Acts twice with a tool of documents, then answers."""

    made_by = "counting"
    most_actions = 2
    cost = NOTHING

    async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Finish:
        """Return the next of two acts."""
        return Act("passage_search", question) if len(steps) < 2 else Finish(f"{len(steps)} looks.")


async def test_documents_come_first_then_the_web_and_both_answers_count() -> None:
    """Each reasoner sees its own steps only."""
    reasoner = Then(Counting(), WebRules(), frozenset({"web_search", "read_page"}))
    step = Step(Act("passage_search", "q"), Observation("seen"))
    searched = Step(Act("web_search", "q"), Observation("none"))

    assert await reasoner.next_step("q", [step]) == Act("passage_search", "q")
    assert await reasoner.next_step("q", [step, step]) == Act("web_search", "q")
    assert await reasoner.next_step("q", [step, step, searched]) == Finish("2 looks.\n0 web pages were read.")
    assert reasoner.made_by == "counting, rules"


async def test_rules_reason_over_the_tools_there_are() -> None:
    """A tool that an order does not have must not be asked for."""
    search, read = web_over(Engine()).tools(make_order())

    assert isinstance(by_rules(()), RuleReasoner)
    assert isinstance(by_rules((search, read)), WebRules)
    answer = await retrieve(make_order(), by_rules((search,)), (search,))
    assert answer.tool_history == ("web_search",)
