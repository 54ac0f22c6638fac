"""The world's Europe PMC over real sockets: pages by a mark, fields, errors inside 200, what it knows."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.live.indexes import JSON, KEY, PAPER, ask, rows, served
from tests.world.corpus import QUESTION


@pytest.fixture
async def world() -> AsyncIterator[httpx.AsyncClient]:
    """Serve the world's indexes."""
    async with served() as client:
        yield client


async def test_europe_pmc_pages_by_its_mark_until_an_empty_page(world: httpx.AsyncClient) -> None:
    """A mark that stays the same is the end; an answer of one page has none."""
    seen: list[str] = []
    mark, total = "*", 0
    while True:
        params = {"query": "velasartan", "pageSize": "30", "cursorMark": mark, **JSON}
        body = await ask(world, "/europepmc/search", **params)
        seen += [one["id"] for one in body["resultList"]["result"]]
        total = body["hitCount"]
        if body["nextCursorMark"] == mark:
            break
        mark = body["nextCursorMark"]

    assert len(seen) == len(set(seen)) == total > 60
    assert body["resultList"]["result"] == []
    assert body["request"]["queryString"] == "velasartan"
    whole = await ask(world, "/europepmc/search", query="velasartan", pageSize="1000", **JSON)
    assert "nextCursorMark" not in whole


async def test_europe_pmc_understands_its_fields(world: httpx.AsyncClient) -> None:
    """Identifiers, titles, spans, types, languages, wildcards and brackets."""
    paper = PAPER["harbour-main"]

    async def keys(query: str) -> set[str]:
        return {one["id"] for one in await rows(world, query)}

    assert await keys(f"EXT_ID:{paper.pmid} AND SRC:MED") == {paper.pmid}
    assert await keys(f'DOI:"{paper.doi}"') == await keys(f"PMCID:{paper.pmcid}") == {paper.pmid}
    assert paper.pmid in await keys('TITLE:("dose-finding" AND velasart*) AND FIRST_PDATE:[2020-01-01 TO 2020-12-31]')
    assert await keys("SRC:PPR AND velasartan") <= await keys('PUB_TYPE:"Preprint"')
    assert await keys("LANG:fre") == {PAPER["french-review"].pmid}
    assert await keys("TITLE_ABS:velasartan NOT velasartan") == set()
    assert await keys("PUB_YEAR:[2009 TO 2009] AND OPEN_ACCESS:n AND crossover") == {PAPER["pilot-crossover"].pmid}
    distractors = {
        KEY["works"][one]["europepmc"].split("/")[1] for one in KEY["distractors"] if "europepmc" in KEY["works"][one]
    }
    assert not await keys(QUESTION) & distractors


@pytest.mark.parametrize(
    "params",
    [
        {"query": ""},
        {"query": "a" * 1501},
        {"query": "velasartan AND (migraine"},
        {"query": 'TITLE:"velasartan'},
        {"query": "velasartan", "pageSize": "1001"},
        {"query": "velasartan", "resultType": "all"},
        {"query": "velasartan", "cursorMark": "nonsense"},
        {"query": "HEIGHT:5"},
    ],
)
async def test_europe_pmc_reports_errors_inside_200(world: httpx.AsyncClient, params: dict[str, str]) -> None:
    """Whoever trusts the status alone reads an error as no hits; in XML the code is 0."""
    body = await ask(world, "/europepmc/search", **params, **JSON)
    in_xml = await world.get("/europepmc/search", params=params)

    assert body.keys() == {"errCode", "errMsg"}
    assert in_xml.status_code == httpx.codes.OK
    assert "<errorBean><errCode>0</errCode>" in in_xml.text


async def test_europe_pmc_knows_only_what_it_is_said_to_know(world: httpx.AsyncClient) -> None:
    """Retractions, notices, preprints with their articles, and identifiers."""
    found = {one["id"]: one for one in await rows(world, "velasartan OR angiotensin OR stimulation OR preprint")}
    by_key = {
        key: found.get(name["europepmc"].split("/")[1]) for key, name in KEY["works"].items() if "europepmc" in name
    }
    for key, told in KEY["retractions"].items():
        if (row := by_key.get(key)) is not None:
            says = {one["type"] for one in row.get("commentCorrectionList", {}).get("commentCorrection", ())}
            kinds = {*row["pubTypeList"]["pubType"], *says}
            knows = any(
                one.split()[0] in {"Retraction", "Retracted", "Partial", "Expression", "Erratum"} for one in kinds
            )
            assert (knows or "Preprint-withdrawal" in kinds) == ("europepmc" in told["known_to"]), key
    article, preprint = by_key["exercise-article"], by_key["exercise-preprint"]
    assert article is not None
    assert preprint is not None
    assert preprint["bookOrReportDetails"]["publisher"] == "medRxiv"
    assert {"type": "Preprint in", "id": preprint["id"], "source": "PPR"}.items() <= _first_link(article).items()
    assert {"type": "Preprint of", "id": article["id"], "source": "MED"}.items() <= _first_link(preprint).items()
    for key, row in by_key.items():
        shown = {name for name in ("pmid", "pmcid", "doi") if row and name in row}
        assert row is None or shown == set(dict(PAPER[key].shown)["europepmc"])


def _first_link(row: dict[str, Any]) -> dict[str, Any]:
    """Return the first link of a row to another."""
    link: dict[str, Any] = row["commentCorrectionList"]["commentCorrection"][0]
    return link
