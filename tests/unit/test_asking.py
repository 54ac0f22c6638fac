"""What a source of literature makes of an order: each query asked within its time, each recorded for what it was."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import date, datetime

import pytest

from services.search.asking import Index, Literature
from services.search.finding import Found, Given
from services.search.searching import search
from services.search.underway import Turns, asking, so_far, underway
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import Reference, Skipped
from tests.builders import NOON, make_citation, make_work

TAFENOQUINE = "tafenoquine relapse vivax malaria"
PRIMAQUINE = "primaquine relapse vivax malaria"
SOON = 0.05
"""Seconds: a deadline that something which never answers will miss."""
AMPLE = 60.0
"""Seconds: a deadline that nothing here misses."""

Answer = Callable[[str], Awaitable[Found]]


class Scripted:
    """An index that answers each query as a test says."""

    name: m.SourceName = "pubmed"
    title = "PubMed"

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self.asked: list[tuple[str, m.Filters, int, datetime]] = []

    async def find(self, query: str, filters: m.Filters, most: int, at: datetime) -> Found:
        """Answer, and remember what was asked."""
        self.asked.append((query, filters, most, at))
        return await self._answer(query)

    async def check(self) -> str:
        """Answer as it would a query."""
        return (await self._answer("check")).asked


def always(found: Found) -> Answer:
    """Return an answer that is the same to every query."""

    async def answer(_query: str) -> Found:
        return found

    return answer


def failing(error: Exception, *, only: str = "") -> Answer:
    """Return an answer that is *error*, to every query or to one."""

    async def answer(query: str) -> Found:
        if query == only or not only:
            raise error
        return Found(query, hits=1, references=(reference("w1"),))

    return answer


async def never(_query: str) -> Found:
    """Answer never."""
    await asyncio.Event().wait()
    raise AssertionError


def reference(name: str, words: str = TAFENOQUINE, *, title_only: bool = False, **fields: object) -> Reference:
    """Return a record about *words*."""
    title = f"{words} in trial {name}"
    text = title if title_only else f"RESULTS: {words}, it fell by 40%, p = 0.01 in {name}."
    return Reference(make_work(name, title, **fields), text, title_only=title_only)


def make_order(*queries: str, **fields: object) -> m.SearchRequested:
    """Return an order to PubMed."""
    given = {"run_id": "r1", "step": "1-search", "expires_at": NOON, "queries": queries or (TAFENOQUINE,)}
    return m.SearchRequested.model_validate(given | {"sources": ("pubmed",)} | fields)


def literature(answer: Answer, seconds: float = AMPLE) -> Literature:
    """Return a source over an index that answers so."""
    index: Index = Scripted(answer)
    return Literature(index, seconds)


async def test_the_index_is_asked_what_was_ordered() -> None:
    """Query, filters, how many, and the moment."""
    index = Scripted(always(Found("x")))
    order = make_order(max_results=7, filters={"published_from": "2019-01-01"})

    await Literature(index, AMPLE).search(order, NOON)

    assert index.asked == [(TAFENOQUINE, m.Filters(published_from=date(2019, 1, 1)), 7, NOON)]


@pytest.mark.parametrize("error", [RetryLater("PubMed is down"), CannotDo("PubMed refuses that query")])
async def test_one_query_that_cannot_be_asked_leaves_the_others(error: Exception) -> None:
    """Each has a record of its own, in the order of the queries."""
    answer = await literature(failing(error, only=PRIMAQUINE)).search(make_order(PRIMAQUINE, TAFENOQUINE), NOON)

    first, second = answer.searches
    assert (first.query, first.status, first.reason, first.hits) == (PRIMAQUINE, "failed", str(error), 0)
    assert (second.query, second.status, second.hits) == (TAFENOQUINE, "answered", 1)
    assert [len(ranking) for ranking in answer.evidence] == [0, 1]


async def test_a_query_has_its_own_deadline() -> None:
    """Whatever the index does, the query ends in time and says that nobody answered."""

    async def slow(query: str) -> Found:
        return await (never(query) if query == PRIMAQUINE else always(Found(query, 1, (reference("w1"),)))(query))

    answer = await literature(slow, SOON).search(make_order(PRIMAQUINE, TAFENOQUINE), NOON)

    assert [record.status for record in answer.searches] == ["failed", "answered"]
    assert answer.searches[0].reason == "PubMed did not answer within 0.05 seconds"
    assert [len(ranking) for ranking in answer.evidence] == [0, 1]


async def test_what_came_before_the_end_of_a_query_is_kept() -> None:
    """A wider way, or another page, was asked when the time was over: the record says that there may be more."""

    async def slow(_query: str) -> Found:
        asking("few works hold every word")
        so_far(Given("tafenoquine[tiab]", 40, (reference("w1"),), notes=("a note of the source's",)))
        return await never("")

    answer = await literature(slow, SOON).search(make_order(), NOON)

    (record,) = answer.searches
    assert (record.status, record.asked, record.hits, record.fetched) == ("answered", "tafenoquine[tiab]", 40, 1)
    assert record.reason == (
        "few works hold every word. a note of the source's. "
        "there may be more: PubMed did not answer within 0.05 seconds"
    )
    assert [len(ranking) for ranking in answer.evidence] == [1]


async def test_nothing_found_before_the_end_is_no_answer() -> None:
    """Nobody can say that there is nothing."""

    async def slow(_query: str) -> Found:
        so_far(Given("tafenoquine[tiab]", 0))
        return await never("")

    (record,) = (await literature(slow, SOON).search(make_order(), NOON)).searches

    assert (record.status, record.reason) == ("failed", "PubMed did not answer within 0.05 seconds")


class Shut:
    """A limiter that lets some requests go, and none after them."""

    def __init__(self, open_for: int) -> None:
        self._left = open_for

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Enter while there are turns left."""
        self._left -= 1
        if self._left < 0:
            await asyncio.Event().wait()
        yield


