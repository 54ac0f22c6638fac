"""What people and agents ask every literature source: names of nothing, odd signs, other alphabets, far too much."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

import pytest
import pytest_asyncio

from shared import messages as m
from tests.live.source_world import SOURCES, UNLIMITED, asked, sources
from tests.world.corpus import PAPERS, STUDIES
from tests.world.serving import World
from tests.world.shapes import Paper

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world() -> AsyncIterator[World]:
    """Start the world once: nothing goes wrong in it here."""
    async with World(limits=UNLIMITED) as opened:
        yield opened


@pytest.mark.parametrize("name", SOURCES)
async def test_nothing_found_is_an_answer(world: World, name: m.SourceName) -> None:
    """An empty result is neither failed nor skipped."""
    async with sources(world, name) as opened:
        answer = await asked(opened, query="zzyzxolimab unobtainitis")

    (record,) = answer.searches
    assert (record.status, record.hits, record.fetched, answer.evidence) == ("answered", 0, 0, ())


UNKNOWN: Mapping[str, str] = {
    "PMID": "PMID 99999999",
    "DOI": "10.9999/there.is.no.such",
    "DOI with a comma": "10.1000/(sici)1097-0258(19980815/30)17:15/16,comma",
    "DOI with angle brackets": "10.1002/(SICI)1097-0258(199601)15:1<1::AID-SIM1>3.0.CO;2-Z",
    "trial": "NCT99999999",
}

IMPOSSIBLE = {("openalex", "DOI with a comma"): "ask for the title"}
"""What a source cannot be asked, and what its refusal says to do instead."""


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("kind", UNKNOWN)
async def test_a_name_that_nothing_bears_finds_nothing(world: World, name: m.SourceName, kind: str) -> None:
    """Whatever signs it is made of: the source looked, and there is no such work."""
    async with sources(world, name) as opened:
        answer = await asked(opened, query=UNKNOWN[kind])

    (record,) = answer.searches
    if refusal := IMPOSSIBLE.get((name, kind)):
        assert (record.status, refusal in record.reason) == ("failed", True)
    else:
        assert (record.status, record.fetched, record.reason * (record.status == "failed")) == ("answered", 0, "")


ODD: Mapping[str, str] = {
    "booleans": '("velasartan" OR "candesartan") AND migraine NOT (children AND rats)',
    "a phrase": '"velasartan in migraine"',
    "an open quote": 'velasartan "migraine',
    "open brackets": "velasartan ((migraine",
    "only operators": "AND OR NOT velasartan",
    "brackets": "velasartan [diag:0] {x} migraine",
    "a field tag": "velasartan[tiab] AND migraine[mh]",
    "colons and slashes": "velasartan: a/b, migraine\\attack ~ ^ * ?",
    "Japanese": "片頭痛 velasartan",
    "Cyrillic": "мигрень веласартан",
    "Arabic": "الصداع النصفي",
    "mark-up": "<b>velasartan</b> &amp; migraine",
    "percent signs": "velasartan 100% %2F &query=x#y",
    "5,000 characters": "velasartan migraine " + "prophylaxis of attacks in adults " * 160,
}


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("kind", ODD)
async def test_odd_queries_are_asked(world: World, name: m.SourceName, kind: str) -> None:
    """No query that has a word in it breaks a source, and what was asked stands in the record."""
    async with sources(world, name) as opened:
        answer = await asked(opened, query=ODD[kind])

    (record,) = answer.searches
    assert (record.status, record.reason if record.status == "failed" else "") == ("answered", "")
    assert record.asked


@pytest.mark.parametrize("name", SOURCES)
async def test_a_word_that_no_record_holds_does_not_hide_the_other(world: World, name: m.SourceName) -> None:
    """The other finds something, and the record says how; it is no evidence, for half the question is missing."""
    async with sources(world, name) as opened:
        answer = await asked(opened, query=ODD["Japanese"])

    (record,) = answer.searches
    assert record.fetched > 0
    assert "片頭痛" in record.reason
    assert (record.read, answer.evidence) == (0, ())
    assert f"{record.fetched} fetched records hold too few of the query's words and were not read" in record.reason


@pytest.mark.parametrize("name", ["pubmed", "europepmc"])
async def test_an_unknown_drug_brings_no_evidence_on_the_disease(world: World, name: m.SourceName) -> None:
    """Works on migraine in general say nothing of a drug that none of them names."""
    async with sources(world, name) as opened:
        answer = await asked(opened, query="Does nonsuchol prevent migraine?")

    (record,) = answer.searches
    assert (record.status, record.read, answer.evidence) == ("answered", 0, ())


@pytest.mark.parametrize("name", SOURCES)
async def test_a_query_without_a_word_is_refused_in_words(world: World, name: m.SourceName) -> None:
    """There is nothing to ask; the source was not searched, and the record says why."""
    async with sources(world, name) as opened:
        answer = await asked(opened, query="?!")

    (record,) = answer.searches
    assert record.status == "failed"
    assert record.reason == "there is no word to look for in “?!”: name the drug, the disease or the effect"


@pytest.mark.parametrize("name", SOURCES)
async def test_one_record_without_a_title_costs_no_other(name: m.SourceName) -> None:
    """It cannot be cited: it is skipped by name, and counted."""
    papers = tuple(replace(one, title="") if place == 0 else one for place, one in enumerate(_found_in(name)))
    studies = tuple(
        replace(one, title="", official_title="") if place == 0 else one for place, one in enumerate(STUDIES)
    )

    async with World(papers, studies, limits=UNLIMITED) as world, sources(world, name) as opened:
        answer = await asked(opened, query="velasartan", max_results=200)

    (record,) = answer.searches
    assert (record.status, record.skipped) == ("answered", 1)
    assert "no title" in record.skipped_names[0]
    assert record.fetched > 1


def _found_in(name: m.SourceName) -> tuple[Paper, ...]:
    """Return the papers that a source holds and that the question finds, the first of which loses its title."""
    return tuple(one for one in PAPERS if name in dict(one.shown) and "velasartan" in _words(one))


def _words(one: Paper) -> str:
    """Return what of a paper is searched, apart from its title."""
    return " ".join(text for _, text in one.abstract).lower()
