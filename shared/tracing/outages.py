"""What is said of a collector that does not take traces: once when it begins, once when it is over, never a flood."""

from dataclasses import dataclass, field

import structlog

QUIET_SECONDS = 60.0
"""Between two warnings."""

logger = structlog.get_logger()


@dataclass
class Outage:
    """What is known of a collector that does not take traces: told once, and at most every minute."""

    problem: str = ""
    lost: int = 0
    told: bool = False
    told_at: float = field(default=-QUIET_SECONDS)

    def learn(self, problem: str, spans: int, at: float) -> None:
        """Note how sending so many *spans* went; *at* is in seconds of any clock that never goes back."""
        if problem:
            self.lost += spans
            if not self.told and at - self.told_at >= QUIET_SECONDS:
                self.told, self.told_at = True, at
                logger.warning("traces cannot be sent; the work goes on without them", problem=problem)
        elif self.told:
            logger.info("traces are sent again", lost=self.lost)
            self.told, self.lost = False, 0
        self.problem = problem
