"""An acknowledged publish that outlives a lost connection, a restart and a lost leader."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from nats.errors import ConnectionClosedError, ConnectionReconnectingError, Error, MaxPayloadError
from nats.errors import TimeoutError as NatsTimeoutError
from nats.js import JetStreamContext
from nats.js.api import PubAck
from nats.js.errors import BadRequestError, NoStreamResponseError, ServiceUnavailableError

from shared.errors import CannotDo, RetryLater

MOST_BODY_BYTES = 900_000
"""The server's limit of 1 MiB counts headers, and a body just below it closes the connection (stack.md)."""

TRIES = 12
"""They last about 15 s: longer than a lost leader takes to be replaced."""

QUEUE_FULL_CODE = 10077
"""The stream refuses new messages; the class of the error is that of a lost leader too."""

AMBIGUOUS = (
    NatsTimeoutError,
    ConnectionClosedError,
    ConnectionReconnectingError,
    NoStreamResponseError,
    ServiceUnavailableError,
)
"""The message may or may not have arrived: its ``Nats-Msg-Id`` makes saying it again harmless."""


class QueueFull(RetryLater):
    """The stream is full and refuses new messages; nothing was stored."""


Wait = Callable[[float], Awaitable[None]]


async def publish(
    js: JetStreamContext, subject: str, body: bytes, headers: Mapping[str, str], wait: Wait = asyncio.sleep
) -> PubAck:
    """Publish until the server acknowledges.

    Raises ``QueueFull`` when the stream refuses, ``RetryLater`` when nobody answered for
    about 15 s, ``CannotDo`` when the message is too large or the server says that it is wrong.
    """
    if len(body) > MOST_BODY_BYTES:
        message = f"a message on {subject} has {len(body):,} bytes; above {MOST_BODY_BYTES:,} it goes by reference"
        raise CannotDo(message)
    for attempt in range(TRIES):
        try:
            return await js.publish(subject, body, timeout=2, headers=dict(headers))
        except AMBIGUOUS as error:
            if getattr(error, "err_code", None) == QUEUE_FULL_CODE:
                message = f"the queue of {subject} is full; try again later"
                raise QueueFull(message) from error
            await wait(min(2.0, 0.1 * 2**attempt))
        except (BadRequestError, MaxPayloadError) as error:
            message = f"the server refused a message on {subject}: {error}"
            raise CannotDo(message) from error
        except Error as error:
            message = f"a message on {subject} could not be published: {error or type(error).__name__}"
            raise RetryLater(message) from error
    message = f"the server did not acknowledge a message on {subject} after {TRIES} tries"
    raise RetryLater(message)
