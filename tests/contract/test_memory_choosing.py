"""One suite for every ResearchMemory: which evidence it chooses. ``memories.py`` opens them."""

import itertools

import pytest

from shared import messages as m
from shared.memory import ResearchMemory
from tests.contract.memories import (
    Opener,
    make_conflict,
    make_evidence,
    make_work,
)

QUESTION = "Does tafenoquine prevent relapse?"


def works_of(evidence: tuple[m.Evidence, ...]) -> list[str]:
    """Return the work ids."""
    return [piece.work_id for piece in evidence]


def sources_of(evidence: tuple[m.Evidence, ...]) -> list[str]:
    """Return the S numbers."""
    return [piece.source_id for piece in evidence]


async def test_only_numbered_works_are_evidence(memory: ResearchMemory) -> None:
    """What the registry does not hold was not accepted, and has no footnote to stand behind."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1"), make_evidence("w2")))

    found = await memory.get_relevant_evidence("r1", QUESTION, 5, {"w2": "S4"})

    assert [(piece.work_id, piece.source_id) for piece in found] == [("w2", "S4")]


async def test_one_source_has_one_piece_and_the_fuller_text_speaks_for_it(memory: ResearchMemory) -> None:
    """Merged records are one work: three records of it must not take three of twenty places."""
    pieces = (
        make_evidence("w1", "A title", level="title-only", relevance_score=1.0),
        make_evidence("w2", "The abstract", relevance_score=0.9),
        make_evidence("w3", "A passage of methods", level="full-text", relevance_score=0.1),
        make_evidence("w3", "A passage of results", level="full-text", relevance_score=0.2),
    )
    await memory.store_evidence("r1", "1-search", pieces)

    found = await memory.get_relevant_evidence("r1", QUESTION, 5, {"w1": "S1", "w2": "S1", "w3": "S1"})

    assert [piece.content for piece in found] == ["A passage of results"]


async def test_all_come_when_there_is_room_most_relevant_first(memory: ResearchMemory) -> None:
    """With ten pieces and ten places there is nothing to choose."""
    scores = {"w1": 0.2, "w2": 0.9, "w3": 0.5}
    pieces = [make_evidence(work_id, f"Text of {work_id}", relevance_score=score) for work_id, score in scores.items()]
    await memory.store_evidence("r1", "1-search", pieces)

    found = await memory.get_relevant_evidence("r1", QUESTION, 3, {"w1": "S1", "w2": "S2", "w3": "S3"})

    assert sources_of(found) == ["S2", "S3", "S1"]


async def test_what_answers_the_question_comes_before_what_does_not(memory: ResearchMemory) -> None:
    """The places are few; words and meaning decide, not the order of finding."""
    texts = ["Dogs bark at night", "Tafenoquine may prevent relapse of vivax malaria", "Bridges rust in rain"]
    among = {f"w{at}": f"S{at}" for at in range(3)}
    await memory.store_evidence("r1", "1-search", [make_evidence(f"w{at}", text) for at, text in enumerate(texts)])

    found = await memory.get_relevant_evidence("r1", QUESTION, 1, among)

    assert sources_of(found) == ["S1"]


async def test_near_copies_do_not_fill_the_places(memory: ResearchMemory) -> None:
    """Maximal marginal relevance: the second place goes to something that adds."""
    texts = [
        "Tafenoquine can prevent relapse in adults",
        "Tafenoquine can prevent relapse in adults again",
        "To prevent relapse, children in villages took tafenoquine daily under watch",
    ]
    among = {f"w{at}": f"S{at}" for at in range(3)}
    await memory.store_evidence("r1", "1-search", [make_evidence(f"w{at}", text) for at, text in enumerate(texts)])

    found = await memory.get_relevant_evidence("r1", QUESTION, 2, among)

    assert "S2" in sources_of(found)
    assert len(found) == 2


async def test_the_choice_does_not_depend_on_the_order_of_storing(memory: ResearchMemory) -> None:
    """Two replicas attach the evidence to the same order, and must attach the same."""
    words = ("relapse", "tafenoquine", "malaria", "enzyme", "dose", "prevent")
    steps = {f"{at}-search": make_evidence(f"w{at}", f"{a} {b} {c}") for at, (a, b, c) in enumerate(
        itertools.islice(itertools.permutations(words, 3), 0, 60, 7))}  # fmt: skip
    among = {piece.work_id: f"S{at}" for at, piece in enumerate(steps.values(), 1)}
    for run_id, order in (("r1", list(steps)), ("r2", list(reversed(steps)))):
        for step in order:
            await memory.store_evidence(run_id, step, (steps[step],))

    first = await memory.get_relevant_evidence("r1", QUESTION, 4, among)
    second = await memory.get_relevant_evidence("r2", QUESTION, 4, among)

    assert first == second
    assert len(first) == 4


async def test_other_runs_do_not_move_the_choice(memory: ResearchMemory) -> None:
    """How common a word is in other people's questions must not change this one's evidence."""
    pieces = [make_evidence(f"w{at}", text) for at, text in enumerate(["relapse cured", "tafenoquine given", "rain"])]
    among = {"w0": "S1", "w1": "S2", "w2": "S3"}
    await memory.store_evidence("r1", "1-search", pieces)
    before = await memory.get_relevant_evidence("r1", "tafenoquine relapse", 1, among)
    await memory.store_evidence("r2", "1-search", [make_evidence(f"x{at}", f"relapse {at}") for at in range(40)])

    again = await memory.get_relevant_evidence("r1", "tafenoquine relapse", 1, among)

    assert again == before


async def test_title_only_and_retracted_works_only_fill_what_is_left(memory: ResearchMemory) -> None:
    """They support nothing; they may be shown as what they are once the others have a place."""
    pieces = (
        make_evidence("w1", "tafenoquine prevent relapse", level="title-only", relevance_score=1.0),
        make_evidence("w2", "tafenoquine prevent relapse in all", relevance_score=1.0),
        make_evidence("w3", "something of malaria", relevance_score=0.1),
        make_evidence("w4", "tafenoquine again", retraction=m.Retraction(status="retracted")),
    )
    await memory.store_evidence("r1", "1-search", pieces)
    await memory.store_works("r1", "1-search", (make_work("w2", retraction=m.Retraction(status="retracted")),))
    among = {"w1": "S1", "w2": "S2", "w3": "S3", "w4": "S4"}

    few = await memory.get_relevant_evidence("r1", QUESTION, 1, among, keep_places=True)
    all_of_them = await memory.get_relevant_evidence("r1", QUESTION, 4, among, keep_places=True)

    assert sources_of(few) == ["S3"]
    assert sources_of(all_of_them)[0] == "S3"
    assert len(all_of_them) == 4


async def test_places_are_kept_for_the_strong_and_for_both_sides(memory: ResearchMemory) -> None:
    """Relevance alone loses the one trial, the one null result and the one harm (evidence.md, 6)."""
    crowd = [make_evidence(f"w{at}", f"tafenoquine may prevent relapse, view {at}", design="review") for at in range(9)]
    odd = (
        make_evidence("trial", "relapse in a trial", design="randomised-trial", subject="human"),
        make_evidence("null", "relapse was as common", direction="no-difference"),
        make_evidence("harm", "tafenoquine, relapse and haemolysis", direction="harm"),
    )
    await memory.store_evidence("r1", "1-search", (*crowd, *odd))
    among = {piece.work_id: f"S{at}" for at, piece in enumerate((*crowd, *odd), 1)}

    found = await memory.get_relevant_evidence("r1", QUESTION, 6, among, keep_places=True)

    assert {"trial", "null", "harm"} <= set(works_of(found))
    assert len(found) == 6


async def test_both_sides_of_a_known_conflict_are_kept(memory: ResearchMemory) -> None:
    """A report that shows one side of a contradiction misleads."""
    pieces = [make_evidence(f"w{at}", f"tafenoquine may prevent relapse, view {at}") for at in range(9)]
    await memory.store_evidence("r1", "1-search", pieces)
    sides = make_conflict(first_source_ids=("S7",), second_source_ids=("S9",))
    await memory.add_conflicts("r1", "1-judge", (sides,))

    found = await memory.get_relevant_evidence(
        "r1", QUESTION, 4, {f"w{at}": f"S{at + 1}" for at in range(9)}, keep_places=True
    )

    assert {"S7", "S9"} <= set(sources_of(found))


@pytest.mark.parametrize("n", [0, -1])
async def test_no_places_no_pieces(memory: ResearchMemory, n: int) -> None:
    """An allowance of nothing is no error."""
    await memory.store_evidence("r1", "1-search", (make_evidence(), make_evidence("w2")))

    assert await memory.get_relevant_evidence("r1", QUESTION, n, {"w1": "S1", "w2": "S2"}) == ()


@pytest.mark.parametrize(
    "question",
    [
        "",
        " ",
        "AND",
        'HR<0.8 "quoted*',
        "IL-6",
        "NEAR(a b)",
        "'; DROP TABLE evidence; --",
        "\x00",
        "\ud800",
        "²",
        "疟疾",
    ],
)
async def test_any_question_is_safe(memory: ResearchMemory, question: str) -> None:
    """A question is words, never syntax."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1", "one"), make_evidence("w2", "two")))

    found = await memory.get_relevant_evidence("r1", question, 1, {"w1": "S1", "w2": "S2"})

    assert len(found) == 1


