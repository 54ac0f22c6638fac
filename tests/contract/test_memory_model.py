"""Every ResearchMemory against a model of what it should hold, through any sequence of calls."""

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.contract.memories import OPEN, PERSISTENT, make_evidence

T = TypeVar("T")

RUNS = st.sampled_from(["r1", "r2"])
STEPS = st.sampled_from(["1-search", "1-targeted", "2-search"])  # in order
CONTENTS = st.lists(st.sampled_from("abcde"), max_size=4)


class MemoryMachine(RuleBasedStateMachine):
    """Stores, repeats, deletes, closes and opens; the model is run → step → contents."""

    kind: str

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.memory = OPEN[self.kind](Path(self.folder.name))
        self.model: dict[str, dict[str, list[str]]] = {}

    def do(self, call: Coroutine[Any, Any, T]) -> T:
        """Return what a call returns: rules are no coroutines."""
        return self.runner.run(call)

    @rule(run=RUNS, step=STEPS, contents=CONTENTS)
    def store(self, run: str, step: str, contents: list[str]) -> None:
        """Store a step, new or again."""
        before = {content for held in self.model.get(run, {}).values() for content in held}
        new = self.do(self.memory.store_evidence(run, step, [make_evidence("w", content) for content in contents]))
        self.model.setdefault(run, {})[step] = contents
        assert len(new) == len(set(contents) - before)

    @rule(run=RUNS)
    def delete(self, run: str) -> None:
        """Delete a run, whether it is there or not."""
        self.do(self.memory.delete_run(run))
        self.model.pop(run, None)

    @rule()
    def reopen(self) -> None:
        """Close and open again, where that means anything."""
        if self.kind in PERSISTENT:
            self.do(self.memory.close())
            self.memory = OPEN[self.kind](Path(self.folder.name))

    @invariant()
    def holds_what_the_model_holds(self) -> None:
        """Each run has each of its contents once, in the order of steps."""
        for run in ("r1", "r2"):
            steps = sorted(self.model.get(run, {}).items())
            wanted = list(dict.fromkeys(content for _, held in steps for content in held))
            assert [piece.content for piece in self.do(self.memory.get_all_evidence(run))] == wanted

    def teardown(self) -> None:
        """Let all go."""
        self.do(self.memory.close())
        self.runner.close()
        self.folder.cleanup()


@pytest.mark.parametrize("kind", list(OPEN))
def test_no_sequence_of_calls_surprises_the_model(kind: str) -> None:
    """Replicas store, repeat, replace and delete in any order; the run's evidence must not drift."""
    machine: Callable[[], RuleBasedStateMachine] = type("Machine", (MemoryMachine,), {"kind": kind})

    run_state_machine_as_test(machine, settings=settings(max_examples=25, stateful_step_count=15, deadline=None))
