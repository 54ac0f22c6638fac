"""The world's ClinicalTrials.gov over real sockets; and all three indexes have the structure of the recordings."""

import gzip
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
import yaml

from tests.live.indexes import JSON, KEY, ask, rows, served
from tests.recordings import recording
from tests.world.corpus import QUESTION


@pytest.fixture
async def world() -> AsyncIterator[httpx.AsyncClient]:
    """Serve the world's indexes."""
    async with served() as client:
        yield client


async def studies(world: httpx.AsyncClient, **params: str) -> list[str]:
    """Return the numbers of the studies found."""
    found = (await ask(world, "/clinicaltrials/studies", pageSize="100", **params))["studies"]
    return [one["protocolSection"]["identificationModule"]["nctId"] for one in found]


async def test_a_registry_pages_with_a_token_and_counts_once(world: httpx.AsyncClient) -> None:
    """The total is on the first page and on request; the last page has no token."""
    seen: list[str] = []
    params = {"query.term": "migraine", "pageSize": "4", "countTotal": "true"}
    first = body = await ask(world, "/clinicaltrials/studies", **params)
    while True:
        seen += [one["protocolSection"]["identificationModule"]["nctId"] for one in body["studies"]]
        if "nextPageToken" not in body:
            break
        body = await ask(world, "/clinicaltrials/studies", **params, pageToken=body["nextPageToken"])
        assert "totalCount" not in body

    assert len(seen) == len(set(seen)) == first["totalCount"]
    assert "totalCount" not in await ask(world, "/clinicaltrials/studies", **{"query.term": "migraine"})


async def test_a_registry_understands_boolean_queries_areas_and_filters(world: httpx.AsyncClient) -> None:
    """Words are joined by AND, dates are spans of an area."""
    on_topic = set(KEY["trials"])

    assert set(await studies(world, query__term=f"{QUESTION}")) <= on_topic
    assert set(await studies(world, query__intr="velasartan", query__cond="migraine")) == on_topic
    assert await studies(world, query__term='"Dose Finding" AND velasartan') == ["NCT98020202"]
    assert set(await studies(world, query__cond="gout OR (panic NOT migraine)")) == {"NCT98110555", "NCT98110666"}
    span = "AREA[StudyFirstPostDate]RANGE[2019-01-01,MAX]"
    recent = await studies(world, query__term="velasartan", filter__advanced=span, sort="StudyFirstPostDate:desc")
    assert recent == ["NCT98070707", "NCT98090909", "NCT98030303", "NCT98080808"]
    status = {"query__intr": "velasartan", "filter__overallStatus": "TERMINATED|RECRUITING"}
    assert set(await studies(world, **status)) == {"NCT98050505", "NCT98070707"}
    assert await studies(world, filter__advanced="AREA[StartDate]2012") == ["NCT98060606"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("filter.phase", "PHASE3", "`filter.phase` is unknown parameter"),
        ("sort", "Weight:asc", "Weight"),
        ("fields", "Wages", "Wages"),
        ("query.term", "(velasartan", "bracket"),
        ("query.term", "AREA[Colour]red", "Colour"),
        ("filter.overallStatus", "DONE", "DONE"),
        ("pageToken", "nonsense!", "pageToken"),
    ],
)
async def test_a_registry_refuses_in_plain_text(world: httpx.AsyncClient, name: str, value: str, told: str) -> None:
    """A 400 whose body is no JSON."""
    answer = await world.get("/clinicaltrials/studies", params={name: value})

    assert answer.status_code == httpx.codes.BAD_REQUEST
    assert answer.headers["content-type"].startswith("text/plain")
    assert told in answer.text


async def test_a_study_has_its_results_as_text_and_its_traps(world: httpx.AsyncClient) -> None:
    """Values are strings, an observational study has no phases, an unknown number is 404."""
    whole = await ask(world, "/clinicaltrials/studies/NCT98010101")
    measure = whole["resultsSection"]["outcomeMeasuresModule"]["outcomeMeasures"][0]
    seen = await ask(world, "/clinicaltrials/studies/NCT98080808")
    stopped = await ask(world, "/clinicaltrials/studies/NCT98050505")
    old = await ask(world, "/clinicaltrials/studies/NCT98060606")

    assert [one["value"] for one in measure["classes"][0]["categories"][0]["measurements"]] == ["-2.4", "-0.9"]
    assert measure["analyses"][0]["pValue"] == "<0.001"
    assert (measure["analyses"][0]["ciLowerLimit"], measure["analyses"][0]["ciUpperLimit"]) == ("-2.0", "-1.0")
    assert "phases" not in seen["protocolSection"]["designModule"]
    assert "resultsSection" not in seen
    assert stopped["protocolSection"]["statusModule"]["whyStopped"] == KEY["trials"]["NCT98050505"]["why_stopped"]
    assert old["protocolSection"]["statusModule"]["startDateStruct"] == {"date": "2012-05"}
    assert old["protocolSection"]["designModule"]["phases"] == ["PHASE2", "PHASE3"]
    references = whole["protocolSection"]["referencesModule"]["references"]
    assert {one["type"] for one in references} == {"RESULT", "DERIVED"}
    assert (await world.get("/clinicaltrials/studies/NCT00000009")).status_code == httpx.codes.NOT_FOUND
    assert (await ask(world, "/clinicaltrials/version"))["apiVersion"].startswith("2.")


