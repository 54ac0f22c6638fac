"""OpenAlex: how it is asked, and when an answer is none."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.search.openalex.query import MOST_CHARACTERS, narrowed, quoted, rendered
from services.search.openalex.source import OpenAlex, _concluded, understandable
from services.search.questions import Group, Term
from services.search.understanding import WHY
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import Reference, Skipped
from tests.builders import NOON
from tests.unit.openalex_rows import Fields, row
from tests.unit.scripted_site import OddRow, ScriptedSite

ANY = m.Filters()


def page(*rows: Fields, hits: int | None = None) -> Fields:
    """Return an answer with these works."""
    return {"meta": {"count": len(rows) if hits is None else hits}, "results": list(rows)}


@given(st.text(max_size=60))
def test_no_phrase_holds_an_operator(text: str) -> None:
    """A wildcard is refused by the server, and a capital NOT would turn a question round."""
    written = quoted(text)

    assert re.fullmatch(r'"?[\w\s\'’-]*"?', written)
    assert written not in {"AND", "OR", "NOT"}


def test_a_question_is_written_with_operators_and_quotes() -> None:
    """Words without an operator between them would all be required; spellings must not be."""
    asked = Group(
        "AND", (Term("tafenoquine"), Group("OR", (Term("anaemia"), Term("anemia"))), Term("single dose", quoted=True))
    )

    assert rendered(asked, ANY, literal=False) == ('tafenoquine AND (anaemia OR anemia) AND "single dose"', ())


def test_words_of_a_design_narrow_the_search() -> None:
    """OpenAlex has no publication types of PubMed's; the records decide in the end."""
    text, _ = rendered(Term("tafenoquine"), m.Filters(study_designs=("cross-sectional",)), literal=False)

    assert text == '(tafenoquine) AND ("cross-sectional" OR survey OR prevalence)'
    assert (
        rendered(Term("tafenoquine"), m.Filters(study_designs=("guideline", "cohort")), literal=False)[0]
        == "tafenoquine"
    )


def test_limits_of_pubmed_are_left_out_and_named() -> None:
    """Asked for as words, a publication type would find whoever writes about such trials."""
    asked = Group(
        "AND", (Term("tafenoquine", field="tiab"), Term("english", field="la"), Term("2010:2020", field="dp"))
    )

    assert rendered(asked, ANY, literal=True) == (
        "tafenoquine",
        ("OpenAlex cannot be asked for english[la], 2010:2020[dp]",),
    )
    with pytest.raises(CannotDo, match="none in this query"):
        rendered(Group("NOT", (Term("english", field="la"), Term("mice"))), ANY, literal=True)


def test_a_question_of_any_length_fits_and_a_written_query_is_not_cut() -> None:
    """The address of a request has a limit; half an expression means something else."""
    long = Group("AND", tuple(Term(f"word{at}") for at in range(400)))

    text, notes = rendered(long, m.Filters(study_designs=("guideline",)), literal=False)

    assert len(text) <= MOST_CHARACTERS
    assert text.startswith("word0 AND word1")
    assert notes
    with pytest.raises(CannotDo, match="shorten it"):
        rendered(long, ANY, literal=True)


def test_filters_stand_in_a_list_of_their_own() -> None:
    """A comma or bar within a value would part it: a language's name holds none."""
    filters = m.Filters(
        published_from=date(2015, 3, 1), published_to=date(2020, 6, 30), languages=("German", "x,y|z"), preprints=False
    )

    assert narrowed(filters) == (
        "from_publication_date:2015-01-01",
        "to_publication_date:2020-06-30",
        "language:de|x",
        "type:!preprint",
    )
    assert narrowed(ANY) == ()


async def test_a_search_says_who_asks_and_takes_only_the_fields_it_reads() -> None:
    """A whole work is ten times as long."""
    site = ScriptedSite(page(*(row(number) for number in range(1, 31))))
    source = OpenAlex(site, contact="a@b.org", api_key="k")

    found = await source.find("tafenoquine relapse", m.Filters(languages=("en",), preprints=False), 30, NOON)

    path, params = site.asked[0]
    assert (path, params["mailto"], params["api_key"], params["per-page"], params["page"]) == (
        "/works",
        "a@b.org",
        "k",
        "30",
        "1",
    )
    assert params["filter"] == "language:en,type:!preprint"
    assert "abstract_inverted_index" in params["select"]
    assert "type_crossref" not in params["select"]
    assert found.asked == "tafenoquine AND (relapse OR relapses) | language:en | type:!preprint"
    assert "k" not in found.asked.split(" | ")
    assert [one.work.identifiers.pmid for one in found.references] == [str(number) for number in range(1, 31)]
    assert found.notes == ("OpenAlex left out works whose language it does not know",)
    assert found.impossible == ()


