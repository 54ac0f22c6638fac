"""A process that stops gives back what it will not finish, or its messages would wait for ``ack_wait``."""

import contextlib
from typing import Any

import nats.errors
from nats.aio.msg import Msg

PULL_SECONDS = 1.0
"""How long a pull waits for messages."""

RETURN_SECONDS = 1.5 * PULL_SECONDS
"""Later than our own last pull, which the server might still answer with it."""


async def give_back(msg: Msg) -> None:
    """Have a message delivered to somebody else; when that cannot be said, ``ack_wait`` does it."""
    with contextlib.suppress(nats.errors.Error):
        await msg.nak(delay=RETURN_SECONDS)


def give_back_when_stopped(subscriber: Any) -> None:
    """Have *subscriber* give back what arrives after it was told to stop; FastStream would drop it without a word."""
    consume = subscriber.consume

    async def consume_or_give_back(msg: Msg) -> Any:
        return await (consume(msg) if subscriber.running else give_back(msg))

    subscriber.consume = consume_or_give_back
