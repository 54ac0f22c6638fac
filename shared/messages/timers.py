"""Durable deadlines: messages that the server delivers when they are due."""

from typing import Literal

from .base import Stepped, When

RUN_DEADLINE = "run"
"""The step of the timer that ends the search."""

LAST_TIMER = "end"
"""The step of the timer that ends the run from its state alone."""


class DeadlinePassed(Stepped):
    """Nobody waits for this step any longer."""

    subject: Literal["timer.fired"] = "timer.fired"
    due_at: When

    @property
    def destination(self) -> str:
        """Return where the server delivers it when it is due."""
        return f"timer.fired.{self.run_id}.{self.step}"


class SweepDue(Stepped):
    """Time to look for outboxes that a crash left behind."""

    subject: Literal["timer.fired.sweeper.tick"] = "timer.fired.sweeper.tick"
    run_id: str = "sweeper"
    step: str = "tick"
