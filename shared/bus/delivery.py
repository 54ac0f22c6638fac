"""Where a message came from."""

from dataclasses import dataclass

from nats.aio.msg import Msg


@dataclass(frozen=True)
class Delivery:
    """The stream a message lies in, its place there, when it was stored, and what names it."""

    stream: str
    sequence: int
    at_seconds: float
    message_id: str


def delivery_of(msg: Msg) -> Delivery:
    """Return where *msg* came from; without a ``Nats-Msg-Id`` its place names it."""
    metadata = msg.metadata
    sequence = metadata.sequence.stream
    named = (msg.headers or {}).get("Nats-Msg-Id", f"{metadata.stream}:{sequence}")
    return Delivery(metadata.stream, sequence, metadata.timestamp.timestamp(), named)
