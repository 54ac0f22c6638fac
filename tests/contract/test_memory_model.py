"""Every ResearchMemory against a model of what it should hold, through any sequence of calls."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.contract.memories import KINDS, PERSISTENT, make_evidence, opener
from tests.weaviate import Address

T = TypeVar("T")

RUNS = st.sampled_from(["r1", "r2"])
STEPS = st.sampled_from(["1-search", "1-targeted", "2-search"])  # in order
EXAMPLES = {"fake": 25, "embedded": 25, "weaviate": 5}
"""Weaviate is over the wire: a call takes some milliseconds."""
CONTENTS = st.lists(st.sampled_from("abcde"), max_size=4)


class MemoryMachine(RuleBasedStateMachine):
    """Stores, repeats, deletes, closes and opens; the model is run → step → contents."""

    kind: str
    server: Address

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.open = opener(self.kind, Path(self.folder.name), lambda: self.server)
        self.memory = self.do(self.open())
        self.model: dict[str, dict[str, list[str]]] = {}

    def do(self, call: Awaitable[T]) -> T:
        """Return what a call returns: rules are no coroutines."""

        async def awaited() -> T:
            return await call

        return self.runner.run(awaited())

    @rule(run=RUNS, step=STEPS, contents=CONTENTS)
    def store(self, run: str, step: str, contents: list[str]) -> None:
        """Store a step, new or again."""
        before = {content for held in self.model.get(run, {}).values() for content in held}
        new = self.do(
            self.memory.store_evidence(run, step, [make_evidence(f"w-{content}", content) for content in contents])
        )
        self.model.setdefault(run, {})[step] = contents
        assert len(new) == len(set(contents) - before)

    @rule(run=RUNS)
    def delete(self, run: str) -> None:
        """Delete a run, whether it is there or not."""
        self.do(self.memory.delete_run(run))
        self.model.pop(run, None)

    @rule(run=RUNS, n=st.integers(0, 4))
    def select(self, run: str, n: int) -> None:
        """Select among all: as many as there are, and nothing that is gone."""
        held = {content for contents in self.model.get(run, {}).values() for content in contents}
        among = {f"w-{content}": f"S{ord(content)}" for content in "abcde"}
        found = self.do(self.memory.get_relevant_evidence(run, "a question about b", n, among))
        contents = [piece.content for piece in found]
        assert len(set(contents)) == len(contents) == min(n, len(held))
        assert set(contents) <= held

    @rule()
    def reopen(self) -> None:
        """Close and open again, where that means anything."""
        if self.kind in PERSISTENT:
            self.do(self.memory.close())
            self.memory = self.do(self.open())

    @invariant()
    def holds_what_the_model_holds(self) -> None:
        """Each run has each of its contents once, in the order of steps."""
        for run in ("r1", "r2"):
            steps = sorted(self.model.get(run, {}).items())
            wanted = list(dict.fromkeys(content for _, held in steps for content in held))
            assert [piece.content for piece in self.do(self.memory.get_all_evidence(run))] == wanted

    def teardown(self) -> None:
        """Let all go."""
        for run in self.model:
            self.do(self.memory.delete_run(run))
        self.do(self.memory.close())
        self.runner.close()
        self.folder.cleanup()


@pytest.mark.parametrize("kind", KINDS)
def test_no_sequence_of_calls_surprises_the_model(kind: str, request: pytest.FixtureRequest) -> None:
    """Replicas store, repeat, replace and delete in any order; the run's evidence must not drift."""
    server = request.getfixturevalue("weaviate_server") if kind == "weaviate" else None
    own = {"kind": kind, "server": server}
    machine: Callable[[], RuleBasedStateMachine] = type("Machine", (MemoryMachine,), own)

    examples = EXAMPLES[kind]
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=15, deadline=None))