@pytest.mark.parametrize(
    ("turns", "requests", "reason"),
    [
        (0, 1, "was not asked in time: its limit of 1 request a second left no turn within 0.05 seconds"),
        (1, 2, "was not asked to the end in time: its limit of 1 request a second left no further turn within 0.05"),
        (0, 0, "was not asked in time: its limit of 1 request a second left no turn within 0.05 seconds"),
        (1, 1, "did not answer within 0.05 seconds"),
    ],
)
async def test_a_query_that_waited_for_its_turn_blames_nobody(turns: int, requests: int, reason: str) -> None:
    """The vendor did not fail: it was never asked. One that was sent a request and said nothing did."""
    limiter = Turns(Shut(turns))

    async def waiting(_query: str) -> Found:
        for _ in range(requests):
            async with limiter.slot():
                pass
        return await never("")

    source = Literature(Scripted(waiting), SOON, per_second=1)
    (record,) = (await source.search(make_order(), NOON)).searches

    assert record.status == "failed"
    assert record.reason.startswith(f"PubMed {reason}")


async def test_a_limit_that_cannot_be_kept_is_no_wait() -> None:
    """The bucket is away: that is the reason, and whoever asks again waits anew."""

    class Away:
        @asynccontextmanager
        async def slot(self) -> AsyncIterator[None]:
            message = "the rate limit cannot be kept"
            raise RetryLater(message)
            yield

    with underway() as query, pytest.raises(RetryLater):
        async with Turns(Away()).slot():
            pass

    assert (query.is_waiting, query.turns) == (False, 0)


async def test_what_is_fetched_and_not_read_is_counted() -> None:
    """Too few words in common is a reason, and silence is none; what a filter drops is counted as such."""
    near, other = reference("w2", "gout"), reference("w3", "bees in the Alps", kind="preprint")
    found = Found("x", 3, (reference("w1"), near, other), notes=("it was widened",))
    order = make_order(filters={"preprints": False})

    answer = await search(order, {"pubmed": literature(always(found))}, NOON)

    (record,) = answer.searches
    assert (record.fetched, record.excluded, record.read) == (3, 1, 1)
    assert record.reason == "it was widened. 1 fetched record holds too few of the query's words and was not read"


async def test_every_record_may_be_unfit_and_the_reason_says_so() -> None:
    """Found and not read is neither nothing found nor a failure."""
    found = Found("x", 40, (reference("w1", "gout"), reference("w2", "bees")))

    answer = await search(make_order(), {"pubmed": literature(always(found))}, NOON)

    (record,) = answer.searches
    assert (record.status, record.hits, record.read) == ("answered", 40, 0)
    assert record.reason == "2 fetched records hold too few of the query's words and were not read"


async def test_queries_are_asked_side_by_side() -> None:
    """Each waits here until all have been asked."""
    everyone = asyncio.Barrier(3)

    async def meeting(query: str) -> Found:
        await everyone.wait()
        return Found(query)

    answer = await literature(meeting).search(make_order("one", "two", "three"), NOON)

    assert [record.asked for record in answer.searches] == ["one", "two", "three"]


async def test_an_error_nobody_meant_goes_on_and_leaves_nothing_running() -> None:
    """A bug is delivered again (design.md); what its order had begun must not go on asking meanwhile."""
    stopped = asyncio.Event()

    async def buggy(query: str) -> Found:
        if query == PRIMAQUINE:
            raise KeyError(query)
        try:
            return await never(query)
        finally:
            stopped.set()

    with pytest.raises(KeyError):
        await search(make_order(TAFENOQUINE, PRIMAQUINE), {"pubmed": literature(buggy)}, NOON)

    assert stopped.is_set()


