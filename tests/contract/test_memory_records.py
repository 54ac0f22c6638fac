"""All of a run, taken out of any ResearchMemory and put into any: what makes export, import and migration true."""

from pathlib import Path

import pytest

from services.cli.migrating import migrate
from shared import messages as m
from shared.errors import CannotDo
from shared.memory import ResearchMemory
from shared.memory.embedded import SqliteMemory
from shared.memory.in_memory import InMemoryMemory
from shared.memory.records import RunRecords
from tests.contract.memories import (
    make_assessment,
    make_conflict,
    make_evidence,
    make_hypothesis,
    make_report,
    make_work,
)

FULL = RunRecords(
    works={"1-search": (make_work("w2"), make_work("w1")), "2-search": (make_work("w1", title="Again"),)},
    evidence={
        "retrieval": (make_evidence("w3", "Read in full.", level="full-text", locator=m.Locator(page=3)),),
        "1-search": (make_evidence("w2", "Second."), make_evidence("w1", "First.", relevance_score=0.25)),
        "10-search": (make_evidence("w1", "First."),),
    },
    hypotheses={"1-hypothesis": (make_hypothesis(hypothesis_id="H1"), make_hypothesis("primaquine"))},
    conflicts={"1-judge": (make_conflict(),)},
    assessments={"1-judge": make_assessment(3), "2-judge": make_assessment(7)},
    report=make_report(),
    markdown="# Tafenoquine\n\nOne trial was read [^1].\n\n[^1]: A trial. é\u00a0🌱\n",
)
"""Something of every kind: texts twice, a work under two titles, the tenth round after the second."""


async def everything(memory: ResearchMemory, run_id: str) -> tuple[object, ...]:
    """Return what a run's readers see."""
    return (
        await memory.get_all_evidence(run_id),
        list((await memory.bibliography(run_id)).items()),
        await memory.get_hypotheses(run_id),
        await memory.get_assessments(run_id),
        await memory.get_conflicts(run_id),
        await memory.get_report(run_id),
        await memory.get_relevant_evidence(run_id, "Which was read in full?", 1, {"w1": "S1", "w2": "S2", "w3": "S3"}),
    )


async def test_a_run_that_was_stored_step_by_step_is_the_same_after_its_export(memory: ResearchMemory) -> None:
    """Deleted and put in again, its readers must see no difference, down to what an order would carry."""
    for step, works in FULL.works.items():
        await memory.store_works("r1", step, works)
    for step, pieces in FULL.evidence.items():
        await memory.store_evidence("r1", step, pieces)
    for step, hypotheses in FULL.hypotheses.items():
        await memory.add_hypotheses("r1", step, hypotheses)
    for step, assessment in FULL.assessments.items():
        await memory.add_assessment("r1", step, assessment)
    await memory.add_conflicts("r1", "1-judge", FULL.conflicts["1-judge"])
    await memory.store_report("r1", make_report(), FULL.markdown)
    before, records = await everything(memory, "r1"), await memory.export_run("r1")

    await memory.delete_run("r1")
    gone = await memory.export_run("r1")
    await memory.import_run("r1", RunRecords.model_validate_json(records.model_dump_json()))

    assert records == FULL
    assert gone == RunRecords()
    assert await everything(memory, "r1") == before
    assert (await memory.export_run("r1")).model_dump_json() == records.model_dump_json()


async def test_a_run_is_the_same_in_every_memory(memory: ResearchMemory) -> None:
    """Whoever migrates must not get other reports, and other evidence to read, from the same runs."""
    other = InMemoryMemory()
    await memory.import_run("r1", FULL)

    await other.import_run("r1", await memory.export_run("r1"))

    assert (await other.export_run("r1")).model_dump_json() == (await memory.export_run("r1")).model_dump_json()


async def test_twenty_runs_of_a_file_are_the_same_in_every_memory(memory: ResearchMemory, tmp_path: Path) -> None:
    """This is what ``vouch memory migrate`` does; the file is left as it was."""
    source = SqliteMemory.open(tmp_path / "laptop.sqlite3")
    runs = tuple(f"r{number:02}" for number in range(20))
    for run_id in runs:
        await source.import_run(run_id, FULL.model_copy(update={"markdown": f"# {run_id}"}))
    before = [await source.export_run(run_id) for run_id in runs]

    counts = [await migrate(source, memory, lambda _run_id: None) for _ in range(2)]

    assert counts == [(20, 0), (0, 20)]
    assert await memory.runs() == runs
    assert [await memory.export_run(run_id) for run_id in runs] == before
    assert [await source.export_run(run_id) for run_id in runs] == before
    await source.close()


async def test_an_import_takes_the_place_of_what_was_there_and_may_be_repeated(memory: ResearchMemory) -> None:
    """A copy that was cut short is made again; what it left must not mix with what comes."""
    await memory.store_evidence("r1", "7-search", (make_evidence("w9", "Left behind."),))
    await memory.add_assessment("r1", "7-judge", make_assessment())

    await memory.import_run("r1", FULL)
    await memory.import_run("r1", FULL)
    full = await memory.export_run("r1")
    await memory.import_run("r1", RunRecords())

    assert full == FULL
    assert await memory.export_run("r1") == RunRecords()


async def test_the_runs_that_hold_anything_are_listed(memory: ResearchMemory) -> None:
    """What is not listed would be left behind by a migration; an answer that proposed nothing holds nothing."""
    await memory.store_works("r3", "1-search", (make_work(),))
    await memory.add_assessment("r10", "1-judge", make_assessment())
    await memory.store_report("r2", make_report(), "# Tafenoquine")
    await memory.add_hypotheses("r4", "1-hypothesis", ())
    await memory.store_evidence("r5", "1-search", (make_evidence(),))
    await memory.forget_step("r5", "1-search")
    before = await memory.runs()
    await memory.delete_run("r2")

    assert before == ("r10", "r2", "r3")
    assert await memory.runs() == ("r10", "r3")


async def test_records_that_can_never_be_kept_are_refused_and_change_nothing(memory: ResearchMemory) -> None:
    """A file from elsewhere may hold half a character; half of its run would be worse than none."""
    await memory.import_run("r1", FULL)
    bad = RunRecords(evidence={"1-search": (make_evidence("w1", "Fine."), make_evidence("w2", "half \ud800"))})

    with pytest.raises(CannotDo, match="half a character"):
        await memory.import_run("r1", bad)

    assert await memory.export_run("r1") == FULL
