"""Everything a server can answer wrongly, over real sockets: each has its class and its sentence for a person."""

import asyncio
import time
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from shared.errors import CannotDo, RetryLater
from shared.http import Wants
from tests.live.vendors import ADDRESS, KEY, POLITE, QUICK, Vendor, running, site_of
from tests.world.faults import NAMED, Drip

IMPATIENT = replace(POLITE, patience=replace(QUICK, read_seconds=0.3, whole_seconds=0.6))

PERMANENT, TRANSIENT = CannotDo, RetryLater

SAID = "something is wrong here"
WORDS = "ask with fewer words, or for fewer works at once"


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
    ("fault", "kind", "reason"),
    [
        (("400", "json"), PERMANENT, f"PubMed did not understand the query (400): {SAID}"),
        (("401", "json"), PERMANENT, f"PubMed refused the key (401): {KEY}: {SAID}"),
        (("403", "json"), PERMANENT, f"PubMed refused us (403): {KEY}: {SAID}"),
        (("404", "json"), PERMANENT, f"PubMed has nothing at this address (404): {SAID}"),
        (("408", "json"), TRANSIENT, f"PubMed gave up waiting for our request (408): {SAID}"),
        (("413", "json"), PERMANENT, f"the query is too long for PubMed (413): {WORDS}: {SAID}"),
        (("414", "json"), PERMANENT, f"the query is too long for PubMed (414): {WORDS}: {SAID}"),
        (("422", "json"), PERMANENT, f"PubMed did not understand the query (422): {SAID}"),
        (("425", "json"), TRANSIENT, f"PubMed asked us to slow down (425): {SAID}"),
        (("429", "json"), TRANSIENT, f"PubMed asked us to slow down (429): {SAID}"),
        (
            ("429 with Retry-After", "json"),
            TRANSIENT,
            f"PubMed asked us to slow down (429) and to try again in 1 s: {SAID}",
        ),
        (("500", "json"), TRANSIENT, f"PubMed is in trouble (500): {SAID}"),
        (("502", "json"), TRANSIENT, f"PubMed is in trouble (502): {SAID}"),
        (("503", "json"), TRANSIENT, f"PubMed is in trouble (503): {SAID}"),
        (("503 with Retry-After", "json"), TRANSIENT, f"PubMed is in trouble (503) and to try again in 1 s: {SAID}"),
        (("504", "json"), TRANSIENT, f"PubMed is in trouble (504): {SAID}"),
        (("reset in the middle", "json"), TRANSIENT, "PubMed broke the connection off in the middle of its answer"),
        (("reset at once", "json"), TRANSIENT, "PubMed broke the connection off in the middle of its answer"),
        (("broken gzip", "json"), TRANSIENT, "PubMed answered with compressed data that is broken"),
        (
            ("endless body", "json"),
            PERMANENT,
            "PubMed's answer is larger than 2 MB, and was not read: ask for less at once",
        ),
        (
            ("gzip bomb", "json"),
            PERMANENT,
            "PubMed's answer is larger than 2 MB, and was not read: ask for less at once",
        ),
        (("wrong content type", "json"), TRANSIENT, "PubMed answered with image/png instead of JSON"),
        (("wrong content type", "xml"), TRANSIENT, "PubMed answered with image/png instead of XML"),
        (("cut off", "json"), TRANSIENT, "PubMed answered with JSON that is cut off or broken"),
        (("cut off", "xml"), TRANSIENT, "PubMed answered with XML that is cut off or broken"),
        (
            ("XML entities", "xml"),
            TRANSIENT,
            "PubMed answered with XML that declares entities, which are never expanded",
        ),
        (("HTML page", "json"), TRANSIENT, "PubMed answered with a web page instead of JSON"),
        (("HTML page", "xml"), TRANSIENT, "PubMed answered with a web page instead of XML"),
        (("disguised HTML", "json"), TRANSIENT, "PubMed answered with a web page instead of JSON"),
        (("empty", "json"), TRANSIENT, "PubMed answered with nothing"),
        (("empty", "xml"), TRANSIENT, "PubMed answered with nothing"),
        (
            ("redirect elsewhere", "json"),
            TRANSIENT,
            f"PubMed sends us elsewhere (302, to elsewhere.example): {ADDRESS}",
        ),
    ],
)
async def test_each_fault_has_its_class_and_its_sentence(
    vendor: Vendor, stack: AsyncExitStack, fault: tuple[str, Wants], kind: type[Exception], reason: str
) -> None:
    """Whoever reads the report learns which source was not searched, why, and what to do about it."""
    name, wants = fault
    vendor.faults.set("vendor", NAMED[name])
    site = await site_of(stack, vendor.url)

    with pytest.raises(kind) as failed:
        await site.get(f"vendor/{wants}", {"term": "aspirin"}, wants=wants)

    assert str(failed.value) == reason
    assert isinstance(failed.value, RetryLater) is (kind is TRANSIENT)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no answer", "PubMed did not answer in time"),
        ("slow drip", "PubMed did not answer in time"),
        ("endless body", "PubMed was still answering after 0.6 s"),
    ],
)
async def test_a_server_that_takes_too_long_is_named(
    vendor: Vendor, stack: AsyncExitStack, name: str, reason: str
) -> None:
    """Its silence is counted and told before the query's own deadline, which could only say that time was up."""
    vendor.faults.set("vendor", NAMED[name])
    site = await site_of(stack, vendor.url, replace(IMPATIENT, most_bytes=100 << 30))

    with pytest.raises(RetryLater) as failed:
        await site.get("vendor/json")

    assert str(failed.value) == reason


async def test_a_drip_that_is_never_late_is_stopped_as_a_whole(vendor: Vendor, stack: AsyncExitStack) -> None:
    """A byte each time before the read times out would hold a query for hours."""
    vendor.faults.set("vendor", Drip(0.05))
    site = await site_of(stack, vendor.url, IMPATIENT)

    with pytest.raises(RetryLater, match=r"still answering after 0\.6 s"):
        await site.get("vendor/json")


@pytest.mark.parametrize("name", sorted(NAMED))
async def test_the_callers_deadline_holds_whatever_happens(vendor: Vendor, stack: AsyncExitStack, name: str) -> None:
    """A source that cannot be asked must not cost the others their time."""
    vendor.faults.set("vendor", NAMED[name])
    site = await site_of(stack, vendor.url, replace(POLITE, patience=replace(QUICK, attempts=100, read_seconds=60)))
    began = time.monotonic()

    with pytest.raises((TimeoutError, RetryLater, CannotDo)):
        await asyncio.wait_for(site.get("vendor/json" if "XML" in name else "vendor/xml"), 0.3)

    assert time.monotonic() - began < 5


@pytest.mark.parametrize("name", ["gzip bomb", "endless body"])
async def test_memory_stays_bounded(vendor: Vendor, stack: AsyncExitStack, name: str) -> None:
    """A hundred gigabytes from a vendor would take the service down, and with it every run on the machine."""
    vendor.faults.set("vendor", NAMED[name])
    site = await site_of(stack, vendor.url)
    tracemalloc.start()

    with pytest.raises(CannotDo):
        await site.get("vendor/json")

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000
