"""What PubMed's answers mean: errors inside a success, warnings, records that are missing."""

import json

import pytest

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from tests.unit.asked_pubmed import AT, QUESTION, Eutils, Params, giving, hits, records


async def test_a_word_that_no_record_has_is_named() -> None:
    """Its plural and the index terms that do not exist are of no interest."""
    missing = ["velastirin[Title/Abstract]", "velastirin[MeSH Terms]", "migraines[MeSH Terms]"]
    eutils = Eutils(esearch=lambda _: hits(errorlist={"phrasesnotfound": missing, "fieldsnotfound": []}))

    found = await eutils.index().find("Does velastirin help in migraine?", m.Filters(), 5, AT)

    assert "no record in PubMed has: velastirin" in found.notes
    assert not [note for note in found.notes if "migraines" in note]


async def test_what_pubmed_ignored_is_said() -> None:
    """A warning is no failure."""
    warned = {"phrasesignored": ["the"], "quotedphrasesnotfound": ['"x y"'], "outputmessages": ["No items found."]}
    eutils = Eutils(esearch=lambda _: hits("1", warninglist=warned), efetch=lambda _: records("1"))

    found = await eutils.index().find('"x y" velastirin', m.Filters(), 1, AT)

    assert found.notes == ("PubMed ignored the", 'PubMed has no phrase "x y" and looked for its words')


async def test_ids_that_vanish_are_counted_and_named() -> None:
    """Unknown ids are left out of a batch without a word."""
    eutils = Eutils(esearch=lambda _: hits("1", "2", "3"), efetch=lambda _: records("1"))

    found = await eutils.index().find(QUESTION, m.Filters(), 3, AT)

    assert [one.name for one in found.skipped] == ["PMID 2", "PMID 3"]
    assert len(found.references) == 1


async def test_many_records_come_in_batches_of_the_result_that_ncbi_keeps() -> None:
    """Two hundred at a time."""
    pmids = tuple(str(number) for number in range(1, 251))

    def fetched(params: Params) -> str:
        start, most = int(params["retstart"]), int(params["retmax"])
        return records(*pmids[start : start + most])

    eutils = Eutils(esearch=lambda _: hits(*pmids), efetch=fetched)

    found = await eutils.index().find(QUESTION, m.Filters(), 250, AT)

    assert len(found.references) == 250
    assert [(one["WebEnv"], one["retstart"]) for _, tool, one in eutils.asked if tool == "efetch"] == [
        ("W1", "0"),
        ("W1", "200"),
    ]


async def test_an_expired_result_is_asked_for_by_its_ids() -> None:
    """NCBI keeps it for some hours."""

    def fetched(params: Params) -> str:
        return (
            records("1") if "id" in params else "<eFetchResult><ERROR>Unable to obtain query #1</ERROR></eFetchResult>"
        )

    found = await Eutils(esearch=lambda _: hits("1"), efetch=fetched).index().find(QUESTION, m.Filters(), 1, AT)

    assert len(found.references) == 1


async def test_a_long_query_is_sent_as_a_form() -> None:
    """An address that long is refused."""
    eutils = giving("1")
    long = " ".join(f"wordnumber{letter}{other}" for letter in "abcd" for other in "efg")

    await eutils.index().find(long, m.Filters(), 1, AT)

    assert {method for method, tool, _ in eutils.asked if tool == "esearch"} == {"POST"}


@pytest.mark.parametrize("name", ["ERROR", "error"])
async def test_an_error_inside_a_success_is_raised(name: str) -> None:
    """It is never "nothing found"."""
    eutils = Eutils(esearch=lambda _: json.dumps({"esearchresult": {name: "Invalid db name specified: fleegle"}}))

    with pytest.raises(CannotDo, match="PubMed answered with an error: Invalid db name"):
        await eutils.index().find(QUESTION, m.Filters(), 1, AT)


async def test_a_failed_backend_is_asked_again() -> None:
    """NCBI answers so for seconds, with status 200."""
    answers = [json.dumps({"esearchresult": {"ERROR": "Search Backend failed: x"}}), hits("1")]
    eutils = Eutils(esearch=lambda _: answers.pop(0), efetch=lambda _: records("1"))

    found = await eutils.index().find(QUESTION, m.Filters(), 1, AT)

    assert len(found.references) == 1


async def test_a_backend_that_stays_down_is_no_empty_result() -> None:
    """After three tries it is for later."""
    failed = json.dumps({"esearchresult": {"ERROR": "Search Backend failed: Database is not supported: pubmed"}})
    eutils = Eutils(esearch=lambda _: failed)

    with pytest.raises(RetryLater, match="Search Backend failed"):
        await eutils.index().find(QUESTION, m.Filters(), 1, AT)
    assert len(eutils.asked) == 3


@pytest.mark.parametrize("answer", ['{"header": {}}', "[]", '"text"'])
async def test_json_without_a_result_cannot_be_used(answer: str) -> None:
    """It is not what was asked for."""
    with pytest.raises(CannotDo, match="no esearchresult"):
        await Eutils(esearch=lambda _: answer).index().find(QUESTION, m.Filters(), 1, AT)


async def test_records_that_break_off_are_no_answer() -> None:
    """Half an answer would lose records in silence."""
    eutils = Eutils(esearch=lambda _: hits("1", "2"), efetch=lambda _: records("1", "2")[:-60])

    with pytest.raises(RetryLater, match="cut off or broken"):
        await eutils.index().find(QUESTION, m.Filters(), 2, AT)


async def test_an_identifier_pubmed_does_not_know_cannot_be_looked_up() -> None:
    """That is another thing than not being found."""
    with pytest.raises(CannotDo, match="PubMed does not know the identifier W2741809807"):
        await giving().index().find("W2741809807", m.Filters(), 5, AT)


async def test_a_query_without_a_word_is_not_asked() -> None:
    """Nothing was looked for, and that is said."""
    eutils = giving("1")

    with pytest.raises(CannotDo, match="no word to look for in “\\?!”: name the drug"):
        await eutils.index().find("?!", m.Filters(), 5, AT)
    assert eutils.asked == []


@pytest.mark.parametrize(
    ("key", "told"), [("", "3 requests a second; NCBI_API_KEY raises it to 10"), ("K", "10 requests")]
)
async def test_checking_says_which_limit_holds(key: str, told: str) -> None:
    """A key is free, and three times as fast."""
    einfo = json.dumps({"einforesult": {"dbinfo": [{"dbname": "pubmed", "count": "37000000"}]}})

    said = await Eutils(einfo=lambda _: einfo).index(api_key=key).check()

    assert told in said
    assert "37,000,000 records" in said
