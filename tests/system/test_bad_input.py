"""Every bad request of the contract, as another system would publish it, and the words it is answered with.

All services run as processes around one server that the tests of this file share.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

import nats
import pytest
import pytest_asyncio
from nats.js import JetStreamContext

from deploy.server import start
from shared import messages as m
from shared.bus import deadletters
from tests.asking import ask, stored, wait_for_ends
from tests.conftest import provisioned
from tests.processes import Fleet
from tests.waiting import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

GOOD = {"question": "Does drug A help people with disease B?"}
RUN_ID = "run_id: may only have letters, digits, - and _, and at most 64 of them"
ABOVE = "limits.deadline_seconds is 4000; at most 3600 is allowed here"


@dataclass(frozen=True)
class Place:
    """A running Vouch."""

    js: JetStreamContext
    fleet: Fleet

    async def rejected(self, body: bytes, headers: dict[str, str] | None = None) -> m.ResearchRejected:
        """Return how a request was rejected."""
        sequence = (await self.js.publish("research.requested", body, headers=headers)).seq

        async def look() -> m.ResearchRejected | None:
            return next((one for one in await self._rejections() if one.sequence == sequence), None)

        found = await eventually(look)
        assert found is not None
        return found

    async def _rejections(self) -> list[m.ResearchRejected]:
        bodies = await stored(self.js, "EVENTS", "research.rejected")
        return [m.ResearchRejected.model_validate_json(body) for _, body in bodies]

    async def begun(self) -> set[str]:
        """Return the runs that were ever kept."""
        state = (await self.js.stream_info("KV_RUNS", subjects_filter="$KV.RUNS.>")).state
        return {subject.removeprefix("$KV.RUNS.") for subject in state.subjects or {}}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Place]:
    """Start everything once for all tests here."""
    folder = tmp_path_factory.mktemp("bad-input")
    server = await start(folder / "nats")
    fleet = Fleet(server.url, folder / "fleet")
    try:
        await provisioned(server.url)
        await fleet.start()
        client = await nats.connect(server.url)
        yield Place(client.jetstream(), fleet)
        await client.close()
    finally:
        await fleet.stop()
        await server.kill()


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({}, "question: Field required"),
        ({"question": ""}, "question: is empty: write something"),
        ({"question": " \n "}, "question: is empty: write something"),
        ({"question": "malaria"}, "question: is a single word: ask what you want to know about it"),
        ({"question": "x " * 50_000}, "question: String should have at most 4000 characters"),
        ({"question": 7}, "question: Input should be a valid string"),
        ({"domain": "astrology"}, "domain: Input should be 'drug-repurposing' or 'general'"),
        (
            {"sources": ["library", "arxiv"]},
            "sources.1: Input should be 'library', 'pubmed', 'clinicaltrials', 'europepmc', 'openalex' or 'web'",
        ),
        (
            {"sources": ["web"]},
            "sources: web is no literature source: say web: true, and the retrieval agent searches it",
        ),
        ({"sources": []}, "sources: Tuple should have at least 1 item after validation, not 0"),
        ({"limits": {"max_rounds": 0}}, "limits.max_rounds: Input should be greater than or equal to 1"),
        ({"limits": {"max_rounds": -1}}, "limits.max_rounds: Input should be greater than or equal to 1"),
        ({"limits": {"max_results": 0}}, "limits.max_results: Input should be greater than or equal to 1"),
        ({"limits": {"max_tokens": -1}}, "limits.max_tokens: Input should be greater than or equal to 1"),
        ({"limits": {"max_usd": 0}}, "limits.max_usd: Input should be greater than 0"),
        ({"limits": {"deadline_seconds": 0}}, "limits.deadline_seconds: Input should be greater than 0"),
        ({"limits": {"deadline_seconds": float("nan")}}, "limits.deadline_seconds: Input should be a finite number"),
        ({"limits": {"max_usd": float("inf")}}, "limits.max_usd: Input should be a finite number"),
        ({"limits": {"max_rounds": float("nan")}}, "limits.max_rounds: Input should be a finite number"),
        (
            {"limits": {"max_rounds": 1.5}},
            "limits.max_rounds: Input should be a valid integer, got a number with a fractional part",
        ),
        (
            {"filters": {"published_from": "2021-06-01", "published_to": "2020-06-01"}},
            "filters: published_from 2021-06-01 is after published_to 2020-06-01: swap them",
        ),
        (
            {"filters": {"published_from": "lately"}},
            "filters.published_from: Input should be a valid date or datetime, input is too short",
        ),
        ({"run_id": "r.1"}, RUN_ID),
        ({"run_id": "r*"}, RUN_ID),
        ({"run_id": ">"}, RUN_ID),
        ({"run_id": "two words"}, RUN_ID),
        ({"run_id": "r" * 65}, RUN_ID),
        ({"run_id": 7}, "run_id: Input should be a valid string"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else None,
)
async def test_a_wrong_request_is_rejected_with_its_field_and_the_rule(
    place: Place, asked: dict[str, object], reason: str
) -> None:
    """Whoever asked reads what is wrong and where, under the name the request gave itself; the bytes are kept."""
    fields = asked if "question" in asked or not asked else GOOD | asked
    body = json.dumps(fields | {"request_id": "mine"}).encode()
    before = await place.begun()

    rejected = await place.rejected(body, {"Nats-Msg-Id": f"ask {reason} {asked!s:.40}"})
    kept = await deadletters.listed(place.js)

    assert (rejected.reason, rejected.request_id, rejected.run_id) == (reason, "mine", "")
    assert rejected.request_message_id.startswith("ask ")
    assert [letter.reason for letter in kept if letter.body == body] == [reason]
    assert await place.begun() == before


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "body: Invalid JSON: EOF while parsing a value at line 1 column 0"),
        (b"\xff\xfe\x00\x01", "body: Invalid JSON: expected value at line 1 column 1"),
        (b"What helps against malaria?", "body: Invalid JSON: expected value at line 1 column 1"),
        (b'{"question": "What helps', "body: Invalid JSON: EOF while parsing a string at line 1 column 24"),
        (b'["What helps against malaria?"]', "body: Input should be an object"),
        (b'"What helps against malaria?"', "body: Input should be an object"),
        (b"null", "body: Input should be an object"),
        (b"[" * 5_000, "body: Invalid JSON: recursion limit exceeded at line 1 column 202"),
    ],
    ids=["nothing", "bytes", "text", "cut off", "a list", "a string", "null", "deep"],
)
async def test_what_is_no_json_object_is_rejected_at_once(place: Place, body: bytes, reason: str) -> None:
    """It can never be read, so it is not tried again; it has no name but its place in the queue."""
    rejected = await place.rejected(body)
    kept = await deadletters.listed(place.js)

    assert (rejected.reason, rejected.run_id, rejected.request_id) == (reason, "", "")
    assert rejected.request_message_id == f"REQUESTS:{rejected.sequence}"
    assert [letter.deliveries for letter in kept if letter.body == body] == [1]


@pytest.mark.parametrize("run_id", ["sweeper", "running"])
async def test_a_reserved_run_id_is_rejected_under_its_name(place: Place, run_id: str) -> None:
    """Streams and buckets use these names themselves."""
    rejected = await place.rejected(json.dumps(GOOD | {"run_id": run_id}).encode())

    assert (rejected.run_id, rejected.reason) == (run_id, f"run_id: {run_id!r} is reserved: choose another")


async def test_another_schema_version_is_rejected_with_both_versions(place: Place) -> None:
    """The sender learns which one to speak; its names can be read all the same."""
    body = json.dumps({"query": "renamed in version 2", "run_id": "v2", "request_id": "mine"}).encode()

    rejected = await place.rejected(body, {"ce-type": "research.requested.v2"})

    assert (rejected.run_id, rejected.request_id) == ("v2", "mine")
    assert rejected.reason == "it is written in schema version 2; this service reads version 1"


async def test_a_wrong_request_with_a_good_run_id_is_rejected_under_it(place: Place) -> None:
    """A caller who waits for its run id must not wait for ever."""
    rejected = await place.rejected(b'{"question": "malaria", "run_id": "waits", "request_id": 7}')

    assert (rejected.run_id, rejected.request_id) == ("waits", "")


async def test_many_faults_are_told_together(place: Place) -> None:
    """Nobody should have to ask once for each of them."""
    wrong = {"question": "malaria", "domain": "x", "limits": {"max_rounds": 0, "max_tokens": 0}, "run_id": "a.b"}

    rejected = await place.rejected(json.dumps(wrong).encode())

    assert rejected.reason == (
        f"{RUN_ID}; question: is a single word: ask what you want to know about it; "
        "domain: Input should be 'drug-repurposing' or 'general'; "
        "limits.max_rounds: Input should be greater than or equal to 1; "
        "limits.max_tokens: Input should be greater than or equal to 1"
    )


async def test_limits_above_the_operators_ceiling_are_rejected_but_not_kept(place: Place) -> None:
    """It was understood: there is nothing for a person to look at."""
    rejected = await place.rejected(json.dumps(GOOD | {"limits": {"deadline_seconds": 4000}}).encode())

    assert rejected.reason == ABOVE
    assert ABOVE not in [letter.reason for letter in await deadletters.listed(place.js)]


async def test_a_request_without_any_header_becomes_a_run(place: Place) -> None:
    """All that another system needs is a question."""
    sequence = (await place.js.publish("research.requested", json.dumps(GOOD | {"run_id": "plain"}).encode())).seq

    end = (await wait_for_ends(place.js, ["plain"], 60))["plain"]

    assert (end.status, end.request_message_id) == ("complete", f"REQUESTS:{sequence}")


async def test_an_unknown_field_is_ignored(place: Place) -> None:
    """An older Vouch must understand a newer caller."""
    await ask(place.js, "newer", colour="blue", limits={"max_rounds": 1, "max_patience": 3})

    end = (await wait_for_ends(place.js, ["newer"], 60))["newer"]

    assert end.status == "complete"


async def test_the_same_run_id_with_another_question_leaves_the_first_run_alone(place: Place) -> None:
    """The first run goes on; the second caller must choose another name."""
    await ask(place.js, "twice")

    rejected = await place.rejected(b'{"question": "Is drug B better?", "run_id": "twice"}')
    end = (await wait_for_ends(place.js, ["twice"], 60))["twice"]

    assert rejected.reason == "run twice asks something else: choose another run id"
    assert (end.status, end.question) == ("complete", GOOD["question"])


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"question": "malaria"}, "question: is a single word: ask what you want to know about it"),
        (GOOD | {"run_id": "sweeper"}, "run_id: 'sweeper' is reserved: choose another"),
        (GOOD | {"run_id": "a.b"}, RUN_ID),
        (GOOD | {"limits": {"deadline_seconds": 4000}}, ABOVE),
    ],
    ids=["question", "reserved", "run id", "ceiling"],
)
async def test_whoever_submits_and_waits_is_told_the_same(place: Place, asked: dict[str, object], error: str) -> None:
    """As an error value: an exception would be a timeout."""
    reply = await place.js._nc.request("research.submit", json.dumps(asked).encode(), timeout=5)

    assert json.loads(reply.data) == {"error": error}
