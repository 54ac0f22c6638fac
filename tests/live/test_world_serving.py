"""The world as real clients meet it: over sockets, with paging, limits, faults and a log."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from xml.etree.ElementTree import Element, fromstring

import httpx
import pytest

from shared.settings import check_names
from tests.recordings import ROOT
from tests.world.control import Control
from tests.world.corpus import DRUG, PAPERS
from tests.world.faults import Status
from tests.world.pubmed import BackendFailed, Limits
from tests.world.serving import World
from tests.world.shapes import Paper

MANY = tuple(
    Paper(f"p{n}", f"Aspirin in trial {n}", pmid=str(1000 + n), printed=f"{1990 + n}", shown=(("pubmed", ("pmid",)),))
    for n in range(30)
)
OTHERS = (
    "/clinicaltrials/studies",
    f"/europepmc/search?query={DRUG}&format=json",
    f"/openalex/works?search={DRUG}",
    f"/duckduckgo/html/?q={DRUG}",
    "/pages/leaflet",
    "/robots.txt",
)
NO_LIMIT = Limits(10_000, 10_000)


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Serve thirty papers, without a limit."""
    async with World(MANY, (), limits=NO_LIMIT) as serving:
        yield serving


@pytest.fixture
async def client(world: World) -> AsyncIterator[httpx.AsyncClient]:
    """Connect to its PubMed."""
    async with httpx.AsyncClient(base_url=world.url("pubmed"), timeout=30) as connected:
        yield connected


async def search(client: httpx.AsyncClient, **asked: str) -> dict[str, str]:
    """Return what a search in JSON says."""
    answer = await client.get("/esearch.fcgi", params={"db": "pubmed", "retmode": "json"} | asked)
    found: dict[str, str] = answer.json()["esearchresult"]
    return found


def pmids(records: Element) -> list[str]:
    """Return the numbers of fetched records."""
    return [one.findtext("MedlineCitation/PMID", "") for one in records.findall("PubmedArticle")]


async def fetch(client: httpx.AsyncClient, **asked: str) -> Element:
    """Return fetched records."""
    answer = await client.get("/efetch.fcgi", params={"db": "pubmed", "retmode": "xml"} | asked)
    assert answer.headers["content-type"] == "text/xml; charset=UTF-8"
    return fromstring(answer.text)  # noqa: S314 -- our own


async def test_pages_of_a_search_hold_every_hit_once(client: httpx.AsyncClient) -> None:
    """Paging must neither repeat nor lose a record."""
    pages = [await search(client, term="aspirin", retmax="12", retstart=str(start)) for start in (0, 12, 24, 36)]

    assert [(page["count"], page["retmax"]) for page in pages] == [("30", "12"), ("30", "12"), ("30", "6"), ("30", "0")]
    assert len({pmid for page in pages for pmid in page["idlist"]}) == 30


async def test_a_search_is_remembered_and_fetched_in_its_order(client: httpx.AsyncClient) -> None:
    """History spares sending hundreds of ids."""
    found = await search(client, term="aspirin", sort="pub_date", usehistory="y", retmax="0")
    kept = {"WebEnv": found["webenv"], "query_key": found["querykey"]}

    records = await fetch(client, **kept, retstart="2", retmax="3")

    assert pmids(records) == ["1027", "1026", "1025"]


async def test_what_nobody_remembers_is_refused(client: httpx.AsyncClient) -> None:
    """An environment ends some hours after the search."""
    answer = await client.get("/efetch.fcgi", params={"db": "pubmed", "WebEnv": "MCID_gone", "query_key": "1"})

    assert (answer.status_code, fromstring(answer.text).tag) == (400, "eFetchResult")  # noqa: S314 -- our own


async def test_a_search_in_xml_says_the_same(client: httpx.AsyncClient) -> None:
    """The standard library reads it, DOCTYPE and all."""
    answer = await client.post("/esearch.fcgi", data={"db": "pubmed", "term": "trial 7 AND zzyzx", "retmax": "5"})
    root = fromstring(answer.text)  # noqa: S314 -- our own

    assert answer.text.splitlines()[1].startswith("<!DOCTYPE eSearchResult PUBLIC")
    assert [one.text for one in root.findall("IdList/Id")] == ["1007"]
    assert root.findtext("ErrorList/PhraseNotFound") == "zzyzx"


async def test_unknown_ids_vanish_and_none_make_an_empty_set(client: httpx.AsyncClient) -> None:
    """NCBI says nothing of them."""
    some, none = await fetch(client, id="1001,999999,1002"), await fetch(client, id="999999")

    assert (pmids(some), none.tag, len(none)) == (["1001", "1002"], "PubmedArticleSet", 0)


async def test_a_long_address_is_refused_and_a_form_is_not(client: httpx.AsyncClient) -> None:
    """Many ids go by POST."""
    ids = ",".join(paper.pmid for paper in MANY * 20)

    by_address = await client.get("/efetch.fcgi", params={"db": "pubmed", "id": ids})
    by_form = await client.post("/efetch.fcgi", data={"db": "pubmed", "id": ids, "retmode": "xml"})

    assert (by_address.status_code, by_address.headers["content-type"][:9]) == (414, "text/html")
    assert len(pmids(fromstring(by_form.text))) == 30  # noqa: S314 -- our own


async def test_errors_stand_inside_a_success(client: httpx.AsyncClient) -> None:
    """A client that reads the status alone takes them for "nothing found"."""
    assert "ERROR" in await search(client, term="aspirin", db="fleegle")
    assert "ERROR" in await search(client, term="")
    assert str((await search(client, term="aspirin", retstart="9999"))["ERROR"]).startswith("Search Backend failed")


