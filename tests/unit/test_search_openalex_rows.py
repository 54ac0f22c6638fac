"""What is read from a work of OpenAlex."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.search.openalex.rows import record, restored
from shared import messages as m
from shared.library import Provenance, Record, Reference, Skipped, concluded
from shared.library.spoken_names import listed_name
from tests.builders import NOON
from tests.unit.openalex_rows import Fields, row


def work(**fields: object) -> m.Work:
    """Return the work of a row."""
    read = record(row(**fields))  # type: ignore[arg-type]
    assert isinstance(read, Record)
    found = concluded(read, Provenance("openalex", "OpenAlex", watches_retractions=True, at=NOON))
    assert isinstance(found, Reference)
    return found.work


def test_a_work_is_read_whole() -> None:
    """Its names are addresses, its PMCIDs bare numbers, its abstract an index."""
    found = work(
        ids={
            "openalex": "https://openalex.org/W1007",
            "pmid": "https://pubmed.ncbi.nlm.nih.gov/7",
            "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/3166943",
        },
        authorships=[{"author": {"display_name": "Jane A. van Roe"}}, {"raw_author_name": "B Study Group"}, {}],
        primary_location={"source": {"display_name": "J Drugs", "type": "journal"}},
        biblio={"volume": "7", "issue": "2", "first_page": "10", "last_page": "19"},
        mesh=[
            {"descriptor_name": "Humans", "qualifier_name": "a"},
            {"descriptor_name": "Humans", "qualifier_name": "b"},
        ],
        cited_by_count=12,
        open_access={"is_oa": True, "oa_url": "https://a.org/1"},
        best_oa_location={"pdf_url": "https://a.org/1.pdf"},
    )

    assert found.identifiers == m.Identifiers(pmid="7", pmcid="PMC3166943", doi="10.1000/7", openalex="W1007")
    cited = found.citation
    assert cited.authors == ("van Roe, Jane A.", "B Study Group")
    assert (cited.journal, cited.volume, cited.issue, cited.pages, cited.date) == (
        "J Drugs",
        "7",
        "2",
        "10-19",
        "2019-05-17",
    )
    assert (found.mesh_terms, found.cited_by, found.open_access_url) == (("Humans",), 12, "https://a.org/1.pdf")
    assert (found.retraction.status, found.retraction.checked_in) == ("none-found", "OpenAlex")


@given(st.lists(st.sampled_from(["drug", "a", "halved", "the", "relapses.", "é"]), max_size=40))
def test_an_inverted_index_is_turned_back(words: list[str]) -> None:
    """The abstract travels as each word with its places."""
    index: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        index.setdefault(word, []).append(place)

    assert restored(json.loads(json.dumps(index))) == " ".join(words)


def test_an_inverted_index_of_any_shape_costs_no_more_than_its_words() -> None:
    """A place of a billion must not become a list of a billion words."""
    assert restored({"drug": [10**9, "x", None], "a": 3, "the": [0]}) == "the drug"


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"type": "preprint"}, "preprint"),
        ({"type": "article", "type_crossref": "posted-content"}, "preprint"),
        ({"type": "erratum"}, "erratum"),
        ({"type": "retraction"}, "erratum"),
        ({"type": "book-chapter"}, "book"),
        ({"type": "dissertation"}, "other"),
        ({"type": "dataset"}, "other"),
        ({"type": "letter"}, "article"),
        ({"type": "review"}, "article"),
        ({"type": None}, "article"),
        ({"title": "Study protocol for a trial of drug A"}, "protocol"),
    ],
)
def test_a_type_becomes_a_kind(fields: Fields, kind: str) -> None:
    """What is not an article must not pass for one."""
    assert work(**fields).kind == kind


@pytest.mark.parametrize("kind", ["paratext", "libguides", "supplementary-materials", "peer-review"])
def test_what_is_no_work_is_skipped_with_the_reason(kind: str) -> None:
    """A table of contents has a DOI and no finding."""
    found = record(row(type=kind))

    assert isinstance(found, Skipped)
    assert (found.name, bool(found.reason)) == ("OpenAlex W1007", True)


@pytest.mark.parametrize("given", [None, [], "x", {}, row(title=None), row(title=""), row(is_paratext=True)])
def test_a_row_without_a_title_is_skipped(given: object) -> None:
    """OpenAlex has works of which it knows the DOI and nothing else; one odd row must not lose the page."""
    assert isinstance(record(given), Skipped)


@pytest.mark.parametrize(
    ("title", "status"),
    [
        ("A trial of drug A", "retracted"),
        ("RETRACTED: A trial of drug A", "retracted"),
        ("Retraction notice to: A trial of drug A", "none-found"),
        ("Retraction: A trial of drug A", "none-found"),
        ("Erratum to: A trial of drug A", "none-found"),
        ("Expression of Concern: A trial of drug A", "none-found"),
        ("Correction to: A trial of drug A", "none-found"),
    ],
)
def test_a_notice_that_is_flagged_is_not_the_retracted_work(title: str, status: str) -> None:
    """OpenAlex marks some notices with the work they take back."""
    assert work(title=title, is_retracted=True).retraction.status == status


def test_a_work_of_type_retraction_is_a_notice_whatever_its_flag() -> None:
    """Its title may be the article's own."""
    found = work(type="retraction", is_retracted=True)

    assert (found.kind, found.retraction.status) == ("erratum", "none-found")


