"""Messages that could not be handled: kept with their bytes, the reason, and where they came from."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import RawStreamMsg
from nats.js.errors import NotFoundError

from shared.errors import CannotDo

from .envelope import REFERENCE_HEADER
from .keyvalue import translated
from .objects import PAYLOADS, NatsObjects
from .publishing import MOST_BODY_BYTES, publish

DEADLETTERS = "DEADLETTERS"
MOST_HEADER_CHARACTERS = 10_000
"""Of what a sender put into its headers: they count against the server's limit, and ours are added."""

_OURS = "Vouch-Dead-"
_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
"""What may name a header; servers pass on more than clients send."""


@dataclass(frozen=True)
class DeadLetter:
    """One message that was given up, as a person sees it."""

    sequence: int
    subject: str
    """Where it was said."""
    consumer: str
    reason: str
    deliveries: int
    at: str
    run_id: str
    headers: Mapping[str, str]
    body: bytes


async def keep(js: JetStreamContext, msg: Msg, consumer: str, reason: str, at: datetime) -> None:
    """Store a message as it came, so that nothing is lost; raise ``RetryLater`` when that fails.

    Its ``Nats-*`` headers stay behind: the server would obey schedules and expectations. A body that
    was just small enough without ours goes by reference: sent whole, it would close the connection.
    """
    metadata, body = msg.metadata, msg.data
    headers = _kept_headers(msg.headers or {})
    if len(body) > MOST_BODY_BYTES:
        headers[REFERENCE_HEADER] = await NatsObjects(js, PAYLOADS).put(body, headers.get("ce-subject", ""))
        body = b""
    headers |= {
        "Nats-Msg-Id": f"{metadata.stream}:{consumer}:{metadata.sequence.stream}",
        f"{_OURS}Subject": msg.subject,
        f"{_OURS}Reason": " ".join(reason.split())[:1000],
        f"{_OURS}Deliveries": str(metadata.num_delivered),
        f"{_OURS}Consumer": consumer,
        f"{_OURS}At": at.isoformat(),
    }
    await publish(js, f"deadletter.{consumer}.{msg.subject}", body, headers)


def _kept_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the sender's own headers; none where they are too long to be kept beside ours, or no client says them."""
    own = {key: value for key, value in headers.items() if _NAME.fullmatch(key) and not key.startswith("Nats-")}
    too_long = sum(len(key) + len(value) for key, value in own.items()) > MOST_HEADER_CHARACTERS
    return {key: value for key, value in own.items() if key == REFERENCE_HEADER} if too_long else own


async def listed(js: JetStreamContext, most: int = 1000) -> tuple[DeadLetter, ...]:
    """Return what is kept, oldest first; raise ``RetryLater`` when the server cannot be asked."""
    with translated("list the dead letters"):
        state = (await js.stream_info(DEADLETTERS)).state
    found: list[DeadLetter] = []
    for sequence in range(max(1, state.first_seq), state.last_seq + 1):
        if len(found) == most:
            break
        if letter := await _one(js, sequence):
            found.append(letter)
    return tuple(found)


async def shown(js: JetStreamContext, sequence: int) -> DeadLetter:
    """Return one dead letter with its whole body, or raise ``CannotDo`` when there is none of that number."""
    letter = await _existing(js, sequence)
    if reference := letter.headers.get(REFERENCE_HEADER):
        return replace(letter, body=await NatsObjects(js, PAYLOADS).get(reference))
    return letter


async def _existing(js: JetStreamContext, sequence: int) -> DeadLetter:
    """Return one dead letter as it is stored, or raise ``CannotDo`` when there is none of that number."""
    if letter := await _one(js, sequence):
        return letter
    message = f"there is no dead letter {sequence}: `vouch deadletters list` shows their numbers"
    raise CannotDo(message)


async def replay(js: JetStreamContext, sequence: int) -> DeadLetter:
    """Say it again under a name of its own, then drop it; raise ``CannotDo`` when it does not exist."""
    letter = await _existing(js, sequence)
    headers = {key: value for key, value in letter.headers.items() if not key.startswith(_OURS)}
    await publish(js, letter.subject, letter.body, headers | {"Nats-Msg-Id": f"replay:{sequence}"})
    await drop(js, sequence)
    return letter


async def drop(js: JetStreamContext, sequence: int) -> None:
    """Delete one dead letter; raise ``CannotDo`` when it does not exist."""
    await _existing(js, sequence)
    with translated(f"drop dead letter {sequence}"):
        await js.delete_msg(DEADLETTERS, sequence)


async def _one(js: JetStreamContext, sequence: int) -> DeadLetter | None:
    """Return the dead letter of this number, or None."""
    with translated(f"read dead letter {sequence}"):
        try:
            raw = await js.get_msg(DEADLETTERS, sequence)
        except NotFoundError:
            return None
    headers = _headers_of(raw)
    return DeadLetter(
        sequence=sequence,
        subject=headers.get(f"{_OURS}Subject", raw.subject or ""),
        consumer=headers.get(f"{_OURS}Consumer", ""),
        reason=headers.get(f"{_OURS}Reason", ""),
        deliveries=int(headers.get(f"{_OURS}Deliveries", "0")),
        at=headers.get(f"{_OURS}At", ""),
        run_id=headers.get("ce-subject", ""),
        headers=headers,
        body=raw.data or b"",
    )


def _headers_of(raw: RawStreamMsg) -> dict[str, str]:
    """Return the headers of a stored message; nats-py reads them as those of an e-mail, which have no UTF-8."""
    lines = base64.b64decode(raw.hdrs or b"").decode(errors="replace").split("\r\n")
    pairs = (line.partition(":") for line in lines[1:])  # the first says NATS/1.0
    return {key.strip(): value.strip() for key, colon, value in pairs if colon}
