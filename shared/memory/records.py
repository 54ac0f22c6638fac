"""All that a run holds, as it is carried from one research memory to another."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from pydantic import Field

from shared import messages as m

from .steps import step_order

T = TypeVar("T")


class RunRecords(m.Value):
    """What the steps of a run stored, in the order of the steps; a step that stored nothing of a kind is left out.

    Vectors are no part of it: they are made again from the texts.
    """

    works: Mapping[str, tuple[m.Work, ...]] = Field(default_factory=dict)
    evidence: Mapping[str, tuple[m.Evidence, ...]] = Field(default_factory=dict)
    hypotheses: Mapping[str, tuple[m.MechanismHypothesis, ...]] = Field(default_factory=dict)
    conflicts: Mapping[str, tuple[m.Conflict, ...]] = Field(default_factory=dict)
    assessments: Mapping[str, m.JudgeAssessment] = Field(default_factory=dict)
    report: m.ResearchReport | None = None
    markdown: str = ""

    @property
    def is_empty(self) -> bool:
        """Say whether the run holds nothing."""
        kinds = (self.works, self.evidence, self.hypotheses, self.conflicts, self.assessments)
        return self.report is None and not any(kinds)


def in_step_order(steps: Mapping[str, T]) -> dict[str, T]:
    """Return the steps in their order."""
    return {step: steps[step] for step in sorted(steps, key=step_order)}


def by_step(steps: Mapping[str, Iterable[T]]) -> dict[str, tuple[T, ...]]:
    """Return what the steps hold in their order, without those that hold nothing."""
    held = {step: tuple(values) for step, values in in_step_order(steps).items()}
    return {step: values for step, values in held.items() if values}
