"""Messages as bytes and headers, and back. Pure; CloudEvents 1.0 in its NATS binding, binary mode."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from shared.errors import Unreadable
from shared.messages import KINDS, SCHEMA_VERSION, Message

REFERENCE_HEADER = "Vouch-Payload"
"""Names the object in ``PAYLOADS`` that holds the body."""

SAID_HEADER = "Nats-Msg-Id"
_TYPE = re.compile(r"^(?P<kind>.+)\.v(?P<version>\d+)$")
_MOST_PROBLEMS = 5


@dataclass(frozen=True)
class Envelope:
    """A message on its way."""

    subject: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


def encode(message: Message, service: str, at: datetime, traceparent: str = "") -> Envelope:
    """Return *message* as *service* says it at this time."""
    headers = {
        "Nats-Msg-Id": message.id,
        "ce-specversion": "1.0",
        "ce-id": message.id,
        "ce-source": f"/vouch/{service}",
        "ce-type": f"{message.subject}.v{SCHEMA_VERSION}",
        "ce-subject": message.run_id or "unknown",
        "ce-time": at.isoformat(),
    }
    if traceparent:
        headers["traceparent"] = traceparent
    return Envelope(message.destination, message.model_dump_json().encode(), headers)


def kind_of(subject: str) -> type[Message]:
    """Return the class that travels on a concrete subject; raise ``Unreadable`` for an unknown one."""
    if kind := KINDS.get(subject):
        return kind
    parts = subject.split(".")
    for length in range(len(parts) - 1, 0, -1):
        if kind := KINDS.get(".".join(parts[:length])):
            return kind
    message = f"nothing of Vouch travels on the subject {subject!r}"
    raise Unreadable(message)


def decode(subject: str, body: bytes, headers: Mapping[str, str]) -> Message:
    """Return the message, or raise ``Unreadable`` saying which field is wrong and why.

    The reason names fields and rules, never values: a body may hold what must not be logged.
    """
    kind = kind_of(subject)
    _check_version(headers.get("ce-type", ""))
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise Unreadable(problems(error)) from None


def _check_version(ce_type: str) -> None:
    """Raise ``Unreadable`` when the sender speaks another version of the schema; no header means ours."""
    found = _TYPE.match(ce_type)
    if found and int(found["version"]) != SCHEMA_VERSION:
        message = f"it is written in schema version {found['version']}; this service reads version {SCHEMA_VERSION}"
        raise Unreadable(message)


def _said(problem: ErrorDetails) -> str:
    """Return what is wrong without the value: pydantic quotes a tag that it does not know."""
    if problem["type"] == "union_tag_invalid":
        return "its type is none of those there are"
    if problem["type"] == "string_pattern_mismatch" and problem["loc"][-1:] == ("run_id",):
        return "may only have letters, digits, - and _, and at most 64 of them"
    return problem["msg"].removeprefix("Value error, ")


def problems(error: ValidationError) -> str:
    """Return what is wrong with a message, by field, without its values."""
    found = [
        f"{'.'.join(str(part) for part in one['loc']) or 'body'}: {_said(one)}"
        for one in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    more = [f"and {len(found) - _MOST_PROBLEMS} more"] if len(found) > _MOST_PROBLEMS else []
    return "; ".join(found[:_MOST_PROBLEMS] + more)