@pytest.mark.parametrize(
    ("filled", "date"), [("2001-01-01", "2001"), ("2025-03-01", "2025-03"), ("2015-12-21", "2015-12-21"), (None, "")]
)
def test_a_date_is_no_more_precise_than_it_is_known(filled: str | None, date: str) -> None:
    """OpenAlex fills up a missing day or month with the first."""
    assert work(publication_date=filled).citation.date == date


def test_a_repository_is_no_journal_but_a_preprints_server_is() -> None:
    """PubMed is a "repository" there, and a server's name comes with its owner's."""
    places = {"source": {"display_name": "PubMed", "type": "repository"}}
    server = {"source": {"display_name": "medRxiv (Cold Spring Harbor Laboratory)", "type": "repository"}}

    assert work(primary_location=places).citation.journal == ""
    assert work(primary_location=server, type="preprint").citation.journal == "medRxiv"


def test_a_preprint_among_the_places_of_an_article_is_its_version() -> None:
    """OpenAlex holds both for one work, and other sources do not."""
    places = [
        {"landing_page_url": url}
        for url in ("https://doi.org/10.1000/7", "https://doi.org/10.1101/2020.01.01.20000001", None)
    ]

    assert work(locations=places).versions == ("doi:10.1101/2020.01.01.20000001",)
    assert work(locations=[{"landing_page_url": "https://doi.org/10.5281/zenodo.1"}]).versions == ()


def test_a_paid_text_is_not_named_as_free() -> None:
    """Somebody is sent there."""
    assert work(open_access={"is_oa": False, "oa_url": "https://a.org/1"}).open_access_url == ""
    assert work(open_access={"is_oa": True, "oa_url": "https://a.org/1"}).open_access_url == "https://a.org/1"


@pytest.mark.parametrize(
    ("said", "listed"),
    [
        ("Michael Herger", "Herger, Michael"),
        ("Christina M. Kajba", "Kajba, Christina M."),
        ("Ludwig van Beethoven", "van Beethoven, Ludwig"),
        ("Maria de la Cruz", "de la Cruz, Maria"),
        ("Martin L. King Jr.", "King Jr., Martin L."),
        ("Roe, Jane", "Roe, Jane"),
        ("Plato", "Plato"),
        ("RECOVERY Collaborative Group", "RECOVERY Collaborative Group"),
        ("", ""),
    ],
)
def test_a_name_is_turned_round(said: str, listed: str) -> None:
    """Reference lists begin with the family's name."""
    assert listed_name(said) == listed
