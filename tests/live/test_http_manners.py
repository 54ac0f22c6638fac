"""How we ask: again where that helps, never when told not to, and without telling others who we are."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from shared.errors import CannotDo, RetryLater
from tests.live.vendors import JSON, POLITE, QUICK, XML, Vendor, running, site_of
from tests.world.faults import NAMED, Fault, Status, WrongType


@pytest.fixture
async def vendor() -> AsyncIterator[Vendor]:
    """Start a server."""
    async with running() as made:
        yield made


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """Close what a test opens."""
    async with AsyncExitStack() as opened:
        yield opened


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Status(400, body=b"`filter.phase` is unknown parameter"), ": `filter.phase` is unknown parameter"),
        (
            Status(400, body=b"<e><ERROR>ID list\n is empty!</ERROR></e>", content_type="text/xml"),
            ": ID list is empty!",
        ),
        (
            Status(400, body=b'{"detail":{"error":"Query is too long."}}', content_type="application/json"),
            ": Query is too long.",
        ),
        (Status(400, body=b"<html><p>Bad Request</p></html>", content_type="text/html"), ""),
        (Status(400, body=b"\x1b[31mred\x07"), ": [31mred"),
        (Status(400, body=b"no key SECRET-1234 here"), ": no key … here"),
        (Status(400, body=b"x" * 1000), f": {'x' * 199}…"),
        (Status(400, body=b""), ""),
    ],
)
async def test_what_the_server_says_of_an_error_is_shown_in_a_line(
    vendor: Vendor, stack: AsyncExitStack, fault: Fault, said: str
) -> None:
    """Often it names the very parameter; a key, mark-up and a terminal's commands are not for showing."""
    vendor.faults.set("vendor", fault)
    site = await site_of(stack, vendor.url)

    with pytest.raises(CannotDo) as failed:
        await site.get("vendor/json", {"api_key": "SECRET-1234"})

    assert str(failed.value) == f"PubMed did not understand the query (400){said}"


async def test_a_fault_that_passes_is_not_noticed(vendor: Vendor, stack: AsyncExitStack) -> None:
    """Vendors fail now and then; a person should not hear of it."""
    site = await site_of(stack, vendor.url, replace(POLITE, patience=replace(QUICK, attempts=3)))
    vendor.faults.set("vendor", NAMED["503"], times=1)

    assert (await site.get("vendor/json")).json()["found"][1]["title"] == "Again"
    vendor.faults.set("vendor", NAMED["cut off"], times=1)
    assert (await site.get("vendor/xml", wants="xml")).body == XML
    assert vendor.faults.met["vendor"] == 2


@pytest.mark.parametrize("name", ["400", "401", "404", "414", "endless body", "redirect elsewhere"])
async def test_what_will_be_refused_again_is_not_asked_again(vendor: Vendor, stack: AsyncExitStack, name: str) -> None:
    """It would cost slots of the account and change nothing."""
    site = await site_of(stack, vendor.url, replace(POLITE, patience=replace(QUICK, attempts=3)))
    vendor.faults.set("vendor", NAMED[name])

    with pytest.raises((CannotDo, RetryLater)):
        await site.get("vendor/json")

    assert vendor.faults.met["vendor"] == 1


async def test_a_wait_that_is_too_long_ends_the_query_at_once(vendor: Vendor, stack: AsyncExitStack) -> None:
    """An hour is told, not waited for."""
    site = await site_of(stack, vendor.url, replace(POLITE, patience=replace(QUICK, attempts=3)))
    vendor.faults.set("vendor", Status(429, retry_after="3600", body=b""))

    with pytest.raises(RetryLater) as failed:
        await site.get("vendor/json")

    assert str(failed.value) == "PubMed asked us to slow down (429) and to try again in 3600 s"
    assert vendor.faults.met["vendor"] == 1


async def test_whoever_asks_us_to_wait_is_left_alone_by_every_query(vendor: Vendor, stack: AsyncExitStack) -> None:
    """Eight queries of an order go out side by side: one is told, all must heed it."""
    site = await site_of(stack, vendor.url)
    vendor.faults.set("vendor", Status(429, retry_after="1"), times=1)
    with pytest.raises(RetryLater):
        await site.get("vendor/json")
    began = time.monotonic()

    await asyncio.gather(*(site.get("vendor/json") for _ in range(3)))

    assert time.monotonic() - began >= 0.9
    assert len(vendor.asked) == 3


async def test_a_vendor_that_fails_in_a_row_is_left_alone_and_then_tried_by_one(
    vendor: Vendor, stack: AsyncExitStack
) -> None:
    """Waiting out every query's attempts would take each run minutes for nothing."""
    site = await site_of(stack, vendor.url, replace(POLITE, failures_before_pause=2, pause_seconds=0.5))
    vendor.faults.set("vendor", NAMED["500"], times=2)
    for _ in range(2):
        with pytest.raises(RetryLater, match="is in trouble"):
            await site.get("vendor/json")

    with pytest.raises(RetryLater, match=r"^PubMed failed 2 times in a row; it is asked again in 1 s$"):
        await site.get("vendor/json")
    assert vendor.asked == []

    await asyncio.sleep(0.6)
    assert (await site.get("vendor/json")).body == JSON


async def test_the_word_of_a_header_alone_is_not_believed(vendor: Vendor, stack: AsyncExitStack) -> None:
    """Some servers send JSON as text, or as a web page: the body decides."""
    site = await site_of(stack, vendor.url)
    for declared in ("text/plain", "text/html", "application/octet-stream", "application/vnd.api+json"):
        vendor.faults.set("vendor", WrongType(declared))
        assert (await site.get("vendor/json")).json()["found"]


async def test_who_asks_is_said_to_the_vendor_and_to_nobody_else(
    vendor: Vendor, stack: AsyncExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    """Its library httpx logs every address that it is asked for."""
    caplog.set_level("DEBUG")
    site = await site_of(stack, vendor.url)

    found = await site.get("vendor/json", {"term": "aspirin", "api_key": "SECRET-1234", "email": "a@b.example"})

    assert vendor.asked == ["term=aspirin&api_key=SECRET-1234&email=a%40b.example"]
    assert found.url == f"{vendor.url}/vendor/json?term=aspirin"
    assert "SECRET-1234" not in caplog.text


async def test_a_key_in_a_form_is_not_repeated_either(vendor: Vendor, stack: AsyncExitStack) -> None:
    """A server that quotes the request it refuses quotes the key, too."""
    vendor.faults.set("vendor", Status(400, body=b"no such key: SECRET-1234"))
    site = await site_of(stack, vendor.url)

    with pytest.raises(CannotDo, match="no such key: …"):
        await site.post("vendor/json", {"id": "1", "api_key": "SECRET-1234"})
