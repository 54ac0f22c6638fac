"""Europe PMC: how it is asked, page by page, and what its refusals mean."""

from datetime import timedelta

import pytest

from services.search.europepmc.query import MOST_CHARACTERS, identified
from services.search.europepmc.source import MOST_NAMES, EuropePMC, _concluded, understandable
from services.search.understanding import WHY
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import Reference, Skipped
from tests.builders import NOON
from tests.unit.scripted_site import OddRow, ScriptedSite

ANY = m.Filters()
QUESTION = "Does tafenoquine prevent relapse of vivax malaria?"


def row(number: int, **fields: object) -> dict[str, object]:
    """Return a row of an article."""
    given: dict[str, object] = {
        "id": str(number),
        "source": "MED",
        "pmid": str(number),
        "doi": f"10.1000/{number}",
        "title": f"Tafenoquine for the relapse of vivax malaria, part {number}.",
        "language": "eng",
        "firstPublicationDate": "2019-05-17",
    }
    return given | fields


def page(*rows: dict[str, object], hits: int | None = None, following: str = "") -> dict[str, object]:
    """Return an answer with these rows."""
    answer: dict[str, object] = {"hitCount": len(rows) if hits is None else hits, "resultList": {"result": list(rows)}}
    return answer | ({"nextCursorMark": following} if following else {})


async def test_a_question_is_asked_for_whole_records_and_answered_in_order() -> None:
    """Lite rows have no abstract, no language and no corrections."""
    site = ScriptedSite(page(*(row(number) for number in range(1, 31))))

    found = await EuropePMC(site, contact="a@b.org").find(QUESTION, ANY, 30, NOON)

    path, params = site.asked[0]
    assert path == "/search"
    assert {**params, "query": ""} == {
        "query": "",
        "resultType": "core",
        "format": "json",
        "cursorMark": "*",
        "pageSize": "30",
        "email": "a@b.org",
    }
    assert found.asked == params["query"]
    assert [one.work.identifiers.pmid for one in found.references] == [str(number) for number in range(1, 31)]
    assert (found.hits, found.impossible, found.notes) == (30, (), ())
    retraction = found.references[0].work.retraction
    assert (retraction.status, retraction.checked_in, retraction.checked_at) == ("none-found", "Europe PMC", NOON)


async def test_pages_follow_the_mark_until_enough_passes_the_filters() -> None:
    """Records in other languages take places, and must not leave the person with fewer than there are."""
    french = [row(number, language="fre") for number in range(1, 26)]
    english = [row(number) for number in range(26, 51)]
    site = ScriptedSite(page(*french, hits=90, following="AB=="), page(*english, hits=90, following="CD=="))

    found = await EuropePMC(site).find(QUESTION, m.Filters(languages=("en",)), 20, NOON)

    assert [params["cursorMark"] for _, params in site.asked] == ["*", "AB=="]
    assert (found.hits, len(found.references)) == (90, 50)


async def test_halves_of_characters_do_not_lose_a_record_nor_its_answer() -> None:
    """They pass through JSON, and no message can carry them."""
    fields = {"title": "Tafenoquine \ud83d and malaria", "abstractText": "\ude00", "journalTitle": "\ud83d"}
    found = await EuropePMC(ScriptedSite(page(row(1, **fields)))).find("tafenoquine", ANY, 1, NOON)

    (one,) = found.references
    assert one.work.citation.title == "Tafenoquine \ufffd and malaria"
    assert one.text == "\ufffd"
    assert m.Work.model_validate_json(one.work.model_dump_json()) == one.work


def test_a_row_that_is_not_understood_is_left_out_and_named() -> None:
    """The others stand: a vendor may change a field without a word."""
    first, odd, third = _concluded([row(1), OddRow(id="PPR2"), row(3)], NOON)

    assert odd == Skipped("Europe PMC record 2 (PPR2)", WHY)
    assert isinstance(first, Reference)
    assert isinstance(third, Reference)


async def test_a_mark_that_repeats_itself_ends_the_pages() -> None:
    """So the server says that this was all; to go on would never end."""
    site = ScriptedSite(page(row(1), hits=40, following="AB=="), page(row(2), hits=40, following="AB=="))

    found = await EuropePMC(site).find("tafenoquine", ANY, 40, NOON)

    assert len(found.references) == 2


async def test_a_second_page_that_fails_leaves_the_first() -> None:
    """What was read is evidence all the same, and the person is told what is missing."""
    site = ScriptedSite(page(row(1), hits=40, following="AB=="), RetryLater("Europe PMC answered with 504"))

    found = await EuropePMC(site).find("tafenoquine", ANY, 40, NOON)

    assert len(found.references) == 1
    assert found.notes == ("only the first 1 of 40 records could be read: Europe PMC answered with 504",)


async def test_nothing_found_is_an_answer_and_is_asked_more_widely_before() -> None:
    """Each step asks for fewer words, and the record names every way it was asked."""
    site = ScriptedSite(*(page() for _ in range(9)))

    found = await EuropePMC(site).find(QUESTION, ANY, 30, NOON)

    assert (found.hits, found.references) == (0, ())
    assert len(site.asked) > 1
    assert found.asked == " … then … ".join(site.queries)
    assert found.notes


