"""PubMed XML: what a record says of itself, of its study, and of other works."""

import pytest

from shared.library import Reference, read

PLAIN = "<Article><ArticleTitle>A trial of drug A.</ArticleTitle>{}</Article>"


def record(inside: str, after: str = "", data: str = "") -> Reference:
    """Return a record with these elements in its article, beside it, and in PubMed's own data."""
    text = (
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID>"
        f"{PLAIN.format(inside)}{after}</MedlineCitation><PubmedData>{data}</PubmedData></PubmedArticle></PubmedArticleSet>"
    )
    (reference,) = read(text.encode(), "x.xml").references
    return reference


def comments(*types: str) -> str:
    """Return relations to other records."""
    inside = "".join(f'<CommentsCorrections RefType="{one}"><PMID>9</PMID></CommentsCorrections>' for one in types)
    return f"<CommentsCorrectionsList>{inside}</CommentsCorrectionsList>"


def types(*names: str) -> str:
    """Return publication types."""
    inside = "".join(f"<PublicationType>{name}</PublicationType>" for name in names)
    return f"<PublicationTypeList>{inside}</PublicationTypeList>"


def test_labelled_parts_are_one_abstract() -> None:
    """Text and labels read as MEDLINE prints them, and mark-up inside leaves its words."""
    reference = record(
        "<Abstract><AbstractText Label='AIMS'>To see <i>P. vivax</i> go.</AbstractText>"
        "<AbstractText Label='UNLABELLED'>More.</AbstractText>"
        "<AbstractText Label='RESULTS'>IC<sub>50</sub> fell.</AbstractText></Abstract>"
    )

    assert reference.text == "AIMS: To see P. vivax go. More. RESULTS: IC50 fell."
    assert [(part.label, reference.text[part.start : part.end]) for part in reference.sections] == [
        ("AIMS", "To see P. vivax go. More."),
        ("RESULTS", "IC50 fell."),
    ]


def test_identifiers_of_cited_papers_are_not_the_records_own() -> None:
    """Reference lists hold ids, too; one found there would merge two works."""
    pmc = "<ArticleIdList><ArticleId IdType='pmc'>PMC1</ArticleId></ArticleIdList>"
    cited = f"<ReferenceList><Reference>{pmc}</Reference></ReferenceList>"
    ids = record(
        "", data=f"<ArticleIdList><ArticleId IdType='doi'>10.1000/b</ArticleId></ArticleIdList>{cited}"
    ).work.identifiers

    assert (ids.pmid, ids.doi, ids.pmcid) == ("7", "10.1000/b", "")


def test_the_doi_may_stand_in_the_article() -> None:
    """It is in one place, the other, both or neither."""
    assert record("<ELocationID EIdType='doi'>10.1000/A</ELocationID>").work.identifiers.doi == "10.1000/a"


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("<Year>2019</Year><Month>Sep</Month><Day>8</Day>", "2019-09-08"),
        ("<Year>2019</Year><Month>09</Month>", "2019-09"),
        ("<Year>2019</Year><Season>Spring</Season>", "2019"),
        ("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", "1998-12"),
        ("<MedlineDate>2000 Spring</MedlineDate>", "2000"),
    ],
)
def test_dates_keep_their_precision(date: str, expected: str) -> None:
    """A range is dated by its start; a season tells no month."""
    reference = record(f"<Journal><JournalIssue><PubDate>{date}</PubDate></JournalIssue></Journal>")

    assert reference.work.citation.date == expected


def test_publication_on_line_may_come_first() -> None:
    """The filter means first publication, on paper or on line."""
    issue = "<Journal><JournalIssue><PubDate><Year>2020</Year><Month>Jan</Month></PubDate></JournalIssue></Journal>"
    online = "<ArticleDate><Year>2019</Year><Month>11</Month><Day>03</Day></ArticleDate>"

    assert record(issue + online).work.citation.date == "2019-11-03"


