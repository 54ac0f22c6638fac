"""PubMed XML beyond the ordinary: streams, breaks, versions, books, what stands where."""

import io
from collections.abc import Iterator

import pytest

from shared.errors import CannotDo
from shared.library import Record, Skipped
from shared.library.pubmed import answered, parse, stream

ONE = (
    "<PubmedArticle><MedlineCitation><PMID>{}</PMID><Article><ArticleTitle>Title {}</ArticleTitle></Article>"
    "</MedlineCitation></PubmedArticle>"
)


def many(*numbers: int) -> str:
    """Return a set of records with these numbers."""
    return f"<PubmedArticleSet>{''.join(ONE.format(one, one) for one in numbers)}</PubmedArticleSet>"


def article(inside: str, beside: str = "") -> Record:
    """Return a record with these elements in its article, and beside it."""
    text = (
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID>"
        f"<Article>{inside}</Article>{beside}</MedlineCitation></PubmedArticle></PubmedArticleSet>"
    )
    (record,) = parse(text, "x").records
    return record


def relation(kind: str, source: str, pmid: str = "9") -> str:
    """Return a relation to another record."""
    inside = f"<RefSource>{source}</RefSource><PMID>{pmid}</PMID>"
    one = f"<CommentsCorrections RefType='{kind}'>{inside}</CommentsCorrections>"
    return f"<CommentsCorrectionsList>{one}</CommentsCorrectionsList>"


def types(*names: str) -> str:
    """Return publication types."""
    inside = "".join(f"<PublicationType>{name}</PublicationType>" for name in names)
    return f"<PublicationTypeList>{inside}</PublicationTypeList>"


@pytest.mark.parametrize("size", [1, 7, 64, 10_000])
def test_a_stream_gives_what_the_whole_gives(size: int) -> None:
    """However its bytes are cut."""
    data = many(*range(1, 40)).encode()
    chunks = (data[start : start + size] for start in range(0, len(data), size))

    assert tuple(stream(chunks, "x")) == parse(data.decode(), "x").records


def test_an_open_file_is_a_stream() -> None:
    """Nothing has to read it whole first."""
    assert len(list(stream(io.BytesIO(many(1, 2, 3).encode()), "x"))) == 3


def test_records_come_before_the_end_of_a_stream() -> None:
    """What was read can go before the rest is there."""
    seen: list[int] = []

    def chunks() -> Iterator[bytes]:
        for number in range(1, 4):
            yield (
                ONE.format(number, "x" * 70_000) if number > 1 else "<PubmedArticleSet>" + ONE.format(1, "a")
            ).encode()
            seen.append(number)
        yield b"</PubmedArticleSet>"

    first = next(stream(chunks(), "x"))

    assert isinstance(first, Record)
    assert seen == [1]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (many(1, 2)[:-30], 1),
        (many(1, 2)[: -len("</PubmedArticleSet>")], 2),
        (many(1, 2).replace("Title 2", "Title <2"), 1),
        ("<PubmedArticleSet>" + ONE.format(1, 1) + "</Wrong>", 1),
    ],
)
def test_what_stands_before_a_break_is_read(text: str, read: int) -> None:
    """A record that was still open is lost, and that is said."""
    for found in (list(stream(text, "x")), list(stream([text.encode()], "x"))):
        *records, skipped = found
        assert [one.name for one in records] == [f"record {number} (PMID {number})" for number in range(1, read + 1)]
        assert isinstance(skipped, Skipped)
        assert skipped.name == f"what follows record {read}"


def test_entities_are_refused_in_bytes_too() -> None:
    """They may hide anything."""
    data = b'<!DOCTYPE PubmedArticleSet [<!ENTITY a "b">]>' + many(1).encode()

    with pytest.raises(CannotDo, match="declares XML entities"):
        list(stream([data], "x.xml"))


