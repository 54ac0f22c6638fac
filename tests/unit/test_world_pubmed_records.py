"""The world's PubMed writes records with everything that a reader of PubMed may stumble over."""

from xml.etree.ElementTree import Element, fromstring

from tests.world.pubmed.holdings import Holdings
from tests.world.shapes import Author, Paper

SHOWN = (("pubmed", ("pmid", "doi", "pmcid")),)


def record(paper: Paper, *others: Paper) -> Element:
    """Return the record of *paper* among *others*."""
    return fromstring(Holdings((paper, *others)).record(paper.pmid))  # noqa: S314 -- our own


def held(key: str, pmid: int, **facts: object) -> Paper:
    """Return a paper that PubMed has, with a text that makes papers alike."""
    given = {"title": "Aspirin for migraine", "printed": "2014", "journal": "Letters", "doi": f"10.1/{key}"} | facts
    return Paper(key=key, pmid=str(pmid), shown=SHOWN, **given)  # type: ignore[arg-type]


def relations(whole: Element) -> list[tuple[str, str]]:
    """Return what a record says of others: the kind, and the number of the other one."""
    found = whole.findall("MedlineCitation/CommentsCorrectionsList/CommentsCorrections")
    return [(one.get("RefType", ""), one.findtext("PMID", "")) for one in found]


def test_a_title_keeps_its_inline_markup_and_its_signs() -> None:
    """Reading the text of the element alone loses what stands in and after the markup."""
    title = record(held("p", 1, title="Effect of H<sub>2</sub>O & <i>E. coli</i> at p < 0.05")).find(".//ArticleTitle")

    assert title is not None
    assert (title.text, [child.tag for child in title]) == ("Effect of H", ["sub", "i"])
    assert "".join(title.itertext()) == "Effect of H2O & E. coli at p < 0.05."


def test_markup_that_does_not_match_is_letters() -> None:
    """A record can always be parsed."""
    assert record(held("p", 1, title="A <i>half")).findtext(".//ArticleTitle") == "A <i>half."


def test_a_translated_title_stands_in_brackets_beside_its_own() -> None:
    """So does MEDLINE with everything that is not English."""
    whole = record(held("p", 1, title="Aspirin in rats", vernacular_title="Aspirin bei Ratten", language="ger"))

    assert whole.findtext(".//ArticleTitle") == "[Aspirin in rats]."
    assert whole.findtext(".//VernacularTitle") == "Aspirin bei Ratten"


def test_a_labelled_abstract_has_its_labels() -> None:
    """Its parts are one abstract."""
    parts = record(held("p", 1, abstract=(("Aims", "One."), ("", "Two.")))).findall(".//AbstractText")

    assert [(part.get("Label"), part.text) for part in parts] == [("AIMS", "One."), (None, "Two.")]


def test_a_record_without_abstract_or_authors_has_no_elements_for_them() -> None:
    """An empty element would be another thing."""
    whole = record(held("p", 1))

    assert (whole.find(".//Abstract"), whole.find(".//AuthorList")) == (None, None)


def test_persons_and_groups_are_authors() -> None:
    """A group has neither family name nor initials."""
    whole = record(held("p", 1, authors=(Author("Ray", "Jo Ann"), Author("The Trial Group")), group="Another Group"))

    assert [one.text for one in whole.iter("CollectiveName")] == ["The Trial Group", "Another Group"]
    assert [one.text for one in whole.iter("Initials")] == ["JA"]


def test_a_date_in_print_has_the_precision_it_has() -> None:
    """Year, month by name, season, or words for a span."""
    written = {
        text: [(part.tag, part.text) for part in record(held("p", 1, printed=text)).find(".//PubDate") or ()]
        for text in ("2019", "2019-09-08", "2019 Spring", "1998 Dec-1999 Jan")
    }

    assert written == {
        "2019": [("Year", "2019")],
        "2019-09-08": [("Year", "2019"), ("Month", "Sep"), ("Day", "08")],
        "2019 Spring": [("Year", "2019"), ("Season", "Spring")],
        "1998 Dec-1999 Jan": [("MedlineDate", "1998 Dec-1999 Jan")],
    }


def test_only_identifiers_that_pubmed_shows_are_written() -> None:
    """What another source knows is what merging works is about."""
    hidden = Paper(key="p", title="T", pmid="1", doi="10.1/p", pmcid="PMC1", shown=(("pubmed", ("pmid",)),))

    whole = record(hidden)

    assert [(one.get("IdType"), one.text) for one in whole.iter("ArticleId")] == [("pubmed", "1")]
    assert whole.find(".//ELocationID") is None


def test_a_doi_stands_in_either_place_or_in_both() -> None:
    """A reader that knows one place misses a third of them."""
    places = set()
    for pmid in range(1, 40):
        whole = record(held("p", pmid))
        listed = whole.find("PubmedData/ArticleIdList/ArticleId[@IdType='doi']") is not None
        places.add((whole.find(".//ELocationID") is not None, listed))

    assert places == {(True, True), (True, False), (False, True)}


