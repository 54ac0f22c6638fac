"""How PubMed is asked: with which words, and what they find."""

from collections.abc import Mapping
from datetime import date

import httpx
import pytest

from services.search.asking import Literature
from services.search.finding import THEN
from services.search.hedges import hedge
from services.search.pubmed import source
from services.search.pubmed.query import as_asked, filtered
from services.search.questions import understood, widenings
from services.search.searching import search
from shared import messages as m
from tests.unit.asked_pubmed import AT, QUESTION, Eutils, giving, hits, record, records


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
    ways = found.asked.split(THEN)
    assert len(ways) == 3
    assert all("velastirin" in way for way in ways)
    assert ["attack" in way for way in ways] == [True, True, False]
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

    assert (len(nothing.terms()), len(something.terms())) == (3, 1)
    assert (found.references, found.hits) == ((), 0)


async def test_a_word_that_is_in_no_record_does_not_hide_the_other() -> None:
    """``metforminn`` is spelt wrongly, ``migraine`` is not; the notes name both."""
    eutils = Eutils(
        esearch=lambda params: hits() if "metforminn" in params["term"] else hits("1"), efetch=lambda _: records("1")
    )

    found = await eutils.index().find("Does metforminn help against migraine?", m.Filters(), 30, AT)

    assert len(found.references) == 1
    assert found.as_asked == ()
    assert [note.partition(":")[0] for note in found.notes] == [
        "nothing holds metforminn and migraine",
        "nothing holds metforminn",
    ]


async def test_what_was_found_for_every_word_is_told_from_what_a_wider_query_found() -> None:
    """Only the first may be trusted where its words are others."""
    eutils = Eutils(
        esearch=lambda params: hits("2", "1") if "attack" not in params["term"] else hits("1"),
        efetch=lambda _: records("1", "2"),
    )

    found = await eutils.index().find(QUESTION, m.Filters(), 30, AT)

    first, second = found.references
    assert (first.work.identifiers.pmid, second.work.identifiers.pmid) == ("1", "2")
    assert found.as_asked == (first.work.work_id,)


async def test_what_pubmed_finds_by_index_terms_alone_is_read() -> None:
    """No text shares two words with the question; PubMed required each of them, and knows the other names."""
    found = record("1", "Acetylsalicylic acid and myocardial infarction")
    eutils = Eutils(esearch=lambda _: hits("1"), efetch=lambda _: f"<PubmedArticleSet>{found}</PubmedArticleSet>")
    order = m.SearchRequested(
        run_id="r1",
        step="1-search",
        expires_at=AT,
        queries=("Does aspirin prevent heart attacks?",),
        sources=("pubmed",),
        max_results=1,
    )

    answer = await search(order, {"pubmed": Literature(eutils.index(), 60.0)}, AT)

    assert [piece.citation.title for piece in answer.evidence] == ["Acetylsalicylic acid and myocardial infarction"]


@pytest.mark.parametrize(
    "more",
    [
        {"errorlist": {"phrasesnotfound": ["velastirin[Title/Abstract]", "velastirins[Title/Abstract]"]}},
        {"warninglist": {"phrasesignored": ["velastirin"]}},
        {"warninglist": {"quotedphrasesnotfound": ['"velastirin"']}},
    ],
)
async def test_a_query_of_which_a_word_was_ignored_is_not_trusted(more: dict[str, object]) -> None:
    """It found what holds the other."""
    eutils = Eutils(esearch=lambda _: hits("1", **more), efetch=lambda _: records("1"))

    found = await eutils.index().find("velastirin migraine", m.Filters(), 1, AT)

    assert (len(found.references), found.as_asked) == (1, ())


async def test_records_that_were_read_are_kept_when_the_next_batch_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The note says how many there are; the others are neither skipped nor read."""
    monkeypatch.setattr(source, "MOST_IN_A_BATCH", 2)

    def batch(params: Mapping[str, str]) -> str | httpx.Response:
        first = params.get("retstart") == "0"
        return records("1", "2") if first else httpx.Response(503)

    found = await Eutils(esearch=lambda _: hits("1", "2", "3"), efetch=batch).index().find(QUESTION, m.Filters(), 3, AT)

    assert [one.work.identifiers.pmid for one in found.references] == ["1", "2"]
    assert (found.hits, found.skipped) == (3, ())
    assert found.notes[-1].startswith("only the first 2 of 3 records could be read: PubMed")


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