def test_a_group_is_an_author() -> None:
    """Trials are signed by their groups."""
    authors = (
        "<AuthorList><Author><LastName>Rossi</LastName><ForeName>Anna B</ForeName></Author>"
        "<Author><CollectiveName>Vivax Study Group</CollectiveName></Author></AuthorList>"
    )

    assert record(authors).work.citation.authors == ("Rossi, Anna B", "Vivax Study Group")


def test_registry_numbers_come_from_trial_registries_alone() -> None:
    """The same field holds gene sequences, and abstracts name the trials of others."""
    number = "<AccessionNumberList><AccessionNumber>{}</AccessionNumber></AccessionNumberList>"
    bank = "<DataBank><DataBankName>{}</DataBankName>" + number + "</DataBank>"
    banks = bank.format("ClinicalTrials.gov", "NCT01234567") + bank.format("GENBANK", "AF078607")
    abstract = "<Abstract><AbstractText>Unlike NCT07654321.</AbstractText></Abstract>"

    assert record(f"<DataBankList>{banks}</DataBankList>{abstract}").work.registry_numbers == ("NCT01234567",)


@pytest.mark.parametrize(
    ("relation", "status"),
    [
        ("RetractionIn", "retracted"),
        ("ErratumIn", "corrected"),
        ("ExpressionOfConcernIn", "concern"),
        ("PartialRetractionIn", "partially-retracted"),
        ("RetractedandRepublishedIn", "republished"),
        ("CommentIn", "not-checked"),
    ],
)
def test_a_record_says_what_became_of_it(relation: str, status: str) -> None:
    """Each state is its own; a comment on a paper is none."""
    assert record("", comments(relation)).work.retraction.status == status


def test_silence_about_a_retraction_is_not_none_found() -> None:
    """The file may be years old (evidence.md, 3)."""
    retraction = record("").work.retraction

    assert (retraction.status, retraction.checked_in) == ("not-checked", "")


@pytest.mark.parametrize("relation", ["RetractionOf", "ErratumFor", "ExpressionOfConcernFor"])
def test_a_notice_is_not_the_work_it_is_about(relation: str) -> None:
    """A retraction notice is not retracted, and never merges with its article."""
    work = record("", comments(relation)).work

    assert (work.kind, work.retraction.status) == ("erratum", "not-checked")


def test_the_gravest_state_counts() -> None:
    """Many retracted papers were corrected first."""
    assert record("", comments("ErratumIn", "RetractionIn")).work.retraction.status == "retracted"


def test_a_publication_type_retracts_too() -> None:
    """Older records have the type and no relation."""
    work = record(types("Journal Article", "Retracted Publication")).work

    assert work.retraction.bars
    assert work.retraction.checked_in == "the record in the library file"


def test_a_comment_on_another_work_is_a_comment() -> None:
    """It has the title of its article, often word for word."""
    assert record("", comments("CommentOn")).work.kind == "comment"


def test_a_chapter_stands_in_a_book() -> None:
    """Books have no journal, and their first author list may hold the editors."""
    text = (
        "<PubmedBookArticle><BookDocument><PMID>8</PMID><Book><BookTitle>A book of genes</BookTitle>"
        "<PubDate><Year>1993</Year></PubDate>"
        "<AuthorList Type='editors'><Author><LastName>Editor</LastName></Author></AuthorList></Book>"
        "<ArticleTitle>Disease B</ArticleTitle><AuthorList Type='authors'><Author><LastName>Writer</LastName></Author>"
        "</AuthorList></BookDocument></PubmedBookArticle>"
    )

    work = read(text.encode(), "x.xml").references[0].work

    assert (work.kind, work.citation.title, work.citation.journal) == ("book", "Disease B", "A book of genes")
    assert (work.citation.authors, work.citation.date) == (("Writer",), "1993")


def test_a_deleted_citation_is_no_record() -> None:
    """Update files list withdrawn ids beside the records."""
    text = (
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID>" + PLAIN.format("") + "</MedlineCitation>"
        "</PubmedArticle><DeleteCitation><PMID>8</PMID></DeleteCitation></PubmedArticleSet>"
    )

    assert len(read(text.encode(), "x.xml").references) == 1
