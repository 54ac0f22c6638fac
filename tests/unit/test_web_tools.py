"""The two tools: what may be opened, what is recorded of a search, what becomes evidence and what does not."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.retrieval.retrieving import Observation, retrieve
from services.retrieval.web.searching import NoEngine, WebHit
from services.retrieval.web_rules import by_rules
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from tests.builders import NOON
from tests.unit.web_fakes import HITS, SITE, Engine, Site, make_order, retrieved, web_over
from tests.world.corpus import QUESTION


async def test_without_leave_there_are_no_tools() -> None:
    """A person decides whether a run may read the web."""
    assert web_over(Engine()).tools(make_order(web=False)) == ()


async def test_a_search_is_recorded_and_its_snippets_are_no_evidence() -> None:
    """What an engine says of a page is not what the page says."""
    search, _ = web_over(Engine()).tools(make_order(filters={"published_from": "2020-01-01"}))

    seen = await search.run(QUESTION)

    assert (seen.evidence, seen.works, seen.failed) == ((), (), False)
    assert seen.addresses == tuple(hit.address for hit in HITS)
    assert HITS[0].snippet in seen.text
    assert seen.searches == (
        m.SearchRecord(
            source="web",
            query=QUESTION,
            asked=QUESTION,
            asked_at=NOON,
            status="answered",
            reason="asked of DuckDuckGo",
            hits=5,
            fetched=5,
            filters_impossible=("published from 2020-01-01",),
        ),
    )


async def test_a_search_that_finds_nothing_was_answered() -> None:
    """None is an answer of its own."""
    answer = await retrieved(make_order(), web_over(Engine(hits=())))

    assert [(one.status, one.hits) for one in answer.searches] == [("answered", 0)]
    assert answer.answer == "0 web pages were read."


@pytest.mark.parametrize(
    ("engine", "reason"),
    [
        (Engine(error=RetryLater("DuckDuckGo checks whether a person is asking")), "checks whether a person"),
        (Engine(error=CannotDo("Tavily does not know the key")), "does not know the key"),
        (NoEngine(), "every search engine is switched off"),
    ],
)
async def test_a_search_that_could_not_be_asked_is_a_failed_record(engine: Engine | NoEngine, reason: str) -> None:
    """It makes a hole in the report: "could not look" is never "nothing found"."""
    answer = await retrieved(make_order(), web_over(engine))

    assert [(one.source, one.status) for one in answer.searches] == [("web", "failed")]
    assert reason in answer.searches[0].reason
    assert reason in answer.answer
    assert (answer.evidence, answer.works) == ((), ())


async def test_a_search_that_takes_too_long_is_a_failed_record() -> None:
    """The run goes on with what it has."""

    class Slow(Engine):
        async def find(self, query: str) -> tuple[WebHit, ...]:
            raise TimeoutError(query)

    search, *_ = web_over(Slow()).tools(make_order())

    assert (await search.run(QUESTION)).searches[0].reason == "DuckDuckGo did not answer within 5 seconds"


async def test_a_failed_search_beside_a_failed_tool_is_still_a_failure() -> None:
    """Where nothing could be seen at all, and not all of it is on record, the order fails with every reason."""

    class Documents:
        name = "passage_search"
        description = "Searches."
        takes = "query"

        def recall(self, observation: Observation) -> None:
            """Take note of nothing."""

        async def run(self, argument: str) -> Observation:
            reason = f"the library is gone: {argument}"
            raise CannotDo(reason)

    order = make_order()
    tools = (Documents(), *web_over(Engine(error=RetryLater("DuckDuckGo is away"))).tools(order))

    with pytest.raises(CannotDo, match=r"the library is gone.*DuckDuckGo is away"):
        await retrieve(order, by_rules(tools), tools)


async def test_a_filter_keeps_a_page_out_like_any_work() -> None:
    """It was read, and takes no part."""
    order = make_order(filters={"published_from": "2023-01-01"})

    answer = await retrieved(order, web_over(Engine()))

    assert {piece.citation.date for piece in answer.evidence} == {"2023-05-04"}
    assert "left out by the request's filters" in " ".join(answer.observations)


@pytest.mark.parametrize(
    "argument",
    [
        "https://elsewhere.example/",
        SITE + "private/notes",
        "http://169.254.169.254/",
        "https://pages.example.elsewhere.example/leaflet",
        "leaflet",
        "",
    ],
)
async def test_only_pages_that_were_named_are_opened(argument: str) -> None:
    """A page may talk a model into carrying what it knows to a stranger."""
    site = Site()
    search, read = web_over(Engine(), site).tools(make_order())
    await search.run(QUESTION)

    with pytest.raises(CannotDo, match="only pages that web_search named here, or the question"):
        await read.run(argument)

    assert site.opened == []


async def test_what_one_order_was_named_another_may_not_open() -> None:
    """Each order has its own list."""
    web = web_over(Engine())
    search, _ = web.tools(make_order())
    _, other = web.tools(make_order())
    await search.run(QUESTION)

    with pytest.raises(CannotDo, match="was not opened"):
        await other.run(HITS[0].address)


async def test_pages_are_understood_in_threads_of_their_own() -> None:
    """A page may take seconds; names of hosts are looked up, and texts ranked, in the threads of all."""
    search, read = web_over(Engine()).tools(make_order())
    await search.run(QUESTION)
    go_on, only = threading.Event(), ThreadPoolExecutor(1)
    asyncio.get_running_loop().set_default_executor(only)
    busy = asyncio.create_task(asyncio.to_thread(go_on.wait, 30))
    try:
        await asyncio.sleep(0)
        seen = await asyncio.wait_for(read.run(HITS[0].address), 20)
    finally:
        go_on.set()
    await busy

    assert seen.evidence
