"""The Python of ``docs/integrating.md``, run as it stands there: another team will."""

import importlib.util
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from deploy.documenting import ROOT
from deploy.server import start
from tests.conftest import provisioned
from tests.processes import Fleet

BLOCKS = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "integrating.md").read_text(), re.DOTALL | re.MULTILINE)
QUESTION = "Does drug A help people with disease B?"

pytestmark = pytest.mark.asyncio(loop_scope="module")


def loaded(folder: Path) -> ModuleType:
    """Return the page's Python as a module."""
    path = folder / "integrating_page.py"
    path.write_text("\n\n".join(BLOCKS))
    spec = importlib.util.spec_from_file_location("integrating_page", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Caller:
    """Another team's program: the page's functions, and its own connection."""

    def __init__(self, page: ModuleType, client: Any, js: Any) -> None:
        self.page, self.client, self.js = page, client, js


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def caller(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Caller]:
    """Start a server and every service, with agents that answer from a script; connect as the page does."""
    folder = tmp_path_factory.mktemp("integrating")
    server = await start(folder / "nats")
    fleet = Fleet(server.url, folder / "fleet", environment={"VOUCH_SCRIPT_SECONDS": "0.2,0.2"})
    try:
        await provisioned(server.url)
        await fleet.start()
        page = loaded(folder)
        client, js = await page.connect(server.url)
        await page.ask(js, QUESTION, "ask-0", run_id="page-0")
        await page.wait(client, js, "page-0", seconds=60)  # by then every service has started
        yield Caller(page, client, js)
        await client.close()
    finally:
        await fleet.stop()
        await server.kill()


async def test_a_question_ends_in_a_report(caller: Caller) -> None:
    """Ask, and Wait."""
    await caller.page.ask(caller.js, QUESTION, "ask-1", run_id="page-1", request_id="ticket 1")

    end = await caller.page.wait(caller.client, caller.js, "page-1", seconds=30)

    assert (end["status"], end["stopped_by"]) == ("complete", "sufficient")
    assert (end["request_id"], end["request_message_id"]) == ("ticket 1", "ask-1")
    assert end["report"]["claims"][0]["source_ids"] == ["S1"]
    assert end["markdown"]


async def test_a_run_is_found_by_what_the_caller_called_it(caller: Caller) -> None:
    """Correlate, without a run id of one's own."""
    sequence = await caller.page.ask(caller.js, QUESTION, "ask-2", request_id="ticket 2")

    run_id = await caller.page.run_of(caller.js, "ticket 2", seconds=30)

    end = await caller.page.wait(caller.client, caller.js, run_id, seconds=30)
    assert (end["run_id"], end["request_id"]) == (run_id, "ticket 2")
    assert sequence >= 1


async def test_events_are_numbered_without_a_gap_and_replayed_from_a_number(caller: Caller) -> None:
    """Replay events."""
    await caller.page.ask(caller.js, QUESTION, "ask-3", run_id="page-3")

    whole = [event async for event in caller.page.events(caller.js, "page-3")]
    again = [event async for event in caller.page.events(caller.js, "page-3", after=10)]

    assert [event["seq"] for event in whole] == list(range(1, len(whole) + 1))
    assert (whole[0]["type"], whole[-1]["type"]) == ("started", "complete")
    assert again == whole[10:]


async def test_the_same_request_twice_is_one_run(caller: Caller) -> None:
    """Correlate: the run id makes it idempotent, under whatever name it is published."""
    await caller.page.ask(caller.js, QUESTION, "ask-4", run_id="page-4")
    again = await caller.page.ask(caller.js, QUESTION, "ask-4 again", run_id="page-4")

    story = [event async for event in caller.page.events(caller.js, "page-4")]

    assert again > 0
    assert [event["type"] for event in story].count("started") == 1
    assert [event["type"] for event in story].count("complete") == 1


async def test_a_copy_of_a_message_is_dropped_by_the_stream(caller: Caller) -> None:
    """At least once: a publish that timed out can be repeated."""
    first = await caller.page.ask(caller.js, QUESTION, "ask-5", run_id="page-5")
    copy = await caller.page.ask(caller.js, QUESTION, "ask-5", run_id="page-5")

    assert copy == first


async def test_a_cancelled_run_ends_as_cancelled_without_a_report(caller: Caller) -> None:
    """Cancel."""
    await caller.page.ask(caller.js, QUESTION, "ask-6", run_id="page-6")
    async for event in caller.page.events(caller.js, "page-6"):
        if event["type"] == "searching":
            break
    await caller.page.cancel(caller.js, "page-6", reason="the ticket was closed")

    end = await caller.page.wait(caller.client, caller.js, "page-6", seconds=30)

    assert (end["status"], end["stopped_by"], end["report"]) == ("cancelled", "cancelled", None)
    assert end["reason"] == "Cancelled on request: the ticket was closed"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"question": "tafenoquine"}, "question: is a single word: ask what you want to know about it"),
        ({"question": QUESTION, "limits": {"max_rounds": 99}}, "limits.max_rounds is 99; at most 10 is allowed here"),
    ],
    ids=["unreadable", "above the ceiling"],
)
async def test_a_rejected_request_is_found_by_its_place(caller: Caller, fields: dict[str, Any], reason: str) -> None:
    """Read a rejection: whether the request could be read or not."""
    name = f"bad {fields}"
    sequence = await caller.page.ask(caller.js, name=name, **fields)

    rejected = await caller.page.rejection(caller.js, sequence, seconds=30)

    assert (rejected["reason"], rejected["request_message_id"]) == (reason, name)


