"""No call with one run's id can see, change or delete another run's, in any ResearchMemory."""

from collections.abc import Awaitable, Callable, Mapping

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.memory import ResearchMemory
from shared.memory.records import RunRecords
from tests.contract.memories import (
    make_assessment,
    make_conflict,
    make_evidence,
    make_hypothesis,
    make_report,
    make_work,
)

OURS, THEIRS = "run", "run_1"
"""One id begins as the other does, and ``_`` stands for any character in a pattern of SQL."""

STEP, SECRET = "1-search", "this text is theirs alone"
AMONG = {"w1": "S1", "w2": "S2"}

Call = Callable[[ResearchMemory], Awaitable[object]]

CALLS: Mapping[str, Call] = {
    "store_works": lambda memory: memory.store_works(OURS, STEP, (make_work(),)),
    "store_evidence": lambda memory: memory.store_evidence(OURS, STEP, (make_evidence("w2"), make_evidence())),
    "get_all_evidence": lambda memory: memory.get_all_evidence(OURS),
    "get_relevant_evidence": lambda memory: memory.get_relevant_evidence(OURS, SECRET, 1, AMONG),
    "likely_same": lambda memory: memory.likely_same(OURS, (make_work("w3"),), (make_evidence("w3", SECRET),)),
    "bibliography": lambda memory: memory.bibliography(OURS),
    "add_hypotheses": lambda memory: memory.add_hypotheses(OURS, STEP, (make_hypothesis(),)),
    "get_hypotheses": lambda memory: memory.get_hypotheses(OURS),
    "get_confirmed_hypotheses": lambda memory: memory.get_confirmed_hypotheses(OURS),
    "add_assessment": lambda memory: memory.add_assessment(OURS, STEP, make_assessment()),
    "get_assessments": lambda memory: memory.get_assessments(OURS),
    "add_conflicts": lambda memory: memory.add_conflicts(OURS, STEP, (make_conflict(),)),
    "get_conflicts": lambda memory: memory.get_conflicts(OURS),
    "store_report": lambda memory: memory.store_report(OURS, make_report(), "ours"),
    "get_report": lambda memory: memory.get_report(OURS),
    "get_context_summary": lambda memory: memory.get_context_summary(OURS, "What is known?", AMONG),
    "forget_step": lambda memory: memory.forget_step(OURS, STEP),
    "delete_run": lambda memory: memory.delete_run(OURS),
    "export_run": lambda memory: memory.export_run(OURS),
    "import_run": lambda memory: memory.import_run(OURS, RunRecords(works={STEP: (make_work(),)})),
}
"""Every call of the protocol that is about a run."""

NOT_ABOUT_A_RUN = {"runs", "reindex", "check", "close"}

HELD = RunRecords(
    works={STEP: (make_work("w1", title=SECRET), make_work("w2", title=SECRET))},
    evidence={STEP: (make_evidence("w1", SECRET), make_evidence("w2", f"{SECRET}, again"))},
    hypotheses={STEP: (make_hypothesis(SECRET, 0.9),)},
    conflicts={STEP: (make_conflict(SECRET),)},
    assessments={STEP: make_assessment().model_copy(update={"reasoning": SECRET})},
    report=make_report(SECRET),
    markdown=SECRET,
)
"""The same step, works and kinds as ours, and a text that must turn up nowhere."""


def test_every_call_of_the_protocol_is_tried() -> None:
    """A call that is added later must not be left out here."""
    promised = {name for name in vars(ResearchMemory) if not name.startswith("_")}

    assert set(CALLS) | NOT_ABOUT_A_RUN == promised


@given(names=st.lists(st.sampled_from(sorted(CALLS)), min_size=1, max_size=8))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_no_call_on_one_run_sees_or_touches_another(memory: ResearchMemory, names: list[str]) -> None:
    """Runs are different people's questions: whatever is called on one, the other stays as it was, and unseen."""
    await memory.delete_run(OURS)
    await memory.import_run(THEIRS, HELD)

    seen = [repr(await CALLS[name](memory)) for name in names]

    assert await memory.export_run(THEIRS) == HELD
    assert not [text for text in seen if SECRET in text]


async def test_every_call_by_itself_leaves_the_other_run_alone(memory: ResearchMemory) -> None:
    """Chance may leave one out; each is tried once on a run that holds something, and once on one that does not."""
    await memory.import_run(THEIRS, HELD)
    for name, call in CALLS.items():
        await memory.delete_run(OURS)
        for _ in range(2):
            assert SECRET not in repr(await call(memory)), name
            await memory.store_evidence(OURS, "2-search", (make_evidence(),))

    assert await memory.export_run(THEIRS) == HELD
    assert await memory.runs() == tuple(sorted({OURS, THEIRS}))
