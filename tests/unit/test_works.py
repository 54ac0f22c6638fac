"""One spelling for every identifier and title, and a name for every record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared import messages as m
from shared.works import normal_title, normalise, registry_number, title_key, work_id, year_of
from tests.builders import make_citation

TITLE = "Tafenoquine for the treatment of recurrent Plasmodium vivax malaria"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("10.1016/S0140-6736(00)02352-7", "10.1016/s0140-6736(00)02352-7"),
        ("https://doi.org/10.1086/324081", "10.1086/324081"),
        ("http://dx.doi.org/10.1086%2F324081?utm_source=x", "10.1086/324081"),
        ("doi: 10.1086/324081.", "10.1086/324081"),
        ("10.1056/NEJMoa1710775 [doi]", "10.1056/nejmoa1710775"),
        ("(10.1086/324081)", "10.1086/324081"),
        ("https://doi.org/10.3389/fphar.2019.00001/full", "10.3389/fphar.2019.00001"),
        ("10.1002/central/CN-00375485", ""),
        ("WOS:000575401600014", ""),
        ("10.1/short", ""),
    ],
)
def test_a_doi_has_one_spelling(written: str, meant: str) -> None:
    """Databases differ in case and dress; a CENTRAL record's own DOI is not the work's."""
    assert normalise(m.Identifiers(doi=written)).doi == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("31366609", "31366609"),
        ("PMID: 31366609", "31366609"),
        ("36035816.0", "36035816"),
        ("0.0", ""),
        ("CN-01234567", ""),
        ("WOS:000575401600014", ""),
        ("2010123456", ""),
    ],
)
def test_a_pmid_is_a_number_of_at_most_eight_digits(written: str, meant: str) -> None:
    """Accession fields hold the numbers of every database."""
    assert normalise(m.Identifiers(pmid=written)).pmid == meant


@pytest.mark.parametrize(
    ("written", "meant"), [("PMC3040717", "PMC3040717"), ("3040717", "PMC3040717"), ("pmc3040717.1", "PMC3040717")]
)
def test_a_pmcid_has_its_prefix_and_no_version(written: str, meant: str) -> None:
    """PMC files give it in all three ways."""
    assert normalise(m.Identifiers(pmcid=written)).pmcid == meant


@pytest.mark.parametrize(
    ("url", "field", "meant"),
    [
        ("https://pubmed.ncbi.nlm.nih.gov/31366609/", "pmid", "31366609"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3040717/", "pmcid", "PMC3040717"),
        ("https://europepmc.org/article/MED/31366609", "pmid", "31366609"),
        ("https://openalex.org/W2741809807", "openalex", "W2741809807"),
        ("https://doi.org/10.1086/324081", "doi", "10.1086/324081"),
    ],
)
def test_an_address_that_holds_an_identifier_gives_it(url: str, field: str, meant: str) -> None:
    """A web search finds the same work by its address."""
    assert getattr(normalise(m.Identifiers(url=url)), field) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("http://www.who.int/malaria/?utm_source=x#top", "https://who.int/malaria"),
        ("who.int/malaria", "https://who.int/malaria"),
        ("https://example.org/page?b=2&a=1", "https://example.org/page?a=1&b=2"),
        ("https://clinicaltrials.gov/ct2/show/NCT01376167?x=1", "https://clinicaltrials.gov/study/NCT01376167"),
        ("file:///home/papers/a.pdf", ""),
        ("no address at all", ""),
        ("http://[broken", ""),
    ],
)
def test_an_address_has_one_spelling(written: str, meant: str) -> None:
    """Scheme, www, tracking and fragments do not change the page."""
    assert normalise(m.Identifiers(url=written)).url == meant


@pytest.mark.parametrize(
    "written",
    [
        f"[{TITLE}].",
        TITLE.upper(),
        f"Short report: {TITLE}",
        f"RETRACTED: {TITLE}",
        f"{TITLE} [Retracted]",
        TITLE.replace("Plasmodium vivax", "<i>Plasmodium vivax</i>"),
        TITLE.replace(" malaria", "–malaria"),
    ],
)
def test_titles_that_differ_in_typography_are_the_same(written: str) -> None:
    """Each of these is how some database prints the title of one work."""
    assert normal_title(written) == "tafenoquine for the treatment of recurrent plasmodium vivax malaria"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Effects of β-blockers on heart failure", "Effects of beta-blockers on heart failure"),
        ("Safety of WR 238605 in healthy men", "Safety of WR238605 in healthy men"),
        ("Single-dose cure of vivax malaria", "Single dose cure of vivax malaria"),
        ("Étude de la tafénoquine chez l’adulte", "Etude de la tafenoquine chez l'adulte"),
        ("Drugs &amp; devices for vivax malaria", "Drugs and devices for vivax malaria"),
    ],
)
def test_title_keys_do_not_see_what_sources_change(one: str, other: str) -> None:
    """Greek letters, spaces, accents, quotes and entities differ from source to source."""
    assert title_key(one) == title_key(other) != ""


@pytest.mark.parametrize("title", ["Erratum: {}", "Reply to: {}", "{}: study protocol", "Comment on {}"])
def test_a_title_about_another_work_is_another_title(title: str) -> None:
    """An erratum, a reply and a protocol are not their article."""
    assert title_key(title.format(TITLE)) != title_key(TITLE)


@pytest.mark.parametrize("title", ["Summary", "Editorial", "Author's reply to the letter", "Drugs for malaria", ""])
def test_short_and_general_titles_have_no_key(title: str) -> None:
    """Unlike works share them, so that they name nothing by themselves."""
    assert title_key(title) == ""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ClinicalTrials.gov/NCT01376167", "NCT01376167"),
        ("EUCTR2011-001234-12-GB", "2011-001234-12"),
        ("isrctn 12345678", "ISRCTN12345678"),
        ("GENBANK/AF123456", ""),
    ],
)
def test_a_registry_number_names_a_trial(written: str, meant: str) -> None:
    """A sequence in the same field of PubMed's record is no study."""
    assert registry_number(written) == meant