def test_characters_that_xml_has_no_room_for_become_spaces() -> None:
    """In text, as a reference, and cut in two between chunks."""
    data = many(1).replace("Title 1", "A\x02B&#x1;C\ufffeD").encode()

    for cut in range(1, len(data) - 1):
        (record,) = stream([data[:cut], data[cut:]], "x")
        assert isinstance(record, Record)
        assert record.title == "A B C D"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b"<eFetchResult><ERROR>ID list is empty!</ERROR></eFetchResult>", "ID list is empty!"),
        (b"<eFetchResult/>", "<eFetchResult> in place of records"),
        (b"nothing", "<no XML> in place of records"),
    ],
)
def test_an_answer_without_records_is_an_error(body: bytes, error: str) -> None:
    """It is another thing than an empty set."""
    assert answered(body).error == error


def test_an_empty_set_is_an_answer() -> None:
    """Ids that do not exist are left out without a word."""
    found = answered(b"<?xml version='1.0'?><!DOCTYPE PubmedArticleSet><PubmedArticleSet></PubmedArticleSet>")

    assert (found.error, found.parsed.records) == ("", ())


def test_a_preprint_and_its_article_name_each_other() -> None:
    """They are one study, and two works."""
    preprint = article(types("Preprint"), relation("UpdateIn", "J Headache. 2024. doi: 10.1000/J.1."))
    later = article(types("Journal Article"), relation("UpdateOf", "medRxiv. 2023. doi: 10.1101/2023.01.02.23284."))

    assert preprint.versions == ("doi:10.1000/j.1", "pmid:9")
    assert later.versions == ("doi:10.1101/2023.01.02.23284", "pmid:9")


def test_the_update_of_a_review_is_a_work_of_its_own() -> None:
    """Reviews are brought up to date under the same kind of relation."""
    assert (
        article(types("Review"), relation("UpdateOf", "Cochrane Database Syst Rev. 2010;(1):CD000001")).versions == ()
    )


def test_a_doi_that_is_marked_as_wrong_is_none() -> None:
    """PubMed keeps it beside the right one."""
    inside = (
        "<ELocationID EIdType='doi' ValidYN='N'>10.1000/wrong</ELocationID>"
        "<ELocationID EIdType='doi' ValidYN='Y'>10.1000/right</ELocationID>"
    )

    assert article(inside).identifiers.doi == "10.1000/right"


def test_a_name_that_was_corrected_is_left_out() -> None:
    """The right one stands beside it."""
    wrong = "<Author ValidYN='N'><LastName>Rosi</LastName></Author>"
    right = "<Author ValidYN='Y'><LastName>Rossi</LastName><Initials>A</Initials></Author>"

    assert article(f"<AuthorList>{wrong}{right}</AuthorList>").authors == ("Rossi, A",)


def test_the_title_of_the_original_stands_in_for_one_that_nobody_translated() -> None:
    """PubMed says so in brackets."""
    inside = "<ArticleTitle>[Not Available].</ArticleTitle><VernacularTitle>Migr&#228;ne im Alter.</VernacularTitle>"

    assert article(inside).title == "Migräne im Alter."


def test_a_formula_in_a_title_leaves_its_letters() -> None:
    """As MathML writes it."""
    inside = (
        "<ArticleTitle>Size of <mml:math xmlns:mml='http://www.w3.org/1998/Math/MathML'><mml:mi>x</mml:mi>"
        "</mml:math> in <i>P. vivax</i>.</ArticleTitle>"
    )

    assert article(inside).title == "Size of x in P. vivax."


def test_pages_may_come_as_first_and_last() -> None:
    """So the newest records have them."""
    assert article("<Pagination><StartPage>12</StartPage><EndPage>19</EndPage></Pagination>").pages == "12-19"


@pytest.mark.parametrize(
    ("languages", "expected"), [("<Language>und</Language><Language>fre</Language>", "fre"), ("", "")]
)
def test_the_first_language_that_is_known_counts(languages: str, expected: str) -> None:
    """Unknown is never English."""
    assert article(languages).language == expected


def test_works_that_are_cited_say_nothing_of_the_record() -> None:
    """Old files list them among the corrections."""
    record = article("", relation("Cites", "J Headache. 2001"))

    assert (record.retraction, record.is_notice, record.versions) == ("not-checked", False, ())
