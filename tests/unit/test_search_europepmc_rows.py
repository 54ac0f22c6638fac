"""What is read from a row of Europe PMC, and what it says of other works."""

import pytest

from services.search.europepmc.rows import record
from shared import messages as m
from shared.library import Provenance, Record, Reference, Skipped, concluded
from shared.works import normalise
from tests.builders import NOON

Fields = dict[str, object]


def read(**fields: object) -> Record:
    """Return the record of a row of an article."""
    found = record({"id": "101", "source": "MED", "pmid": "101", "title": "A trial of drug A.", **fields})
    assert isinstance(found, Record)
    return found


def work(**fields: object) -> m.Work:
    """Return the work of a row."""
    found = concluded(read(**fields), Provenance("europepmc", "Europe PMC", watches_retractions=True, at=NOON))
    assert isinstance(found, Reference)
    return found.work


def links(*given: tuple[str, str, str], reference: str = "") -> Fields:
    """Return the links of a row: type, source and id of each."""
    corrections = [
        {"type": kind, "source": source, "id": number, "reference": reference} for kind, source, number in given
    ]
    return {"commentCorrectionList": {"commentCorrection": corrections}}


def test_a_core_row_is_read_whole() -> None:
    """Every field a citation has, in the spelling all sources share."""
    found = work(
        title="Effect of drug A &lt;i&gt;in vivo&lt;/i&gt; &amp; CO<sub>2</sub>.",
        doi="https://doi.org/10.1000/ABC",
        pmcid="PMC7",
        authorList={
            "author": [{"lastName": "Roe", "firstName": "Jane A", "initials": "JA"}, {"collectiveName": "B Group"}]
        },
        journalInfo={"volume": "7", "issue": "2", "dateOfPublication": "2019 Sep", "journal": {"title": "J Drugs"}},
        pageInfo="10-19",
        electronicPublicationDate="2019-07-31",
        firstPublicationDate="2019-07-31",
        language="eng",
        pubTypeList={"pubType": ["Randomized Controlled Trial", "research-article", "Journal Article"]},
        meshHeadingList={"meshHeading": [{"descriptorName": "Humans"}, {"descriptorName": "Malaria, Vivax"}]},
        citedByCount=12,
    )

    cited = found.citation
    assert cited.title == "Effect of drug A in vivo & CO2"
    assert cited.authors == ("Roe, Jane A", "B Group")
    assert (cited.journal, cited.volume, cited.issue, cited.pages) == ("J Drugs", "7", "2", "10-19")
    assert (cited.date, found.language, found.cited_by) == ("2019-07-31", "en", 12)
    assert found.identifiers == m.Identifiers(pmid="101", pmcid="PMC7", doi="10.1000/abc")
    assert found.publication_types == ("Randomized Controlled Trial", "Journal Article")
    assert (found.design, found.subject) == ("randomised-trial", "human")
    assert found.mesh_terms == ("Humans", "Malaria, Vivax")


def test_a_lite_row_is_read_too() -> None:
    """It has one text of authors and of types, and no abstract."""
    found = work(
        authorString="Roe JA, Doe B, B Study Group.",
        journalTitle="J Drugs",
        journalVolume="7",
        issue="2",
        pubType="review-article; review; journal article",
        firstPublicationDate="2019-09-01",
    )

    assert found.citation.authors == ("Roe JA", "Doe B", "B Study Group")
    assert (found.citation.journal, found.citation.volume, found.citation.issue) == ("J Drugs", "7", "2")
    assert found.publication_types == ("Review", "Journal Article")
    assert found.citation.date == "2019-09"


def test_headings_become_labelled_sections() -> None:
    """``<h4>`` closes a part and names the next; what stands before the first has no label."""
    found = read(abstractText="First words.<h4>Methods</h4>We <b>gave</b> it.<h4>Results: </h4>p &lt; 0.05.")

    assert found.abstract == (("", "First words."), ("Methods", "We <b>gave</b> it."), ("Results", "p < 0.05."))


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ({"journalInfo": {"dateOfPublication": "2025 Dec"}, "firstPublicationDate": "2025-12-01"}, "2025-12"),
        (
            {"journalInfo": {"dateOfPublication": "2025 Aug"}, "electronicPublicationDate": "2025-08-22"},
            "2025-08-22",
        ),
        ({"firstPublicationDate": "2019-01-01"}, "2019"),
        ({"firstPublicationDate": "2019-05-17"}, "2019-05-17"),
        ({"pubYear": "2019"}, "2019"),
        ({"source": "PPR", "id": "PPR1", "pmid": "", "firstPublicationDate": "2024-04-01"}, "2024-04-01"),
    ],
)
def test_a_date_is_no_more_precise_than_it_is_known(fields: Fields, date: str) -> None:
    """The server fills up a missing day or month with the first, and so does not know it."""
    assert work(**fields).citation.date == date