@pytest.mark.parametrize(
    ("date", "year"),
    [("2019-09-18", 2019), ("2019", 2019), ("1998 Dec-1999 Jan", 1998), ("", None), ("in press", None)],
)
def test_the_year_is_read_from_any_precision(date: str, year: int | None) -> None:
    """Dates keep the precision they were given in."""
    assert year_of(date) == year


def test_the_same_record_has_the_same_name() -> None:
    """It may come from two queries or two files."""
    one = work_id(make_citation(TITLE, source="pubmed"), m.Identifiers(doi="10.1086/324081"))
    other = work_id(make_citation(TITLE.upper(), source="pubmed"), m.Identifiers(doi="https://doi.org/10.1086/324081"))

    assert one == other


def test_two_vendors_have_two_records_of_a_work() -> None:
    """One of them may know of a retraction: the registry brings them together and keeps the gravest."""
    ids = m.Identifiers(doi="10.1086/324081")

    assert work_id(make_citation(TITLE, source="pubmed"), ids) != work_id(make_citation(TITLE, source="europepmc"), ids)


def test_records_that_differ_have_different_names() -> None:
    """Two records of one work are brought together by the registry, not by chance."""
    one = work_id(make_citation(TITLE), m.Identifiers(pmid="17360873"))
    other = work_id(make_citation(TITLE), m.Identifiers(doi="10.4269/ajtmh.2007.76.494"))

    assert one != other


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_normalising_twice_changes_nothing(doi: str, pmid: str, url: str) -> None:
    """Identifiers are normalised wherever they come in, some of them twice."""
    once = normalise(m.Identifiers(doi=doi, pmid=pmid, url=url))

    assert normalise(once) == once


@given(st.text(max_size=120))
def test_normalising_a_title_twice_changes_nothing(title: str) -> None:
    """A title may have been normalised before it is compared."""
    assert normal_title(normal_title(title)) == normal_title(title)
