"""What becomes of a message whose handler failed: the whole failure policy, in one middleware."""

import contextlib
import random
from dataclasses import dataclass
from typing import Any

import structlog
from faststream import BaseMiddleware
from faststream._internal.basic_types import AsyncFuncAny
from faststream.exceptions import HandlerException, NackMessage
from faststream.message import StreamMessage
from nats.aio.msg import Msg
from pydantic import ValidationError

from shared import clock
from shared.errors import CannotDo, RetryLater, Unreadable
from shared.messages import FAILED, ResearchRejected, ResearchRequested, RunId, StepName, Value

from .deadletters import keep
from .protocol import Bus

MOST_BUGS = 5
"""Deliveries after which a handler that raises something unforeseen is not tried again."""

MOST_DELIVERIES = 100
"""A message that was delivered this often without ever finishing kills its handler."""

FIRST_DELAY_SECONDS = 0.2
MOST_DELAY_SECONDS = 30.0

logger = structlog.get_logger()


def backoff(delivery: int, jitter: float) -> float:
    """Return how many seconds to wait after the n-th delivery: 0.2 doubling to 30, times 0.5 to 1.

    *jitter* is a random number from 0 to 1.
    """
    whole = min(MOST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2.0 ** min(delivery - 1, 20))
    return whole * (0.5 + jitter / 2)


def safe_reason(error: BaseException) -> str:
    """Return what may be shown of a bug: its class, never its text, which may quote evidence or keys."""
    return f"an unexpected {type(error).__name__}; the log of the service has its traceback"


@dataclass(frozen=True)
class Desk:
    """What the policy needs of its service."""

    bus: Bus
    jetstream: Any
    """A function that returns the JetStream context: there is none before the broker has started."""
    service: str


class AnswerErrors(BaseMiddleware[Any, Any]):
    """Decide what JetStream does with a message whose handler failed."""

    def __init__(self, msg: Any, /, *, context: Any, desk: Desk) -> None:
        super().__init__(msg, context=context)
        self.desk = desk

    async def consume_scope(self, call_next: AsyncFuncAny, msg: StreamMessage[Any]) -> Any:
        """Run the handler; answer what can never work, have the rest delivered again, later."""
        raw: Msg = msg.raw_message
        if not raw.reply.startswith("$JS.ACK"):
            return await call_next(msg)  # request and reply, or core NATS: nobody delivers it again
        delivery = raw.metadata.num_delivered
        try:
            if delivery > MOST_DELIVERIES:
                return await self._give_up(raw, "its handler never finished")
            return await self._handled(call_next, msg, delivery)
        except HandlerException:
            raise
        except RetryLater as error:
            logger.warning("delivered again later", subject=raw.subject, delivery=delivery, reason=str(error))
            # A nack without a delay comes back within a millisecond.
            raise NackMessage(delay=backoff(delivery, random.random())) from error

    async def _handled(self, call_next: AsyncFuncAny, msg: StreamMessage[Any], delivery: int) -> Any:
        """Run the handler, and give up what no repeat can help."""
        raw: Msg = msg.raw_message
        try:
            return await call_next(msg)
        except (HandlerException, RetryLater):
            raise
        except Unreadable as error:
            return await self._give_up(raw, str(error))
        except CannotDo as error:
            return await self._refuse(raw, str(error))
        except Exception as error:
            logger.exception("a bug in the handler", subject=raw.subject, delivery=delivery)
            if delivery >= MOST_BUGS:
                return await self._give_up(raw, safe_reason(error))
            raise RetryLater(safe_reason(error)) from error

    async def _refuse(self, raw: Msg, reason: str) -> None:
        """Say that an order cannot be done; anything else becomes a dead letter."""
        if not await self._say_failed(raw, reason):
            await self._keep(raw, reason)

    async def _give_up(self, raw: Msg, reason: str) -> None:
        """Keep the message as a dead letter, and tell whoever waits for its answer."""
        await self._keep(raw, reason)
        if not await self._say_failed(raw, reason):
            await self._say_rejected(raw, reason)

    async def _keep(self, raw: Msg, reason: str) -> None:
        """Store the dead letter; a failure here is a delayed nack, so nothing is lost."""
        logger.error("dead letter", subject=raw.subject, reason=reason)
        await keep(self.desk.jetstream(), raw, raw.metadata.consumer, reason, clock.now())

    async def _say_failed(self, raw: Msg, reason: str) -> bool:
        """Say the order's ``<agent>.failed`` if it is an order whose step can be read."""
        failed = FAILED_BY_SUBJECT.get(raw.subject)
        step = step_of(raw.data, (raw.headers or {}).get("Nats-Msg-Id", ""))
        if failed is None or step is None:
            return False
        await self.desk.bus.say(failed.model_validate({**step.model_dump(), "reason": reason}))
        return True

    async def _say_rejected(self, raw: Msg, reason: str) -> None:
        """Answer a request that nobody can read."""
        if raw.subject == ResearchRequested.model_fields["subject"].default:
            sequence = raw.metadata.sequence.stream
            told = ResearchRejected(
                reason=reason,
                at=clock.now(),
                sequence=sequence,
                request_message_id=(raw.headers or {}).get("Nats-Msg-Id", ""),
            )
            await self.desk.bus.say(told)


class OrderedStep(Value):
    """As much of an order as one must read to say that it failed."""

    run_id: RunId
    step: StepName
    attempt: int = 1


FAILED_BY_SUBJECT = {str(order.model_fields["subject"].default): failed for order, failed in FAILED.items()}


def step_of(body: bytes, message_id: str) -> OrderedStep | None:
    """Return which step an order is for, from its body or else from its name; None when neither tells."""
    with contextlib.suppress(ValidationError):
        return OrderedStep.model_validate_json(body)
    run_id, _, rest = message_id.partition(":")
    step, _, attempt = rest.rpartition(":")[0].partition(":")
    with contextlib.suppress(ValidationError):
        return OrderedStep.model_validate({"run_id": run_id, "step": step, "attempt": attempt})
    return None
