"""What somebody asks is understood: a question, words, an expression, an identifier."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from services.search.questions import Asked, Term, two_ways, understood, widenings, written
from shared import messages as m


def plain(term: Term) -> str:
    """Write a term in no source's language."""
    return (f'"{term.text}"' if term.quoted else term.text) + (f"[{term.field}]" if term.field else "")


def names(asked: Asked) -> list[str]:
    """Return the concepts by their names."""
    return [one.name for one in asked.concepts]


def ways(query: str) -> list[str]:
    """Return every way to ask *query*."""
    return [written(step.expression, plain) for step in widenings(understood(query))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Does velastirin reduce attack frequency in adults with chronic migraine?",
            ["velastirin", "migraine", "attack", "chronic"],
        ),
        ("Can metformin slow Alzheimer's disease?", ["metformin", "Alzheimer", "slow"]),
        ("Is low-dose aspirin safe in children?", ["aspirin", "low-dose", "safe", "children"]),
        ("vitamin C for the common cold", ["vitamin C", "cold"]),
        ("Which antivirals cure hepatitis C?", ["hepatitis C", "antivirals"]),
        ("IL-6 and TNF-α in type 2 diabetes", ["IL-6", "diabetes", "TNF-α"]),
        ("Does 10mg/kg methotrexate for 12 weeks help in ALL?", ["methotrexate", "ALL"]),
        ("IS ASPIRIN SAFE IN MALARIA", ["aspirin", "malaria"]),
        ("維生素 for мигрень", ["維生素", "мигрень"]),
    ],
)
def test_a_question_is_about_what_tells_most(question: str, expected: list[str]) -> None:
    """Drugs and genes first, then diseases; words of research and of grammar are none."""
    assert names(understood(question)) == expected


def test_the_words_of_research_count_where_there_is_nothing_else() -> None:
    """What is left of such a question is better than nothing."""
    assert names(understood("What are the risk factors for mortality?")) == ["risk", "factors", "mortality"]


def test_words_are_spelt_in_each_way() -> None:
    """In either English, in either number, with a hyphen and without."""
    asked = understood("haemoglobin in pre-eclampsia and tumours")

    assert [one.spellings for one in asked.concepts] == [
        ("haemoglobin", "hemoglobin"),
        ("pre-eclampsia", "preeclampsia"),
        ("tumours", "tumors", "tumour", "tumor"),
    ]


def test_one_of_two_drugs_is_enough_where_the_question_says_or() -> None:
    """Few works are on both."""
    first, second = understood("Does aspirin or ibuprofen prevent migraine?").concepts

    assert (first.spellings, second.name) == (("aspirin", "ibuprofen"), "migraine")


def test_a_phrase_in_quotes_stands_as_it_is() -> None:
    """Whoever quotes means it; typographic quotes count, too."""
    assert ways("“chronic migraine” velastirin")[0] == '"chronic migraine" AND (velastirin OR velastirins)'


def test_a_sentence_in_quotes_is_no_phrase() -> None:
    """No work holds it word for word."""
    assert "velastirin" in names(understood('"Does velastirin reduce the frequency of migraine attacks in adults?"'))


@pytest.mark.parametrize(
    "query", ['velastirin "migraine', "velastirin and or migraine", "(velastirin migraine", "a AND"]
)
def test_signs_that_do_not_fit_break_no_query(query: str) -> None:
    """They are left out."""
    for way in ways(query):
        assert way.count('"') % 2 == 0
        assert way.count("(") == way.count(")")
        assert not way.endswith(("AND", "OR"))


def test_an_expression_is_kept_as_it_is_meant() -> None:
    """Operators count from left to right, tags stay in their short form."""
    assert ways('velastirin AND (migraine OR "cluster headache"[Title/Abstract]) NOT review[Publication Type]') == [
        '(velastirin AND (migraine OR "cluster headache"[tiab])) NOT review[pt]'
    ]
    assert ways("a1 OR b2 AND c3")[0] == "(a1 OR b2) AND c3"


def test_a_range_of_dates_is_one_term() -> None:
    """However it is written."""
    assert ways("2010/01/01[dp] : 2020[dp] AND migraine*") == ["2010/01/01:2020[dp] AND migraine*"]
    assert ways("migraine AND 2010:2020[dp]") == ["migraine AND 2010:2020[dp]"]


def test_brackets_that_are_no_field_tag_are_text() -> None:
    """Chemists and editors write them."""
    assert understood("benzo[a]pyrene and lung cancer [sic]").literal is None


def test_operators_that_do_not_fit_are_said_to_be_ignored() -> None:
    """The words are asked all the same."""
    asked = understood("(velastirin AND migraine")

    assert asked.literal is None
    assert "do not fit together (a bracket is not closed)" in asked.notes[0]
    assert set(names(asked)) == {"velastirin", "migraine"}


def test_widening_leaves_out_what_tells_least_and_says_so() -> None:
    """Two words stay, and one alone is the last resort."""
    steps = widenings(understood("Does velastirin reduce attack frequency in adults with chronic migraine?"))

    assert [step.last_resort for step in steps] == [False, False, False, True, True]
    assert [step.note for step in steps][:3] == [
        "",
        "few works hold every word, so these were not required: chronic",
        "few works hold every word, so these were not required: attack, chronic",
    ]
    assert written(steps[2].expression, plain) == "velastirin AND (migraine OR migraines)"


