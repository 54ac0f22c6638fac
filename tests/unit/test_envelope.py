"""Messages as bytes and headers, and back."""

import json

import pytest

from shared import messages as m
from shared.bus.envelope import decode, encode, kind_of
from shared.errors import Unreadable
from tests.builders import NOON, make_asked, make_judged


def test_a_message_says_who_it_is_in_cloudevents_headers() -> None:
    """Routers and tools of other systems read the headers, never our bodies."""
    sent = encode(make_judged(), "judge", NOON)

    assert sent.subject == "judge.completed"
    assert sent.headers == {
        "Nats-Msg-Id": "r1:1-judge:1:judge.completed",
        "ce-specversion": "1.0",
        "ce-id": "r1:1-judge:1:judge.completed",
        "ce-source": "/vouch/judge",
        "ce-type": "judge.completed.v1",
        "ce-subject": "r1",
        "ce-time": "2026-01-01T12:00:00+00:00",
    }


def test_a_trace_travels_with_the_message() -> None:
    """What happens because of a message belongs to its trace."""
    sent = encode(make_judged(), "judge", NOON, traceparent="00-abc-def-01")

    assert sent.headers["traceparent"] == "00-abc-def-01"


def test_a_request_without_a_run_has_a_subject_header_all_the_same() -> None:
    """CloudEvents forbids an empty subject."""
    sent = encode(make_asked(run_id=""), "cli", NOON)

    assert sent.headers["ce-subject"] == "unknown"


def test_what_is_encoded_is_decoded_again() -> None:
    """Nothing is lost on the wire."""
    message = make_judged("drug A safety")

    sent = encode(message, "judge", NOON)

    assert decode(sent.subject, sent.body, sent.headers) == message


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("research.requested", m.ResearchRequested),
        ("judge.completed", m.JudgeCompleted),
        ("research.events.r1.judging", m.AgentEvent),
        ("research.live.r1.report", m.LiveUpdate),
        ("research.cancelled.r1", m.RunCancelled),
        ("timer.fired.r1.1-judge", m.DeadlinePassed),
        ("timer.fired.sweeper.tick", m.SweepDue),
    ],
)
def test_a_subject_with_ids_in_it_has_the_kind_it_begins_with(subject: str, kind: type[m.Message]) -> None:
    """The longest known beginning counts: the sweeper's tick is no deadline."""
    assert kind_of(subject) is kind


@pytest.mark.parametrize("subject", ["research", "judge.exploded", "timer", "$JS.EVENT", ""])
def test_an_unknown_subject_is_unreadable(subject: str) -> None:
    """A message of another system on our streams must be named, not guessed at."""
    with pytest.raises(Unreadable, match="nothing of Vouch travels on the subject"):
        kind_of(subject)


def test_a_request_needs_no_headers() -> None:
    """Anybody with a NATS client may ask."""
    heard = decode("research.requested", b'{"question": "Does drug A help?"}', {})

    assert heard == m.ResearchRequested(question="Does drug A help?")


@pytest.mark.parametrize("ce_type", ["", "research.requested", "research.requested.v1", "com.example.request"])
def test_our_version_and_a_type_without_one_are_read(ce_type: str) -> None:
    """A sender that names no version means the one it reads about, ours."""
    heard = decode("research.requested", b'{"question": "Does drug A help?"}', {"ce-type": ce_type})

    assert heard.subject == "research.requested"


@pytest.mark.parametrize("version", [0, 2, 17])
def test_another_version_is_refused_with_both_versions(version: int) -> None:
    """The sender must learn which version to speak."""
    with pytest.raises(Unreadable) as refused:
        decode("research.requested", b"{}", {"ce-type": f"research.requested.v{version}"})

    assert str(refused.value) == f"it is written in schema version {version}; this service reads version 1"


@pytest.mark.parametrize("body", [b"", b"\xff\xfe\x00", b"{", b"not json", b"[]", b'"text"', b"null"])
def test_bytes_that_are_no_json_object_are_unreadable(body: bytes) -> None:
    """They can never be read: repeating them is pointless."""
    with pytest.raises(Unreadable, match=r"^body: "):
        decode("research.requested", body, {})


def test_a_reason_names_fields_and_rules_but_no_values() -> None:
    """The reason is published and logged; the body may hold what must not be."""
    body = {"question": "hunter2", "domain": "swordfish", "limits": {"max_rounds": -1}}

    with pytest.raises(Unreadable) as refused:
        decode("research.requested", json.dumps(body).encode(), {})

    reason = str(refused.value)
    assert "question: is a single word: ask what you want to know about it" in reason
    assert "domain: Input should be 'drug-repurposing' or 'general'" in reason
    assert "limits.max_rounds: Input should be greater than or equal to 1" in reason
    assert "hunter2" not in reason
    assert "swordfish" not in reason


def test_many_problems_are_cut_to_five_and_counted() -> None:
    """A body full of nonsense must not make a reason of a megabyte."""
    body = {"question": "Does drug A help?", "filters": {"study_designs": ["astrology"] * 9}}

    with pytest.raises(Unreadable) as refused:
        decode("research.requested", json.dumps(body).encode(), {})

    reason = str(refused.value)
    assert reason.count("filters.study_designs.") == 5
    assert reason.endswith("; and 4 more")
