"""OpenAlex over a real socket, against a server that speaks as it does; and one work in both indexes."""

from collections.abc import AsyncIterator, Mapping
from datetime import date

import pytest

from services.search.europepmc import EuropePMC
from services.search.openalex import OpenAlex
from services.search.openalex import source as openalex
from shared import messages as m
from shared.http import open_site
from shared.library import Reference, keeps
from shared.likeness import Described, propose
from shared.registry import Registry, by_record, identify, key_of
from tests.builders import NOON
from tests.world.corpus import PAPERS, QUESTION
from tests.world.serving import World
from tests.world.shapes import Paper

ANY = m.Filters()
HELD: Mapping[str, Paper] = {paper.openalex: paper for paper in PAPERS if "openalex" in dict(paper.shown)}


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Start the world."""
    async with World() as opened:
        yield opened


@pytest.fixture
async def source(world: World) -> AsyncIterator[OpenAlex]:
    """Open OpenAlex in the world."""
    async with open_site("OpenAlex", world.url("openalex"), user_agent="Vouch/test") as site:
        yield OpenAlex(site, contact="a@b.org", api_key="k")


def papers(references: tuple[Reference, ...]) -> dict[str, m.Work]:
    """Return the records by the ids of OpenAlex."""
    return {one.work.identifiers.openalex: one.work for one in references}


async def test_a_question_finds_the_papers_on_its_drug(source: OpenAlex) -> None:
    """Each with the identifiers that OpenAlex shows of it, and no others."""
    found = await source.find(QUESTION, ANY, 100, NOON)

    works = papers(found.references)
    assert found.hits >= len(works) >= 15
    assert "velasartan" in found.asked
    assert "k" not in found.asked.split()
    for name, work in works.items():
        shown = dict(HELD[name].shown)["openalex"]
        assert {kind for kind in ("pmid", "pmcid", "doi") if getattr(work.identifiers, kind)} == set(shown)
        assert all(getattr(work.identifiers, kind) == getattr(HELD[name], kind) for kind in shown)


async def test_pages_are_read_one_after_another(source: OpenAlex, monkeypatch: pytest.MonkeyPatch) -> None:
    """In pages of ten the answer begins the same, in the same order; no more than three are paid for."""
    whole = await source.find("migraine[tiab]", ANY, 60, NOON)
    monkeypatch.setattr(openalex, "FEWEST_ROWS", 10)
    monkeypatch.setattr(openalex, "MOST_ROWS", 10)

    paged = await source.find("migraine[tiab]", ANY, 60, NOON)

    assert whole.hits > 30
    assert [one.work.work_id for one in paged.references] == [one.work.work_id for one in whole.references][:30]


@pytest.mark.parametrize(
    "filters",
    [
        m.Filters(preprints=False),
        m.Filters(published_from=date(2021, 6, 15)),
        m.Filters(published_to=date(2016, 12, 31)),
        m.Filters(study_designs=("randomised-trial", "meta-analysis")),
    ],
)
async def test_a_filter_loses_nothing_that_passes_it(source: OpenAlex, filters: m.Filters) -> None:
    """What the search narrows is what the records would have told, but not more."""
    everything = await source.find("migraine[tiab]", ANY, 200, NOON)
    narrowed = await source.find("migraine[tiab]", filters, 200, NOON)

    passing = {one.work.work_id for one in everything.references if keeps(filters, one.work)}
    kept = {one.work.work_id for one in narrowed.references if keeps(filters, one.work)}
    assert passing
    assert kept == passing
    assert narrowed.hits < everything.hits
    assert narrowed.impossible == ()


async def test_a_retraction_is_known_where_openalex_knows_it(source: OpenAlex) -> None:
    """It knows of retractions and of nothing milder."""
    found = papers((await source.find("migraine[tiab]", ANY, 200, NOON)).references)

    barred = {name for name, work in found.items() if work.retraction.bars}
    known = {name for name in found if "openalex" in HELD[name].retraction_known_to}
    assert barred == {name for name in known if HELD[name].retraction in {"retracted", "withdrawn"}}
    assert len(barred) >= 3


async def test_a_work_is_found_by_each_of_its_names(source: OpenAlex) -> None:
    """And a name nobody has finds nothing, which is an answer."""
    paper = next(one for one in HELD.values() if set(dict(one.shown)["openalex"]) >= {"pmid", "doi"})

    for name in (paper.doi, f"PMID {paper.pmid}", paper.openalex):
        (one,) = (await source.find(name, ANY, 30, NOON)).references
        assert one.work.identifiers.openalex == paper.openalex
    nothing = await source.find("10.5555/nobody.has.this", ANY, 30, NOON)
    assert (nothing.hits, nothing.references) == (0, ())


async def test_the_check_answers(source: OpenAlex) -> None:
    """It asks for one row, whatever that is."""
    assert "with a key" in await source.check()


async def test_one_work_of_two_indexes_is_one_work(world: World, source: OpenAlex) -> None:
    """Each shows other identifiers; preprints and articles stay two works, and no two papers become one."""
    async with open_site("Europe PMC", world.url("europepmc"), user_agent="Vouch/test") as site:
        first = (await EuropePMC(site).find("migraine[tiab]", ANY, 200, NOON)).references
    second = (await source.find("migraine[tiab]", ANY, 200, NOON)).references

    registry = registered((*first, *second))
    known = by_record(registry)
    titled = {}
    for one in (*first, *second):
        titled.setdefault(known[one.work.work_id].work_ids, set()).add(paper_of(one.work))
    assert all(len(keys) == 1 for keys in titled.values())
    split = [key for key in {paper_of(one.work) for one in (*first, *second)}
             if sum(keys == {key} for keys in titled.values()) > 1]  # fmt: skip
    assert split == []


def registered(references: tuple[Reference, ...]) -> Registry:
    """Return the works of these records."""
    texts = [Described(one.work, "" if one.title_only else one.text) for one in references]
    same = [(pair.first, pair.second) for pair in propose(texts)]
    return identify(Registry(), (key_of(one.work) for one in references), same, "1-search", 500)


def paper_of(work: m.Work) -> str:
    """Return the key of a paper by any identifier of its record, else by its title and kind."""
    ids = work.identifiers
    named = {ids.pmid, ids.pmcid, ids.doi, ids.openalex} - {""}
    by_name = (paper.key for paper in PAPERS if named & {paper.pmid, paper.pmcid, paper.doi, paper.openalex})
    return next(by_name, "") or next(paper.key for paper in PAPERS if work.citation.title in paper.title)
