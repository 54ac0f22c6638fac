"""How PubMed is asked, and what its answers mean."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from urllib.parse import parse_qs

import httpx
import pytest

from services.search.hedges import hedge
from services.search.pubmed import PubMed
from services.search.pubmed_query import as_asked, filtered
from services.search.questions import understood, widenings
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.http import Site

AT = datetime(2026, 1, 2, tzinfo=UTC)
QUESTION = "Does velastirin reduce attack frequency in adults with chronic migraine?"
Params = Mapping[str, str]


def record(pmid: str, title: str = "Velastirin for migraine: a trial") -> str:
    """Return a record as efetch writes it."""
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article><ArticleTitle>{title}</ArticleTitle>"
        "<Abstract><AbstractText>Attacks fell.</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>"
    )


def records(*pmids: str) -> str:
    """Return an answer of efetch."""
    return f"<?xml version='1.0'?><PubmedArticleSet>{''.join(map(record, pmids))}</PubmedArticleSet>"


def hits(*pmids: str, count: int | None = None, **more: object) -> str:
    """Return an answer of esearch, whose numbers are texts."""
    found = {
        "count": str(len(pmids) if count is None else count),
        "idlist": list(pmids),
        "querykey": "1",
        "webenv": "W1",
    }
    return json.dumps({"header": {"type": "esearch"}, "esearchresult": {**found, **more}})


class Eutils:
    """Answers by the tool that is asked, and remembers what was asked."""

    def __init__(self, **tools: Callable[[Params], str | httpx.Response]) -> None:
        self.tools, self.asked = tools, list[tuple[str, str, dict[str, str]]]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """Answer one request."""
        text = request.url.query.decode() if request.method == "GET" else request.content.decode()
        params = {name: values[0] for name, values in parse_qs(text).items()}
        tool = request.url.path.rsplit("/", 1)[-1].removesuffix(".fcgi")
        self.asked.append((request.method, tool, params))
        answer = self.tools[tool](params)
        return answer if isinstance(answer, httpx.Response) else httpx.Response(200, text=answer)

    def index(self, api_key: str = "", contact: str = "") -> PubMed:
        """Return PubMed over this."""
        client = httpx.AsyncClient(transport=httpx.MockTransport(self), base_url="http://eutils.test/")
        return PubMed(Site("PubMed", client), api_key=api_key, contact=contact, pause_seconds=0)

    def terms(self) -> list[str]:
        """Return the queries that were asked."""
        return [params["term"] for _, tool, params in self.asked if tool == "esearch"]


def giving(*pmids: str) -> Eutils:
    """Return a PubMed that finds and gives these."""
    return Eutils(esearch=lambda _: hits(*pmids), efetch=lambda _: records(*pmids))


async def test_records_come_in_the_order_of_relevance() -> None:
    """Efetch gives them in whatever order it likes."""
    eutils = Eutils(esearch=lambda _: hits("3", "1", "2"), efetch=lambda _: records("1", "2", "3"))

    found = await eutils.index().find(QUESTION, m.Filters(), 3, AT)

    assert [one.work.identifiers.pmid for one in found.references] == ["3", "1", "2"]
    assert (found.hits, found.skipped, found.notes) == (3, (), ())


async def test_silence_on_a_retraction_is_none_found_and_when() -> None:
    """PubMed would have said of one."""
    (reference,) = (await giving("1").index().find(QUESTION, m.Filters(), 1, AT)).references

    retraction = reference.work.retraction
    assert (retraction.status, retraction.checked_in, retraction.checked_at) == ("none-found", "PubMed", AT)


async def test_the_query_is_kept_as_pubmed_was_asked_it() -> None:
    """A person can paste it into PubMed."""
    found = await giving("1").index().find("migraine and metformin", m.Filters(), 1, AT)

    assert found.asked == (
        "(metformin[Title/Abstract] OR metformin[MeSH Terms])"
        " AND (migraine[Title/Abstract] OR migraine[MeSH Terms] OR migraines[Title/Abstract] OR migraines[MeSH Terms])"
    )


async def test_ncbi_is_told_who_asks() -> None:
    """It writes to the address before it blocks somebody."""
    eutils = giving("1")

    await eutils.index(api_key="K", contact="me@example.org").find(QUESTION, m.Filters(), 1, AT)

    for _, _, params in eutils.asked:
        assert (params["db"], params["tool"], params["email"], params["api_key"]) == (
            "pubmed",
            "vouch",
            "me@example.org",
            "K",
        )


async def test_too_few_hits_widen_the_query_step_by_step() -> None:
    """A question with many words must not find nothing for that alone; what is left out is said."""
    eutils = Eutils(
        esearch=lambda params: hits("2", "1") if "attack" not in params["term"] else hits("1"),
        efetch=lambda _: records("1", "2"),
    )

    found = await eutils.index().find(QUESTION, m.Filters(), 30, AT)

    assert len(eutils.terms()) == 3
    assert [one.work.identifiers.pmid for one in found.references] == ["1", "2"]
    assert "velastirin" in found.asked
    assert "attack" not in found.asked
    assert found.notes[-1].startswith(
        "few works hold every word, so these were not required: attack, chronic (1 before"
    )


async def test_records_of_several_steps_are_fetched_by_their_ids() -> None:
    """No result that NCBI keeps has them in this order."""
    eutils = Eutils(
        esearch=lambda params: hits("2", "1") if "attack" not in params["term"] else hits("1"),
        efetch=lambda _: records("1", "2"),
    )

    await eutils.index().find(QUESTION, m.Filters(), 30, AT)

    assert eutils.asked[-1][2]["id"] == "1,2"


async def test_one_word_alone_is_asked_only_where_nothing_was_found() -> None:
    """It finds what has nothing to do with the question."""
    nothing = Eutils(esearch=lambda _: hits())
    something = Eutils(esearch=lambda _: hits("1"), efetch=lambda _: records("1"))

    found = await nothing.index().find("velastirin migraine", m.Filters(), 30, AT)
    await something.index().find("velastirin migraine", m.Filters(), 30, AT)

    assert (len(nothing.terms()), len(something.terms())) == (2, 1)
    assert (found.references, found.hits) == ((), 0)


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


@pytest.mark.parametrize(
    ("query", "term"),
    [
        ("31234567", "31234567[PMID]"),
        ("doi:10.1000/A,b<c>d", '"10.1000/a,b<c>d"[AID]'),
        ("PMC1234567", '"PMC1234567"[PMCID]'),
        ("NCT01234567", '"NCT01234567"[Secondary Source ID] OR "NCT01234567"[Title/Abstract]'),
    ],
)
async def test_an_identifier_is_looked_up(query: str, term: str) -> None:
    """It is not searched for as a word."""
    eutils = giving("1")

    await eutils.index().find(query, m.Filters(), 5, AT)

    assert eutils.terms() == [term]


async def test_an_identifier_pubmed_does_not_know_cannot_be_looked_up() -> None:
    """That is another thing than not being found."""
    with pytest.raises(CannotDo, match="PubMed does not know the identifier W2741809807"):
        await giving().index().find("W2741809807", m.Filters(), 5, AT)


async def test_a_query_without_a_word_is_not_asked() -> None:
    """And that is said."""
    eutils = giving("1")

    found = await eutils.index().find("?!", m.Filters(), 5, AT)

    assert (eutils.asked, found.asked, found.references) == ([], "", ())
    assert "holds no word" in found.notes[0]


async def test_what_somebody_wrote_with_operators_is_asked_as_it_was_meant() -> None:
    """Its tags stay, and PubMed maps what has none."""
    eutils = giving("1")

    await eutils.index().find("velastirin AND (migraine OR headache*) NOT review[pt]", m.Filters(), 1, AT)

    assert eutils.terms() == ["(velastirin AND (migraine OR headache*)) NOT review[pt]"]


def test_filters_narrow_the_query() -> None:
    """PubMed dates a work that names only its year on the first of January."""
    filters = m.Filters(
        published_from=date(2010, 5, 1),
        published_to=date(2020, 6, 30),
        languages=("en", "de"),
        study_designs=("case-report",),
        preprints=False,
    )

    query = filtered("velastirin", filters)

    types, words = hedge(("case-report",))
    told = " OR ".join([f'"{one}"[Publication Type]' for one in types] + [f'"{one}"[Title/Abstract]' for one in words])
    assert query == (
        '((velastirin) AND ("2010/01/01"[Date - Publication] : "2020/06/30"[Date - Publication])'
        ' AND ("English"[Language] OR "German"[Language] OR "und"[Language])'
        f" AND ({told})) NOT preprint[Publication Type]"
    )


def test_a_design_without_a_publication_type_or_word_is_left_to_the_records() -> None:
    """A query that required one would lose works of it."""
    assert filtered("velastirin", m.Filters(study_designs=("unknown", "cohort"))) == "velastirin"


def test_signs_that_mean_something_to_pubmed_stand_in_quotes() -> None:
    """A name with a Greek letter or a plus sign is a name."""
    (step,) = widenings(understood("TNF-α"))

    assert as_asked(step.expression, literal=False) == "TNF-α[Title/Abstract] OR TNF-α[MeSH Terms]"


@pytest.mark.parametrize(
    ("key", "told"), [("", "3 requests a second; NCBI_API_KEY raises it to 10"), ("K", "10 requests")]
)
async def test_checking_says_which_limit_holds(key: str, told: str) -> None:
    """A key is free, and three times as fast."""
    einfo = json.dumps({"einforesult": {"dbinfo": [{"dbname": "pubmed", "count": "37000000"}]}})

    said = await Eutils(einfo=lambda _: einfo).index(api_key=key).check()

    assert told in said
    assert "37,000,000 records" in said
