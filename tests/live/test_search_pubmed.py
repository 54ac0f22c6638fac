"""PubMed over a real socket, against a server that speaks as NCBI's does."""

from collections.abc import AsyncIterator, Mapping
from datetime import date

import pytest

from services.search.pubmed import PubMed
from shared import messages as m
from shared.http import open_site
from shared.library import Reference, keeps
from tests.builders import NOON
from tests.live.source_world import UNLIMITED
from tests.world.corpus import PAPERS, QUESTION
from tests.world.serving import World
from tests.world.shapes import Paper

ANY = m.Filters()
HELD: Mapping[str, Paper] = {paper.pmid: paper for paper in PAPERS if "pubmed" in dict(paper.shown)}


@pytest.fixture
async def source() -> AsyncIterator[PubMed]:
    """Open PubMed in the world."""
    async with World(limits=UNLIMITED) as world, open_site("PubMed", world.url("pubmed"), user_agent="Vouch/0") as site:
        yield PubMed(site, contact="a@b.org", pause_seconds=0.01)


def papers(references: tuple[Reference, ...]) -> dict[str, m.Work]:
    """Return the records by the papers' keys."""
    return {HELD[one.work.identifiers.pmid].key: one.work for one in references}


async def test_a_question_finds_the_papers_on_its_drug(source: PubMed) -> None:
    """Each with the identifiers that PubMed shows of it, and no others."""
    found = await source.find(QUESTION, ANY, 200, NOON)

    works = papers(found.references)
    assert found.hits >= len(works) >= 20
    assert "vesta-main" in works
    assert "velasartan[Title/Abstract]" in found.asked
    for key, work in works.items():
        paper = HELD[work.identifiers.pmid]
        shown = dict(paper.shown)["pubmed"]
        assert {kind for kind in ("pmcid", "doi") if getattr(work.identifiers, kind)} == set(shown) - {"pmid"}, key
        assert all(getattr(work.identifiers, kind) == getattr(paper, kind) for kind in shown), key


async def test_every_paper_it_holds_is_read(source: PubMed) -> None:
    """By their numbers, a batch at a time: articles, notices, comments, chapters."""
    works = papers((await source.find(" OR ".join(f"{pmid}[PMID]" for pmid in HELD), ANY, 500, NOON)).references)

    assert set(works) == {paper.key for paper in HELD.values()}
    for paper in HELD.values():
        work = works[paper.key]
        assert work.citation.date, paper.key
        assert work.publication_types, paper.key
        assert set(work.registry_numbers) == set(paper.registry_numbers), paper.key


async def test_a_retraction_is_known_and_a_notice_is_none(source: PubMed) -> None:
    """The answer key says which papers are retracted in PubMed."""
    works = papers((await source.find(" OR ".join(f"{pmid}[PMID]" for pmid in HELD), ANY, 500, NOON)).references)

    told = {paper.key for paper in HELD.values() if "pubmed" in paper.retraction_known_to}
    retracted = {paper.key for paper in HELD.values() if paper.key in told and paper.retraction == "retracted"}
    assert {key for key, work in works.items() if work.retraction.bars} == retracted
    assert retracted
    notices = {paper.key for paper in HELD.values() if paper.kind in {"erratum", "retraction-notice"}}
    assert {works[key].kind for key in notices} == {"erratum"}


async def test_filters_are_in_the_query_and_hold(source: PubMed) -> None:
    """What they keep of a wide answer is what a narrow one gives."""
    filters = m.Filters(published_from=date(2015, 1, 1), published_to=date(2020, 12, 31), preprints=False)

    everything = papers((await source.find("velasartan", ANY, 500, NOON)).references)
    narrowed = await source.find("velasartan", filters, 500, NOON)

    kept = {key for key, work in everything.items() if keeps(filters, work)}
    assert {key for key, work in papers(narrowed.references).items() if keeps(filters, work)} == kept
    assert len(narrowed.references) < len(everything)


@pytest.mark.parametrize("kind", ["pmid", "doi", "pmcid"])
async def test_a_work_is_looked_up_by_its_name(source: PubMed, kind: str) -> None:
    """Of all papers exactly the one that PubMed shows it of."""
    paper = next(paper for paper in HELD.values() if kind in dict(paper.shown)["pubmed"])

    found = await source.find(getattr(paper, kind), ANY, 10, NOON)

    assert set(papers(found.references)) == {paper.key}


async def test_checking_counts_its_records(source: PubMed) -> None:
    """And says which limit holds."""
    said = await source.check()

    assert said.startswith(f"{len(HELD):,} records")
    assert "3 requests a second" in said
