"""One suite for every ResearchMemory: what it keeps. ``memories.py`` opens them."""

import asyncio

import pytest

from shared import messages as m
from shared.errors import CannotDo
from shared.memory import ResearchMemory
from tests.contract.memories import (
    Opener,
    make_assessment,
    make_conflict,
    make_evidence,
    make_hypothesis,
    make_report,
    make_work,
)

QUESTION = "Does tafenoquine prevent relapse?"


def works_of(evidence: tuple[m.Evidence, ...]) -> list[str]:
    """Return the work ids."""
    return [piece.work_id for piece in evidence]


def sources_of(evidence: tuple[m.Evidence, ...]) -> list[str]:
    """Return the S numbers."""
    return [piece.source_id for piece in evidence]


async def test_what_was_stored_comes_back_as_it_was(memory: ResearchMemory) -> None:
    """A changed offset or direction would break the citation."""
    piece = make_evidence(locator=m.Locator(section="Results", start=7, end=29), direction="harm", sample_size=40)

    await memory.store_evidence("r1", "1-search", (piece,))

    assert await memory.get_all_evidence("r1") == (piece,)


async def test_only_the_first_copy_is_new(memory: ResearchMemory) -> None:
    """An answer may come twice; counted twice, it would look like more evidence."""
    first = await memory.store_evidence("r1", "1-search", (make_evidence(),))
    again = await memory.store_evidence("r1", "1-search", (make_evidence(),))

    found = await memory.get_all_evidence("r1")

    assert (len(first), len(again), len(found)) == (1, 0, 1)


async def test_the_same_passage_from_another_step_is_not_new(memory: ResearchMemory) -> None:
    """A targeted search finds again what the first search found: nothing was learned."""
    first = await memory.store_evidence("r1", "1-search", (make_evidence(),))
    later = await memory.store_evidence("r1", "1-targeted", (make_evidence(relevance_score=0.9), make_evidence("w2")))

    found = await memory.get_all_evidence("r1")

    assert works_of(found) == ["w1", "w2"]
    assert found[0].relevance_score == 0.0
    assert len(later) == 1
    assert first[0] not in later


async def test_a_copy_inside_one_answer_is_one_piece(memory: ResearchMemory) -> None:
    """Two queries of one order meet the same record."""
    new = await memory.store_evidence("r1", "1-search", (make_evidence(), make_evidence()))

    assert len(new) == 1
    assert len(await memory.get_all_evidence("r1")) == 1


async def test_a_step_stored_again_replaces_what_it_held(memory: ResearchMemory) -> None:
    """A second replica's answer that was accepted replaces the one that lost; nothing of that one may stay."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1"), make_evidence("w2")))
    await memory.store_works("r1", "1-search", (make_work("w1"), make_work("w2")))

    new = await memory.store_evidence("r1", "1-search", (make_evidence("w2"), make_evidence("w3")))
    await memory.store_works("r1", "1-search", (make_work("w2"), make_work("w3")))

    assert len(new) == 1
    assert works_of(await memory.get_all_evidence("r1")) == ["w2", "w3"]
    assert set(await memory.bibliography("r1")) == {"w2", "w3"}


async def test_evidence_comes_in_the_order_of_steps_not_of_storing(memory: ResearchMemory) -> None:
    """Two replicas store in another order and must see the same; step 10 comes after step 2."""
    for step in ("10-search", "2-search", "1-search", "retrieval"):
        await memory.store_evidence("r1", step, (make_evidence(step), make_evidence(f"{step} b")))

    found = works_of(await memory.get_all_evidence("r1"))

    assert found == [
        *("1-search", "1-search b", "retrieval", "retrieval b"),
        *("2-search", "2-search b", "10-search", "10-search b"),
    ]


async def test_runs_do_not_see_each_other(memory: ResearchMemory) -> None:
    """One run is one tenant: another question's evidence in a report would be a lie."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1"),))
    await memory.store_works("r1", "1-search", (make_work("w1"),))
    await memory.add_hypotheses("r1", "1-hypothesis", (make_hypothesis(),))
    await memory.add_assessment("r1", "1-judge", make_assessment())
    await memory.add_conflicts("r1", "1-judge", (make_conflict(),))
    await memory.store_report("r1", make_report(), "# Tafenoquine")

    assert await memory.get_all_evidence("r2") == ()
    assert await memory.get_relevant_evidence("r2", QUESTION, 5, {"w1": "S1"}) == ()
    assert await memory.bibliography("r2") == {}
    assert await memory.get_hypotheses("r2") == ()
    assert await memory.get_assessments("r2") == ()
    assert await memory.get_conflicts("r2") == ()
    assert await memory.get_report("r2") is None
    assert "w1" not in await memory.get_context_summary("r2", QUESTION, {"w1": "S1"})


