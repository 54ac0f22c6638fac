"""What of a source's records becomes evidence, and in what order."""

from collections.abc import Sequence
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from services.search.finding import Found
from services.search.weighing import rankings
from shared import messages as m
from shared.library import Record, Reference, concluded
from tests.builders import NOON

QUESTION = "Does velastirin reduce attacks of erythromelalgia?"
TRIAL = ("Velastirin in erythromelalgia: a randomised trial", "Velastirin reduced attacks of erythromelalgia by 40%.")
TITLE = ("Velastirin and erythromelalgia", "")
OTHER = ("Bees in the Alps", "Bees prefer lavender.")
NEAR = ("Attacks of gout", "Attacks of gout were rare.")


def make_order(*queries: str, **fields: object) -> m.SearchRequested:
    """Return an order of these queries."""
    base = {"run_id": "r1", "step": "1-search", "expires_at": NOON, "queries": queries, "sources": ("pubmed",)}
    return m.SearchRequested.model_validate(base | fields)


def reference(title: str, abstract: str, **fields: object) -> Reference:
    """Return a record with this title and abstract."""
    parts = (("", abstract),) if abstract else ()
    made = concluded(Record(name=title, title=title, abstract=parts, **fields))  # type: ignore[arg-type]
    assert isinstance(made, Reference)
    return made


def found(*references: Reference, as_asked: Sequence[Reference] = ()) -> Found:
    """Return what a source found, some of it with every word required."""
    return Found("x", len(references), references, as_asked=tuple(one.work.work_id for one in as_asked))


def titles(ranking: Sequence[m.Evidence]) -> list[str]:
    """Return what a ranking holds."""
    return [piece.citation.title for piece in ranking]


def test_what_has_too_little_to_do_with_the_query_is_no_evidence() -> None:
    """A source's own idea of relevance is not enough: it may have widened the query to one word."""
    given = found(*(reference(*one) for one in (OTHER, NEAR, TRIAL)))

    (ranking,) = rankings(make_order(QUESTION), (given,), None)

    assert titles(ranking) == [TRIAL[0]]


def test_a_bare_title_stands_behind_what_can_be_judged() -> None:
    """Short titles rank high, and would take the places of abstracts."""
    (ranking,) = rankings(make_order(QUESTION), (found(reference(*TITLE), reference(*TRIAL)),), None)

    assert titles(ranking) == [TRIAL[0], TITLE[0]]


def test_each_query_has_a_ranking_of_its_own_and_filters_hold() -> None:
    """What a filter drops is no evidence, whatever the source gave."""
    old = reference(*TRIAL, dates=("1990",))
    order = make_order(QUESTION, "bees lavender", filters=m.Filters(published_from=date(2000, 1, 1)))

    first, second = rankings(order, (found(old), found(reference(*OTHER))), None)

    assert (titles(first), titles(second)) == ([], [OTHER[0]])


def test_a_work_asked_for_by_its_name_is_held_against_no_words() -> None:
    """The words of a DOI are in no abstract."""
    (ranking,) = rankings(make_order("10.1000/182"), (found(reference(*OTHER)),), None)

    assert titles(ranking) == [OTHER[0]]


def test_what_a_query_excludes_does_not_count_in_favour() -> None:
    """``NOT gout`` is no wish for gout."""
    query = "velastirin AND erythromelalgia NOT attacks NOT gout"

    (ranking,) = rankings(make_order(query), (found(reference(*NEAR), reference(*TRIAL)),), None)

    assert titles(ranking) == [TRIAL[0]]


ASPIRIN = "Does aspirin prevent heart attacks?"
FIRST = (
    "Acetylsalicylic acid and myocardial infarction",
    "Acetylsalicylic acid lowered the rate of infarction by 20%.",
)
SECOND = ("ASA in coronary disease", "Acetylsalicylic acid reduced coronary events.")


def test_index_terms_are_searched_too() -> None:
    """An indexer wrote down what the record is about, in the words that people search by."""
    indexed = reference(*FIRST, mesh_terms=("Aspirin", "Heart Attack", "Humans"))

    (ranking,) = rankings(make_order(ASPIRIN), (found(indexed, reference(*OTHER)),), None)

    assert titles(ranking) == [FIRST[0]]


def test_where_words_cannot_tell_the_order_of_the_source_is_trusted() -> None:
    """It required every word, and knows synonyms that no text here shares with the question."""
    every = [reference(*SECOND), reference(*FIRST)]

    (ranking,) = rankings(make_order(ASPIRIN), (found(*every, as_asked=every),), None)

    assert titles(ranking) == [SECOND[0], FIRST[0]]
    assert [piece.relevance_score for piece in ranking] == [1.0, 0.5]


def test_what_a_wider_query_found_is_never_trusted() -> None:
    """No record holds the unknown drug; works on the disease in general say nothing of it."""
    near = reference("Migraine in general", "Migraine is frequent.")

    (ranking,) = rankings(make_order("nonsuchol migraine"), (found(near),), None)

    assert ranking == ()


def test_where_words_tell_they_decide() -> None:
    """Records of the same order hold the question's words, so those that do not were found by accident."""
    every = [reference(*OTHER), reference("Aspirin and heart attacks", "Aspirin prevented heart attacks.")]

    (ranking,) = rankings(make_order(ASPIRIN), (found(*every, as_asked=every),), None)

    assert titles(ranking) == ["Aspirin and heart attacks"]


@given(st.text(min_size=1, max_size=60).filter(str.strip))
def test_any_query_has_a_ranking(query: str) -> None:
    """Quotes, brackets and other alphabets break nothing, and a score is a share."""
    (ranking,) = rankings(
        make_order(query), (found(reference(*TRIAL), reference(*OTHER), as_asked=(reference(*OTHER),)),), None
    )

    assert all(0 <= piece.relevance_score <= 1 for piece in ranking)
