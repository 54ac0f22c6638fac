"""Which evidence is read: places kept, levels, ties."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from shared import messages as m
from shared.memory.places import REASONS, kept_places
from shared.memory.selecting import Piece, Ranking, Wanted, choose, gathered, needs_ranking


def make_piece(number: int, **facts: object) -> m.Evidence:
    """Return the piece of work ``w<number>``; a date may be given."""
    citation = m.Citation(source="pubmed", title=f"Study {number}", date=str(facts.pop("date", "")))
    given = {"work_id": f"w{number}", "content": f"Result {number}", "citation": citation, **facts}
    return m.Evidence.model_validate(given)


def offered(*pieces: m.Evidence) -> list[tuple[str, m.Evidence]]:
    """Return the pieces as S0, S1, …."""
    return [(f"S{at}", piece) for at, piece in enumerate(pieces)]


def level(count: int, relevance: float = 0.5) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the same relevance for all."""
    return np.full(count, relevance)


def chosen(pieces: list[Piece], relevance: list[float], n: int, *, keep: bool = False) -> list[str]:
    """Return the S numbers that are chosen without vectors."""
    return [one.source_id for one in choose(pieces, Ranking(np.array(relevance)), Wanted(n, keep))]


def numbered(*pieces: m.Evidence) -> list[Piece]:
    """Return the pieces with S numbers from their work ids."""
    held = {f"{at:04}": piece for at, piece in enumerate(pieces)}
    return gathered(held, {piece.work_id: "S" + piece.work_id[1:] for piece in pieces}, ())


def test_the_strongest_human_design_has_a_place() -> None:
    """A trial that the words of the question miss is still the best evidence there is."""
    pieces = [make_piece(at, subject="human", design="case-report") for at in range(8)]
    trial = make_piece(8, subject="human", design="randomised-trial")

    assert kept_places(offered(*pieces, trial), level(9), 4)[0] == 8


def test_an_animal_trial_takes_no_humans_place() -> None:
    """Unknown and animal are never human, however strong the design."""
    mice = make_piece(0, subject="animal", design="randomised-trial", sample_size=900, date="2025")
    unknown = make_piece(1, subject="unknown", design="randomised-trial", sample_size=900, date="2025")

    assert kept_places(offered(mice, unknown), level(2), 20) == []


def test_pooled_studies_do_not_hide_the_trials() -> None:
    """Reviews are a row of their own (evidence.md, 2); both kinds have places."""
    pooled = [make_piece(at, subject="human", design="meta-analysis") for at in range(9)]
    trial = make_piece(9, subject="human", design="randomised-trial")

    kept = kept_places(offered(*pooled, trial), level(10), 10)

    assert kept[0] == 9
    assert 0 in kept


def test_null_results_and_both_directions_have_places() -> None:
    """What found nothing is found last by words, and is what a summary forgets."""
    pieces = [make_piece(at, direction="benefit") for at in range(8)]
    null, harm = make_piece(8, direction="no-difference"), make_piece(9, direction="harm")

    kept = kept_places(offered(*pieces, null, harm), level(10), 10)

    assert {0, 8, 9} <= set(kept)


def test_the_largest_and_the_newest_have_places() -> None:
    """The report states the newest human study; a large one outweighs ten small ones."""
    common = {"subject": "human", "design": "cohort"}
    pieces = [make_piece(at, sample_size=20, date="2001", **common) for at in range(20)]
    large = make_piece(20, sample_size=5000, date="2001", **common)
    new = make_piece(21, sample_size=20, date="2024-05", **common)

    kept = kept_places(offered(*pieces, large, new), level(22), 10)

    assert {20, 21} <= set(kept)


def test_protocols_and_registry_entries_take_no_place() -> None:
    """A planned size is no result, and the newest registration is not the newest study."""
    plan = make_piece(0, subject="human", design="protocol", sample_size=10_000, date="2026")
    entry = make_piece(1, subject="human", design="registry-entry", sample_size=10_000, date="2026")

    assert kept_places(offered(plan, entry), level(2), 10) == []


def test_a_fine_study_of_something_else_has_no_place() -> None:
    """A library holds more than the question asks for."""
    trial = make_piece(0, subject="human", design="randomised-trial")
    review = make_piece(1)

    assert kept_places(offered(trial, review), np.array([0.1, 1.0]), 10) == []


def test_the_newest_study_must_be_on_the_question() -> None:
    """Half as relevant as the best it is mostly one of something near; the largest so far off is still read."""
    new = make_piece(0, subject="human", design="meta-analysis", date="2024")
    null = make_piece(1, direction="no-difference")
    large = make_piece(2, subject="human", design="meta-analysis", sample_size=9000, date="2001")
    review = make_piece(3, design="review")

    assert kept_places(offered(new, null, large, review), np.array([0.5, 0.5, 0.5, 1.0]), 10) == [1, 2]