async def test_pages_are_read_until_enough_passes_the_filters() -> None:
    """The records tell a design that the words of the search do not."""
    reviews = [row(number, type="review") for number in range(1, 26)]
    trials = [row(number, title=f"A randomised trial of drug {number}") for number in range(26, 51)]
    site = ScriptedSite(page(*reviews, hits=200), page(*trials, hits=200))

    found = await OpenAlex(site).find("tafenoquine", m.Filters(study_designs=("randomised-trial",)), 25, NOON)

    assert [params["page"] for _, params in site.asked] == ["1", "2"]
    assert len(found.references) == 50


async def test_a_second_page_that_fails_leaves_the_first() -> None:
    """Without a key, the day's allowance may end between the two."""
    site = ScriptedSite(page(row(1), hits=40), RetryLater("OpenAlex answered with 429"))

    found = await OpenAlex(site).find("tafenoquine", ANY, 40, NOON)

    assert len(found.references) == 1
    assert "OpenAlex answered with 429" in found.notes[0]


async def test_hits_without_works_are_not_nothing_found() -> None:
    """A server that lost its rows has not looked; one that has no hits has."""
    with pytest.raises(RetryLater, match="gave none"):
        await OpenAlex(ScriptedSite(page(hits=3))).find("tafenoquine", ANY, 30, NOON)

    found = await OpenAlex(ScriptedSite(page())).find("tafenoquine", ANY, 30, NOON)
    assert (found.hits, found.references) == (0, ())


@pytest.mark.parametrize(
    "answer", [[], {}, {"results": []}, {"meta": {"count": 1}}, {"error": "Bad", "message": "No such field"}]
)
def test_what_is_no_list_of_works_is_no_answer(answer: object) -> None:
    """Read as a page, it would mean that there is nothing."""
    with pytest.raises(RetryLater, match="no list of works"):
        understandable(answer)


@pytest.mark.parametrize(
    ("query", "search", "narrowing"),
    [
        ("10.1086/324081", None, "doi:https://doi.org/10.1086/324081"),
        ("PMID: 20516115", None, "ids.pmid:20516115"),
        ("PMC3040717", None, "ids.pmcid:PMC3040717"),
        ("W2741809807", None, "ids.openalex:W2741809807"),
        ("NCT01376167", "NCT01376167", None),
    ],
)
async def test_an_identifier_is_looked_up(query: str, search: str | None, narrowing: str | None) -> None:
    """Searched as words, a DOI finds whoever cites it."""
    site = ScriptedSite(page(row(1)))

    await OpenAlex(site).find(query, m.Filters(languages=("fr",)), 30, NOON)

    assert (site.asked[0][1].get("search"), site.asked[0][1].get("filter")) == (search, narrowing)


async def test_the_check_says_what_a_day_allows() -> None:
    """Ten searches are one question: a person must hear of the key before, not after."""
    site = ScriptedSite(page(row(1)), page(row(1)))

    assert "VOUCH_OPENALEX__API_KEY" in await OpenAlex(site).check()
    assert "VOUCH_OPENALEX__API_KEY" not in await OpenAlex(site, api_key="k").check()
    assert site.asked[0][1]["per-page"] == "1"


def test_a_work_that_is_not_understood_is_left_out_and_named() -> None:
    """The others stand: a vendor may change a field without a word."""
    first, odd, third = _concluded([row(1), OddRow(id="W2"), row(3)], NOON)

    assert odd == Skipped("OpenAlex record 2 (W2)", WHY)
    assert isinstance(first, Reference)
    assert isinstance(third, Reference)


async def test_halves_of_characters_do_not_lose_a_work() -> None:
    """The words of an abstract are names in its JSON."""
    odd = row(1, title="Tafenoquine \ud83d", abstract_inverted_index={"relapse\ude00": [0]})

    found = await OpenAlex(ScriptedSite(page(odd))).find("tafenoquine", ANY, 1, NOON)

    (one,) = found.references
    assert (one.work.citation.title, one.text) == ("Tafenoquine \ufffd", "relapse\ufffd")
    assert m.Work.model_validate_json(one.work.model_dump_json()) == one.work


async def test_what_a_cache_kept_was_checked_when_it_was_said() -> None:
    """A retraction may have come since."""
    site = ScriptedSite(page(row(1)), age_seconds=3600.0)

    (one,) = (await OpenAlex(site).find("tafenoquine", ANY, 1, NOON)).references

    assert one.work.retraction.status == "none-found"
    assert one.work.retraction.checked_at == NOON - timedelta(hours=1)