def test_a_preprint_was_published_with_its_first_version() -> None:
    """The row is of the last one; a filter of dates means the first."""
    versions = [
        {"firstPublishDate": "2023-08-21", "versionNumber": 1},
        {"firstPublishDate": "2024-04-16", "versionNumber": 2},
    ]

    found = work(source="PPR", id="PPR2", pmid="", firstPublicationDate="2024-04-16", versionList={"version": versions})

    assert found.citation.date == "2023-08-21"


def test_a_preprint_has_its_server_for_a_journal() -> None:
    """And an address that articles name it by."""
    found = work(
        source="PPR", id="PPR1", pmid="", doi="10.1101/2020.01.01.1", bookOrReportDetails={"publisher": "medRxiv"}
    )

    assert (found.kind, found.citation.journal) == ("preprint", "medRxiv")
    assert found.identifiers.url == "https://europepmc.org/article/PPR/PPR1"
    assert found.citation.url == "https://doi.org/10.1101/2020.01.01.1"


@pytest.mark.parametrize(
    ("relation", "status"),
    [
        ("Retraction in", "retracted"),
        ("RetractionIn", "retracted"),
        ("Partial retraction in", "partially-retracted"),
        ("Retracted and republished in", "republished"),
        ("Expression of concern in", "concern"),
        ("Erratum in", "corrected"),
        ("Corrected and republished from", "corrected"),
        ("Comment in", "none-found"),
        ("Cites", "none-found"),
    ],
)
def test_a_link_tells_what_became_of_the_work(relation: str, status: str) -> None:
    """A status that is missed lets a retracted trial support a conclusion."""
    assert work(**links((relation, "MED", "6"))).retraction.status == status


def test_the_gravest_link_holds() -> None:
    """An article is corrected first and retracted later."""
    found = work(**links(("Erratum in", "MED", "5"), ("Retraction in", "MED", "6"), ("Comment in", "MED", "7")))

    assert found.retraction.status == "retracted"


@pytest.mark.parametrize(
    "relation", ["Retraction of", "Erratum for", "Partial retraction of", "Expression of concern for"]
)
def test_a_notice_is_not_what_it_is_about(relation: str) -> None:
    """Nothing was retracted of the notice; it must not merge with the article, either."""
    found = work(title="About drug A", **links((relation, "MED", "6")))

    assert (found.kind, found.retraction.status) == ("erratum", "none-found")


def test_a_publication_type_tells_a_retraction_in_any_case() -> None:
    """Lite rows have no links."""
    assert work(pubType="retracted publication; journal article").retraction.bars
    assert work(pubType="retraction of publication; journal article; retraction notice").kind == "erratum"


@pytest.mark.parametrize(
    "fields",
    [
        {"pubTypeList": {"pubType": ["Preprint", "Preprint-withdrawal"]}},
        {"pubType": "preprint; preprint-removal"},
        {"title": "WITHDRAWN: A trial of drug A"},
        {
            "versionList": {
                "version": [
                    {"versionNumber": 2, "pubTypeList": {"pubType": ["preprint-withdrawal"]}},
                    {"versionNumber": 1, "pubTypeList": {"pubType": ["preprint"]}},
                ]
            }
        },
    ],
)
def test_a_withdrawn_preprint_counts_as_retracted(fields: Fields) -> None:
    """Its authors no longer stand by it."""
    found = work(**{"source": "PPR", "id": "PPR2", "pmid": "", "pubType": "preprint", **fields})

    assert (found.kind, found.retraction.status) == ("preprint", "retracted")


@pytest.mark.parametrize("numbers", [(1, 2), ("1", "2"), (1.0, 2.0), ("1.0", "2.0"), ("v1", 2), ("9" * 5000, 2)])
def test_the_last_version_is_known_however_versions_are_numbered(numbers: tuple[object, object]) -> None:
    """What is no number is never the last; a row must not be lost for it, nor its withdrawal."""
    first, last = ({"versionNumber": number} for number in numbers)
    withdrawn = {**last, "pubTypeList": {"pubType": ["preprint-withdrawal"]}}

    assert read(source="PPR", versionList={"version": [withdrawn, first]}).retraction == "retracted"


@pytest.mark.parametrize("count", ["9" * 5000, "²", "1.5", -1, "many", 1e308])
def test_a_count_that_is_none_is_not_known(count: object) -> None:
    """Python refuses to read more than 4,300 digits, and takes a superscript for a digit."""
    assert read(citedByCount=count).cited_by is None


def test_a_preprint_names_its_article() -> None:
    """By PMID, and by the DOI that stands in the reference."""
    found = read(
        source="PPR",
        id="PPR1",
        **links(("Preprint of", "MED", "38605817"), reference="J Drugs. 2023;12:1007. doi: 10.1000/X.7."),
    )

    assert found.versions == ("pmid:38605817", "doi:10.1000/x.7")