def test_one_of_each_side_of_a_conflict_is_kept() -> None:
    """The most relevant of each side; one that is kept anyway is enough."""
    pieces = [make_piece(at) for at in range(6)]
    conflict = m.Conflict(description="They differ.", first_source_ids=("S1", "S2"), second_source_ids=("S4",))

    kept = kept_places(offered(*pieces), np.array([0.9, 0.5, 0.6, 0.9, 0.5, 0.9]), 8, (conflict,))

    assert kept == [2, 4]


@given(st.integers(1, 40))
def test_a_quarter_of_the_places_is_left_for_the_question(n: int) -> None:
    """Kept places must not crowd out what the question's own words find."""
    kinds = [("benefit", "cohort"), ("harm", "randomised-trial"), ("no-difference", "meta-analysis")]
    pieces = [
        make_piece(
            at, subject="human", direction=kinds[at % 3][0], design=kinds[at % 3][1], sample_size=at, date="2020"
        )
        for at in range(60)
    ]

    assert len(kept_places(offered(*pieces), level(60), n)) <= 0.75 * n


def test_every_share_is_named_and_they_leave_room() -> None:
    """A number that is a choice has a name; together they fit under what may be kept."""
    assert len({reason.name for reason in REASONS}) == len(REASONS) == 7
    assert sum(reason.share for reason in REASONS) <= 0.75


def test_pieces_come_by_number_not_by_text() -> None:
    """S10 after S2, or ties would fall otherwise in every replica's sort."""
    pieces = numbered(make_piece(10), make_piece(2), make_piece(1))

    assert [piece.source_id for piece in pieces] == ["S1", "S2", "S10"]


def test_a_retraction_of_one_record_bars_its_source() -> None:
    """PubMed knows of the retraction, the person's own file does not: one work, one status."""
    held = {"a": make_piece(1), "b": make_piece(2)}

    pieces = gathered(held, {"w1": "S1", "w2": "S1", "w3": "S2"}, ["w2"])

    assert [piece.barred for piece in pieces] == [True, True]


def test_barred_pieces_come_last_and_only_where_there_is_room() -> None:
    """A retracted work may be shown as such; it must not push out one that counts."""
    retracted = make_piece(1, retraction=m.Retraction(status="retracted"))
    pieces = numbered(retracted, make_piece(2), make_piece(3, level="title-only"))

    assert chosen(pieces, [0.9, 0.1, 0.8], 1) == ["S2"]
    assert chosen(pieces, [0.9, 0.1, 0.8], 3) == ["S2", "S1", "S3"]


def test_an_expression_of_concern_bars_nothing() -> None:
    """It is a state of its own (evidence.md, 3)."""
    concern = make_piece(1, retraction=m.Retraction(status="concern"))

    assert chosen(numbered(concern), [0.5], 1) == ["S1"]


def test_kept_places_come_first_and_the_rest_by_relevance() -> None:
    """Without vectors there is no diversity, but places are kept all the same."""
    trial = make_piece(3, subject="human", design="randomised-trial")
    pieces = numbered(make_piece(1), make_piece(2), trial, make_piece(4))

    assert chosen(pieces, [0.5, 0.9, 0.4, 0.6], 2, keep=True) == ["S3", "S2"]


def test_with_room_for_all_nothing_needs_ranking() -> None:
    """Embedding what will be read anyway is wasted; two pieces of one source take one place."""
    pieces = numbered(make_piece(1), make_piece(2))
    twice = [*pieces, pieces[0]._replace(content_id="x")]

    assert not needs_ranking(twice, 2)
    assert needs_ranking(pieces, 1)


def test_the_content_stays_and_only_the_number_is_filled_in() -> None:
    """The quotation must be found again, letter for letter."""
    piece = make_piece(7, relevance_score=0.3)

    found = choose(numbered(piece), Ranking(np.array([0.3])), Wanted(1))

    assert found == (piece.model_copy(update={"source_id": "S7"}),)


def test_a_sentence_comes_with_the_abstract_around_it() -> None:
    """One sentence may answer best; how large the effect was stands in the next. Another level stays apart."""
    sentence, abstract = (
        make_piece(1, content="Relapse fell."),
        make_piece(1, content="Relapse fell. HR 0.3 (0.2-0.4)."),
    )
    page = make_piece(1, content="Relapse fell. HR 0.3 (0.2-0.4). And so on.", level="web-page")

    (found,) = choose(numbered(sentence, abstract, page), Ranking(np.array([0.9, 0.1, 0.1])), Wanted(1))

    assert found.content == abstract.content
