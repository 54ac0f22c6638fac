"""Give a message up: keep it as a dead letter, and tell whoever waits for what it should have brought."""

import contextlib
from dataclasses import dataclass, field
from typing import Annotated, Any

import structlog
from nats.aio.msg import Msg
from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from shared import clock
from shared.errors import CannotDo
from shared.messages import (
    FAILED,
    MOST_NAME_CHARACTERS,
    ResearchRejected,
    ResearchRequested,
    RunId,
    Spending,
    StepName,
    Value,
)

from .deadletters import keep
from .delays import Delays
from .delivery import delivery_of
from .protocol import Bus

logger = structlog.get_logger()

REQUESTED = str(ResearchRequested.model_fields["subject"].default)

FAILED_BY_SUBJECT = {str(order.model_fields["subject"].default): failed for order, failed in FAILED.items()}


@dataclass(frozen=True)
class Desk:
    """What giving up needs of its service."""

    bus: Bus
    jetstream: Any
    """A function that returns the JetStream context: there is none before the broker has started."""
    delays: Delays = field(default_factory=Delays)

    async def refuse(self, raw: Msg, reason: str, error: CannotDo | None = None) -> None:
        """Say that an order cannot be done; anything else becomes a dead letter, a request is answered besides."""
        if not await self._say_failed(raw, reason, error):
            await self._keep(raw, reason)
            await self._say_rejected(raw, reason)

    async def give_up(self, raw: Msg, reason: str) -> None:
        """Keep the message as a dead letter, and tell whoever waits for its answer."""
        await self._keep(raw, reason)
        if not await self._say_failed(raw, reason):
            await self._say_rejected(raw, reason)

    async def _keep(self, raw: Msg, reason: str) -> None:
        """Store the dead letter; a failure here is a delayed nack, so nothing is lost."""
        logger.error("dead letter", **traits(raw), reason=reason)
        await keep(self.jetstream(), raw, raw.metadata.consumer, reason, clock.now())

    async def _say_failed(self, raw: Msg, reason: str, error: CannotDo | None = None) -> bool:
        """Say the order's ``<agent>.failed`` if it is an order whose step can be read.

        Whoever raised *error* on purpose knows what was used until then; of a bug nobody does, and it counts as all
        that was allowed.
        """
        failed = FAILED_BY_SUBJECT.get(raw.subject)
        step = step_of(raw.data, (raw.headers or {}).get("Nats-Msg-Id", ""))
        if failed is None or step is None:
            return False
        spent = (error.spent or Spending()) if error else step.allowance
        told = {
            **step.model_dump(exclude={"allowance"}),
            "spent": spent,
            "reason": reason,
            "over_budget": bool(error and error.over_budget),
        }
        await self.bus.say(failed.model_validate(told))
        return True

    async def _say_rejected(self, raw: Msg, reason: str) -> None:
        """Answer a request that nobody can read, under the names it gives itself."""
        if raw.subject != REQUESTED:
            return
        origin, names = delivery_of(raw), names_of(raw.data)
        told = ResearchRejected(
            run_id=names.run_id,
            request_id=names.request_id,
            request_message_id=origin.message_id,
            reason=reason,
            at=clock.now(),
            sequence=origin.sequence,
        )
        await self.bus.say(told)


def traits(raw: Msg) -> dict[str, object]:
    """Return what a line in the log says of a message that was not handled."""
    return {
        "subject": raw.subject,
        "delivery": raw.metadata.num_delivered,
        "run_id": (raw.headers or {}).get("ce-subject", ""),
        "message_id": delivery_of(raw).message_id,
    }


class OrderedStep(Value):
    """As much of an order as one must read to say that it failed."""

    run_id: RunId
    step: StepName
    attempt: int = 1
    allowance: Spending = Spending()


def step_of(body: bytes, message_id: str) -> OrderedStep | None:
    """Return which step an order is for, from its body or else from its name; None when neither tells."""
    with contextlib.suppress(ValidationError):
        return OrderedStep.model_validate_json(body)
    run_id, _, rest = message_id.partition(":")
    step, _, attempt = rest.rpartition(":")[0].partition(":")
    with contextlib.suppress(ValidationError):
        return OrderedStep.model_validate({"run_id": run_id, "step": step, "attempt": attempt})
    return None


def _or_nothing(value: object, validated: ValidatorFunctionWrapHandler) -> str:
    """Return the value, or nothing when it cannot be used."""
    try:
        return str(validated(value))
    except ValidationError:
        return ""


class RequestNames(Value):
    """What a request calls itself, whatever is wrong with the rest of it."""

    run_id: Annotated[RunId, WrapValidator(_or_nothing)] = ""
    request_id: Annotated[str, Field(max_length=MOST_NAME_CHARACTERS), WrapValidator(_or_nothing)] = ""


def names_of(body: bytes) -> RequestNames:
    """Return the names a request gives itself, as far as they can be read."""
    with contextlib.suppress(ValidationError):
        return RequestNames.model_validate_json(body)
    return RequestNames()
