"""Which records look like one work: titles and texts together, and never across kinds."""

import pytest

from shared import messages as m
from shared.likeness import Described, merges, propose, title_similarity
from tests.builders import make_citation, make_work
from tests.growing import growth

TITLE = "Single-dose tafenoquine to prevent relapse of vivax malaria: a randomised trial"
TEXT = (
    "Men and women with confirmed infection were given the new drug once, or a pill without it, after three days of "
    "the usual medicine. Relapses within half a year were counted by a team that did not know who had received what, "
    "and blood was taken at every visit to look for anaemia."
)


def record(name: str, title: str = TITLE, text: str = TEXT, date: str = "2019", **fields: object) -> Described:
    """Return a record with its text."""
    return Described(make_work(name, citation=make_citation(title, date), **fields), text)


def proposed(*records: Described) -> set[tuple[str, str]]:
    """Return the names of the pairs that look like one work."""
    return {(pair.first, pair.second) for pair in propose(records)}


@pytest.mark.parametrize(
    "title",
    [
        TITLE.replace("relapse", "relaspe"),
        TITLE.partition(":")[0],
        f"[{TITLE}]",
        TITLE.replace("dose ", "dse "),
    ],
)
def test_a_title_with_a_typo_a_cut_or_brackets_is_still_that_title(title: str) -> None:
    """Databases mistype, cut subtitles and mark translations."""
    assert proposed(record("a"), record("b", title)) == {("a", "b")}


def test_half_a_text_is_enough() -> None:
    """Some databases shorten abstracts."""
    assert proposed(record("a"), record("b", text=TEXT[:160], date="2018")) == {("a", "b")}


@pytest.mark.parametrize(
    ("title", "text", "date"),
    [
        ("Weekly tafenoquine against falciparum malaria in soldiers", TEXT, "2019"),
        (TITLE, "Another account of other people altogether, in which nothing is told in the same words. " * 3, "2019"),
        (TITLE, TEXT, "2021"),
        (TITLE, TEXT, ""),
        (TITLE, "", "2019"),
        (TITLE, "Too short to tell anything.", "2019"),
    ],
)
def test_neither_title_nor_text_nor_year_is_enough_without_the_others(title: str, text: str, date: str) -> None:
    """Papers on one drug share much of their words."""
    assert proposed(record("a"), record("b", title, text, date)) == set()


@pytest.mark.parametrize("kind", ["erratum", "comment", "abstract", "preprint", "registry-entry", "protocol"])
def test_what_is_not_the_article_is_not_proposed(kind: str) -> None:
    """A preprint has its article's words, and is another work."""
    assert proposed(record("a"), record("b", kind=kind)) == set()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("malaria drugs in the age of resistance i", "malaria drugs in the age of resistance ii"),
        ("a phase 2 trial of tafenoquine in adults", "a phase 3 trial of tafenoquine in adults"),
        ("surveillance of malaria in europe 2015", "surveillance of malaria in europe 2016"),
        ("reply to tafenoquine and the g6pd test in practice", "tafenoquine and the g6pd test in practice"),
    ],
)
def test_parts_phases_years_and_replies_are_other_titles(one: str, other: str) -> None:
    """One letter tells them apart."""
    assert title_similarity(one, other) == 0


def test_a_short_title_is_not_the_beginning_of_all_others() -> None:
    """Many titles begin with the name of a drug."""
    assert title_similarity("tafenoquine", "tafenoquine for the radical cure of vivax malaria") == 0


def test_known_records_are_compared_with_new_ones_only() -> None:
    """What was compared before need not be proposed again."""
    known = [record("a"), record("b")]

    assert [(pair.first, pair.second) for pair in propose([record("c")], known)] == [("a", "c"), ("b", "c")]


def test_a_record_is_not_proposed_with_itself() -> None:
    """The same record may come from two queries."""
    assert propose([record("a"), record("a")], [record("a")]) == ()


def test_the_order_of_records_does_not_matter() -> None:
    """Pairs are named in one order."""
    records = [record("a"), record("b", f"[{TITLE}]"), record("c", date="2020")]

    assert proposed(*records) == proposed(*reversed(records))


@pytest.mark.parametrize(
    ("containment", "similarity", "merged"), [(0.5, 0.9, True), (0.49, 1.0, False), (1.0, 0.89, False)]
)
def test_both_thresholds_must_be_met(containment: float, similarity: float, merged: bool) -> None:  # noqa: FBT001
    """Either alone merges distinct papers on one drug."""
    pair = m.SameWork(first="a", second="b", title_similarity=similarity, containment=containment)

    assert merges(pair) is merged


def test_a_library_of_one_year_is_compared_whole() -> None:
    """Pair by pair by title, and texts only where titles are alike."""

    def compared(count: int) -> None:
        titles = (f"Study {n} of {n % 7} drugs against disease {n * 31}" for n in range(count))
        assert propose([record(f"w{n}", title, TEXT) for n, title in enumerate(titles)]) == ()

    assert growth(compared, 375, 1500) < 2 * 4**2