async def test_the_same_passage_is_new_to_each_run(memory: ResearchMemory) -> None:
    """What one run has read says nothing about another."""
    first = await memory.store_evidence("r1", "1-search", (make_evidence(),))
    other = await memory.store_evidence("r2", "1-search", (make_evidence(),))

    assert first == other
    assert len(other) == 1


async def test_deleting_a_run_deletes_all_of_it_and_no_other(memory: ResearchMemory) -> None:
    """A person's question is forgotten when asked; a repeat of the request does no harm."""
    for run_id in ("r1", "r10"):
        await memory.store_evidence(run_id, "1-search", (make_evidence(),))
        await memory.store_works(run_id, "1-search", (make_work(),))
        await memory.add_hypotheses(run_id, "1-hypothesis", (make_hypothesis(),))
        await memory.store_report(run_id, make_report(), "# T")

    await memory.delete_run("r1")
    await memory.delete_run("r1")

    assert await memory.get_all_evidence("r1") == ()
    assert await memory.get_hypotheses("r1") == ()
    assert await memory.bibliography("r1") == {}
    assert await memory.get_report("r1") is None
    assert len(await memory.get_all_evidence("r10")) == len(await memory.get_hypotheses("r10")) == 1
    assert await memory.get_report("r10") is not None


@pytest.mark.parametrize("content", ["a\x00b", "emoji 🦟", "x" * 1_000_000, "line\r\n\u2028break"])
async def test_any_text_comes_back_whole(memory: ResearchMemory, content: str) -> None:
    """A passage is quoted verbatim, whatever a PDF made of it."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1", content), make_evidence("w2", "other")))

    found = await memory.get_relevant_evidence("r1", "other", 1, {"w1": "S1", "w2": "S2"})

    assert (await memory.get_all_evidence("r1"))[0].content == content
    assert sources_of(found) == ["S2"]


async def test_half_a_character_is_refused_and_nothing_is_changed(memory: ResearchMemory) -> None:
    """It cannot travel as UTF-8; the same order would fail again, so it is no matter of waiting."""
    await memory.store_evidence("r1", "1-search", (make_evidence("w1"),))

    with pytest.raises(CannotDo, match="half a character"):
        await memory.store_evidence("r1", "1-search", (make_evidence("w2"), make_evidence("w3", "a\ud800b")))

    assert works_of(await memory.get_all_evidence("r1")) == ["w1"]


async def test_the_newest_form_of_a_hypothesis_counts(memory: ResearchMemory) -> None:
    """A hypothesis that was tested in round two must not stand beside its untested self."""
    old, new = make_hypothesis(hypothesis_id="h1"), make_hypothesis(hypothesis_id="h1", tested_by=("S9",))
    await memory.add_hypotheses("r1", "2-hypothesis", (new,))
    await memory.add_hypotheses("r1", "1-hypothesis", (old, make_hypothesis("primaquine", hypothesis_id="h2")))

    found = await memory.get_hypotheses("r1")

    assert [(one.hypothesis_id, one.tested_by) for one in found] == [("h1", ("S9",)), ("h2", ())]


async def test_confirmed_means_above_the_threshold(memory: ResearchMemory) -> None:
    """0.8 itself is not above 0.8."""
    proposed = (make_hypothesis("a", 0.8), make_hypothesis("b", 0.81))
    await memory.add_hypotheses("r1", "1-hypothesis", proposed)

    found = await memory.get_confirmed_hypotheses("r1")

    assert [one.drug for one in found] == ["b"]


async def test_the_newest_assessment_is_last(memory: ResearchMemory) -> None:
    """The report is written from the last one, also when an earlier step is stored again."""
    for step, score in (("1-judge", 3), ("2-judge", 7), ("10-judge", 8), ("1-judge", 4)):
        await memory.add_assessment("r1", step, make_assessment(score))

    found = await memory.get_assessments("r1")

    assert [one.details.mechanism_score for one in found] == [4, 7, 8]


async def test_a_conflict_found_again_is_one(memory: ResearchMemory) -> None:
    """The judge names it in every round."""
    await memory.add_conflicts("r1", "1-judge", (make_conflict(conflict_id="c1"),))
    await memory.add_conflicts(
        "r1", "2-judge", (make_conflict(conflict_id="c1", differs_in="dose"), make_conflict("x"))
    )

    found = await memory.get_conflicts("r1")

    assert [(one.conflict_id, one.differs_in) for one in found] == [("c1", "dose"), ("", "")]


async def test_the_report_comes_back_and_a_later_one_replaces_it(memory: ResearchMemory) -> None:
    """A repeated report order may render again."""
    await memory.store_report("r1", make_report("First"), "# First")
    await memory.store_report("r1", make_report("Second"), "# Second")

    assert await memory.get_report("r1") == (make_report("Second"), "# Second")


async def test_the_summary_names_sources_hypotheses_and_the_last_assessment(memory: ResearchMemory) -> None:
    """It stands in for a report that could not be written, so it must say what is known and what it is."""
    withdrawn = make_work("w2", "A paper withdrawn", retraction=m.Retraction(status="retracted"))
    await memory.store_works("r1", "1-search", (make_work("w1", "A trial\nof tafenoquine"), withdrawn))
    await memory.add_hypotheses("r1", "1-hypothesis", (make_hypothesis(derived_from=("S1", "S99")),))
    await memory.add_assessment("r1", "1-judge", make_assessment())

    summary = await memory.get_context_summary("r1", QUESTION, {"w1": "S1", "w2": "S2", "w3": "S3"})

    assert "# Does tafenoquine prevent relapse?" in summary
    assert "- S1: A trial of tafenoquine – 2019\n" in summary
    assert "- S2: A paper withdrawn – 2019 **Retracted.**" in summary
    assert "tafenoquine → hypnozoites → redox cycling → no relapse (untested; from S1)" in summary
    assert "Mechanism 6 of 10: Two animal studies." in summary
    assert "not a checked report" in summary
    assert "S99" not in summary


async def test_the_summary_of_nothing_says_that_nothing_is_known(memory: ResearchMemory) -> None:
    """No source is never "no effect"."""
    summary = await memory.get_context_summary("unknown", QUESTION, {})

    assert "No source was registered" in summary


async def test_an_empty_run_holds_no_likely_same_work(memory: ResearchMemory) -> None:
    """The first answer of a run is compared with nothing."""
    assert await memory.likely_same("r1", (make_work(),), (make_evidence(),)) == ()


async def test_records_with_like_texts_in_two_answers_are_proposed(memory: ResearchMemory) -> None:
    """The texts are only here: the decider sees no more than the proposed pair."""
    text = " ".join(f"sentence {at} about relapse and its prevention" for at in range(20))
    title = "Tafenoquine against relapse of vivax malaria in adults"
    for step, work_id, date in (("1-search", "w1", "2019-09"), ("retrieval", "w9", "2001")):
        await memory.store_works("r1", step, (make_work(work_id, title, date=date),))
        await memory.store_evidence("r1", step, (make_evidence(work_id, text),))
    found = (make_work("w2", title + ".", date="2019"), make_work("w3", "Bridges and rust in the north", date="2019"))

    pairs = await memory.likely_same("r1", found, (make_evidence("w2", text + " End."), make_evidence("w3", "Rust.")))

    assert [{pair.first, pair.second} for pair in pairs] == [{"w1", "w2"}]


async def test_an_answer_stored_before_is_not_compared_with_itself(memory: ResearchMemory) -> None:
    """A crash between storing and saving brings the same answer again."""
    works, pieces = (make_work("w1"),), (make_evidence("w1", "word " * 60),)
    await memory.store_works("r1", "1-search", works)
    await memory.store_evidence("r1", "1-search", pieces)

    assert await memory.likely_same("r1", works, pieces) == ()


async def test_writers_at_once_lose_nothing(memory: ResearchMemory) -> None:
    """Many runs go through one coordinator at the same time."""
    stored = [memory.store_evidence(f"r{at % 5}", f"{at}-search", (make_evidence(f"w{at}"),)) for at in range(50)]

    await asyncio.gather(*stored)

    counts = [len(await memory.get_all_evidence(f"r{at}")) for at in range(5)]
    assert counts == [10, 10, 10, 10, 10]


async def test_a_usable_memory_passes_its_check(memory: ResearchMemory) -> None:
    """The coordinator asks before it fetches."""
    await memory.check()

    assert await memory.get_all_evidence("r1") == ()


async def test_all_is_there_after_a_restart(reopen: Opener) -> None:
    """Killing any process at any moment loses nothing."""
    first = await reopen()
    await first.store_evidence("r1", "1-search", (make_evidence(),))
    await first.store_works("r1", "1-search", (make_work(),))
    await first.store_report("r1", make_report(), "# T")
    await first.close()

    again = await reopen()

    assert await again.get_all_evidence("r1") == (make_evidence(),)
    assert await again.bibliography("r1") == {"w1": make_work()}
    assert await again.get_report("r1") == (make_report(), "# T")
    await again.close()


async def test_two_replicas_write_and_read_the_same_runs(reopen: Opener) -> None:
    """Several coordinators share one memory; each sees at once what the other was told is stored."""
    one, other = await reopen(), await reopen()
    writes = [
        memory.store_evidence("r1", f"{at}-{name}", (make_evidence(f"{name}{at}"),))
        for at in range(40)
        for name, memory in (("a", one), ("b", other))
    ]

    await asyncio.gather(*writes)

    assert await one.get_all_evidence("r1") == await other.get_all_evidence("r1")
    assert len(await one.get_all_evidence("r1")) == 80
    await one.close()
    await other.close()
