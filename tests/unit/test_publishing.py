"""An acknowledged publish: which errors are worth another try, and what the others become."""

from collections.abc import Iterator

import nats.errors
import pytest
from nats.js.api import PubAck
from nats.js.errors import BadRequestError, NoStreamResponseError, ServiceUnavailableError

from shared.bus.publishing import QueueFull, publish
from shared.errors import CannotDo, RetryLater

STORED = PubAck(stream="INBOX", seq=7)
LOST_LEADER = ServiceUnavailableError(code=503, err_code=10008, description="JetStream system temporarily unavailable")
FULL = ServiceUnavailableError(code=503, err_code=10077, description="maximum messages per subject exceeded")


class Server:
    """Answers each publish with the next error or acknowledgement, and notes how long it was left alone."""

    def __init__(self, *answers: Exception | PubAck) -> None:
        self._answers: Iterator[Exception | PubAck] = iter(answers)
        self.headers: list[dict[str, str]] = []
        self.waits: list[float] = []

    async def publish(self, _subject: str, _body: bytes, *, timeout: float, headers: dict[str, str]) -> PubAck:  # noqa: ASYNC109
        """Do as a JetStream context does."""
        assert timeout == 2
        self.headers.append(dict(headers))
        headers["written"] = "by nats-py"
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def wait(self, seconds: float) -> None:
        """Let no time pass."""
        self.waits.append(seconds)


async def say(server: Server, body: bytes = b"{}") -> PubAck:
    """Publish a message to the server."""
    return await publish(server, "judge.completed", body, {"Nats-Msg-Id": "id"}, server.wait)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "error",
    [
        nats.errors.TimeoutError(),
        nats.errors.ConnectionReconnectingError(),
        nats.errors.ConnectionClosedError(),
        NoStreamResponseError(),
        LOST_LEADER,
    ],
    ids=lambda error: type(error).__name__,
)
async def test_a_publish_that_may_have_arrived_is_repeated_under_the_same_name(error: Exception) -> None:
    """The server drops the copy, if it is one."""
    server = Server(error, error, STORED)

    found = await say(server)

    assert found.seq == 7
    assert server.headers == [{"Nats-Msg-Id": "id"}] * 3


async def test_a_lost_server_is_waited_for_about_fifteen_seconds() -> None:
    """Longer than a lost leader takes to be replaced; then the message goes back to its queue."""
    server = Server(*[nats.errors.TimeoutError()] * 12)

    with pytest.raises(RetryLater) as refused:
        await say(server)

    assert str(refused.value) == "the server did not acknowledge a message on judge.completed after 12 tries"
    assert server.waits == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]


async def test_a_full_queue_is_told_at_once() -> None:
    """It is of the class of a lost leader; only its code tells that waiting here is in vain."""
    server = Server(FULL)

    with pytest.raises(QueueFull) as refused:
        await say(server)

    assert str(refused.value) == "the queue of judge.completed is full; try again later"
    assert server.waits == []


async def test_a_message_that_the_server_refuses_is_never_repeated() -> None:
    """The same message would be refused again."""
    server = Server(BadRequestError(code=400, err_code=10097, description="header size exceeds maximum allowed of 64k"))

    with pytest.raises(CannotDo, match=r"the server refused a message on judge\.completed: .*header size exceeds"):
        await say(server)


async def test_any_other_error_of_the_client_is_tried_again_later() -> None:
    """A buffer that is full while the server is away empties when it is back."""
    server = Server(nats.errors.OutboundBufferLimitError())

    with pytest.raises(RetryLater, match=r"a message on judge\.completed could not be published: .*"):
        await say(server)


async def test_a_body_above_the_limit_never_reaches_the_server() -> None:
    """Just below the server's own limit it would close the connection for good."""
    server = Server(STORED)

    with pytest.raises(CannotDo, match="has 900,001 bytes; above 900,000 it goes by reference"):
        await say(server, b"x" * 900_001)

    assert server.headers == []
    assert (await say(server, b"x" * 900_000)).seq == 7