async def test_a_million_character_question_is_answered(memory: ResearchMemory) -> None:
    """A person pastes a whole paper into the question."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1", "one"), make_evidence("w2", "relapse")))
    question = " ".join(f"word{at}" for at in range(110_000)) + " relapse"

    found = await memory.get_relevant_evidence("r1", question, 1, {"w1": "S1", "w2": "S2"})

    assert len(question) > 1_000_000
    assert len(found) == 1


async def test_replicas_choose_the_same_evidence(reopen: Opener) -> None:
    """One has embedded the pieces, the other reads its vectors: the order must carry the same."""
    one, other = await reopen(), await reopen()
    pieces = [make_evidence(f"w{at}", f"relapse {at % 3} tafenoquine {at % 5} dose {at}") for at in range(30)]
    await one.store_evidence("r1", "1-search", pieces)
    among = {f"w{at}": f"S{at + 1}" for at in range(30)}

    first = await one.get_relevant_evidence("r1", QUESTION, 10, among)
    second = await other.get_relevant_evidence("r1", QUESTION, 10, among)

    assert first == second
    assert len(first) == 10
    await one.close()
    await other.close()


async def test_what_another_replica_stored_anew_is_chosen_as_before(reopen: Opener) -> None:
    """Vectors are made when pieces are first ranked: one who knows them must see that they are gone."""
    pieces = tuple(make_evidence(f"w{at}", f"tafenoquine relapse view {at} of {at % 3}") for at in range(9))
    among = {piece.work_id: f"S{at}" for at, piece in enumerate(pieces, 1)}
    first, second = await reopen(), await reopen()
    await first.store_evidence("r1", "1-search", pieces)
    before = await first.get_relevant_evidence("r1", QUESTION, 4, among)

    await second.delete_run("r1")
    await second.store_evidence("r1", "1-search", pieces)

    assert await first.get_relevant_evidence("r1", QUESTION, 4, among) == before
    assert await second.get_relevant_evidence("r1", QUESTION, 4, among) == before
    await first.close()
    await second.close()