def test_references_hold_the_identifiers_of_other_works() -> None:
    """Looking for an identifier anywhere in the record finds a wrong one."""
    older = held("old", 1, printed="2001", pmcid="PMC1")
    whole = record(held("new", 2, printed="2020"), older)

    ids = "PubmedData/ReferenceList/Reference/ArticleIdList/ArticleId[@IdType='pmc']"
    assert [one.text for one in whole.findall(ids)] == ["PMC1"]
    assert whole.find("PubmedData/ArticleIdList/ArticleId[@IdType='pmc']") is None


def test_a_retraction_that_pubmed_knows_of_stands_on_both_records() -> None:
    """The work names its notice, the notice its work."""
    work = held("work", 1, retraction="retracted", retraction_known_to=("pubmed",))
    notice = held("notice", 2, kind="retraction-notice", notices=("work",))

    assert relations(record(work, notice)) == [("RetractionIn", "2")]
    assert relations(record(notice, work)) == [("RetractionOf", "1")]
    assert "Retracted Publication" in [one.text for one in record(work, notice).iter("PublicationType")]


def test_a_retraction_that_only_others_know_of_is_not_written() -> None:
    """Then another source's word is needed."""
    types = ("Journal Article", "Retracted Publication")
    work = held("work", 1, retraction="retracted", retraction_known_to=("openalex",), publication_types=types)
    notice = held("notice", 2, kind="retraction-notice", notices=("work",))

    whole = record(work, notice)

    assert relations(whole) == []
    assert [one.text for one in whole.iter("PublicationType")] == ["Journal Article"]


def test_every_kind_of_notice_has_its_relation() -> None:
    """A correction is no retraction, and a partial retraction is no whole one."""
    kinds = {}
    for state in ("concern", "partial", "republished", "erratum", "withdrawn"):
        work = held("work", 1, retraction=state, retraction_known_to=("pubmed",))
        notice = held("notice", 2, kind="retraction-notice", notices=("work",))
        kinds[state] = [relations(record(one, other))[0][0] for one, other in ((work, notice), (notice, work))]

    assert kinds == {
        "concern": ["ExpressionOfConcernIn", "ExpressionOfConcernFor"],
        "partial": ["PartialRetractionIn", "PartialRetractionOf"],
        "republished": ["RetractedandRepublishedIn", "RetractedandRepublishedFrom"],
        "erratum": ["ErratumIn", "ErratumFor"],
        "withdrawn": ["RetractionIn", "RetractionOf"],
    }


def test_a_retraction_may_stand_in_a_notice_without_a_record() -> None:
    """Then the relation has a place and no number."""
    work = held("work", 1, retraction="retracted", retraction_known_to=("pubmed",))

    assert relations(record(work)) == [("RetractionIn", "")]


def test_a_comment_and_a_preprint_are_related_both_ways() -> None:
    """Neither is its article."""
    work = held("work", 1)
    others = (held("word", 2, kind="comment", notices=("work",)), held("early", 3, kind="preprint", preprint_of="work"))

    assert relations(record(work, *others)) == [("CommentIn", "2"), ("UpdateOf", "3")]
    assert relations(record(others[0], work)) == [("CommentOn", "1")]
    assert relations(record(others[1], work)) == [("UpdateIn", "1")]


def test_headings_say_what_a_paper_is_mainly_about() -> None:
    """A star, or a title that names it."""
    whole = record(held("p", 1, mesh=("Migraine Disorders/drug therapy*", "Aspirin", "Humans")))

    assert [(one.text, one.get("MajorTopicYN")) for one in whole.iter("DescriptorName")] == [
        ("Migraine Disorders", "N"),
        ("Aspirin", "Y"),
        ("Humans", "N"),
    ]
    assert [(one.text, one.get("MajorTopicYN")) for one in whole.iter("QualifierName")] == [("drug therapy", "Y")]


def test_a_trial_is_named_by_its_registry() -> None:
    """Its number joins the works of one study."""
    whole = record(held("p", 1, registry_numbers=("NCT00000001",)))

    assert whole.findtext(".//DataBank/DataBankName") == "ClinicalTrials.gov"
    assert whole.findtext(".//DataBank/AccessionNumberList/AccessionNumber") == "NCT00000001"


def test_a_book_is_no_article() -> None:
    """It has no journal; a chapter names the book, whose editors did not write it."""
    book = record(held("b", 1, kind="book", journal="", authors=(Author("Ray", "Jo"),)))
    chapter = record(held("c", 2, kind="book", journal="The Book", authors=(Author("Ray", "Jo"),)))

    assert (book.tag, book.findtext("BookDocument/Book/BookTitle"), book.find(".//Journal")) == (
        "PubmedBookArticle",
        "Aspirin for migraine",
        None,
    )
    assert [one.get("Type") for one in chapter.iter("AuthorList")] == ["editors", None]
    assert chapter.findtext("BookDocument/ArticleTitle") == "Aspirin for migraine"