async def test_another_question_under_a_known_run_id_is_rejected_and_the_first_goes_on(caller: Caller) -> None:
    """Correlate."""
    await caller.page.ask(caller.js, QUESTION, "ask-7", run_id="page-7")
    sequence = await caller.page.ask(caller.js, "Does drug Z help?", "ask-7 other", run_id="page-7", request_id="t7")

    rejected = await caller.page.rejection(caller.js, sequence, seconds=30)
    end = await caller.page.wait(caller.client, caller.js, "page-7", seconds=30)

    assert rejected["reason"] == "run page-7 asks something else: choose another run id"
    assert rejected["request_id"] == "t7"
    assert (end["status"], end["question"]) == ("complete", QUESTION)


async def test_a_request_that_waits_is_answered_at_once(caller: Caller) -> None:
    """Ask and be answered at once."""
    submitted = await caller.page.request(caller.client, "research.submit", question=QUESTION, run_id="page-8")
    await caller.page.wait(caller.client, caller.js, "page-8", seconds=30)

    one = await caller.page.request(caller.client, "research.runs.get", run_id="page-8")
    many = await caller.page.request(caller.client, "research.runs.list", most=20)

    assert submitted["run_id"] == "page-8"
    assert (one["state"], one["status"], one["waiting_for"]) == ("ended", "complete", [])
    (listed,) = (run for run in many["runs"] if run["run_id"] == "page-8")
    assert listed == one | {"size_bytes": listed["size_bytes"]}  # its last outbox goes, and with it some bytes


async def test_what_cannot_be_given_is_answered_with_an_error(caller: Caller) -> None:
    """A reason at once, and not a timeout."""
    with pytest.raises(ValueError, match="there is no run nobody-asked"):
        await caller.page.request(caller.client, "research.report.get", run_id="nobody-asked")
    with pytest.raises(ValueError, match=r"limits\.max_rounds: Input should be greater than or equal to 1"):
        await caller.page.request(caller.client, "research.submit", question=QUESTION, limits={"max_rounds": 0})


async def test_a_body_too_large_for_a_message_travels_by_reference(caller: Caller) -> None:
    """Sizes: what we do not know in it is ignored, as everywhere."""
    body = json.dumps({"question": QUESTION, "run_id": "page-9", "notes": "x" * 2_000_000}).encode()
    await caller.page.ask_by_reference(caller.js, body, "ask-9")

    end = await caller.page.wait(caller.client, caller.js, "page-9", seconds=30)

    assert (end["run_id"], end["status"], end["question"]) == ("page-9", "complete", QUESTION)


async def test_a_large_body_of_ours_is_read_the_same_way(caller: Caller) -> None:
    """Sizes: a message that only names its body."""
    name = await caller.page.put(caller.js, "PAYLOADS", b'{"large": true}')

    body = await caller.page.body_of(caller.js, SimpleNamespace(headers={"Vouch-Payload": name}, data=b""))

    assert body == b'{"large": true}'


async def test_files_of_ones_own_are_asked_by_their_hash(caller: Caller) -> None:
    """Sizes: the order to the search agent names the file that was uploaded."""
    files = {"refs.ris": b"TY  - JOUR\nTI  - A trial of drug A\nER  - \n"}
    await caller.page.ask_my_library(caller.js, QUESTION, "ask-10", files, run_id="page-10")

    end = await caller.page.wait(caller.client, caller.js, "page-10", seconds=30)

    assert (end["status"], end["searches"][0]["source"]) == ("complete", "library")


async def test_a_service_takes_every_end_from_a_consumer_of_its_own(caller: Caller) -> None:
    """Wait: a durable consumer goes on where it stopped."""
    await caller.page.ask(caller.js, QUESTION, "ask-11", run_id="page-11")
    await caller.page.wait(caller.client, caller.js, "page-11", seconds=30)
    stored = (await caller.js.stream_info("EVENTS", subjects_filter="research.completed")).state.subjects
    count = stored["research.completed"]

    found = [end["run_id"] async for end in caller.page.ends(caller.js, "my-service", until=count)]

    assert "page-11" in found
    assert len(set(found)) == len(found) >= count  # a run of another test may end meanwhile
    assert (await caller.js.consumer_info("EVENTS", "my-service")).num_ack_pending == 0
