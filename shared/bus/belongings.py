"""What lies on the server of a run, beside its state: read it, put it back, erase it.

Streams without the run's id in their subjects are looked through message by message: what a message is about stands in
its ``ce-subject``. Each step may be repeated; what names the others goes last.
"""

import uuid
from collections.abc import Sequence
from datetime import datetime

from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from shared import messages as m

from .envelope import REFERENCE_HEADER, encode
from .keyvalue import translated
from .objects import PAYLOADS, NatsObjects
from .publishing import MOST_BODY_BYTES, publish
from .timers import TIMERS

EVENTS = "EVENTS"
JOURNAL = "KV_JOURNAL"
SUBJECT_HEADER = "ce-subject"
END = str(m.ResearchCompleted.model_fields["subject"].default)
QUEUES = ("COMMANDS", "INBOX")
DEADLETTERS = "DEADLETTERS"
EVERYTHING = ">"


async def events_of(js: JetStreamContext, run_id: str) -> tuple[str, ...]:
    """Return the stored events of a run as they were said, oldest first."""
    found, place = list[str](), 1
    with translated(f"read the events of {run_id}"):
        while True:
            try:
                raw = await js.get_msg(EVENTS, seq=place, subject=_events(run_id), next=True)
            except NotFoundError:
                return tuple(found)
            reference = (raw.headers or {}).get(REFERENCE_HEADER)
            body = await NatsObjects(js, PAYLOADS).get(reference) if reference else raw.data or b""
            found.append(body.decode())
            place = (raw.seq or place) + 1


async def put_back(js: JetStreamContext, service: str, run_id: str, events: Sequence[m.AgentEvent]) -> None:
    """Store events anew, in place of those that a run has.

    Under names of their own: the stream may still know the names of those that were deleted, and would drop them.
    """
    with translated(f"purge the events of {run_id}"):
        await js.purge_stream(EVENTS, subject=_events(run_id))
    again = uuid.uuid4().hex
    for event in events:
        sent = encode(event, service, event.at)
        headers, body = {**sent.headers, "Nats-Msg-Id": f"{event.id}:{again}"}, sent.body
        if len(body) > MOST_BODY_BYTES:
            headers[REFERENCE_HEADER], body = await NatsObjects(js, PAYLOADS).put(body, run_id), b""
        await publish(js, sent.subject, body, headers)


async def erase(js: JetStreamContext, run_id: str, since: datetime) -> m.Erased:
    """Erase all of a run that is on the server but its state and its turn in a session; return how much there was.

    Its events go after its end: where the first of them stands is where the search for the end begins. Where they
    are gone, its end went with them, and only what was said *since* can be another.
    """
    with translated(f"erase what is left of {run_id}"):
        timers = [await _purged(js, TIMERS, f"timer.{kind}.{run_id}.*") for kind in ("set", "fired")]
        queued = [await _dropped(js, queue, EVERYTHING, run_id) for queue in QUEUES]
        first = await _first_event(js, run_id) or await _place_of(js, EVENTS, since)
        ends = await _dropped(js, EVENTS, END, run_id, first)
        return m.Erased(
            timers=sum(timers),
            queued=sum(queued),
            events=ends + await _purged(js, EVENTS, _events(run_id)),
            dead_letters=await _dropped(js, DEADLETTERS, EVERYTHING, run_id),
            journaled=await _purged(js, JOURNAL, f"$KV.JOURNAL.*.{run_id}.>"),
            bodies=await NatsObjects(js, PAYLOADS).delete_run(run_id),
        )


def _events(run_id: str) -> str:
    """Return the subjects of a run's events."""
    return f"research.events.{run_id}.>"


async def _first_event(js: JetStreamContext, run_id: str) -> int:
    """Return where the first event of a run stands in its stream; 0 when there is none."""
    try:
        return (await js.get_msg(EVENTS, seq=1, subject=_events(run_id), next=True)).seq or 1
    except NotFoundError:
        return 0


async def _place_of(js: JetStreamContext, stream: str, moment: datetime) -> int:
    """Return a place before which a stream has only what is older than a moment, in as many steps as it has bits."""
    state = (await js.stream_info(stream)).state
    low, high = max(1, state.first_seq), state.last_seq + 1
    while low < high:
        middle = (low + high) // 2
        try:
            raw = await js.get_msg(stream, seq=middle, subject=EVERYTHING, next=True)
        except NotFoundError:
            high = middle  # from there on all was deleted
            continue
        if raw.time and raw.time < moment:
            low = (raw.seq or middle) + 1
        else:
            high = middle
    return low


async def _purged(js: JetStreamContext, stream: str, subject: str) -> int:
    """Purge a subject; return how many messages it had."""
    state = (await js.stream_info(stream, subjects_filter=subject)).state
    if count := sum((state.subjects or {}).values()):
        await js.purge_stream(stream, subject=subject)
    return count


async def _dropped(js: JetStreamContext, stream: str, subject: str, run_id: str, first: int = 1) -> int:
    """Delete the messages of a subject that are about a run, from the place *first* on; return how many.

    Those that come meanwhile are left: a stream into which much is said would have no end.
    """
    count, place, last = 0, first, (await js.stream_info(stream)).state.last_seq
    while place <= last:
        try:
            raw = await js.get_msg(stream, seq=place, subject=subject, next=True)
        except NotFoundError:
            break
        place = (raw.seq or place) + 1
        if (raw.headers or {}).get(SUBJECT_HEADER) == run_id:
            count += await _deleted(js, stream, place - 1)
    return count


async def _deleted(js: JetStreamContext, stream: str, place: int) -> bool:
    """Delete one message; say whether it was still there: whoever takes it may have been quicker."""
    try:
        return await js.delete_msg(stream, place)
    except NotFoundError:
        return False
