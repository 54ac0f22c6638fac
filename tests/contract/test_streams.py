"""The streams table against what the services really listen to."""

from itertools import combinations

import pytest

from deploy.documents.traffic import REPLIES, matches, stream_of, traffic
from deploy.streams import AGENTS, CONSUMERS, STREAMS, Stream
from services.coordinator.app import build as build_coordinator
from services.hypothesis.app import build as build_hypothesis
from services.hypothesis.rules import RuleProposer
from services.judge.app import build as build_judge
from services.judge.rubric import RubricAssessor
from services.report.app import build as build_report
from services.report.rules import RuleWriter
from services.retrieval.app import build as build_retrieval
from services.retrieval.app import rules
from services.search.app import build as build_search
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.memory.in_memory import InMemoryMemory

CORE = {
    "research.live.{run_id}.{agent}",
    "research.cancelled.{run_id}",
    "research.submit",
    "research.runs.get",
    "research.runs.list",
    "research.report.get",
    "research.runs.delete",
    "research.runs.export",
    "research.runs.import",
    "search.sources.get",
    "retrieval.sources.get",
}
"""What travels on core NATS alone (design.md): at most once, kept by no stream."""


@pytest.fixture
def bus() -> InMemoryBus:
    """Return a bus on which every service listens."""
    bus = InMemoryBus()
    build_coordinator(bus, InMemoryBucket(), InMemoryMemory())
    build_search(bus, {})
    build_retrieval(bus, rules, lambda _order: ())
    build_hypothesis(bus, RuleProposer())
    build_judge(bus, RubricAssessor())
    build_report(bus, lambda _order: RuleWriter())
    return bus


def overlap(first: str, second: str) -> bool:
    """Say whether some subject falls under both patterns."""
    ours, theirs = first.split("."), second.split(".")
    for one, other in zip(ours, theirs, strict=False):
        if ">" in (one, other):
            return True
        if one != other and "*" not in (one, other):
            return False
    return len(ours) == len(theirs)


def test_every_listener_has_its_row_and_every_row_a_listener(bus: InMemoryBus) -> None:
    """A listener without a row waits for ever; a row without a listener fills its stream."""
    listening = {consumer for consumer, _, _ in bus.consumers.values()}

    assert listening == set(CONSUMERS)


def test_every_request_that_waits_is_answered(bus: InMemoryBus) -> None:
    """The contract promises a reply on these subjects, and on no others."""
    assert set(bus.answerers) == {str(kind.model_fields["subject"].default) for kind in REPLIES}


def test_every_order_has_one_agent_of_its_own() -> None:
    """Two consumers of one order would both do the work, or the server refuses the second."""
    for order in m.ORDERS:
        subject = str(order.model_fields["subject"].default)
        hearing = [one for one in CONSUMERS if subject in one.subjects]

        assert hearing == [AGENTS[order.AGENT]]
        assert hearing[0].stream == "COMMANDS"


@pytest.mark.parametrize(("first", "second"), list(combinations(STREAMS, 2)), ids=lambda row: row.name)
def test_no_two_streams_overlap(first: Stream, second: Stream) -> None:
    """The server refuses overlapping subjects: the second stream would never be made."""
    shared = [(one, other) for one in first.subjects for other in second.subjects if overlap(one, other)]

    assert shared == []


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ("a.b", "a.b", True),
        ("a.*", "a.b", True),
        ("a.>", "a.b.c", True),
        ("a.*.c", "a.b.>", True),
        ("a.b", "a.b.c", False),
        ("a.*", "a.b.c", False),
        ("a.b.*", "a.c.*", False),
    ],
)
def test_overlap_knows_both_wildcards(first: str, second: str, *, both: bool) -> None:
    """The test above is worth as much as this function."""
    assert overlap(first, second) is both
    assert overlap(second, first) is both


def test_no_stream_takes_the_servers_own_subjects() -> None:
    """``*.completed`` would collide with ``$JS`` (stack.md)."""
    taken = [subject for row in STREAMS for subject in row.subjects if subject.startswith(("*", ">", "$"))]

    assert taken == []


def test_every_address_is_kept_by_one_stream_or_is_core_nats() -> None:
    """What is published where no stream listens is lost without a word."""
    kept = {row.address: [one.name for one in STREAMS if _keeps(one, row.address)] for row in traffic()}

    assert {address for address, names in kept.items() if not names} == CORE
    assert [address for address, names in kept.items() if len(names) > 1] == []


def _keeps(row: Stream, address: str) -> bool:
    """Say whether a stream keeps what is published at an address."""
    return any(matches(pattern, address) for pattern in row.subjects)


def test_every_consumer_hears_its_own_stream() -> None:
    """A subject of another stream would never arrive."""
    heard = {(one.stream, stream_of(subject)) for one in CONSUMERS for subject in one.subjects}

    assert heard == {("REQUESTS", "REQUESTS"), ("COMMANDS", "COMMANDS"), ("INBOX", "INBOX"), ("TIMERS", "TIMERS")}


def test_nothing_in_a_work_queue_is_heard_twice_or_never() -> None:
    """A work queue allows one consumer a subject, and keeps for ever what has none."""
    queues = [row for row in STREAMS if row.retention == "workqueue"]
    subjects = {subject for row in queues for subject in row.subjects}
    heard = [subject for one in CONSUMERS for subject in one.subjects]

    assert sorted(heard) == sorted(subjects - {"timer.set.*.*"})


def test_every_kind_has_a_name_of_its_own() -> None:
    """Two kinds on one subject could not be told apart."""
    addresses = [row.address for row in traffic()]

    assert len(set(addresses)) == len(addresses) == 36
