"""The generated documents: fresh, whole, and true of the recorded messages."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.documenting import ROOT, main, stale, write
from deploy.documents.asyncapi import HEADERS, ce_type
from deploy.documents.schemas import notes
from deploy.documents.traffic import SERVICES
from shared import messages as m
from shared.bus.envelope import REFERENCE_HEADER, encode
from tests.builders import NOON, make_judged
from tests.contract.checking import problems, resolved
from tests.contract.record_golden import GOLDEN

MESSAGES = sorted((GOLDEN / "messages").glob("*.json"))
CONTRACT = ROOT / "docs" / "contract"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """Return the AsyncAPI document as another team's tool reads it."""
    read: dict[str, Any] = json.loads((CONTRACT / "asyncapi.json").read_text())
    return read


def recorded(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the subject written on a recorded message, and its body."""
    body = json.loads(path.read_bytes())["body"]
    return body["subject"], body


def schema_of(subject: str) -> dict[str, Any]:
    """Return the JSON Schema file of a subject."""
    read: dict[str, Any] = json.loads((CONTRACT / f"{subject}.schema.json").read_text())
    return read


def references(node: object) -> Iterator[str]:
    """Yield every reference in a document."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    if isinstance(node, list):
        for one in node:
            yield from references(one)


def test_what_is_committed_is_what_the_sources_say(capsys: pytest.CaptureFixture[str]) -> None:
    """A stale contract misleads every team that trusts it: run ``python -m deploy.documenting``."""
    code = main(["--check"])

    assert (capsys.readouterr().err, code) == ("", 0)


def test_a_missing_a_changed_and_a_superfluous_file_are_named(tmp_path: Path) -> None:
    """Whoever must mend it learns which file."""
    made = {Path("docs/contract/a.json"): "a", Path("docs/contract/b.json"): "b"}
    write(made, tmp_path)
    (tmp_path / "docs/contract/a.json").write_text("old")
    (tmp_path / "docs/contract/b.json").rename(tmp_path / "docs/contract/c.json")

    found = list(stale(made, tmp_path))

    assert found == [
        "docs/contract/a.json is stale",
        "docs/contract/b.json is missing",
        "docs/contract/c.json is no longer generated",
    ]


def test_writing_again_mends_what_was_stale(tmp_path: Path) -> None:
    """One command makes the documents true again."""
    made = {Path("docs/contract/a.json"): "a"}
    write({Path("docs/contract/old.json"): "old"}, tmp_path)

    write(made, tmp_path)

    assert list(stale(made, tmp_path)) == []
    assert not (tmp_path / "docs/contract/old.json").exists()


def test_every_message_has_a_schema_with_its_name_and_version() -> None:
    """A team that needs one message reads one file."""
    for subject, kind in m.KINDS.items():
        schema = schema_of(subject)

        assert (schema["$id"], schema["x-schema-version"]) == (f"urn:vouch:{subject}:v1", 1)
        assert schema["title"] == kind.__name__
        assert schema["description"]


def test_every_reference_of_every_document_points_somewhere() -> None:
    """One broken reference and no tool reads the rest."""
    files = sorted(CONTRACT.glob("*.json"))
    assert len(files) == 43

    for path in files:
        whole = json.loads(path.read_text())
        for reference in set(references(whole)):
            assert resolved(reference, whole), f"{reference} in {path.name}"


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_recorded_message_follows_its_schema_in_both_documents(path: Path, document: dict[str, Any]) -> None:
    """What we say is what we promised."""
    subject, body = recorded(path)
    payload = document["components"]["messages"][m.KINDS[subject].__name__]["payload"]

    assert list(problems(body, schema_of(subject), schema_of(subject))) == []
    assert list(problems(body, payload, document)) == []


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_message_without_a_needed_field_breaks_its_schema(path: Path) -> None:
    """A schema that accepts anything promises nothing; it asks for what the model asks for."""
    subject, body = recorded(path)
    needed = {name for name, field in m.KINDS[subject].model_fields.items() if field.is_required()}
    schema = schema_of(subject)

    broken = {name: list(problems({**body, name: []}, schema, schema)) for name in body}
    missing = {name: list(problems({k: v for k, v in body.items() if k != name}, schema, schema)) for name in body}

    assert {name for name, found in missing.items() if found == [f"{name}: missing"]} == needed
    assert all(broken[name] for name in needed if not isinstance(body[name], list))


def test_a_bare_question_follows_the_schema_of_a_request_and_nonsense_does_not() -> None:
    """The same few cases as the model's own, through the published schema."""
    schema = schema_of("research.requested")

    assert list(problems({"question": "Does drug A help?"}, schema, schema)) == []
    assert list(problems({"question": "Does drug A help?", "limits": {"max_rounds": 0}}, schema, schema)) == [
        "limits.max_rounds: minimum 1"
    ]
    assert list(problems({"question": "x" * 4001}, schema, schema)) == ["question: maxLength 4000"]


def test_the_sentence_under_a_field_is_published_with_it() -> None:
    """What a maintainer reads in the code, an engineer of another team needs, too."""
    described = schema_of("research.completed")["$defs"]["RegisteredSource"]["properties"]["aliases"]["description"]

    assert described == "Higher S numbers that proved to be this work."
    assert notes(m.SearchRequested)["sources_until"].startswith("Evidence comes from S1…Sn alone")


def test_the_document_covers_every_subject(document: dict[str, Any]) -> None:
    """A subject that is not in the contract cannot be relied upon."""
    addresses = {channel["address"] for channel in document["channels"].values()}

    assert document["asyncapi"] == "3.0.0"
    assert set(m.KINDS) - addresses == {"research.events", "research.live", "research.cancelled", "timer.fired"}
    assert {
        "research.events.{run_id}.{type}",
        "research.live.{run_id}.{agent}",
        "research.cancelled.{run_id}",
        "timer.set.{run_id}.{step}",
        "timer.fired.{run_id}.{step}",
        "deadletter.{consumer}.{subject}",
    } <= addresses


def test_every_channel_names_its_messages_and_parameters(document: dict[str, Any]) -> None:
    """Braces in an address mean nothing without a parameter of that name."""
    for channel in document["channels"].values():
        braces = {part.strip("{}") for part in (channel["address"] or "").split(".") if part.startswith("{")}

        assert set(channel.get("parameters", {})) == braces
        assert channel["messages"]
        assert all(name in document["components"]["messages"] for name in channel["messages"])


def test_an_event_channel_lists_the_twelve_types(document: dict[str, Any]) -> None:
    """A dashboard subscribes by type."""
    parameters = document["channels"]["research.events.run_id.type"]["parameters"]

    assert len(parameters["type"]["enum"]) == 12
    assert parameters["run_id"]["location"] == "$message.payload#/run_id"


def test_every_operation_uses_the_messages_of_its_own_channel(document: dict[str, Any]) -> None:
    """AsyncAPI asks for it, and generators rely on it."""
    for name, operation in document["operations"].items():
        service, action, _ = name.split(".", 2)

        assert (operation["action"], operation["tags"]) == (action, [{"name": service}])
        assert service in SERVICES
        for side in (operation, operation.get("reply", operation)):
            assert all(one["$ref"].startswith(f"{side['channel']['$ref']}/messages/") for one in side["messages"])


def test_every_order_is_sent_by_the_coordinator_and_received_by_its_agent(document: dict[str, Any]) -> None:
    """The table of the design, both ways."""
    operations = set(document["operations"])

    for order in m.ORDERS:
        subject = f"research.{order.AGENT}.requested"
        assert {f"coordinator.send.{subject}", f"{order.AGENT}.receive.{subject}"} <= operations
        assert {f"{order.AGENT}.send.{order.AGENT}.failed", f"coordinator.receive.{order.AGENT}.failed"} <= operations


def test_whoever_asks_and_waits_knows_what_may_be_answered(document: dict[str, Any]) -> None:
    """The answer, or why there is none."""
    replies = {
        name.partition(".receive.")[2]: [one["$ref"].rpartition("/")[2] for one in operation["reply"]["messages"]]
        for name, operation in document["operations"].items()
        if "reply" in operation
    }

    assert replies == {
        "research.submit": ["Submitted", "QueryError"],
        "research.runs.get": ["RunView", "QueryError"],
        "research.runs.list": ["RunsPage", "QueryError"],
        "research.report.get": ["ReportView", "QueryError"],
        "research.runs.delete": ["RunDeleted", "QueryError"],
        "research.runs.export": ["RunExported", "QueryError"],
        "research.runs.import": ["RunImported", "QueryError"],
        "search.sources.get": ["SourcesView", "QueryError"],
        "retrieval.sources.get": ["SourcesView", "QueryError"],
    }


def test_the_headers_are_those_that_are_sent(document: dict[str, Any]) -> None:
    """A header that is not in the contract cannot be relied upon, one that is must be there."""
    sent = encode(make_judged(), "judge", NOON, traceparent="00-abc-def-01").headers

    assert set(HEADERS) == {*sent, REFERENCE_HEADER}
    assert set(document["components"]["schemas"]["Headers"]["properties"]) == set(HEADERS)
    assert ce_type(m.JudgeCompleted) == sent["ce-type"]
