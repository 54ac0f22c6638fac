"""ClinicalTrials.gov: how it is asked, and what its answers are taken for."""

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.search.clinicaltrials import ClinicalTrials
from services.search.clinicaltrials.query import phrase, rendered
from services.search.clinicaltrials.rows import listing_in
from services.search.questions import Group, Term
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from tests.builders import NOON
from tests.unit.registry_entries import NCT, study
from tests.unit.scripted_site import ScriptedSite

FILTERS = m.Filters()


def page(*studies: object, total: int | None = None, following: str = "") -> dict[str, object]:
    """Return a page of an answer."""
    told: dict[str, object] = {"studies": list(studies)}
    return (
        told
        | ({"totalCount": total} if total is not None else {})
        | ({"nextPageToken": following} if following else {})
    )


async def test_a_question_is_asked_page_by_page() -> None:
    """The total comes on request and on the first page only; the last names no next."""
    site = ScriptedSite(
        page(study("NCT00000001"), study("NCT00000002"), total=3, following="t2"), page(study("NCT00000003"))
    )

    found = await ClinicalTrials(site).find("tafenoquine", FILTERS, 3, NOON)

    (_, first), (path, second) = site.asked
    assert (path, first["query.term"], first["countTotal"]) == ("/studies", "tafenoquine", "true")
    assert (second["pageToken"], "countTotal" in second) == ("t2", False)
    assert (found.hits, found.asked) == (3, "tafenoquine")
    assert [one.work.registry_numbers for one in found.references] == [
        ("NCT00000001",),
        ("NCT00000002",),
        ("NCT00000003",),
    ]


async def test_a_page_may_be_empty_and_not_the_last() -> None:
    """Only the missing token says that there is no more."""
    site = ScriptedSite(page(total=1, following="t2"), page(study()))

    found = await ClinicalTrials(site).find("tafenoquine", FILTERS, 5, NOON)

    assert len(found.references) == 1


async def test_an_nct_number_is_looked_up() -> None:
    """By the filter of ids, which knows the aliases and says "none" where an address of its own says 404."""
    site = ScriptedSite(page(total=0))

    found = await ClinicalTrials(site).find("nct01234567", m.Filters(published_from=date(2020, 1, 1)), 5, NOON)

    asked = site.asked[0][1]
    assert (asked["filter.ids"].upper(), "query.term" in asked, "filter.advanced" in asked) == (NCT, False, False)
    assert (found.hits, found.references) == (0, ())


async def test_a_number_of_another_registry_is_searched_for() -> None:
    """Entries name them as secondary ids."""
    site = ScriptedSite(page(study(), total=1))

    await ClinicalTrials(site).find("ISRCTN12345678", FILTERS, 5, NOON)

    assert site.asked[0][1]["query.term"] in {"ISRCTN12345678", '"ISRCTN12345678"'}


async def test_the_name_of_a_publication_finds_nothing_there() -> None:
    """A registry holds none: that is an answer, and says why."""
    found = await ClinicalTrials(ScriptedSite()).find("10.1056/NEJMoa1710775", FILTERS, 5, NOON)

    assert (found.hits, found.references) == (0, ())
    assert "studies, not publications" in found.notes[0]


async def test_dates_are_of_first_posting() -> None:
    """For trials, published means first posted (evidence.md, 10)."""
    site = ScriptedSite(page(study(), total=1))
    filters = m.Filters(published_from=date(2019, 1, 1))

    found = await ClinicalTrials(site).find("tafenoquine", filters, 1, NOON)

    assert site.asked[0][1]["filter.advanced"] == "AREA[StudyFirstPostDate]RANGE[2019-01-01,MAX]"
    assert "AREA[StudyFirstPostDate]RANGE[2019-01-01,MAX]" in found.asked


async def test_what_was_read_is_kept_when_a_later_page_fails() -> None:
    """The note names how many there are and what went wrong."""
    site = ScriptedSite(page(study(), total=40, following="t2"), RetryLater("ClinicalTrials.gov answered with 503"))

    found = await ClinicalTrials(site).find("tafenoquine", FILTERS, 20, NOON)

    assert len(found.references) == 1
    assert "only the first 1 of 40 records could be read: ClinicalTrials.gov answered with 503" in found.notes


@pytest.mark.parametrize("error", [RetryLater("it is down"), CannotDo("`x` is unknown parameter")])
async def test_a_refusal_is_never_nothing_found(error: Exception) -> None:
    """The first page decides whether it could look at all."""
    with pytest.raises(type(error)):
        await ClinicalTrials(ScriptedSite(error)).find("tafenoquine", FILTERS, 5, NOON)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b'{"studies": [', RetryLater),
        (b"{}", RetryLater),
        (b'{"FullStudiesResponse": {}}', CannotDo),
        (b"<clinical_study/>", CannotDo),
        (b"\xff\xfe", RetryLater),
    ],
)
def test_what_lists_no_studies_is_refused(body: bytes, error: type[Exception]) -> None:
    """An answer that is none must not look like an empty one."""
    with pytest.raises(error, match=r"^ClinicalTrials\.gov answered"):
        listing_in(body)


async def test_checking_names_the_interface() -> None:
    """One small request."""
    site = ScriptedSite({"apiVersion": "2.0.5", "dataTimestamp": "2026-01-01T09:00:05"})

    assert await ClinicalTrials(site).check() == "no key needed; interface 2.0.5, data of 2026-01-01"
    with pytest.raises(RetryLater, match="names no version"):
        await ClinicalTrials(ScriptedSite([])).check()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("malaria", "malaria"),
        ("COVID-19", "COVID-19"),
        ("P. vivax", '"P. vivax"'),
        ("not", '"not"'),
        ("range", '"range"'),
        ("[diag:0]", '"[diag:0]"'),
        ('say "ah"', '"say \\"ah\\""'),
        ("マラリア", "マラリア"),
        ("cardi*", "cardi"),
    ],
)
def test_a_word_is_quoted_where_it_would_be_an_operator(text: str, expected: str) -> None:
    """Essie refuses square brackets, and takes some words for its own."""
    assert phrase(text) == expected


@given(st.text(min_size=1))
def test_no_bracket_stands_outside_quotes(text: str) -> None:
    """Whatever the words are, the query can be parsed."""
    written = phrase(text)

    assert re.search(r"[\[\](),]", re.sub(r'"(?:[^"\\]|\\.)*"', "", written)) is None


def test_not_stands_behind_an_and() -> None:
    """Essie's NOT has one side."""
    wanted = Group("NOT", (Term("velasartan"), Group("OR", (Term("children"), Term("heart failure", quoted=True)))))

    assert rendered(wanted) == ('velasartan AND NOT (children OR "heart failure")', ())


def test_fields_of_publications_are_left_out_and_named() -> None:
    """An entry has no authors; where in its text a word stands does not matter."""
    both = Group("AND", (Term("malaria", field="tiab"), Term("White NJ", field="au")))

    assert rendered(both) == ("malaria", ("ClinicalTrials.gov cannot be asked for White NJ[au]",))
    with pytest.raises(CannotDo, match="holds studies, not publications"):
        rendered(Term("White NJ", field="au"))