def test_an_article_names_its_preprint_by_the_preprints_own_address() -> None:
    """Europe PMC knows preprints by numbers of its own, which no other source has."""
    found = read(**links(("Preprint in", "PPR", "PPR179288"), ("Comment in", "MED", "9")))
    preprint = record({"id": "PPR179288", "source": "PPR", "title": "A trial of drug A", "doi": "10.1101/2020.01.01.1"})

    assert isinstance(preprint, Record)
    assert found.versions == (f"url:{normalise(preprint.identifiers).url}",)


@pytest.mark.parametrize(
    ("reference", "versions"),
    [
        ("medRxiv. 2020 Apr 2:2020.04.01. doi: 10.1101/2020.04.01.1.", ("pmid:7", "doi:10.1101/2020.04.01.1")),
        ("Res Sq. 2021 Jan 1", ("pmid:7",)),
        ("Cochrane Database Syst Rev. 2012;(4):CD000001. doi: 10.1002/14651858.CD000001.pub2.", ()),
    ],
)
def test_an_update_is_a_version_only_where_one_of_the_two_is_a_preprint(
    reference: str, versions: tuple[str, ...]
) -> None:
    """PubMed says the same of the editions of a Cochrane review, each of which is a study of its own."""
    assert read(**links(("Update of", "MED", "7"), reference=reference)).versions == versions


@pytest.mark.parametrize(
    ("fields", "url"),
    [
        (
            {
                "fullTextUrlList": {
                    "fullTextUrl": [
                        {"availabilityCode": "S", "documentStyle": "pdf", "url": "https://pay.org/1"},
                        {"availabilityCode": "OA", "documentStyle": "html", "url": "https://a.org/1"},
                        {"availabilityCode": "OA", "documentStyle": "pdf", "url": "https://a.org/1.pdf"},
                        {"availabilityCode": "F", "documentStyle": "pdf", "url": "https://b.org/1.pdf"},
                    ]
                }
            },
            "https://a.org/1.pdf",
        ),
        ({"fullTextUrlList": {"fullTextUrl": [{"availabilityCode": "S", "documentStyle": "doi", "url": "a"}]}}, ""),
        ({"pmcid": "PMC7", "inEPMC": "Y"}, "https://europepmc.org/articles/PMC7"),
        ({"pmcid": "PMC7", "inEPMC": "N", "isOpenAccess": "N"}, ""),
        ({"inEPMC": "Y"}, ""),
    ],
)
def test_a_free_text_is_named_and_a_paid_one_is_not(fields: Fields, url: str) -> None:
    """Somebody is sent there."""
    assert read(**fields).open_access_url == url


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"pubTypeList": {"pubType": ["Book", "Review"]}, "bookid": "NBK1"}, "book"),
        ({"source": "NBK", "id": "NBK1"}, "book"),
        ({"source": "ETH", "id": "9"}, "other"),
        ({"source": "AGR", "id": "IND1"}, "article"),
        ({"source": "PMC", "id": "PMC1", "pmcid": "PMC1"}, "article"),
        ({"source": "HIR", "id": "4"}, "article"),
        ({"pubType": "article-commentary; comment"}, "comment"),
        (links(("Comment on", "MED", "7")), "comment"),
        ({"pubType": "published erratum; correction"}, "erratum"),
        ({"pubType": "abstract; journal article"}, "abstract"),
    ],
)
def test_every_part_of_the_collection_has_its_kind(fields: Fields, kind: str) -> None:
    """What is not an article must not pass for one."""
    assert work(**{"pmid": "", **fields}).kind == kind


def test_a_record_known_by_nothing_else_is_known_by_its_address() -> None:
    """Agricola has neither PMIDs nor DOIs."""
    assert work(source="AGR", id="IND1", pmid="").identifiers == m.Identifiers(
        url="https://europepmc.org/article/AGR/IND1"
    )


@pytest.mark.parametrize("given", [None, [], "row", {}, {"title": 7}, {"id": "1", "title": None}])
def test_a_row_of_any_shape_is_a_record_or_is_skipped(given: object) -> None:
    """One odd row must not lose the page."""
    assert isinstance(record(given), Record | Skipped)


def test_fields_of_any_shape_are_empty() -> None:
    """The server sends null, text and lists in each other's place at times."""
    odd: Fields = dict.fromkeys(
        ("authorList", "journalInfo", "pubTypeList", "meshHeadingList", "commentCorrectionList", "fullTextUrlList"),
        "odd",
    )

    assert work(**odd, authorString=None, citedByCount="x", doi=7, versionList=[]).citation.title == "A trial of drug A"
