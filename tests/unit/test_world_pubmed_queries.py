"""The world's PubMed understands queries as PubMed documents them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.pubmed.holdings import Holdings
from tests.world.shapes import Author, Paper

SHOWN = (("pubmed", ("pmid", "doi", "pmcid")),)


def held(pmid: int, title: str, **facts: object) -> Paper:
    """Return a paper that PubMed has."""
    return Paper(key=f"p{pmid}", title=title, pmid=str(pmid), shown=SHOWN, **facts)  # type: ignore[arg-type]


PAPERS = (
    held(
        1,
        "Aspirin for migraine attacks",
        abstract=(("", "Aspirin was better than placebo. Headache relief came early."),),
        authors=(Author("Smith", "Jane Ann"), Author("van der Berg", "Piet")),
        publication_types=("Journal Article", "Randomized Controlled Trial"),
        mesh=("Migraine Disorders", "Aspirin/therapeutic use*", "Humans"),
        printed="2014-03",
        online="2013-12-20",
        doi="10.1000/aspirin.1",
        journal="Headache Letters",
    ),
    held(
        2,
        "Ibuprofen in episodic headache: a review",
        abstract=(("", "Placebo-controlled trials of ibuprofen are summed up."),),
        authors=(Author("Smithers", "Alan"), Author("Smith", "Jonas")),
        publication_types=("Journal Article", "Systematic Review"),
        mesh=("Headache", "Humans"),
        printed="2018 Spring",
    ),
    held(
        3,
        "[Wirkung von <i>Aspirin</i> bei Ratten].",
        language="ger",
        mesh=("Aspirin", "Animals", "Rats"),
        printed="1998 Dec-1999 Jan",
    ),
    held(4, "Tumour necrosis factor and colour vision", printed="2016-07-02", keywords=("retina",), pmcid="PMC44"),
    held(5, "Exercise and attacks of migraine", kind="preprint", printed="2021", registry_numbers=("NCT00000005",)),
    Paper(key="p6", title="Aspirin elsewhere", pmid="6", shown=(("europepmc", ("pmid",)),)),
)
HOLDINGS = Holdings(PAPERS)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("aspirin", "1 3"),
        ("aspirin AND migraine", "1"),
        ("aspirin migraine", "1"),
        ("aspirin OR ibuprofen", "1 2 3"),
        ("aspirin NOT rats", "1"),
        ("ibuprofen OR aspirin AND rats", "3"),
        ("ibuprofen OR (aspirin AND rats)", "2 3"),
        ("aspirin and ibuprofen", ""),
        ('"migraine attacks"', "1"),
        ('"migraine attacks"[Title]', "1"),
        ('"attacks migraine"', "1 5"),
        ("attacks migraine[ti:~0]", "1"),
        ("attacks migraine[Title:~1]", "1 5"),
        ("migraine attacks[tiab]", "1"),
        ("headache[ti]", "2"),
        ("headache[tiab]", "1 2"),
        ("retina[ot]", "4"),
        ("migrain*", "1 5"),
        ("migrain*[mh]", "1"),
        ("ibu*", ""),
        ('"aspirin f*"[ti]', "1"),
        ("migraine[mh]", "1"),
        ('"Migraine Disorders"[MeSH Terms]', "1"),
        ("aspirin[mh]", "1 3"),
        ("aspirin/therapeutic use[mh]", "1"),
        ("aspirin[majr]", "1 3"),
        ("therapeutic use[sh]", "1"),
        ("acetylsalicylic acid", "1 3"),
        ("humans[mh] NOT animals[mh]", "1 2"),
        ("randomized controlled trial[pt]", "1"),
        ("clinical trial[pt]", "1"),
        ("review[pt]", "2"),
        ("systematic[sb]", "2"),
        ("preprint[pt]", "5"),
        ("german[la]", "3"),
        ("ger[Language]", "3"),
        ("hasabstract", "1 2"),
        ("hasabstract[text] AND smith", "1 2"),
        ("smith[au]", "1 2"),
        ("smith j[au]", "1 2"),
        ("smith ja[Author]", "1"),
        ('"smith j"[au]', "2"),
        ("van der berg p[au]", "1"),
        ("smith*[au]", "1 2"),
        ("smith[1au]", "1"),
        ("headache letters[ta]", "1"),
        ("2[pmid] OR 4[uid]", "2 4"),
        ("10.1000/aspirin.1[doi]", "1"),
        ('"10.1000/aspirin.1"[AID]', "1"),
        ("PMC44[pmcid]", "4"),
        ("NCT00000005[si]", "5"),
        ("2013[dp]", "1"),
        ("2014/03[dp]", "1"),
        ("2014:2016[dp]", "1 4"),
        ("2016/07/02:2016/07/02[dp]", "4"),
        ("2016/07/03:2017[dp]", ""),
        ('("2018/01/01"[Date - Publication] : "3000"[Date - Publication])', "2 5"),
        ("1998[pdat]", "3"),
        ("tumor", "4"),
        ("color", "4"),
        ("ratten", "3"),
    ],
)
def test_a_query_finds_what_it_asks_for(term: str, expected: str) -> None:
    """Fields, phrases, headings, dates, truncation and operators each narrow as documented."""
    assert " ".join(sorted(HOLDINGS.search(term).pmids)) == expected


@pytest.mark.parametrize(
    "term",
    ["(aspirin", "aspirin)", '"aspirin', "aspirin AND", "AND aspirin", "aspirin AND OR ()", "aspirin [", "((((aspirin"],
)
def test_a_query_with_a_slip_is_read_as_meant(term: str) -> None:
    """A person leaves brackets and quotes open, and PubMed answers all the same."""
    assert HOLDINGS.search(term).pmids == {"1", "3"}


def test_a_word_that_exists_nowhere_is_named_and_passed_over() -> None:
    """A misspelt word would otherwise empty every result without a trace."""
    found = HOLDINGS.search("aspirin AND zzyzx AND migraine")

    assert (set(found.pmids), found.phrases_not_found) == ({"1"}, ["zzyzx"])


def test_a_word_alone_that_exists_nowhere_finds_nothing() -> None:
    """There is nothing left to look for."""
    found = HOLDINGS.search("zzyzx")

    assert (found.pmids, found.phrases_not_found) == (frozenset(), ["zzyzx"])


def test_a_type_that_no_paper_has_finds_nothing_and_is_not_passed_over() -> None:
    """PubMed knows it; a filter that is passed over would let everything through."""
    found = HOLDINGS.search("aspirin AND practice guideline[pt]")

    assert (found.pmids, found.phrases_not_found) == (frozenset(), [])


def test_a_quoted_phrase_that_nothing_holds_is_looked_for_by_its_words() -> None:
    """It is named apart from words that do not exist."""
    found = HOLDINGS.search('"placebo aspirin"')

    assert (set(found.pmids), found.quoted_not_found) == ({"1"}, ['"placebo aspirin"'])


def test_stop_words_are_left_out() -> None:
    """No paper holds all words of a question."""
    found = HOLDINGS.search("Does the aspirin help in a migraine")

    assert (set(found.pmids), found.phrases_ignored) == ({"1"}, ["Does", "the", "in", "a"])


def test_an_unknown_field_is_named_and_all_fields_are_searched() -> None:
    """A tag that PubMed does not know is no reason to find nothing."""
    found = HOLDINGS.search("aspirin[nonsense]")

    assert (set(found.pmids), found.fields_not_found) == ({"1", "3"}, ["nonsense"])


def test_the_translation_says_how_a_word_was_mapped() -> None:
    """A heading, its words and the word itself are looked for."""
    found = HOLDINGS.search("acetylsalicylic acid AND 2014[dp]")

    ((said, meant),) = found.translations
    assert (said, meant.split(" OR ")) == (
        "acetylsalicylic acid",
        [
            '"aspirin"[MeSH Terms]',
            '"aspirin"[All Fields]',
            '("acetylsalicylic"[All Fields] AND "acid"[All Fields])',
            '"acetylsalicylic acid"[All Fields]',
        ],
    )
    assert found.said.endswith(") AND 2014[Date - Publication]")


def test_the_best_match_has_the_words_in_its_title() -> None:
    """What a paper is about stands in its title."""
    found = HOLDINGS.search("headache")

    assert HOLDINGS.ranking.best(found.pmids, found.words) == ["2", "1"]


def test_what_is_denied_does_not_rank() -> None:
    """A paper is no better for a word that the query excludes."""
    assert HOLDINGS.search("aspirin NOT (rats OR headache)").words == ["aspirin"]


def test_the_newest_come_first_where_nothing_is_said() -> None:
    """PubMed's default order is by entry, its dates are asked for by name."""
    pmids = frozenset({"1", "2", "3", "4"})

    assert HOLDINGS.ranking.ordered(pmids, "", ()) == ["4", "3", "2", "1"]
    assert HOLDINGS.ranking.ordered(pmids, "pub_date", ()) == ["2", "4", "1", "3"]


_PIECES = st.sampled_from(
    ["aspirin", "AND", "OR", "NOT", "(", ")", '"', "[ti]", "[dp]", "[au]", ":", "2014", "2014/99/99", "*", "[mh:noexp]"]
)


@given(st.text() | st.lists(_PIECES, max_size=30).map(" ".join))
def test_no_text_is_too_odd_to_be_read(term: str) -> None:
    """Whatever somebody types is a query, and finds nothing that is not there."""
    assert HOLDINGS.search(term).pmids <= HOLDINGS.catalogue.everything


def test_brackets_without_end_are_read() -> None:
    """A hostile query must not exhaust the stack."""
    assert HOLDINGS.search("(" * 20_000 + "aspirin").pmids == {"1", "3"}


@given(st.lists(st.sampled_from(["aspirin", "migraine", "headache", "rats", "placebo"]), min_size=2, max_size=4))
def test_more_words_never_find_more(asked: list[str]) -> None:
    """Words side by side narrow each other."""
    assert HOLDINGS.search(" ".join(asked)).pmids <= HOLDINGS.search(" ".join(asked[:-1])).pmids
