"""One line of the scorecard: what was measured, how well we did, and what stands beside it. Pure."""

from typing import NamedTuple

from tests.eval.measuring import Interval


class Row(NamedTuple):
    """A figure with its interval, the figures that it must be read beside, and the goal where there is one."""

    task: str
    measure: str
    n: int
    """Of what is resampled: claims, topics, reviews, records."""
    ours: Interval
    beside: tuple[tuple[str, Interval], ...]
    """Majority, containment and known baselines on the same records; one without a range has it as both its ends."""
    goal: str = ""
    met: bool | None = None
    """Whether the goal is met; ``None`` where there is none."""
    note: str = ""
