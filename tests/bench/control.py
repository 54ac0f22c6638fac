"""Bare FastStream handlers that do the same publishes as a run of ours: ``python -m tests.bench.control judge``.

What each message leads to was taken from a run of the real coordinator on the in-memory bus, bytes and
all; the control only puts the run's id into it. It decides nothing, parses nothing and remembers nothing.
"""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import uvloop
from faststream import AckPolicy, FastStream
from faststream.nats import JStream, NatsBroker, PullSub
from nats.js import JetStreamContext

from deploy.streams import AGENTS, ANSWERS, REQUESTS
from services.coordinator.app import build
from services.coordinator.keeping import Kept
from services.coordinator.keeping import encode as encode_state
from shared.bus.consumers import Consumer
from shared.bus.envelope import encode
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.bus.timers import schedule_headers, setting_subject
from shared.memory.in_memory import InMemoryMemory
from shared.messages import DeadlinePassed, Message, Order, ResearchRequested, SweepDue
from tests.builders import NOON, make_asked
from tests.scripted import answer

RUN_ID = "control-run-id"


@dataclass(frozen=True)
class Publish:
    """One publish of the script; KV writes are publishes too."""

    subject: str
    headers: Mapping[str, str]
    body: str


Script = dict[str, list[Publish]]
"""What each message leads to, by what it is: its subject, and its step where it has one."""


async def recorded() -> Script:
    """Return what a run of the real coordinator publishes, message by message."""
    bus, bucket = InMemoryBus(), InMemoryBucket()
    tools = build(bus, bucket, InMemoryMemory(), now=lambda: NOON)
    waiting: list[Message] = [make_asked(RUN_ID)]
    script: Script = {}
    while waiting:
        message = waiting.pop(0)
        said, timed = len(bus.said), len(bus.scheduled)
        await bus.heard(message)
        kept = await tools.runs.load(RUN_ID)
        state = encode_state(kept.saved).decode() if isinstance(kept, Kept) else ""
        ended = isinstance(kept, Kept) and kept.saved.ended
        new, timers = bus.said[said:], bus.scheduled[timed:]
        begun = isinstance(message, ResearchRequested)
        index = [Publish(f"$KV.RUNS.running.{RUN_ID}", {}, "")] if begun else []
        last = [kv(state)] if ended else []
        script[name_of(message)] = [*index, kv(state), *map(timed_publish, timers), *map(publish_of, new), *last]
        for order in [one for one in new if isinstance(one, Order)]:
            script[name_of(order)] = [publish_of(answer(order))]
            waiting.append(answer(order))
    return script


def name_of(message: Message) -> str:
    """Return what tells messages of one run apart."""
    return f"{message.destination} {getattr(message, 'step', '')}"


def publish_of(message: Message) -> Publish:
    """Return the message as a publish."""
    envelope = encode(message, "control", NOON)
    return Publish(envelope.subject, dict(envelope.headers), envelope.body.decode())


def timed_publish(timer: DeadlinePassed | SweepDue) -> Publish:
    """Return a timer as a publish that is due in an hour."""
    later = timer.model_copy(update={"due_at": NOON.replace(year=2099)})
    plain = publish_of(later)
    return Publish(setting_subject(later), dict(plain.headers) | schedule_headers(later, None), plain.body)


def kv(state: str) -> Publish:
    """Return a write of the run's state."""
    return Publish(f"$KV.RUNS.{RUN_ID}", {}, state)


async def say(js: JetStreamContext, publishes: Iterable[Publish], run_id: str) -> None:
    """Publish one after another, each acknowledged before the next."""
    for one in publishes:
        headers = {key: value.replace(RUN_ID, run_id) for key, value in one.headers.items()}
        body = one.body.replace(RUN_ID, run_id).encode()
        await js.publish(one.subject.replace(RUN_ID, run_id), body, headers=headers or None)


async def serve(service: str, script: Script) -> None:
    """Hear what the real service hears, and publish what it publishes."""
    broker = NatsBroker(os.environ["VOUCH_NATS_URL"], ack_policy=AckPolicy.NACK_ON_ERROR, logger=None)

    async def heard() -> None:
        msg = broker.context.get_local("message").raw_message
        fields = json.loads(msg.data)
        publishes = script.get(f"{msg.subject} {fields.get('step', '')}", [])
        await say(broker.config.connection_state.stream, publishes, fields["run_id"])

    for consumer in (REQUESTS, ANSWERS) if service == "coordinator" else (AGENTS[service],):
        subscribe(broker, consumer)(heard)
    await FastStream(broker, logger=None).run()


def subscribe(broker: NatsBroker, consumer: Consumer):  # noqa: ANN201 -- FastStream's own decorator
    """Return FastStream's subscriber with the options that the real bus uses."""
    return broker.subscriber(
        consumer.subjects[0],
        stream=JStream(consumer.stream, declare=False),
        durable=consumer.durable,
        pull_sub=PullSub(batch_size=consumer.batch, timeout=1),
        max_workers=consumer.workers,
        no_reply=True,
    )


def main() -> None:
    """Serve from the script in the file that ``VOUCH_SCRIPT_FILE`` names."""
    plain = json.loads(Path(os.environ["VOUCH_SCRIPT_FILE"]).read_text())
    script = {name: [Publish(**one) for one in publishes] for name, publishes in plain.items()}
    uvloop.run(serve(sys.argv[1], script))


if __name__ == "__main__":
    main()
