"""The world's OpenAlex over real sockets: pages by number and cursor, filters, refusals, abstracts."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.live.indexes import KEY, PAPER, ask, served
from tests.world.corpus import QUESTION


@pytest.fixture
async def world() -> AsyncIterator[httpx.AsyncClient]:
    """Serve the world's indexes."""
    async with served() as client:
        yield client


async def titles(world: httpx.AsyncClient, **params: str) -> set[str]:
    """Return the titles OpenAlex finds."""
    found = (await ask(world, "/openalex/works", **{"per-page": "200", **params}))["results"]
    return {one["title"] for one in found}


async def test_openalex_pages_by_number_and_by_cursor(world: httpx.AsyncClient) -> None:
    """The cursor ends with an empty page whose next cursor is null."""
    by_page = [
        one["id"]
        for page in (1, 2, 3, 4)
        for one in (await ask(world, "/openalex/works", search="velasartan", page=str(page), **{"per-page": "25"}))[
            "results"
        ]
    ]
    by_cursor: list[str] = []
    cursor: str | None = "*"
    while cursor:
        body = await ask(
            world, "/openalex/works", search="velasartan", cursor=cursor, select="id", **{"per-page": "25"}
        )
        by_cursor += [one["id"] for one in body["results"]]
        cursor = body["meta"]["next_cursor"]

    assert by_cursor == by_page
    assert len(by_page) == len(set(by_page)) == body["meta"]["count"] > 50


async def test_openalex_understands_its_filters(world: httpx.AsyncClient) -> None:
    """Comma for and, bar for or, addresses or bare identifiers."""
    paper = PAPER["harbour-main"]

    assert await titles(world, filter=f"doi:https://doi.org/{paper.doi}") == {paper.title}
    assert await titles(world, filter=f"ids.pmid:{paper.pmid}|{PAPER['vesta-extension'].pmid}") == {
        paper.title,
        PAPER["vesta-extension"].title,
    }
    year = (
        "from_publication_date:2020-09-01,to_publication_date:2020-09-30,title_and_abstract.search:velasartan migraine"
    )
    assert await titles(world, filter=year) == {paper.title}
    assert await titles(world, filter="language:fr") == {PAPER["french-review"].title}
    known = {PAPER[key].title for key, told in KEY["retractions"].items() if "openalex" in told["known_to"]}
    assert await titles(world, filter="is_retracted:true") == known
    assert PAPER["exercise-preprint"].title in await titles(world, filter="type:preprint|editorial")
    distractors = {PAPER[key].title for key in KEY["distractors"]}
    assert not await titles(world, search=QUESTION) & distractors


@pytest.mark.parametrize(
    "params",
    [
        {"filter": "colour:red"},
        {"filter": "velasartan"},
        {"per-page": "201"},
        {"sort": "relevance_score:desc"},
        {"select": "authorships.author"},
        {"colour": "red"},
        {"cursor": "?"},
        {"filter": "from_publication_date:2019"},
        {"search": "(velasartan"},
        {"page": "900", "per-page": "25"},
    ],
)
async def test_openalex_refuses_with_400_and_a_message(world: httpx.AsyncClient, params: dict[str, str]) -> None:
    """Nothing wrong is ever an empty answer."""
    answer = await world.get("/openalex/works", params=params)

    assert answer.status_code == httpx.codes.BAD_REQUEST
    assert answer.json().keys() == {"error", "message"}


async def test_openalex_gives_one_work_by_any_identifier_it_shows(world: httpx.AsyncClient) -> None:
    """And hides those it does not show."""
    paper = PAPER["harbour-main"]
    for name in (
        paper.openalex,
        f"doi:{paper.doi}",
        f"https://doi.org/{paper.doi}",
        f"pmid:{paper.pmid}",
        f"pmcid:{paper.pmcid}",
    ):
        assert (await ask(world, f"/openalex/works/{name}"))["title"] == paper.title
    hidden = await world.get(f"/openalex/works/pmid:{PAPER['vesta-main'].pmid}")

    assert hidden.status_code == httpx.codes.NOT_FOUND
    assert hidden.json()["error"]


async def test_openalex_turns_abstracts_inside_out_and_keeps_some_back(world: httpx.AsyncClient) -> None:
    """A word has the places where it stands; a publisher's silence is null."""
    told = await ask(world, f"/openalex/works/{PAPER['harbour-main'].openalex}")
    silent = await ask(world, f"/openalex/works/{PAPER['vesta-main'].openalex}")
    places = {place: word for word, at in told["abstract_inverted_index"].items() for place in at}

    assert " ".join(places[n] for n in range(5)) == "Background The dose of velasartan"
    assert silent["abstract_inverted_index"] is None
