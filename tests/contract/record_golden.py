"""Record one message of each kind and four run states, as they are today: ``python -m tests.contract.record_golden``.

A file that is there is never written again: old recordings must stay readable for ever. Run it when a new kind of
message appears, and add the new file's sum to the list in ``test_golden.py``.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from services.coordinator.deciding import Decision, begin, decide
from services.coordinator.keeping import Saved, Tombstone, encode
from shared import messages as m
from shared.bus import envelope
from tests.builders import (
    NOON,
    at,
    make_asked,
    make_deadline,
    make_judged,
    make_proposed,
    make_reported,
    make_retrieved,
    make_searched,
)
from tests.contract.golden_messages import every_message
from tests.contract.golden_values import RUN

GOLDEN = Path(__file__).parent / "golden"
FIXED = {"subject", "checked", "type", "SweepDue.run_id", "SweepDue.step"}
"""Fields that have but one value."""

ASKING = (
    m.ResearchRequested,
    m.CancelRequested,
    m.Submit,
    m.RunsGet,
    m.RunsList,
    m.ReportGet,
    m.RunsDelete,
    m.RunsExport,
    m.RunsImport,
    m.SearchSourcesGet,
    m.RetrievalSourcesGet,
)
AGENTS = {"search", "retrieval", "hypothesis", "judge", "report"}


def messages() -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each message that is to be recorded."""
    for message in every_message():
        file = f"{name(message)}.v{m.SCHEMA_VERSION}.json"
        if (GOLDEN / "messages" / file).exists():
            continue
        if unfilled := sorted(set(defaults(message))):
            problem = f"{type(message).__name__}: fill {', '.join(unfilled)}"
            raise ValueError(problem)
        sent = envelope.encode(
            message, speaker(message), at(60), "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        )
        recorded = {"subject": sent.subject, "headers": dict(sent.headers), "body": json.loads(sent.body)}
        yield file, json.dumps(recorded, indent=2, ensure_ascii=False) + "\n"


def name(message: m.Message) -> str:
    """Return what a recording is called: an event by its type, for each has data of its own."""
    return f"{message.subject}.{message.type}" if isinstance(message, m.AgentEvent) else message.subject


def speaker(message: m.Message) -> str:
    """Return which service says a message."""
    if isinstance(message, ASKING):
        return "cli"
    if isinstance(message, m.LiveUpdate):
        return message.agent
    first = message.subject.partition(".")[0]
    return first if first in AGENTS else "coordinator"


def defaults(value: BaseModel) -> Iterator[str]:
    """Yield each field, at any depth, that still has its default: a recording has all of them filled."""
    for field, info in type(value).model_fields.items():
        held, named = getattr(value, field), f"{type(value).__name__}.{field}"
        if held == info.default and not FIXED & {field, named}:
            yield named
        for inner in held if isinstance(held, tuple) else (held,):
            yield from defaults(inner) if isinstance(inner, BaseModel) else ()


def states() -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the bytes of each recorded state."""
    asked = make_asked(RUN, sources=("library", "pubmed"), request_id="mine", limits={"max_rounds": 3})
    decision = begin(asked, "REQUESTS:7", NOON)
    yield "begun.json", saved(decision, 0)
    for seconds, heard in enumerate(first_round_and_a_half(), 1):
        decision = decide(decision.run, heard, at(seconds))
    yield "second-round.json", saved(decision, 8)
    for seconds, heard in enumerate(the_rest(), 9):
        decision = decide(decision.run, heard, at(seconds))
    yield "ended.json", saved(decision, 14, ended=True)
    yield "deleted.json", encode(Tombstone(deleted_at=at(3600)))


def saved(decision: Decision, seconds: float, *, ended: bool = False) -> bytes:
    """Return a decision as the coordinator keeps it."""
    outbox = () if ended else decision.outbox
    return encode(Saved(decision.run, outbox, at(seconds), ended))


def first_round_and_a_half() -> Iterator[m.Heard]:
    """Yield what a run hears until its second round has searched and waits for hypotheses."""
    yield make_searched("w1", "w2", run_id=RUN)
    yield make_retrieved("w2", "w3", run_id=RUN)
    yield make_proposed("drug A enzyme C", run_id=RUN)
    yield make_searched("w4", step="1-targeted", run_id=RUN)
    yield make_deadline("1-judge").model_copy(update={"run_id": RUN})
    yield make_judged("drug A safety", clinical=3, attempt=2, run_id=RUN)
    yield make_searched("w5", "w1", step="2-search", run_id=RUN)


def the_rest() -> Iterator[m.Heard]:
    """Yield what the run hears until it ends with a report."""
    yield make_proposed(step="2-hypothesis", run_id=RUN)
    yield make_judged(step="2-judge", run_id=RUN)
    yield make_reported(run_id=RUN)


def main() -> int:
    """Write the recordings that are not there yet, and say which."""
    for folder, recordings in (("messages", messages()), ("states", states())):
        for file, content in recordings:
            path = GOLDEN / folder / file
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
                sys.stdout.write(f"recorded {folder}/{file}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