async def test_hits_without_records_are_not_nothing_found() -> None:
    """A server that lost its rows has not looked."""
    with pytest.raises(RetryLater, match="says that it has 12 records, and gave none"):
        await EuropePMC(ScriptedSite(page(hits=12))).find(QUESTION, ANY, 30, NOON)


@pytest.mark.parametrize(
    ("answer", "error", "reason"),
    [
        ({"errCode": 404, "errMsg": "No search criteria."}, CannotDo, "No search criteria. (code 404)"),
        ({"errCode": "429", "errMsg": "Slow down"}, RetryLater, "Slow down"),
        ({"errCode": 503, "errMsg": "Maintenance"}, RetryLater, "Maintenance"),
        ({"errCode": 0, "errMsg": ""}, RetryLater, "does not say which"),
        ({"errCode": None}, RetryLater, "code missing"),
        ({"hitCount": 3}, RetryLater, "no list of results"),
        ({"resultList": {"result": []}}, RetryLater, "no list of results"),
        ([], RetryLater, "no list of results"),
    ],
)
def test_an_error_inside_an_answer_is_no_answer(answer: object, error: type[Exception], reason: str) -> None:
    """It comes with HTTP 200: read as a page, it would mean that there is nothing."""
    with pytest.raises(error, match=reason.replace("(", r"\(").replace(")", r"\)")):
        understandable(answer)


async def test_an_identifier_is_looked_up() -> None:
    """Searched as words, a DOI finds whoever cites it."""
    site = ScriptedSite(page(row(1)), page(row(1)), page(row(1)))
    source = EuropePMC(site)

    for query in ("https://doi.org/10.1086/324081", "PMID: 20516115", "PMC3040717"):
        await source.find(query, ANY, 30, NOON)

    assert site.queries == ['DOI:"10.1086/324081"', '(EXT_ID:"20516115" AND SRC:MED)', 'PMCID:"PMC3040717"']


async def test_an_identifier_it_does_not_know_is_not_nothing_found() -> None:
    """Europe PMC cannot look for an OpenAlex id."""
    with pytest.raises(CannotDo, match="no OpenAlex ids"):
        await EuropePMC(ScriptedSite()).find("W2741809807", ANY, 30, NOON)


async def test_a_question_without_a_word_is_refused() -> None:
    """An empty query would be answered with an error, or with everything."""
    with pytest.raises(CannotDo, match="no word to look for"):
        await EuropePMC(ScriptedSite()).find("???", ANY, 30, NOON)


async def test_patents_and_records_without_a_title_are_skipped_with_the_reason() -> None:
    """They cannot be cited as studies, and must not vanish."""
    site = ScriptedSite(page(row(1, source="PAT", id="EP1"), row(2, title=""), row(3)))

    found = await EuropePMC(site).find("tafenoquine", ANY, 3, NOON)

    assert [one.name for one in found.skipped] == ["Europe PMC PAT/EP1", "Europe PMC MED/2"]
    assert all(one.reason for one in found.skipped)
    assert len(found.references) == 1


async def test_a_crosswalk_returns_what_is_known_by_the_names_it_was_asked() -> None:
    """A PDF has a DOI in any spelling; two records of one DOI are its article and its copy, and the PMID leads on."""
    copy = row(9, source="PMC", id="PMC9", pmid="", pmcid="PMC9", doi="10.1000/9")
    site = ScriptedSite(page(copy, row(9), row(7)))

    names = ("doi:https://doi.org/10.1000/9", "pmid:7", "doi:10.1000/unknown", "isbn:1")
    found = await EuropePMC(site).crosswalk(names, NOON)

    assert {name: one.work.identifiers.pmid for name, one in found.items()} == {names[0]: "9", names[1]: "7"}
    assert site.queries == [" OR ".join(map(identified, ("doi:10.1000/9", "pmid:7", "doi:10.1000/unknown")))]


async def test_a_crosswalk_asks_in_lots_the_server_can_bear() -> None:
    """25 DOIs at once took the server longer than its own gateway waits."""
    names = [f"doi:10.1000/{'x' * 150}{number}" for number in range(40)]
    site = ScriptedSite(*(page() for _ in range(40)))

    assert await EuropePMC(site).crosswalk(names, NOON) == {}

    assert all(len(query) <= MOST_CHARACTERS and query.count("DOI:") <= MOST_NAMES for query in site.queries)
    assert sum(query.count("DOI:") for query in site.queries) == 40
    assert len(site.queries) < 10


async def test_nothing_to_cross_walk_asks_nothing() -> None:
    """An empty query is an error to the server."""
    assert await EuropePMC(ScriptedSite()).crosswalk((), NOON) == {}


async def test_the_check_says_what_limits_it() -> None:
    """The doctor shows one sentence for each source."""
    site = ScriptedSite(page(row(1)), page(row(1)), {"errCode": 503, "errMsg": "Maintenance"})

    assert "VOUCH_CONTACT" in await EuropePMC(site).check()
    assert "contact address" in await EuropePMC(site, contact="a@b.org").check()
    with pytest.raises(RetryLater):
        await EuropePMC(site).check()


async def test_what_a_cache_kept_was_checked_when_it_was_said() -> None:
    """A retraction may have come since."""
    site = ScriptedSite(page(row(1)), age_seconds=3600.0)

    (one,) = (await EuropePMC(site).find("tafenoquine", ANY, 1, NOON)).references

    assert one.work.retraction.status == "none-found"
    assert one.work.retraction.checked_at == NOON - timedelta(hours=1)
