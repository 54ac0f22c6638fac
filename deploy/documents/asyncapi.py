"""One AsyncAPI 3.0 document for all subjects: channels, who sends and receives, headers and bodies."""

import typing
from collections.abc import Iterable, Iterator
from typing import Any

from deploy.streams import STREAMS, Stream
from shared import messages as m
from shared.bus.envelope import REFERENCE_HEADER, SAID_HEADER
from shared.settings import Settings

from .schemas import Schema, shared_definitions
from .traffic import ANYONE, REPLIES, SERVER, SERVICES, Traffic, subject_of, traffic

VERSION = "3.0.0"
SCHEMAS = "#/components/schemas/"
DEAD_LETTER = "DeadLetter"

HEADERS: dict[str, str] = {
    SAID_HEADER: "Names the message. A stream drops a copy while it remembers the name; readers drop it themselves.",
    "ce-specversion": "CloudEvents 1.0, in its NATS binding, binary mode.",
    "ce-id": "The name of the message, as in Nats-Msg-Id.",
    "ce-source": "Who said it, such as /vouch/judge.",
    "ce-type": "The kind of message and the version of its schema, such as judge.completed.v1.",
    "ce-subject": "The run the message belongs to.",
    "ce-time": "When it was said, RFC 3339 in UTC.",
    "traceparent": "The trace of the request, W3C Trace Context, where there is one.",
    REFERENCE_HEADER: "The object in the bucket PAYLOADS that holds the body; the message itself is then empty.",
}
"""What travels beside every body. None is required of a sender that is not part of Vouch."""

DEAD_HEADERS: dict[str, str] = {
    "Vouch-Dead-Subject": "Where the message was said.",
    "Vouch-Dead-Reason": "Why it was given up.",
    "Vouch-Dead-Deliveries": "How often it was delivered.",
    "Vouch-Dead-Consumer": "Who could not handle it.",
    "Vouch-Dead-At": "When it was given up.",
}


def asyncapi() -> Schema:
    """Return the whole document."""
    rows = traffic()
    return {
        "asyncapi": VERSION,
        "info": _info(),
        "defaultContentType": "application/json",
        "servers": {"local": _server()},
        "channels": dict(_channels(rows)),
        "operations": dict(_operations(rows)),
        "components": {
            "messages": dict(_messages()),
            "schemas": _schemas(),
            "correlationIds": _correlations(),
        },
    }


def _info() -> Schema:
    """Return what the document is about."""
    return {
        "title": "Vouch",
        "version": f"{m.SCHEMA_VERSION}.0.0",
        "description": "A research question goes in, a report whose every citation can be checked comes out. "
        "Generated from shared/messages and deploy/streams.py; docs/integrating.md shows the way.",
    }


def _server() -> Schema:
    """Return where a laptop's server listens unless it is told otherwise."""
    protocol, _, host = str(Settings.model_fields["nats_url"].default).partition("://")
    return {"host": host, "protocol": protocol, "description": "The default of VOUCH_NATS_URL."}


def channel_id(row: Traffic) -> str:
    """Return the name of a channel inside the document."""
    return row.address.replace("{", "").replace("}", "")


def _channels(rows: Iterable[Traffic]) -> Iterator[tuple[str, Schema]]:
    """Yield a channel for each address, and one without address for each reply."""
    for row in rows:
        message = row.kind.__name__ if row.kind else DEAD_LETTER
        channel: Schema = {"address": row.address, "description": _kept(row), "messages": {message: _message(message)}}
        if row.parameters:
            channel["parameters"] = {name: _parameter(row, name) for name in row.parameters}
        yield channel_id(row), channel
    for kind, reply in REPLIES.items():
        names = (reply.__name__, m.QueryError.__name__)
        about = "The inbox that the caller names as its reply subject."
        yield (
            f"{subject_of(kind)}.reply",
            {
                "address": None,
                "description": about,
                "messages": {name: _message(name) for name in names},
            },
        )


def _message(name: str) -> Schema:
    """Return a reference to a message."""
    return {"$ref": f"#/components/messages/{name}"}


def _kept(row: Traffic) -> str:
    """Say how long what is published here is kept."""
    stream = next((one for one in STREAMS if one.name == row.stream), None)
    return _how_long(stream) if stream else "Core NATS: whoever listens now hears it, at most once."


def _how_long(stream: Stream) -> str:
    """Say what a stream does with its messages."""
    if stream.retention == "workqueue":
        full = ", and refuses new ones when full" if stream.refuse_when_full else ""
        return f"JetStream: the stream {stream.name} keeps each message until it is handled{full}."
    return f"JetStream: the stream {stream.name} keeps messages for {stream.max_age_seconds / 86_400:g} days."


def _parameter(row: Traffic, name: str) -> Schema:
    """Return what one part of an address may be."""
    field = row.kind.model_fields.get(name) if row.kind else None
    if row.kind is None or field is None:
        return {"description": f"The {name} of the message that was given up."}
    values = typing.get_args(field.annotation)
    known: Schema = {"enum": list(values)} if values and all(isinstance(one, str) for one in values) else {}
    return {"description": f"The field {name} of the body.", "location": f"$message.payload#/{name}", **known}