async def test_a_registry_gives_the_fields_that_are_asked_for(world: httpx.AsyncClient) -> None:
    """By piece, by module or by path."""
    fields = "NCTId|protocolSection.statusModule.overallStatus,HasResults,InterventionName"
    body = await ask(world, "/clinicaltrials/studies", **{"filter.ids": "nct98010101", "fields": fields})

    assert body["studies"] == [
        {
            "protocolSection": {
                "identificationModule": {"nctId": "NCT98010101"},
                "statusModule": {"overallStatus": "COMPLETED"},
                "armsInterventionsModule": {"interventions": [{"name": "Velasartan"}, {"name": "Placebo"}]},
            },
            "hasResults": True,
        }
    ]


def paths(value: Any, before: str = "") -> Iterator[str]:
    """Yield the path of every field, lists left out."""
    if isinstance(value, list):
        for one in value:
            yield from paths(one, before)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield f"{before}{name}"
            yield from paths(one, f"{before}{name}.")


async def test_studies_have_the_structure_of_the_recordings(world: httpx.AsyncClient) -> None:
    """Every field we write is one the registry writes."""
    names = ("v2_search/ruhruh66_studies.json", "v2_study/aact_NCT02552212.json", "v2_study/aact_NCT03418623.json")
    recorded = {
        path
        for name in names
        for path in paths(_studies_in(json.loads(recording(f"clinicaltrials/{name}").read_text())))
    }
    ours = (await ask(world, "/clinicaltrials/studies", pageSize="100"))["studies"]

    assert set(paths(ours)) - recorded <= {
        "protocolSection.statusModule.whyStopped",
        "protocolSection.statusModule.lastKnownStatus",
    }


def _studies_in(recorded: Any) -> Any:
    """Return the studies of an answer, or the one study it is."""
    return recorded["studies"] if isinstance(recorded, dict) and "studies" in recorded else recorded


async def test_europe_pmc_has_the_structure_of_the_recordings(world: httpx.AsyncClient) -> None:
    """What every recorded row has, ours have; what ours have, some recorded row has."""
    core = json.loads(recording("europepmc/search/pyeuropepmc_search_cancer_core.json").read_text())
    packed = recording("europepmc/search/pyeuropepmc_search_1000results_cancer.json.gz").read_bytes()
    lite = json.loads(gzip.decompress(packed))
    for kind, recorded in (("core", core["resultList"]["result"]), ("lite", lite["resultList"]["result"])):
        ours = await rows(world, "velasartan OR migraine OR trial", resultType=kind)
        for source in {one["source"] for one in recorded}:
            theirs = [set(one) for one in recorded if one["source"] == source]
            mine = [set(one) for one in ours if one["source"] == source]
            assert mine
            assert all(set.intersection(*theirs) <= one for one in mine)
            assert set().union(*mine) <= set().union(*theirs) | {"license"}
    body = await ask(world, "/europepmc/search", query="velasartan", pageSize="5", **JSON)
    assert body.keys() == core.keys()
    assert body["request"].keys() == core["request"].keys()


async def test_openalex_has_the_structure_of_the_recordings(world: httpx.AsyncClient) -> None:
    """The envelope of a search, and the fields of a work in it, are those that were recorded."""
    recorded = _answer_of_openalex("scholarly/paperqa_cassettes/test_title_search_paper_attributes0_.yaml")
    ours = await ask(world, "/openalex/works", search="velasartan")

    assert ours.keys() == recorded.keys()
    assert ours["meta"].keys() == recorded["meta"].keys()
    theirs = set(recorded["results"][0]) - {"fulltext_origin"}
    assert all(set(one) == theirs for one in ours["results"])
    assert set(ours["results"][0]["primary_location"]) == set(recorded["results"][0]["primary_location"])
    assert set(ours["results"][0]["open_access"]) == set(recorded["results"][0]["open_access"])
    assert set(ours["results"][0]["authorships"][0]) == set(recorded["results"][0]["authorships"][0])


def _answer_of_openalex(path: str) -> dict[str, Any]:
    """Return what OpenAlex answered in a cassette."""
    cassette = yaml.load(recording(path).read_text(), Loader=yaml.CSafeLoader)
    told = next(one for one in cassette["interactions"] if "openalex" in one["request"]["uri"])
    packed = told["response"]["body"]["string"]
    body: dict[str, Any] = json.loads(gzip.decompress(packed) if isinstance(packed, bytes) else packed)
    return body
