"""What kind of record a reference is, when it appeared, in which language: by general rules."""

from datetime import date

import pytest

from shared import messages as m
from shared.library.dates import first_published, interval, partial_date
from shared.library.filtering import applied, keeps
from shared.library.kinds import kind_of, retraction_of
from shared.library.languages import language_code
from shared.library.values import Record
from tests.builders import make_citation, make_work


def make_record(title: str = "A trial of drug A", **fields: object) -> Record:
    """Return what a format says of a reference."""
    return Record(name="record 1", title=title, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Erratum: A trial of drug A", "erratum"),
        ("Corrigendum to “A trial of drug A”", "erratum"),
        ("Correction.", "erratum"),
        ("Author Correction: A trial of drug A", "erratum"),
        ("Retraction notice to: A trial of drug A", "erratum"),
        ("A trial of drug A [Erratum]", "erratum"),
        ("Correction of anaemia by drug A", "article"),
        ("Reply to Smith et al", "comment"),
        ("Authors' reply", "comment"),
        ("Re: A trial of drug A", "comment"),
        ("Drug A in travellers: Authors' response", "comment"),
        ("Comment on 'A trial of drug A'", "comment"),
        ("Response to chloroquine in vivax malaria", "article"),
        ("Repeated doses of drug A", "article"),
        ("Drug A for disease B: study protocol for a randomised trial", "protocol"),
        ("A protocol for an extension trial of drug A", "protocol"),
        ("Deviations from protocol in two trials", "article"),
    ],
)
def test_titles_tell_notices_from_articles(title: str, kind: str) -> None:
    """A notice opens in one of few ways; the same words inside a title mean something else."""
    assert kind_of(make_record(title)) == kind


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"publication_types": ("Journal: Conference Abstract",)}, "abstract"),
        ({"record_type": "ABST"}, "abstract"),
        ({"publication_types": ("Preprint",)}, "preprint"),
        ({"journal": "medRxiv"}, "preprint"),
        ({"identifiers": m.Identifiers(doi="10.1101/2024.04.01.587366")}, "preprint"),
        ({"identifiers": m.Identifiers(doi="10.1101/gad.1234567")}, "article"),
        ({"record_type": "CHAP"}, "book"),
        ({"record_type": "Web Page"}, "web-page"),
        ({"record_type": "THES"}, "other"),
        ({"publication_types": ("Published Erratum", "Comment")}, "erratum"),
        ({"publication_types": ("Letter",)}, "article"),
        ({"publication_types": ("News",)}, "article"),
        ({"journal": "https://www.isrctn.com/ISRCTN12345678"}, "registry-entry"),
        ({"url": "https://clinicaltrials.gov/study/NCT01234567"}, "registry-entry"),
        ({"url": "https://clinicaltrials.gov/study/NCT01234567", "journal": "Lancet"}, "article"),
    ],
)
def test_types_places_and_addresses_tell_the_kind(fields: dict[str, object], kind: str) -> None:
    """Every database has its own words; a letter may report a study."""
    assert kind_of(make_record(**fields)) == kind


@pytest.mark.parametrize(
    ("title", "status"),
    [
        ("RETRACTED: A trial of drug A", "retracted"),
        ("Retracted article: A trial of drug A", "retracted"),
        ("[Retracted] A trial of drug A", "retracted"),
        ("WITHDRAWN: A review of drug A", "retracted"),
        ("A trial of drug A (Retracted article. See vol. 5, pg. 9)", "retracted"),
        ("Retraction: A trial of drug A", "not-checked"),
        ("Why trials of drug A are retracted: a survey", "not-checked"),
    ],
)
def test_titles_tell_a_retracted_work_from_its_notice(title: str, status: str) -> None:
    """Journals write it before or after the title; the notice itself is not retracted."""
    assert retraction_of(make_record(title)) == status


@pytest.mark.parametrize(
    ("text", "year", "expected"),
    [
        ("2019", "", "2019"),
        ("2019/09/18/", "", "2019-09-18"),
        ("2019///Spring", "", "2019"),
        ("20190918", "", "2019-09-18"),
        ("18 September 2019", "", "2019-09-18"),
        ("Sept. 2019", "", "2019-09"),
        ("Sep 18", "2019", "2019-09-18"),
        ("2000 Mar 22-29", "", "2000-03-22"),
        ("2021 Feb 30", "", "2021-02"),
        ("2020 Feb 29", "", "2020-02-29"),
        ("in press", "", ""),
        ("Sep 18", "n.d.", ""),
    ],
)
def test_dates_are_read_in_many_forms(text: str, year: str, expected: str) -> None:
    """What is not told stays untold; an impossible day is dropped."""
    assert partial_date(text, year) == expected


def test_a_partial_date_is_an_interval() -> None:
    """A month may be any of its days."""
    assert interval("2020-02") == ("2020-02-01", "2020-02-29")
    assert interval("2019") == ("2019-01-01", "2019-12-31")


def test_of_two_dates_the_earlier_or_the_more_exact_counts() -> None:
    """A year that holds the exact day says nothing against it."""
    assert first_published(("2019", "2019-07-31")) == "2019-07-31"
    assert first_published(("2018-12", "", "2019-01-05")) == "2018-12"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("eng", "en"),
        ("English", "en"),
        ("en-GB", "en"),
        ("ger; eng", "de"),
        ("und", ""),
        ("", ""),
        ("Quechua", "quechua"),
    ],
)
def test_languages_have_one_spelling(text: str, code: str) -> None:
    """A filter for "en" must find what PubMed calls "eng"."""
    assert language_code(text) == code


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        ({"published_from": date(2019, 10, 1)}, False),
        ({"published_from": date(2019, 9, 30)}, True),
        ({"published_to": date(2019, 9, 1)}, True),
        ({"published_to": date(2019, 8, 31)}, False),
        ({"languages": ("English",)}, True),
        ({"languages": ("de", "fr")}, False),
        ({"study_designs": ("cohort",)}, False),
        ({"study_designs": ("cohort", "randomised-trial")}, True),
        ({"preprints": False}, True),
    ],
)
def test_filters_keep_what_may_fit(filters: dict[str, object], kept: bool) -> None:  # noqa: FBT001 -- the expected value
    """A date known to the month overlaps a range that touches it."""
    work = make_work(language="en", design="randomised-trial", citation=make_citation(date="2019-09"))

    assert keeps(m.Filters.model_validate(filters), work) == kept


def test_unknown_date_and_language_are_kept() -> None:
    """Not knowing is no reason to drop a record (evidence.md, 10)."""
    filters = m.Filters(published_from=date(2019, 1, 1), published_to=date(2020, 1, 1), languages=("en",))

    assert keeps(filters, make_work(language="", citation=make_citation(date="")))


def test_preprints_can_be_left_out() -> None:
    """They are not reviewed."""
    assert not keeps(m.Filters(preprints=False), make_work(kind="preprint"))


def test_filters_are_told_in_words() -> None:
    """The methodology prints them."""
    filters = m.Filters(published_from=date(2019, 1, 1), languages=("en",), study_designs=("cohort",), preprints=False)

    assert applied(filters) == (
        "published from 2019-01-01",
        "languages: en (unknown ones kept)",
        "study designs: cohort",
        "no preprints",
    )