def _operations(rows: Iterable[Traffic]) -> Iterator[tuple[str, Schema]]:
    """Yield what each service sends and receives; what others do is the other side of it."""
    for row in rows:
        for service in _ours(row.said_by):
            yield f"{service}.send.{channel_id(row)}", _operation(row, service, "send")
        for service in _ours(row.heard_by):
            yield f"{service}.receive.{channel_id(row)}", _operation(row, service, "receive")


def _ours(parties: Iterable[str]) -> Iterator[str]:
    """Yield the parties that are services."""
    return (one for one in parties if one in SERVICES)


def _operation(row: Traffic, service: str, action: str) -> Schema:
    """Return one thing that a service does."""
    name = row.kind.__name__ if row.kind else DEAD_LETTER
    operation: Schema = {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel_id(row)}"},
        "messages": [{"$ref": f"#/channels/{channel_id(row)}/messages/{name}"}],
        "summary": _summary(row, service, action),
        "tags": [{"name": service}],
    }
    if row.kind and row.reply and action == "receive":
        operation["reply"] = _reply(row.kind, row.reply)
        operation["bindings"] = {"nats": {"queue": service, "bindingVersion": "0.1.0"}}
    return operation


def _summary(row: Traffic, service: str, action: str) -> str:
    """Return the operation as a sentence."""
    if action == "send":
        return f"The {service} says it; {_named(row.heard_by)} may hear it."
    return f"The {service} hears what {_named(row.said_by)} says."


def _named(parties: tuple[str, ...]) -> str:
    """Return the parties as words."""
    words = [one if one in (ANYONE, SERVER) else f"the {one}" for one in parties]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _reply(kind: type[m.Message], reply: type[m.Value]) -> Schema:
    """Return how a request is answered."""
    channel = f"{subject_of(kind)}.reply"
    names = (reply.__name__, m.QueryError.__name__)
    return {
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in names],
    }


def _messages() -> Iterator[tuple[str, Schema]]:
    """Yield every message with its headers and its body."""
    for subject, kind in m.KINDS.items():
        headers = {"allOf": [{"$ref": f"{SCHEMAS}Headers"}, {"properties": {"ce-type": {"const": ce_type(kind)}}}]}
        own = {"name": ce_type(kind), "title": subject, "headers": headers, "correlationId": _correlated(kind)}
        yield kind.__name__, {**own, **_body(kind)}
    replies: tuple[type[m.Value], ...] = (*REPLIES.values(), m.QueryError)
    for reply in replies:
        yield reply.__name__, {"name": reply.__name__, **_body(reply)}
    dead = {"$ref": f"{SCHEMAS}DeadHeaders"}
    about = "A message that could not be handled, with the bytes it had."
    yield DEAD_LETTER, {"name": DEAD_LETTER, "summary": about, "headers": dead, "payload": True}


def ce_type(kind: type[m.Message]) -> str:
    """Return the type of a message with the version of its schema."""
    return f"{subject_of(kind)}.v{m.SCHEMA_VERSION}"


def _body(kind: type[m.Value]) -> Schema:
    """Return what a message is and where its schema stands."""
    summary = " ".join((kind.__doc__ or "").split())
    return {"summary": summary, "contentType": "application/json", "payload": {"$ref": f"{SCHEMAS}{kind.__name__}"}}


def _correlated(kind: type[m.Message]) -> Schema:
    """Return which field tells what a message belongs to."""
    by = "request" if "request_id" in kind.model_fields else "run"
    return {"$ref": f"#/components/correlationIds/{by}"}


def _correlations() -> Schema:
    """Return the two ways to know what a message belongs to."""
    return {
        "run": {"location": "$message.payload#/run_id", "description": "The run the message belongs to."},
        "request": {"location": "$message.payload#/request_id", "description": "What the caller called its request."},
    }


def _schemas() -> Schema:
    """Return the schemas of all bodies and headers."""
    bodies = shared_definitions((*m.KINDS.values(), *REPLIES.values(), m.QueryError), f"{SCHEMAS}{{model}}")
    headers = {"Headers": _header_schema(HEADERS), "DeadHeaders": _header_schema(HEADERS | DEAD_HEADERS)}
    plain: Schema = _with_plain_discriminators(bodies)
    return headers | plain


def _header_schema(headers: dict[str, str]) -> Schema:
    """Return headers as an object of strings."""
    properties = {name: {"type": "string", "description": about} for name, about in headers.items()}
    return {"type": "object", "properties": properties}


def _with_plain_discriminators(schema: Any) -> Any:
    """Return the schema with discriminators as AsyncAPI has them: a name, where OpenAPI has an object."""
    if isinstance(schema, list):
        return [_with_plain_discriminators(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _with_plain_discriminators(value) for key, value in schema.items()}
    if isinstance(found := schema.get("discriminator"), dict) and "propertyName" in found:
        plain["discriminator"] = found["propertyName"]
    return plain
