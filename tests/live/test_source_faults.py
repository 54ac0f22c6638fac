"""Every literature source, whatever goes wrong with its server: named, in time, and at nobody else's expense."""

import json
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
import pytest_asyncio
from aiohttp import web

from services.search.asking import Literature
from services.search.opening import VENDORS
from shared import messages as m
from shared.http.manners import Manners
from shared.http.opening import open_site
from tests.live.source_world import CALM, MAKERS, SOON, SOURCES, UNLIMITED, asked, sources
from tests.world.faults import NAMED, Fault, Handler, Reset, Status, closed_port, empty, unknown_certificate
from tests.world.serving import World

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEALTHY: Mapping[m.SourceName, m.SourceName] = dict.fromkeys(SOURCES, "pubmed") | {"pubmed": "europepmc"}
"""For each source another one, whose evidence must be kept."""

UNFINISHED = {"slow drip", "no answer"}
"""Faults that only a deadline ends."""

INSIDE: Mapping[m.SourceName, Mapping[str, object]] = {
    "pubmed": {
        "search backend": {"header": {"type": "esearch"}, "esearchresult": {"ERROR": "Search Backend failed: x"}},
        "rate limit": {"error": "API rate limit exceeded", "api-key": "127.0.0.1", "count": "4", "limit": "3"},
        "nothing": {},
    },
    "europepmc": {
        "error": {"version": "6.9", "errCode": 500, "errMsg": "an internal error"},
        "refusal": {"version": "6.9", "errCode": 404, "errMsg": "no such query"},
        "nothing": {},
    },
    "openalex": {"error": {"error": "internal", "message": "something broke"}, "nothing": {}},
    "clinicaltrials": {"retired": {"FullStudiesResponse": {"NStudiesFound": 0}}, "nothing": {}, "a list": []},
}
"""Bodies of HTTP 200 that say that the source could not look, or say nothing of what was found."""


@dataclass
class After:
    """A fault that spares the first *spared* answers: what comes later of one query fails."""

    fault: Fault
    spared: int = 1
    answered: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let the first requests through, then spoil."""
        self.answered.append(request.path)
        return await (handler(request) if len(self.answered) <= self.spared else self.fault.answer(request, handler))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def whole() -> AsyncIterator[World]:
    """Start the world once."""
    async with World(limits=UNLIMITED) as opened:
        yield opened


@pytest.fixture
def world(whole: World) -> World:
    """Return the world with nothing wrong in it yet."""
    whole.faults.clear()
    whole.faults.met.clear()
    return whole


def assert_named(answer: m.SearchCompleted, name: m.SourceName) -> None:
    """Assert that the first source failed for a reason a person can read, and that the second one's work is kept."""
    failed, healthy = answer.searches
    title = VENDORS[name].title
    assert (failed.source, failed.status, failed.hits, failed.fetched) == (name, "failed", 0, 0)
    assert title in failed.reason or "the query" in failed.reason
    assert not any(sign in failed.reason for sign in ("<", "{", "Traceback", "Error(", "httpx", "aiohttp", "://"))
    assert healthy.status == "answered"
    assert healthy.read > 0
    assert {piece.citation.source for piece in answer.evidence} == {HEALTHY[name]}


async def test_every_source_is_gone_through() -> None:
    """A source that is added must be added here."""
    assert set(SOURCES) == set(VENDORS)


async def test_the_world_finds_something_in_every_source(world: World) -> None:
    """Else a failure could not be told from nothing found."""
    async with sources(world, *SOURCES) as opened:
        answer = await asked(opened, max_results=200)

    assert {record.source: record.status for record in answer.searches} == dict.fromkeys(SOURCES, "answered")
    assert all(record.fetched > 0 for record in answer.searches)


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("fault", NAMED)
async def test_a_fault_is_named_and_costs_nobody_else(world: World, name: m.SourceName, fault: str) -> None:
    """It could not look: that is never "nothing found", and the other source's evidence is kept."""
    world.faults.set(name, NAMED[fault])

    async with sources(world, name, HEALTHY[name], patience=SOON if fault in UNFINISHED else CALM) as opened:
        answer = await asked(opened)

    assert world.faults.met[name] > 0
    assert_named(answer, name)


@pytest.mark.parametrize(("name", "said"), [(name, said) for name in SOURCES for said in INSIDE[name]])
async def test_an_error_inside_a_success_is_an_error(world: World, name: m.SourceName, said: str) -> None:
    """NCBI and Europe PMC say so in HTTP 200; an answer without a list of results is none either."""
    body = json.dumps(INSIDE[name][said]).encode()
    world.faults.set(name, Status(200, body=body, content_type="application/json"))

    async with sources(world, name, HEALTHY[name]) as opened:
        answer = await asked(opened)

    assert_named(answer, name)


@pytest.mark.parametrize("fault", ["503", "cut off", "XML entities", "HTML page", "empty", "wrong content type"])
async def test_hits_whose_records_cannot_be_fetched_are_a_failure(world: World, fault: str) -> None:
    """PubMed counts first and sends the records later: found and lost is not nothing found."""
    world.faults.set("pubmed", After(NAMED[fault]))

    async with sources(world, "pubmed", "europepmc") as opened:
        answer = await asked(opened)

    assert_named(answer, "pubmed")


@pytest.mark.parametrize("name", SOURCES)
async def test_a_closed_port_is_named(world: World, name: m.SourceName) -> None:
    """Connecting is refused."""
    url = f"http://127.0.0.1:{closed_port()}"

    async with sources(world, name, HEALTHY[name], urls={name: url}) as opened:
        answer = await asked(opened)

    assert_named(answer, name)
    assert "cannot be reached" in answer.searches[0].reason


@pytest.mark.parametrize("name", SOURCES)
async def test_a_certificate_nobody_knows_is_named(world: World, name: m.SourceName) -> None:
    """A proxy in between is the usual reason, and the sentence says so."""
    async with behind(unknown_certificate()) as url, sources(world, name, HEALTHY[name], urls={name: url}) as opened:
        answer = await asked(opened)

    assert_named(answer, name)
    assert "certificate" in answer.searches[0].reason


@asynccontextmanager
async def behind(tls: ssl.SSLContext) -> AsyncIterator[str]:
    """Open a server behind a certificate."""
    runner = web.AppRunner(web.Application(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls).start()
    try:
        yield f"https://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("fault", [Status(503), Status(429, retry_after="0"), Reset(), empty()])
async def test_what_passes_is_asked_again(world: World, name: m.SourceName, fault: Fault) -> None:
    """One stumble costs nothing but a moment."""
    world.faults.set(name, fault, times=1)

    async with sources(world, name, patience=replace(CALM, attempts=3, retry_for_seconds=30)) as opened:
        answer = await asked(opened)

    assert (answer.searches[0].status, answer.searches[0].fetched > 0) == ("answered", True)


@pytest.mark.parametrize("name", SOURCES)
async def test_a_deadline_ends_what_nothing_else_ends(world: World, name: m.SourceName) -> None:
    """The patience of the connection may be longer: the query's own time is what counts."""
    world.faults.set(name, NAMED["no answer"])

    async with open_site(VENDORS[name].title, world.url(name), user_agent="x", manners=Manners(patience=CALM)) as site:
        answer = await asked({name: Literature(MAKERS[name](site), 0.3)})

    (record,) = answer.searches
    assert (record.status, record.reason) == (
        "failed",
        f"{VENDORS[name].title} did not answer within 0.3 seconds",
    )
