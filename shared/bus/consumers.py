"""What a service binds to: a durable consumer of a stream, as the table in ``deploy/streams.py`` names it."""

from dataclasses import dataclass

ACK_WAIT_SECONDS = 15.0
"""What a killed process costs every message it had fetched: 15 s instead of 62 with 120 (measured, stack.md)."""


@dataclass(frozen=True)
class Consumer:
    """A durable pull consumer with explicit acks."""

    stream: str
    durable: str
    subjects: tuple[str, ...]
    workers: int = 8
    """Messages one process handles side by side."""
    batch: int = 1
    """Messages a pull asks for; 1 wherever there may be a second puller (stack.md)."""
    ack_wait_seconds: float = ACK_WAIT_SECONDS
    """Silence after which the server delivers a message again."""

    most_unacked: int = 256
    """Messages that wait after a nack count against it; at the limit nothing else is delivered (stack.md)."""

    @property
    def beat_seconds(self) -> float:
        """Return how often a working handler says that it is at work."""
        return self.ack_wait_seconds / 3
