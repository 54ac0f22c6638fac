"""The failure policy without a server: delays, reasons, and what happens when the policy itself fails."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from faststream.exceptions import NackMessage

from shared.bus.answering import AnswerErrors, Patience, reason_of
from shared.bus.delays import Delays
from shared.errors import CannotDo, RetryLater, Unreadable

Handler = Callable[[Any], Coroutine[Any, Any, Any]]


@pytest.mark.parametrize(
    ("delivery", "seconds"), [(1, 0.2), (2, 0.4), (3, 0.8), (5, 3.2), (8, 25.6), (9, 30.0), (100, 30.0), (10_000, 30.0)]
)
def test_the_wait_doubles_up_to_half_a_minute(delivery: int, seconds: float) -> None:
    """From 0.2 s: soon for a hiccup, seldom for an outage."""
    assert Patience().delay_seconds(delivery, jitter=1.0) == pytest.approx(seconds)


def test_the_wait_is_spread_so_that_not_all_come_back_at_once() -> None:
    """Half of it is certain, half is chance."""
    assert [Patience().delay_seconds(3, jitter) for jitter in (0.0, 0.5, 1.0)] == pytest.approx([0.4, 0.6, 0.8])


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (CannotDo("the file is damaged"), "the file is damaged"),
        (RetryLater("the disk is full"), "the disk is full"),
        (CannotDo(""), "an unexpected CannotDo; the log of the service has its traceback"),
        (KeyError("secret"), "an unexpected KeyError; the log of the service has its traceback"),
    ],
)
def test_what_may_be_shown_of_an_error(error: Exception, reason: str) -> None:
    """Ours are written for people; the text of a bug may quote evidence or a key."""
    assert reason_of(error) == reason


@dataclass
class Raw:
    """A delivered message, and how it was given back."""

    delivery: int = 1
    reply: str = "$JS.ACK.INBOX.coordinator-inbox.1.1.1.1.0"
    subject: str = "judge.completed"
    headers: dict[str, str] = field(default_factory=dict)
    given_back: list[float] = field(default_factory=list)

    @property
    def metadata(self) -> SimpleNamespace:
        """Return what the server says about the delivery."""
        return SimpleNamespace(
            num_delivered=self.delivery,
            stream="INBOX",
            sequence=SimpleNamespace(stream=1),
            timestamp=SimpleNamespace(timestamp=lambda: 0.0),
        )

    async def nak(self, delay: float) -> None:
        """Note the delay."""
        self.given_back.append(delay)


@dataclass
class Desk:
    """Notes what is given up; fails when told to."""

    fails: Exception | None = None
    delays: Delays = field(default_factory=Delays)
    said: list[tuple[str, str]] = field(default_factory=list)

    async def refuse(self, _raw: Raw, reason: str, _error: CannotDo | None = None) -> None:
        """Note a refusal."""
        await self._note("refused", reason)

    async def give_up(self, _raw: Raw, reason: str) -> None:
        """Note what is given up."""
        await self._note("given up", reason)

    async def _note(self, what: str, reason: str) -> None:
        if self.fails:
            raise self.fails
        self.said.append((what, reason))


def raising(error: BaseException | None) -> Handler:
    """Return a handler that fails."""

    async def handle(_msg: Any) -> str:
        if error:
            raise error
        return "handled"

    return handle


async def answered(raw: Raw, error: BaseException | None, desk: Desk) -> Any:
    """Return what the policy makes of a message whose handler raises *error*."""
    policy = AnswerErrors(None, context=None, desk=desk, patience=Patience())  # type: ignore[arg-type]
    return await policy.consume_scope(raising(error), SimpleNamespace(raw_message=raw))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (None, []),
        (CannotDo("no evidence"), [("refused", "no evidence")]),
        (Unreadable("body: not JSON"), [("given up", "body: not JSON")]),
    ],
)
async def test_what_no_repeat_can_help_is_answered_at_once(
    error: Exception | None, said: list[tuple[str, str]]
) -> None:
    """Returning acknowledges the message."""
    desk = Desk()

    await answered(Raw(), error, desk)

    assert desk.said == said


async def test_a_server_that_names_a_time_is_left_alone_until_then() -> None:
    """Asking sooner would only be refused again."""
    with pytest.raises(NackMessage) as nack:
        await answered(Raw(1), RetryLater("busy", after_seconds=7.5), Desk())

    assert nack.value.extra_options["delay"] == 7.5


@pytest.mark.parametrize(("error", "delivery"), [(RetryLater("busy"), 99), (ZeroDivisionError(), 4)])
async def test_what_may_work_later_is_delivered_again_after_a_while(error: Exception, delivery: int) -> None:
    """Without a delay it would come back within a millisecond."""
    desk = Desk()

    with pytest.raises(NackMessage) as nack:
        await answered(Raw(delivery), error, desk)

    assert nack.value.extra_options["delay"] >= 0.8
    assert desk.said == []


async def test_a_bug_is_given_up_at_its_fifth_delivery() -> None:
    """Five times the same is no accident."""
    desk = Desk()

    await answered(Raw(delivery=5), ZeroDivisionError(), desk)

    assert desk.said == [("given up", "an unexpected ZeroDivisionError; the log of the service has its traceback")]


async def test_a_message_that_kills_its_handler_is_given_up_before_it_runs() -> None:
    """At its hundred and first delivery; an outage waits longer between two."""
    desk = Desk()

    handled = await answered(Raw(delivery=101), None, desk)

    assert handled is None
    assert desk.said == [("given up", "its handler never finished")]


async def test_a_message_that_was_only_put_off_is_not_given_up() -> None:
    """However often: its handler ended each time, and the world may still change."""
    desk = Desk()
    for delivery in range(1, 151):
        with pytest.raises(NackMessage):
            await answered(Raw(delivery), RetryLater("the memory is away"), desk)

    await answered(Raw(delivery=151), None, desk)

    assert desk.said == []


@pytest.mark.parametrize("failure", [RetryLater("no server"), CannotDo("refused"), ValueError("a bug of the policy")])
@pytest.mark.parametrize("error", [CannotDo("no evidence"), Unreadable("not JSON")])
async def test_when_the_policy_itself_fails_the_message_comes_again_later(error: Exception, failure: Exception) -> None:
    """Whatever the reason: an immediate redelivery would come back three thousand times a second."""
    with pytest.raises(NackMessage) as nack:
        await answered(Raw(), error, Desk(fails=failure))

    assert nack.value.extra_options["delay"] >= 0.1


async def test_work_that_is_broken_off_goes_back_to_its_queue() -> None:
    """The process stops: somebody else may begin at once, not after ``ack_wait``."""
    raw = Raw()

    with pytest.raises(asyncio.CancelledError):
        await answered(raw, asyncio.CancelledError(), Desk())

    assert raw.given_back == [1.5]


async def test_a_word_on_core_nats_is_neither_acknowledged_nor_repeated() -> None:
    """Nobody keeps it; that it failed is in the log."""
    desk = Desk()

    assert await answered(Raw(reply=""), ZeroDivisionError(), desk) is None
    assert await answered(Raw(reply="_INBOX.1"), None, desk) == "handled"
    assert desk.said == []
