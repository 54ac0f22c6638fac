"""PubMed's recorded answers are read whole, and say of retraction what they say."""

import pytest

from shared.library import Reference
from tests.recorded.report_pubmed import (
    KNOWN,
    WHERE,
    XML_FOLDERS,
    errors_row,
    medline_row,
    records_in,
    search_row,
    xml_row,
)
from tests.recorded.report_pubmed import cassettes_row as cassettes
from tests.recordings import recording

WHOLE = (
    "title",
    "ids",
    "date",
    "publication types",
    "authors" + WHERE,
    "MeSH" + WHERE,
    "language" + KNOWN,
    "abstract" + WHERE,
)


def reference(path: str) -> Reference:
    """Return the one record of a file."""
    ((one,), _) = records_in(recording(path))
    return one.reference


@pytest.mark.parametrize("folder", XML_FOLDERS)
def test_every_record_yields_what_it_has(folder: str) -> None:
    """Title, ids, date and types of each, and the rest where it is there."""
    row = xml_row(folder)

    assert row.parsed == row.records > 0
    assert {name: share for name, share in row.filled.items() if share < 1} == {}
    assert set(row.filled) == set(WHOLE)


def test_what_is_refused_is_no_record_of_pubmed() -> None:
    """A file that is broken on purpose, and one of another database."""
    refused = dict(xml_row("pubmed/efetch").refused)

    assert set(refused) == {"jabref_MedlineImporterTestMalformedEntry.xml", "biopython_efetch_schemas.xml"}
    assert "no well-formed XML from line 4" in refused["jabref_MedlineImporterTestMalformedEntry.xml"]


def test_medline_text_is_read_whole() -> None:
    """As a person exports it."""
    row = medline_row()

    assert row.parsed == row.records == 500
    assert {
        name for name in ("title", "ids", "date", "publication types", "language" + KNOWN) if row.filled[name] < 1
    } == set()


def test_retraction_is_told_right_for_every_record_that_carries_it() -> None:
    """The sample has one that is retracted; the others were corrected or are silent."""
    states = {
        one.reference.work.identifiers.pmid: one.reference.work.retraction.status
        for folder in XML_FOLDERS
        for path in recording(folder).glob("*.xml")
        for one in records_in(path)[0]
    }

    assert {pmid for pmid, state in states.items() if state == "retracted"} == {"8863847"}
    assert states["35649368"] == "corrected"
    assert set(states.values()) == {"none-found", "retracted", "corrected"}


def test_a_notice_of_a_correction_is_not_the_corrected_paper() -> None:
    """It is an erratum, of which no retraction is known."""
    work = reference("pubmed/efetch/metapub/38962805.xml").work

    assert (work.kind, work.retraction.status) == ("erratum", "none-found")


def test_an_article_names_its_preprint() -> None:
    """By DOI and by PMID."""
    work = reference("pubmed/efetch/metapub/39345789.xml").work

    assert work.versions == ("doi:10.1101/2023.03.21.23286947", "pmid:36993193")


def test_ids_of_cited_papers_are_not_taken() -> None:
    """The five newest records have references with ids, and none of their own in PMC."""
    found, _ = records_in(recording("pubmed/efetch/sotawhat_efetch_2025dtd.xml"))

    assert sum(not one.reference.work.identifiers.pmcid for one in found) == 5


def test_searches_in_json_are_read() -> None:
    """Their numbers are texts; the same in XML is not asked for."""
    row = search_row()

    assert (row.records, row.parsed, row.filled) == (2, 2, {"count": 1.0, "ids": 1.0})
    assert all(name.endswith(".xml") for name, _ in row.refused)


def test_no_error_is_an_empty_result() -> None:
    """Each says what was wrong; a phrase that was not found is a note beside the hits."""
    said = dict(errors_row().refused)

    assert "limit" in said["biomcp_429_esummary_api_rate_limit_exceeded.json"]
    assert "Invalid db name specified" in said["klortho_esearch.baderror.json"]
    assert said["klortho_esearch.error.json"] == "partial: fleegle[MeSH Terms]"
    assert all(said.values())


def test_too_long_an_address_is_a_refusal() -> None:
    """The cassette holds a real 414."""
    assert any("414" in reason for _, reason in cassettes().refused)
