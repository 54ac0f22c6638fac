"""How a question is written for Europe PMC."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.search.europepmc.query import MOST_CHARACTERS, quoted, rendered, term
from services.search.questions import Expression, Group, Term
from shared import messages as m
from shared.errors import CannotDo

ANY = m.Filters()


@pytest.mark.parametrize(
    ("one", "query"),
    [
        (Term("tafenoquine"), 'TITLE_ABS:"tafenoquine"'),
        (Term("heart failure", quoted=True), 'TITLE_ABS:"heart failure"'),
        (Term("heart failure"), '(TITLE_ABS:"heart" AND TITLE_ABS:"failure")'),
        (Term("malaria", field="mh:noexp"), 'KW:"malaria"'),
        (Term("relapse", field="ti"), 'TITLE:"relapse"'),
        (Term("Smith AB", field="au"), 'AUTH:"Smith AB"'),
        (Term("review", field="pt"), 'PUB_TYPE:"review"'),
        (Term("2010:2020", field="dp"), "PUB_YEAR:[2010 TO 2020]"),
        (Term("2019/05/01", field="dp"), "PUB_YEAR:[2019 TO 2019]"),
        (Term("german", field="la"), 'LANG:"ger"'),
        (Term("mefloquine", field="all"), '"mefloquine"'),
        (Term("malari*"), "TITLE_ABS:malari*"),
    ],
)
def test_a_term_is_asked_in_its_field(one: Term, query: str) -> None:
    """An agent writes PubMed's tags; Europe PMC has names of its own for the same fields."""
    assert term(one) == query


@given(st.text(max_size=60))
def test_no_phrase_gets_out_of_its_quotes(text: str) -> None:
    """A quotation mark in a title would otherwise begin a query of its own."""
    written = quoted(text)

    if written.startswith('"'):
        inside = written[1:-1]
        bare = inside.replace("\\\\", "").replace('\\"', "")
        assert written.endswith('"')
        assert '"' not in bare
        assert not bare.endswith("\\")
    else:
        assert set(written) & set('":()[]\\ ') == set()


def test_filters_become_part_of_the_query() -> None:
    """What the server leaves out need not be sent over the network."""
    filters = m.Filters(
        published_from=date(2015, 3, 1),
        published_to=date(2020, 6, 30),
        languages=("German",),
        study_designs=("meta-analysis",),
        preprints=False,
    )

    query, notes = rendered(Term("tafenoquine"), filters, literal=False)

    assert query.startswith('(TITLE_ABS:"tafenoquine") AND (PUB_TYPE:"Meta-Analysis" OR ')
    assert " AND FIRST_PDATE:[2015-01-01 TO 2020-06-30] AND " in query
    assert ' AND (LANG:"ger" OR SRC:PPR OR SRC:PMC) AND NOT SRC:PPR' in query
    assert notes == ()


def test_a_design_no_words_tell_is_left_to_the_records() -> None:
    """To ask for words that such works need not hold would lose them in silence."""
    filters = m.Filters(study_designs=("randomised-trial", "cohort"))

    assert rendered(Term("tafenoquine"), filters, literal=False)[0] == 'TITLE_ABS:"tafenoquine"'


def concepts(count: int) -> Expression:
    """Return as many concepts, each in two spellings."""
    return Group("AND", tuple(Group("OR", (Term(f"anaemia{at}"), Term(f"anemia{at}"))) for at in range(count)))


@pytest.mark.parametrize("count", [2, 20, 40, 200])
def test_a_question_of_any_length_fits(count: int) -> None:
    """The server refuses 1,500 characters and more; what had to go is said."""
    query, notes = rendered(concepts(count), m.Filters(study_designs=("guideline",)), literal=False)

    assert len(query) <= MOST_CHARACTERS < 1500
    assert query.lstrip("(").startswith('TITLE_ABS:"anaemia0"')
    assert query.count("(") == query.count(")")
    assert bool(notes) == (count > 20)


def test_a_written_query_that_is_too_long_is_refused_and_not_cut() -> None:
    """Half an expression means something else than the whole."""
    with pytest.raises(CannotDo, match="below 1,500 characters"):
        rendered(concepts(60), ANY, literal=True)


def test_fields_it_does_not_have_are_left_out_and_named() -> None:
    """A subset of PubMed's asked for as a word would find nothing."""
    asked = Group("AND", (Term("tafenoquine", field="tiab"), Term("free full text", field="sb")))

    assert rendered(asked, ANY, literal=True) == (
        'TITLE_ABS:"tafenoquine"',
        ("Europe PMC cannot be asked for free full text[sb]",),
    )
    with pytest.raises(CannotDo, match="none of the fields"):
        rendered(Term("free full text", field="sb"), ANY, literal=True)
