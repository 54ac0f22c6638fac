"""Real answers of OpenAlex are read whole."""

from shared.library import Reference
from tests.recorded.report_openalex import answers, cassettes, read, rows


def references() -> list[Reference]:
    """Return every work of the recordings."""
    found = [one for path in cassettes() for answer in answers(path) for one in read(answer)]
    assert all(isinstance(one, Reference) for one in found)
    return [one for one in found if isinstance(one, Reference)]


def test_every_answer_is_read() -> None:
    """Three single works without an envelope, and a search with one hit."""
    (table,) = rows()

    assert (table.files, table.records, table.parsed, table.refused) == (4, 4, 4, ())
    assert {
        name: share for name, share in table.filled.items() if "where there is one" not in name and name != "PMID"
    } == dict.fromkeys(("DOI", "OpenAlex id", "date", "authors", "journal", "cited by"), 1.0)


def test_names_are_no_addresses_any_more() -> None:
    """OpenAlex writes every identifier as a link."""
    ids = [one.work.identifiers for one in references()]

    assert all(one.openalex.startswith("W") and one.doi.startswith("10.") for one in ids)
    assert sorted(one.pmid for one in ids) == ["", "11330823", "25666165", "40120586"]


def test_abstracts_are_put_together_where_there_are_any() -> None:
    """Two of the four have none: they are known by their titles, and say so."""
    texts = {one.work.identifiers.doi: one for one in references()}

    assert [doi for doi, one in texts.items() if one.title_only] == [
        "10.1016/j.xgen.2025.100814",
        "10.1023/a:1007154515475",
    ]
    assert all(len(one.text.split()) > 80 for one in texts.values() if not one.title_only)


def test_dates_filled_up_by_the_server_lose_what_it_did_not_know() -> None:
    """The first of a month is a month, the first of January a year; other days stand."""
    assert sorted(one.work.citation.date for one in references()) == ["2001", "2015-02-07", "2015-12-21", "2025-03"]
