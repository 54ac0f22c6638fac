"""Europe PMC over a real socket, against a server that speaks as it does."""

from collections.abc import AsyncIterator, Mapping
from datetime import date

import pytest

from services.search.europepmc import EuropePMC
from services.search.europepmc import source as europepmc
from shared import messages as m
from shared.http import open_site
from shared.library import Reference, keeps
from shared.registry import Registry, identify, key_of, number
from tests.builders import NOON
from tests.world.corpus import PAPERS, QUESTION, answer_key
from tests.world.serving import World
from tests.world.shapes import Paper

ANY = m.Filters()
HELD: Mapping[str, Paper] = {paper.key: paper for paper in PAPERS if "europepmc" in dict(paper.shown)}


@pytest.fixture
async def source() -> AsyncIterator[EuropePMC]:
    """Open Europe PMC in the world."""
    async with World() as world, open_site("Europe PMC", world.url("europepmc"), user_agent="Vouch/test") as site:
        yield EuropePMC(site, contact="a@b.org")


def papers(references: tuple[Reference, ...]) -> dict[str, m.Work]:
    """Return the records by the papers' keys."""
    ids = {
        one.partition("/")[2]: key for key, names in answer_key()["works"].items() if (one := names.get("europepmc"))
    }
    return {ids[_id(one.work)]: one.work for one in references}


def _id(work: m.Work) -> str:
    """Return the number of a record in Europe PMC."""
    address = work.identifiers.url.rpartition("/")[2]
    return address or work.identifiers.pmid or work.identifiers.pmcid


async def test_a_question_finds_the_papers_on_its_drug(source: EuropePMC) -> None:
    """Each with the identifiers that Europe PMC shows of it, and no others."""
    found = await source.find(QUESTION, ANY, 200, NOON)

    works = papers(found.references)
    assert found.hits >= len(works) >= 20
    assert "vesta-main" in works
    assert 'TITLE_ABS:"velasartan"' in found.asked
    for key, work in works.items():
        shown = dict(HELD[key].shown)["europepmc"]
        assert {kind for kind in ("pmid", "pmcid", "doi") if getattr(work.identifiers, kind)} == set(shown)
        assert all(getattr(work.identifiers, kind) == getattr(HELD[key], kind) for kind in shown)


async def test_every_paper_it_holds_is_read(source: EuropePMC) -> None:
    """Articles, preprints, notices, comments and a chapter."""
    found = await source.find(
        "migraine OR velasartan OR patients OR mice OR chapter OR notice OR trial", ANY, 200, NOON
    )

    assert found.skipped == ()
    kinds = {key: work.kind for key, work in papers(found.references).items()}
    assert {kind for key, kind in kinds.items() if HELD[key].kind == "preprint"} == {"preprint"}
    assert {kind for key, kind in kinds.items() if HELD[key].kind in {"erratum", "retraction-notice"}} == {"erratum"}
    assert {kind for key, kind in kinds.items() if HELD[key].kind == "comment"} == {"comment"}


async def test_pages_are_read_one_after_another(source: EuropePMC, monkeypatch: pytest.MonkeyPatch) -> None:
    """In pages of seven the answer is the same, in the same order."""
    whole = await source.find("migraine[tiab]", ANY, 30, NOON)
    monkeypatch.setattr(europepmc, "FEWEST_ROWS", 7)
    monkeypatch.setattr(europepmc, "MOST_ROWS", 7)

    paged = await source.find("migraine[tiab]", ANY, 30, NOON)

    assert whole.hits > 35
    assert paged.hits == whole.hits
    assert [one.work.work_id for one in paged.references][:30] == [one.work.work_id for one in whole.references][:30]


@pytest.mark.parametrize(
    "filters",
    [
        m.Filters(preprints=False),
        m.Filters(published_from=date(2021, 6, 15)),
        m.Filters(published_to=date(2015, 12, 31)),
        m.Filters(languages=("de", "fr")),
        m.Filters(study_designs=("randomised-trial",)),
    ],
)
async def test_a_filter_loses_nothing_that_passes_it(source: EuropePMC, filters: m.Filters) -> None:
    """What the query narrows is what the records would have told, but not more."""
    everything = await source.find("migraine[tiab]", ANY, 200, NOON)
    narrowed = await source.find("migraine[tiab]", filters, 200, NOON)

    passing = {one.work.work_id for one in everything.references if keeps(filters, one.work)}
    kept = {one.work.work_id for one in narrowed.references if keeps(filters, one.work)}
    assert passing
    assert kept == passing
    assert narrowed.hits < everything.hits
    assert narrowed.impossible == ()


async def test_what_became_of_a_paper_is_known_where_europe_pmc_knows_it(source: EuropePMC) -> None:
    """Silence of a source that would have spoken is "none found"; a notice is not retracted."""
    expected = {"retracted": "retracted", "withdrawn": "retracted", "concern": "concern"} | {
        "partial": "partially-retracted",
        "republished": "republished",
        "erratum": "corrected",
        "": "none-found",
    }
    found = papers((await source.find("migraine[tiab]", ANY, 200, NOON)).references)

    told = {key: HELD[key].retraction if "europepmc" in HELD[key].retraction_known_to else "" for key in found}
    assert {key: work.retraction.status for key, work in found.items()} == {
        key: expected[state] for key, state in told.items()
    }
    assert {"retracted", "withdrawn", "concern", "republished", "erratum"} <= set(told.values())


async def test_a_preprint_and_its_article_are_one_study_and_two_works(source: EuropePMC) -> None:
    """Each names the other, by PMID or by the preprint's address."""
    found = await source.find("migraine[tiab]", ANY, 200, NOON)
    works = papers(found.references)

    for preprint, article in answer_key()["versions"]:
        keys = [key_of(works[preprint]), key_of(works[article])]
        registry = identify(Registry(), keys, (), "1-search", 10)
        registry = number(registry, [key.work_id for key in keys], "1-search")
        assert works[preprint].versions
        assert works[article].versions
        assert len(registry.entries) == 2
        assert {entry.study_id for entry in registry.entries} == {"S1"}


async def test_a_work_is_found_by_each_of_its_names(source: EuropePMC) -> None:
    """And a name nobody has finds nothing, which is an answer."""
    paper = next(one for one in HELD.values() if set(dict(one.shown)["europepmc"]) >= {"pmid", "doi", "pmcid"})

    for name in (paper.doi, f"PMID {paper.pmid}", paper.pmcid):
        (one,) = (await source.find(name, ANY, 30, NOON)).references
        assert one.work.identifiers.pmid == paper.pmid
    nothing = await source.find("10.5555/nobody.has.this", ANY, 30, NOON)
    assert (nothing.hits, nothing.references) == (0, ())


async def test_a_crosswalk_finds_every_work_by_what_is_known_of_it(source: EuropePMC) -> None:
    """All DOIs of the corpus, in lots; each leads to the record with its PMID."""
    dois = {f"doi:{paper.doi.upper()}": paper for paper in HELD.values() if "doi" in dict(paper.shown)["europepmc"]}

    found = await source.crosswalk(tuple(dois), NOON)

    assert found.keys() == dois.keys()
    assert all(one.work.identifiers.doi == dois[name].doi for name, one in found.items())


async def test_the_check_answers(source: EuropePMC) -> None:
    """It asks for one row, whatever that is."""
    assert "no key needed" in await source.check()