def test_a_word_that_is_in_no_record_does_not_hide_the_others() -> None:
    """Each of the first three is asked for alone, until one of them finds anything; the notes name them."""
    *_, first, second, third = widenings(understood("metformin migraine nonsuchin attack"))

    assert [written(step.expression, plain) for step in (first, second, third)] == [
        "metformin",
        "migraine OR migraines",
        "nonsuchin OR nonsuchins",
    ]
    assert [step.note for step in (first, second, third)] == [
        "nothing holds metformin and migraine: metformin alone was asked for",
        "nothing holds metformin: migraine alone was asked for",
        "nothing holds migraine: nonsuchin alone was asked for",
    ]
    assert not any(step.last_resort for step in widenings(understood("velastirin")))


def test_a_word_that_narrows_is_not_asked_for_alone() -> None:
    """Half of all works are on something chronic."""
    assert ways("chronic migraine metformin")[-1] == "migraine OR migraines"


@pytest.mark.parametrize(
    ("query", "second"),
    [
        ("metformin chronic migraine attack", "metformin AND (migraine OR migraines)"),
        ("片頭痛 metformin", "片頭痛 OR metformin"),
        ("velastirin AND chronic AND migraine NOT review[pt]", "(migraine AND velastirin) NOT review[pt]"),
    ],
)
def test_a_source_that_is_asked_seldom_is_asked_in_two_ways(query: str, second: str) -> None:
    """With all that is required, then with the least of it; of two words either will do."""
    steps = two_ways(understood(query))

    assert written(steps[0].expression, plain) == ways(query)[0]
    assert [written(step.expression, plain) for step in steps[1:]] == [second]
    assert steps[1].note


@pytest.mark.parametrize("query", ["velastirin", "velastirin NOT review[pt]", "?!"])
def test_what_cannot_be_widened_is_asked_in_one_way_at_most(query: str) -> None:
    """There is nothing to leave out."""
    assert two_ways(understood(query)) == widenings(understood(query))


def test_widening_keeps_what_somebody_limits_by() -> None:
    """A date or a type is no word too many, and what must be absent stays so."""
    steps = ways("velastirin AND chronic AND migraine AND 2010:2020[dp] NOT review[pt]")

    assert steps == [
        "(velastirin AND chronic AND migraine AND 2010:2020[dp]) NOT review[pt]",
        "(migraine AND velastirin AND 2010:2020[dp]) NOT review[pt]",
    ]


def test_a_step_is_wanted_until_there_is_enough() -> None:
    """The last resort only where nothing was found."""
    _, wider, last, *_ = widenings(understood("velastirin chronic migraine"))

    assert (wider.wanted(3, enough=30), wider.wanted(30, enough=30)) == (True, False)
    assert (last.wanted(0, enough=30), last.wanted(1, enough=30)) == (True, False)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("31234567", m.Identifiers(pmid="31234567")),
        ("PMID: 123", m.Identifiers(pmid="123")),
        ("https://pubmed.ncbi.nlm.nih.gov/31234567/", m.Identifiers(pmid="31234567")),
        ("https://doi.org/10.1000/ABC,12", m.Identifiers(doi="10.1000/abc,12")),
        ("doi:10.1002/(SICI)1<1::A>3.0", m.Identifiers(doi="10.1002/(sici)1<1::a>3.0")),
        ("PMC1234567", m.Identifiers(pmcid="PMC1234567")),
        ("W2741809807", m.Identifiers(openalex="W2741809807")),
    ],
)
def test_an_identifier_is_no_word(query: str, ids: m.Identifiers) -> None:
    """It names one work."""
    asked = understood(query)

    assert (asked.identifiers, asked.is_identifier, asked.concepts) == (ids, True, ())


@pytest.mark.parametrize("query", ["NCT01234567", "nct01234567", "https://clinicaltrials.gov/study/NCT01234567"])
def test_a_registry_number_is_no_word(query: str) -> None:
    """It names one trial."""
    assert understood(query).registry_number == "NCT01234567"


@pytest.mark.parametrize("query", ["2019", "velastirin 31234567", "What is NCT01234567 about in migraine?"])
def test_a_number_among_words_is_not_looked_up(query: str) -> None:
    """Nor is a year."""
    assert not understood(query).is_identifier


def test_a_page_of_text_is_cut_at_a_word() -> None:
    """And that is said."""
    asked = understood("velastirin migraine " * 400)

    assert len(asked.text) <= 5000
    assert asked.text.endswith(("velastirin", "migraine"))
    assert "what stands behind the first" in asked.notes[0]


def test_many_words_are_not_all_asked_for() -> None:
    """No work holds them all."""
    asked = understood(" ".join(f"word{letter}{other}ish" for letter in "abcdef" for other in "ghi"))

    assert len(asked.concepts) == 12
    assert asked.notes == ("of 18 telling words the 12 most telling were asked for",)


def test_nothing_to_look_for_has_no_ways() -> None:
    """So nobody asks a source for an empty query."""
    assert ways("?! … 12 %") == []
    assert ways("") == []


@given(st.text(max_size=200))
@example('"')
@example("()")
@example("NOT x")
@example("x[tiab")
@example('a[tiab] : "b"')
@example("\ud800 x AND y")
def test_any_text_is_understood(query: str) -> None:
    """Quotes and brackets of every way fit together, and no term holds a sign of the language."""
    for step in widenings(understood(query)):
        way = written(step.expression, lambda term: f"<{term.text}>")
        assert way.count("(") == way.count(")")
        for term in way.split("<")[1:]:
            text = term.partition(">")[0]
            assert text.strip()
            assert not set(text) & set('"()[]')


@given(st.lists(st.sampled_from(["velastirin", "migraine", "AND", "OR", "NOT", "(", ")", '"', "[tiab]", ":", "the"])))
def test_any_order_of_signs_is_understood(signs: list[str]) -> None:
    """As an expression or as words, never as an error."""
    asked = understood(" ".join(signs))

    assert bool(widenings(asked)) == (asked.literal is not None or bool(asked.concepts))
