"""The web from a question to evidence, over real sockets: both engines, their refusals, and the pages they name."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest
from pydantic import SecretStr

from services.retrieval.retrieving import retrieve
from services.retrieval.web import open_web
from services.retrieval.web_rules import by_rules
from shared import messages as m
from shared.errors import CannotDo
from shared.limits import Limiter, Unlimited
from shared.settings import PagesSettings, Settings, SourceSettings
from tests.builders import NOON
from tests.live.web_serving import the_web
from tests.world import tavily
from tests.world.corpus import QUESTION
from tests.world.faults import Faults, Status
from tests.world.web_corpus import LANDED


@dataclass(frozen=True)
class Outside:
    """Where the world's web is."""

    base: str
    engines: str
    faults: Faults


@pytest.fixture
async def outside() -> AsyncIterator[Outside]:
    """Serve the world's web."""
    faults = Faults()
    async with the_web(faults) as (base, engines):
        yield Outside(base, engines, faults)


def settings_for(outside: Outside, key: str = "", **fields: object) -> Settings:
    """Return the settings that point at the world."""
    given = {
        "duckduckgo": SourceSettings(url=outside.engines),
        "tavily": SourceSettings(url=outside.engines, api_key=SecretStr(key)),
        "pages": PagesSettings(private_hosts=("127.0.0.1",)),
    }
    return Settings().model_copy(update=given | fields)


def unlimited(account: str, per_second: float) -> Limiter:
    """Return a limiter that waits for nothing."""
    assert account in {"duckduckgo", "tavily"}
    assert per_second == 1.0
    return Unlimited()


async def retrieved(settings: Settings, question: str = QUESTION) -> m.RetrievalCompleted:
    """Retrieve by rules over the world's web."""
    order = m.RetrievalRequested(run_id="r1", step="retrieval", expires_at=NOON, question=question, web=True)
    async with AsyncExitStack() as stack:
        tools = (await open_web(stack, settings, unlimited, lambda: NOON)).tools(order)
        return await retrieve(order, by_rules(tools), tools)


@pytest.mark.parametrize("key", ["", tavily.KEY])
async def test_a_question_becomes_evidence_of_two_pages(outside: Outside, key: str) -> None:
    """By DuckDuckGo without a key, by Tavily with one; the advertisement above the results is not read."""
    answer = await retrieved(settings_for(outside, key))

    assert [one.status for one in answer.searches] == ["answered"]
    assert answer.searches[0].reason == f"asked of {'Tavily' if key else 'DuckDuckGo'}"
    assert len(answer.works) == 2
    assert all(piece.citation.url.startswith(f"{outside.base}/pages/") for piece in answer.evidence)
    assert LANDED.doi in {work.identifiers.doi for work in answer.works}


@pytest.mark.parametrize("key", ["", tavily.KEY])
async def test_a_question_on_nothing_the_web_knows_is_answered_with_none(outside: Outside, key: str) -> None:
    """Nothing found, and said so."""
    answer = await retrieved(settings_for(outside, key), "Do bumblebees prefer lavender to thyme?")

    assert [(one.status, one.hits) for one in answer.searches] == [("answered", 0)]


async def test_a_check_for_people_is_a_hole(outside: Outside) -> None:
    """DuckDuckGo shows it with a status of success."""
    body = b'<div class="anomaly-modal">Pick the ducks.</div>'
    outside.faults.set("html", Status(202, body=body, content_type="text/html"))

    answer = await retrieved(settings_for(outside))

    assert [one.status for one in answer.searches] == ["failed"]
    assert "checks whether a person is asking" in answer.searches[0].reason
    assert outside.faults.met["html"] == 1


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("tvly-wrong", "does not know the key"),
        (tavily.USED_UP, "its plan is used up"),
        (tavily.UNPAID, "pay-as-you-go limit"),
    ],
)
async def test_a_key_that_does_not_do_is_a_hole_that_says_what_to_do(outside: Outside, key: str, reason: str) -> None:
    """The key itself is in no reason."""
    answer = await retrieved(settings_for(outside, key))

    assert [one.status for one in answer.searches] == ["failed"]
    assert reason in answer.searches[0].reason
    assert key not in answer.model_dump_json()


async def test_an_engine_that_is_away_is_a_hole(outside: Outside) -> None:
    """A closed door is not "nothing found"."""
    outside.faults.set("search", Status(503))

    answer = await retrieved(settings_for(outside, tavily.KEY))

    assert [(one.status, one.reason) for one in answer.searches] == [("failed", "Tavily cannot answer now (503)")]


async def test_a_page_that_a_person_names_is_read_where_no_engine_may_be_asked(outside: Outside) -> None:
    """The address in the question is leave enough."""
    settings = settings_for(outside, duckduckgo=SourceSettings(enabled=False))

    answer = await retrieved(settings, f"Does {outside.base}/pages/leaflet say that velasartan prevents migraine?")

    assert [one.status for one in answer.searches] == ["failed"]
    assert [work.citation.url for work in answer.works] == [f"{outside.base}/pages/leaflet"]


async def test_where_all_that_was_named_cannot_be_read_the_order_fails(outside: Outside) -> None:
    """The person hears why of each."""
    settings = settings_for(outside, duckduckgo=SourceSettings(enabled=False))

    with pytest.raises(CannotDo, match=r"read_page failed: .*no such page.*every search engine is switched off"):
        await retrieved(settings, f"What does {outside.base}/pages/nothing say of velasartan?")


async def test_the_doctor_hears_whether_the_web_can_be_searched(outside: Outside) -> None:
    """By the engine that would be asked."""
    states = []
    for fields in ({}, {"duckduckgo": SourceSettings(enabled=False)}):
        async with AsyncExitStack() as stack:
            web = await open_web(stack, settings_for(outside, **fields), unlimited, lambda: NOON)
            states.append(await web.state())

    assert (states[0].ready, states[1].ready, states[1].switched_off) == (True, False, True)
    assert states[0].note.startswith("DuckDuckGo names ")