async def test_dates_of_a_search_need_both_ends(client: httpx.AsyncClient) -> None:
    """One alone is no range, and is passed over."""
    both = await search(client, term="aspirin", mindate="2000", maxdate="2002", datetype="pdat")
    one = await search(client, term="aspirin", mindate="2000", datetype="pdat")

    assert (both["count"], one["count"]) == ("3", "30")


async def test_summaries_links_and_databases_are_served(client: httpx.AsyncClient) -> None:
    """The other tools that a client may need."""
    summaries = (await client.get("/esummary.fcgi", params={"db": "pubmed", "id": "1003,9", "retmode": "json"})).json()
    links = (await client.get("/elink.fcgi", params={"dbfrom": "pubmed", "db": "pubmed", "id": "1020"})).text
    about = (await client.get("/einfo.fcgi", params={"db": "pubmed", "retmode": "json"})).json()

    assert summaries["result"]["1003"]["title"] == "Aspirin in trial 3."
    assert "error" in summaries["result"]["9"]
    names = [one.text for one in fromstring(links).iter("LinkName")]  # noqa: S314 -- our own
    assert names == ["pubmed_pubmed", "pubmed_pubmed_citedin", "pubmed_pubmed_refs"]
    assert about["einforesult"]["dbinfo"][0]["count"] == "30"


async def test_above_the_limit_is_refused_and_counted() -> None:
    """Three a second without a key; a burst of ten shows who does not wait."""
    async with World(MANY, ()) as world, httpx.AsyncClient(base_url=world.url("pubmed"), timeout=30) as client:
        answers = await asyncio.gather(*(client.get("/einfo.fcgi", params={"tool": "t"}) for _ in range(10)))

    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) == world.log.pubmed.refused >= 1
    assert (refused[0].headers["Retry-After"], refused[0].json()["limit"]) == ("1", "3")
    assert dict(world.log.pubmed.missing) == {"email": 10}


async def test_every_request_is_logged(world: World, client: httpx.AsyncClient) -> None:
    """What a client sent is what a test asks about."""
    await client.post("/esearch.fcgi?db=pubmed", data={"term": "aspirin"}, headers={"User-Agent": "vouch/1"})
    world.faults.set("pubmed", Status(503), times=1)
    await client.get("/einfo.fcgi")

    first, second = world.log.of("pubmed")
    assert (first.method, first.path, dict(first.params)) == (
        "POST",
        "/esearch.fcgi",
        {"db": "pubmed", "term": "aspirin"},
    )
    assert (first.headers["User-Agent"], first.status, second.status) == ("vouch/1", 200, 503)
    assert first.at <= second.at


async def test_a_failed_backend_is_an_error_that_passes(world: World, client: httpx.AsyncClient) -> None:
    """It comes with status 200, and asking again helps."""
    world.faults.set("pubmed", BackendFailed(), times=1)

    failed, passed = [await search(client, term="aspirin") for _ in range(2)]

    assert failed["ERROR"].startswith("Search Backend failed")
    assert passed["count"] == "30"


async def test_the_world_may_be_a_process_of_its_own() -> None:
    """It says its address first, is steered over HTTP, and ends on SIGTERM."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.world", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        url = (await asyncio.wait_for(process.stdout.readline(), 60)).decode().strip()
        await _steered(url)
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 60)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()

    assert process.returncode == 0


async def _steered(url: str) -> None:
    """Set a fault, meet it, read of it, and take it back."""
    async with Control(url) as control, httpx.AsyncClient(base_url=f"{url}/pubmed", timeout=30) as client:
        await control.fault("pubmed", "503", times=1)
        spoilt = await client.get("/einfo.fcgi")
        found = await search(client, term=DRUG)
        seen = await control.seen()
        await control.reset()

        assert (spoilt.status_code, int(found["count"]) > 0) == (503, True)
        assert [one.path for one in seen.of("pubmed")] == ["/einfo.fcgi", "/esearch.fcgi"]
        assert (seen.spoilt, seen.refused) == ({"pubmed": 1}, 0)
        assert (await control.seen()).requests == ()


async def test_a_fault_nobody_knows_is_refused(world: World) -> None:
    """A misspelt fault would make a test that cannot fail."""
    async with Control(world.url()) as control:
        with pytest.raises(httpx.HTTPStatusError):
            await control.fault("pubmed", "on strike")


async def test_every_source_has_its_variable(world: World) -> None:
    """Vouch starts only where it knows every variable, and reaches no real server."""
    variables = world.environment()

    check_names(variables)
    assert {value for name, value in variables.items() if name.endswith("__URL")} == {
        world.url(name) for name in ("pubmed", "clinicaltrials", "europepmc", "openalex", "duckduckgo", "tavily")
    }


async def test_the_whole_corpus_is_served() -> None:
    """Without papers of a test's own, the world knows all there are."""
    held = sum(1 for paper in PAPERS if paper.pmid and "pubmed" in dict(paper.shown))
    async with World(limits=NO_LIMIT) as world, httpx.AsyncClient(base_url=world.url(), timeout=30) as client:
        found = await client.get("/pubmed/esearch.fcgi", params={"db": "pubmed", "term": "all[sb]", "retmode": "json"})
        sites = {path: (await client.get(path)).status_code for path in OTHERS}

    assert int(found.json()["esearchresult"]["count"]) == held
    assert set(sites.values()) == {200}, sites
