"""What Claude was asked: every call with who asked, how it ended and what it cost."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

ANSWERED = "answered"
ABORTED = "aborted by the client"
UNDER_WAY = "under way"


@dataclass
class Call:
    """One request to the Messages API, and how it ended."""

    agent: str
    model: str
    digest: str
    """SHA-256 of messages, system and tools as canonical JSON."""
    at: float
    """Seconds of the monotonic clock."""
    stream: bool = False
    in_flight: int = 1
    """Calls under way when this one came, itself among them."""
    status: str = UNDER_WAY
    """``answered``, ``aborted by the client``, ``error 429 rate_limit_error``, or what Claude did instead."""
    behaviour: str = ""
    """The unruly behaviour that changed the answer."""
    input_tokens: int = 0
    """All that went in, cached or not."""
    cache_written_tokens: int = 0
    cache_read_tokens: int = 0
    output_tokens: int = 0
    """What was sent, which may be less than was meant to be."""


@dataclass
class Calls:
    """All calls, and how many were under way at once."""

    made: list[Call] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0
    counted: int = 0
    """Requests to count tokens, which are no calls."""

    @contextmanager
    def beginning(self, call: Call) -> Iterator[Call]:
        """Write a call down, which is under way until the end of the block."""
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        call.in_flight = self.in_flight
        self.made.append(call)
        try:
            yield call
        finally:
            self.in_flight -= 1

    def clear(self) -> None:
        """Forget all that is over."""
        self.made.clear()
        self.most_in_flight, self.counted = self.in_flight, 0