async def test_a_bug_in_one_source_stops_the_others() -> None:
    """They will be asked again with it."""
    stopped = asyncio.Event()

    async def waiting(query: str) -> Found:
        try:
            return await never(query)
        finally:
            stopped.set()

    other = Scripted(waiting)
    other.name = "europepmc"
    sources = {"europepmc": Literature(other, AMPLE), "pubmed": literature(failing(KeyError("x")))}

    with pytest.raises(KeyError):
        await search(make_order(sources=("europepmc", "pubmed")), sources, NOON)

    assert stopped.is_set()


async def test_a_timeout_of_the_index_itself_is_a_bug() -> None:
    """It is no sign that the query's time is over, and the record would give a wrong reason."""
    with pytest.raises(TimeoutError):
        await literature(failing(TimeoutError())).search(make_order(), NOON)


async def test_cancelling_the_order_stops_every_query() -> None:
    """Agents stop within 2 s of a cancelled run (design.md)."""
    begun, stopped = asyncio.Barrier(3), []

    async def waiting(query: str) -> Found:
        try:
            await begun.wait()
            return await never(query)
        finally:
            stopped.append(query)

    asked = asyncio.create_task(literature(waiting).search(make_order("one", "two"), NOON))
    await begun.wait()
    asked.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asked
    assert sorted(stopped) == ["one", "two"]


async def test_nothing_found_is_answered() -> None:
    """An answer, unlike a failure: the registry of holes must not name the source."""
    answer = await literature(always(Found("tafenoquine[tiab]"))).search(make_order(), NOON)

    (record,) = answer.searches
    assert (record.status, record.hits, record.fetched, record.asked) == ("answered", 0, 0, "tafenoquine[tiab]")
    assert (answer.works, answer.evidence) == ((), ((),))


async def test_a_record_counts_what_came_and_what_became_of_it() -> None:
    """Hits reported and fetched, skipped by name, excluded by a filter (evidence.md, 8)."""
    old = reference("w2", citation=make_citation("An old trial", "1999"))
    found = Found(
        "tafenoquine[tiab]",
        hits=412,
        references=(reference("w1"), old),
        skipped=(Skipped("PMID 7", "it has no title"),),
        notes=("the word “of” was ignored", "it was widened"),
    )
    order = make_order(filters={"published_from": "2019-01-01"})

    (record,) = (await literature(always(found)).search(order, NOON)).searches

    assert (record.hits, record.fetched, record.skipped, record.excluded) == (412, 3, 1, 1)
    assert record.skipped_names == ("PMID 7: it has no title",)
    assert record.reason == "the word “of” was ignored. it was widened"
    assert record.filters_applied == ("published from 2019-01-01",)


async def test_there_are_never_fewer_hits_than_records() -> None:
    """A source that counts wrongly, or not at all, has at least those it gave."""
    found = Found("x", hits=0, references=(reference("w1"), reference("w2")), skipped=(Skipped("a", "b"),))

    (record,) = (await literature(always(found)).search(make_order(), NOON)).searches

    assert (record.hits, record.fetched) == (3, 3)


async def test_a_filter_that_cannot_be_applied_is_named_and_not_claimed() -> None:
    """It stands under impossible, and not under applied."""
    order = make_order(filters={"published_to": "2020-01-01", "preprints": False})

    (record,) = (await literature(always(Found("x", impossible=("no preprints",)))).search(order, NOON)).searches

    assert record.filters_applied == ("published to 2020-01-01",)
    assert record.filters_impossible == ("no preprints",)


async def test_what_a_filter_drops_is_known_but_not_read() -> None:
    """Its record still tells which works are one; it gives no evidence."""
    preprint = reference("w1", kind="preprint")
    order = make_order(filters={"preprints": False})

    answer = await literature(always(Found("x", 1, (preprint,)))).search(order, NOON)

    assert ([work.work_id for work in answer.works], answer.evidence) == (["w1"], ((),))


async def test_a_title_alone_comes_last() -> None:
    """It gives nothing to judge, however well it fits."""
    found = Found("x", 2, (reference("w1", title_only=True), reference("w2")))

    answer = await literature(always(found)).search(make_order(), NOON)

    assert [piece.work_id for piece in answer.evidence[0]] == ["w2", "w1"]


async def test_the_state_of_a_source_is_that_of_its_index() -> None:
    """Ready with a note, or not with the reason."""
    ready, down = literature(always(Found("10 a second"))), literature(failing(RetryLater("PubMed is down")))

    assert await ready.state() == m.SourceState(name="PubMed", ready=True, note="10 a second")
    assert await down.state() == m.SourceState(name="PubMed", ready=False, reason="PubMed is down")
