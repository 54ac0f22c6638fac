"""What the trace and the log of a message that is heard say of it."""

from nats.aio.msg import Msg

from shared.messages import Message, SweepDue
from shared.tracing import Hearing, names, trace_id

from .delivery import delivery_of

MEASURES = {names.STEP: "step", names.ATTEMPT: "attempt", names.SESSION: "session_id"}
"""What some messages have a field for."""


def hearing_of(service: str, msg: Msg, message: Message) -> Hearing:
    """Return what the span of a message says of it.

    A request without a run id gets its trace from its place in the stream, as it gets its run id. The sweeper's tick
    belongs to no run, and comes every few seconds for ever: it has no trace.
    """
    origin = delivery_of(msg)
    place = f"{origin.stream}:{origin.sequence}:{origin.at_seconds}"
    return Hearing(
        name=f"{service} {message.subject}",
        traceparent=(msg.headers or {}).get("traceparent", ""),
        seed="" if isinstance(message, SweepDue) else message.run_id or place,
        attributes={**_about(msg, message), **_of_run(message)},
    )


def _about(msg: Msg, message: Message) -> dict[str, str | int]:
    """Return what the conventions for messaging ask for."""
    return {
        names.SYSTEM: names.NATS,
        names.OPERATION_NAME: names.PROCESS,
        names.OPERATION_TYPE: names.PROCESS,
        names.DESTINATION: msg.subject,
        names.DESTINATION_TEMPLATE: message.subject,
        names.CONSUMER: msg.metadata.consumer,
        names.MESSAGE_ID: delivery_of(msg).message_id,
        names.BODY_BYTES: len(msg.data),
        names.DELIVERY: msg.metadata.num_delivered,
    }


def _of_run(message: Message) -> dict[str, str | int]:
    """Return which run and step a message is about, as far as it says."""
    run = {names.RUN: message.run_id, names.LANGFUSE_RUN: message.run_id} if message.run_id else {}
    measured = {name: getattr(message, field, "") for name, field in MEASURES.items()}
    return {**run, **{name: value for name, value in measured.items() if value != ""}}


def logged(message: Message) -> dict[str, object]:
    """Return what every line in the log of a message says of it; its trace, where it is in one."""
    traced = {"trace_id": found} if (found := trace_id()) else {}
    return {"run_id": message.run_id, "step": getattr(message, "step", ""), "message_id": message.id, **traced}
