"""What becomes of a message whose handler failed: the whole failure policy, in one middleware."""

import asyncio
import random
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import structlog
from faststream import BaseMiddleware
from faststream._internal.basic_types import AsyncFuncAny
from faststream.exceptions import HandlerException, NackMessage
from faststream.message import StreamMessage
from nats.aio.msg import Msg

from shared.errors import CannotDo, RetryLater, Unreadable, VouchError

from .refusing import Desk, traits
from .returning import give_back

logger = structlog.get_logger()


@dataclass(frozen=True)
class Patience:
    """How often a message is tried, and how long it waits in between."""

    most_bugs: int = 5
    """Deliveries after which a handler that raises something unforeseen is not tried again."""
    most_deliveries: int = 100
    """A message that was delivered this often without its handler ever finishing kills it; put off is finished."""
    first_delay_seconds: float = 0.2
    most_delay_seconds: float = 30.0

    def delay_seconds(self, delivery: int, jitter: float) -> float:
        """Return how long to wait after the n-th delivery: doubling from the first to the most, times 0.5 to 1.

        *jitter* is a random number from 0 to 1.
        """
        whole = min(self.most_delay_seconds, self.first_delay_seconds * 2.0 ** min(delivery - 1, 20))
        return whole * (0.5 + jitter / 2)


def fitting(delay_seconds: float, error: BaseException) -> float:
    """Return a delay that keeps what a server asked for, and is otherwise no longer than somebody waits."""
    if not isinstance(error, RetryLater):
        return delay_seconds
    return max(min(delay_seconds, error.within_seconds), error.after_seconds)


def reason_of(error: BaseException) -> str:
    """Return what may be shown of an error: of a bug its class, never its text, which may quote evidence or keys."""
    if isinstance(error, VouchError) and str(error).strip():
        return str(error)
    return f"an unexpected {type(error).__name__}; the log of the service has its traceback"


class AnswerErrors(BaseMiddleware[Any, Any]):
    """Decide what JetStream does with a message whose handler failed."""

    def __init__(self, msg: Any, /, *, context: Any, desk: Desk, patience: Patience) -> None:
        super().__init__(msg, context=context)
        self.desk, self.patience = desk, patience

    async def consume_scope(self, call_next: AsyncFuncAny, msg: StreamMessage[Any]) -> Any:
        """Run the handler; answer what can never work, have the rest delivered again, later."""
        raw: Msg = msg.raw_message
        try:
            return await (self._judged(call_next, msg) if is_stored(raw) else call_next(msg))
        except HandlerException:
            raise
        except asyncio.CancelledError:  # the process stops, and its grace period is over
            await give_back(raw)
            raise
        except Exception as error:  # what fails in the policy itself is delivered again later, too
            if not is_stored(raw):
                logger.exception("lost: nobody delivers it again", subject=raw.subject)
                return None
            logger.warning("delivered again later", **traits(raw), reason=reason_of(error))
            # A nack without a delay comes back within a millisecond.
            wait = fitting(self.patience.delay_seconds(raw.metadata.num_delivered, random.random()), error)
            self.desk.delays.add(raw)
            raise NackMessage(delay=wait) from error

    async def _judged(self, call_next: AsyncFuncAny, msg: StreamMessage[Any]) -> Any:
        """Run the handler, unless its message has killed it too often."""
        raw: Msg = msg.raw_message
        if self.desk.delays.unfinished(raw) > self.patience.most_deliveries:
            return await self.desk.give_up(raw, "its handler never finished")
        async with Verdict(self.desk, self.patience, raw):
            return await call_next(msg)


def is_stored(raw: Msg) -> bool:
    """Say whether a stream delivers the message; request and reply and core NATS deliver once."""
    return raw.reply.startswith("$JS.ACK")


class Verdict:
    """Gives up, on the way out of a handler, what no repeat can help; any other error goes on."""

    def __init__(self, desk: Desk, patience: Patience, raw: Msg) -> None:
        self._desk, self._patience, self._raw = desk, patience, raw

    async def __aenter__(self) -> None:
        """Let the handler run."""

    async def __aexit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        """Say whether the error is dealt with: the message is then acknowledged."""
        match error:
            case None | HandlerException() | RetryLater():
                return False
            case Unreadable():
                await self._desk.give_up(self._raw, reason_of(error))
            case CannotDo():
                await self._desk.refuse(self._raw, reason_of(error), error)
            case Exception():
                return await self._is_given_up(error)
            case _:
                return False  # the process is stopping
        return True

    async def _is_given_up(self, bug: Exception) -> bool:
        """Log what nobody foresaw; say whether it happened often enough to give the message up."""
        logger.error("a bug in the handler", **traits(self._raw), exc_info=bug)
        if self._raw.metadata.num_delivered < self._patience.most_bugs:
            return False
        await self._desk.give_up(self._raw, reason_of(bug))
        return True
